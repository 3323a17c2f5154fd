// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FoundFrameModes.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_FrameMatrix.hpp"
#include "Chronos_NearNullVector.hpp"
#include "Chronos_PositionCycle.hpp"
#include "Chronos_RigidBodyModes.hpp"
#include "Chronos_VectorUpdate.hpp"
#include "Chronos_WholeBlocks.hpp"

#include <cstdio>

namespace Chronos {
namespace {

// Of the right-hand side: with more no rotation is near the kernel.
constexpr double isSolved = 0.1;

// Of the moments, where what was found are positions: as far as supports let them be.
constexpr double mostMoments = 0.9;

class FrameSearch {
 public:
  FrameSearch(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters)
      : A_(A),
        parameters_(parameters),
        frame_(withWholeBlocks(A, FrameMatrix::numUnknowns)),
        positions_(*frame_.displacements(), FrameMatrix::numDisplacements),
        constants_(positions_.constants()) {}

  FoundModes run() {
    FoundModes result;
    const Vector f = frame_.forces();
    const NearNullVector found = solve(positionCycle(positions_, parameters_), f);
    result.steps = found.steps;
    result.left = found.left;
    if (found.steps > 0) {
      if (parameters_.testSpace.positionRounds > 1 && found.left > leftOfFound) improve(f, found.x, result);
      factor_ = frame_.factorOf(found.x);
      result.hasRotations = result.left < isSolved && factor_.value > 0 && factor_.left < mostMoments;
    }
    result.note = noteOf(result);
    if (result.hasRotations) {
      combineVectors(factor_.value, found.x, 0, found.x, found.x);
      result.modes = rigidBodyModesAt(*A_->rowMap(), found.x, FrameMatrix::numUnknowns, FrameMatrix::numDisplacements);
    }
    return result;
  }

 private:
  NearNullVector solve(const Operator& M, const ConstVector& b) const {
    return nearSolution([&](const ConstVector& x, const Vector& y) { positions_.apply(x, y); }, M, constants_, b,
                        {parameters_.testSpace.positionSteps, leftOfFound});
  }

  // Nothing where the second cycle breaks down, on all ranks: there is something to go on with.
  void improve(const ConstVector& f, const Vector& x, FoundModes& result) const {
    const auto rest = allocate<Vector>("Chronos::forces left", x.extent(0));
    positions_.apply(x, rest);
    combineVectors(1, f, -1, rest, rest);
    try {
      const NearNullVector next = solve(positionCycle(positions_, parameters_, constants_, x), rest);
      result.steps += next.steps;
      if (next.steps == 0) return;
      combineVectors(1, next.x, 1, x, x);
      result.left *= next.left;
    } catch (const BreakdownError&) {
      return;
    }
  }

  std::string noteOf(const FoundModes& found) const {
    char text[200];
    const char* pattern =
        "no positions of nodes were found in the matrix in %d steps: %.1g of their forces is left, and %.1g of their "
        "moments.";
    if (found.hasRotations)
      pattern =
          "positions of nodes were found in the matrix in %d steps: %.1g of their forces is left, and %.1g of "
          "their moments";
    std::snprintf(text, sizeof text, pattern, found.steps, found.left, factor_.left);
    return text;
  }

  Teuchos::RCP<const DistMatrix<double>> A_;
  const AmgParameters& parameters_;
  FrameMatrix frame_;
  PositionMatrix positions_;
  TestVectors constants_;
  FrameMatrix::Factor factor_;
};

}  // namespace

FoundModes findFrameModes(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters) {
  return FrameSearch(A, parameters).run();
}

bool missesFrames(const AmgParameters& parameters, const FoundModes& found) {
  const TestSpaceParameters& space = parameters.testSpace;
  const bool seeksFrames =
      space.kind == TestSpaceKind::rigidBodyModes && space.degreesOfFreedom == FrameMatrix::numUnknowns;
  return seeksFrames && !found.note.empty() && !found.hasRotations;
}

}  // namespace Chronos
