// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ParameterBinding.hpp"
#include "Chronos_TestSpaceParameters.hpp"

namespace Chronos {

void bindTestSpace(ParameterBinding& list, TestSpaceParameters& p) {
  list.choice(
      "type", p.kind,
      {{"automatic", TestSpaceKind::automatic},
       {"given", TestSpaceKind::given},
       {"constant", TestSpaceKind::constant},
       {"rigid body modes", TestSpaceKind::rigidBodyModes},
       {"random", TestSpaceKind::random}},
      "Where the test space begins: with the near-kernel vectors or rigid-body modes that the user gives; with one "
      "constant vector per degree of freedom; with these and the rotations of a body in positions that are found in "
      "the matrix, where nobody gave coordinates (rigid body modes: elasticity, 2 or 3 degrees of freedom, frames and "
      "shells, 6); with random vectors, the same on any number of ranks. automatic: given ones if there are any, else "
      "random ones.");
  list.integer("number of vectors", p.numVectors, 1, 64,
               "Random vectors (type = random, or automatic without given ones).");
  list.integer("random vectors", p.numRandom, 0, 64, "Random vectors beside given or constant ones.");
  list.integer(
      "degrees of freedom", p.degreesOfFreedom, 1, 64,
      "Unknowns of a node, numbered node by node: a constant vector for each (type = constant or rigid body modes).");
  list.integer("position rounds", p.positionRounds, 1, 10,
               "Rounds in which positions of nodes are sought (type = rigid body modes): a set-up each, the first with "
               "translations, later ones with what was found. Fewer where it is good enough.");
  list.integer("position steps", p.positionSteps, 1, 200,
               "Steps of a round; each costs a cycle. Fewer where a cycle leaves nearly all of what was found, or, "
               "after ten, little.");
  list.choice("improvement", p.improvement,
              {{"srqcg", TestSpaceImprovement::srqcg},
               {"power", TestSpaceImprovement::power},
               {"none", TestSpaceImprovement::none}},
              "srqcg: Rayleigh quotients of all vectors minimised together by preconditioned conjugate directions, the "
              "smoother "
              "being the preconditioner; power: sweeps of the smoother on A x = 0.");
  list.choice("weight", p.weight, {{"unit", TestSpaceWeight::unit}, {"diagonal", TestSpaceWeight::diagonal}},
              "What srqcg makes small: x^T A x / x^T x, or x^T A x / x^T D x with D the diagonal of A, which does not "
              "depend on the "
              "units of the unknowns: for displacements beside rotations, or materials far apart.");
  list.integer("iterations", p.iterations, 0, 1000,
               "Iterations of the improvement on the finest level, where there are random vectors; each costs about a "
               "sweep of the "
               "smoother a vector.");
  list.integer(
      "given iterations", p.givenIterations, 0, 1000,
      "The same where all vectors are given or constant: more than 0 where materials or boundary conditions make them "
      "poor ones.");
  list.integer("coarse iterations", p.coarseIterations, 0, 1000,
               "Iterations on coarser levels, which begin with the test space injected from the finer one.");
}

}  // namespace Chronos
