// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TESTSPACEPARAMETERS_HPP
#define CHRONOS_TESTSPACEPARAMETERS_HPP

namespace Chronos {

class ParameterBinding;

enum class TestSpaceKind {
  automatic,       ///< the vectors that the user gives, or random ones where there are none
  given,           ///< the user's vectors, an error where there are none
  constant,        ///< one constant vector per degree of freedom of a node
  rigidBodyModes,  ///< constants, and the rotations of positions that are found in the matrix
  random,          ///< numbers in (-1, 1) from a hash of the global index
};

enum class TestSpaceImprovement {
  none,
  srqcg,  ///< simultaneous Rayleigh quotient minimisation, preconditioned by the smoother
  power,  ///< sweeps of the smoother on A x = 0
};

/// What Rayleigh quotients are relative to: D of x^T A x / x^T D x.
enum class TestSpaceWeight {
  unit,      ///< the identity, (2.9) of the thesis
  diagonal,  ///< the diagonal of A: does not depend on the units of the unknowns, and nearer to (2.8), where D is M
};

struct TestSpaceParameters {
  TestSpaceKind kind = TestSpaceKind::automatic;
  int numVectors = 12;       ///< of a random test space
  int numRandom = 0;         ///< random vectors beside given or constant ones
  int degreesOfFreedom = 1;  ///< unknowns of a node, numbered node by node (constant, rigid body modes)
  int positionRounds = 2;    ///< of the search for positions, at most (rigid body modes)
  int positionSteps = 20;    ///< of a round, at most
  TestSpaceImprovement improvement = TestSpaceImprovement::srqcg;
  TestSpaceWeight weight = TestSpaceWeight::diagonal;  ///< of srqcg
  int iterations = 10;       ///< of the improvement on the finest level, where there are random vectors
  int givenIterations = 0;   ///< where there are none: rigid-body modes and constants are what they should be
  int coarseIterations = 0;  ///< of the improvement on coarser levels, which begin with the injected test space
};

void bindTestSpace(ParameterBinding& list, TestSpaceParameters& p);

}  // namespace Chronos

#endif
