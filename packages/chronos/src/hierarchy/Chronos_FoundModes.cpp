// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FoundModes.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FoundFrameModes.hpp"
#include "Chronos_FrameMatrix.hpp"
#include "Chronos_NearNullVector.hpp"
#include "Chronos_PositionCycle.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_RigidBodyModes.hpp"
#include "Chronos_TestSpaceMethods.hpp"
#include "Chronos_WholeBlocks.hpp"

#include <cstdio>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<LocalOrdinal>>;

// Any number does, as long as nothing else begins with the same vector.
constexpr std::uint64_t positionSeed = 97;

// A cycle that changes any vector by as much misses no rotations: three diffusions side by side, 0.5.
constexpr double isReduced = 0.1;

// 0.2 at most of what saved iterations; 0.9 where rounding hides positions behind constants of bodies that next to
// nothing holds.
constexpr double mostUnbalanced = 0.5;

// Forces on nodes with connections; others have no place.
struct StartFunctor {
  ConstVector diagonal;
  TestVectors constants;
  Vector x;
  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal row) const {
    const auto size = static_cast<LocalOrdinal>(constants.extent(1));
    x(row) *= diagonal(row) * constants(row, row % size);
  }
};

void checkNodes(const DistMatrix<double>& A, int size) {
  if (size != 2 && size != 3 && size != FrameMatrix::numUnknowns)
    throw InputError("`test space/type` = rigid body modes finds nodes of 2, 3 or 6 unknowns, not of " +
                     std::to_string(size) + ": set `degrees of freedom`, or take another type.");
  if (A.rowMap()->getGlobalNumElements() % size != 0 || !A.rowMap()->isSameAs(*A.domainMap()) ||
      !nodesAreWhole(*A.rowMap(), size))
    throw InputError("`test space/type` = rigid body modes needs nodes of " + std::to_string(size) +
                     " unknowns, numbered node by node, those of a node on one rank. Number and distribute them so, or "
                     "take another type.");
}

TestSpace constantsOf(const DistMatrix<double>& A, const AmgParameters& parameters) {
  TestSpaceParameters constant = parameters.testSpace;
  constant.kind = TestSpaceKind::constant;
  constant.numRandom = 0;
  return startTestSpace(A, constant, {});
}

class ModeSearch {
 public:
  ModeSearch(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters)
      : A_(A), parameters_(parameters), size_(parameters.testSpace.degreesOfFreedom) {}

  FoundModes run() {
    FoundModes result;
    try {
      result = size_ == FrameMatrix::numUnknowns ? findFrameModes(A_, parameters_) : search();
    } catch (const BreakdownError& error) {
      result.note = std::string("positions of nodes were not found, since their search broke down: ") + error.what();
    }
    if (!result.hasRotations) result.modes = constantsOf(*A_, parameters_);
    return result;
  }

 private:
  FoundModes search() const {
    const PositionMatrix positions(*withWholeBlocks(A_, size_), size_);
    const TestVectors constants = positions.constants();
    NearNullVector found;
    FoundModes result;
    for (int round = 0; round < parameters_.testSpace.positionRounds; ++round) {
      if (round > 0 && (found.left <= leftOfFound || found.left >= isReduced)) break;
      const NearNullVector next = round == 0 ? first(positions, constants) : later(positions, constants, found.x);
      result.steps += next.steps;
      if (round > 0 && (next.steps == 0 || next.left >= isReduced)) break;
      found = next;
    }
    if (found.steps == 0) {
      result.note = "positions of nodes were not found: no node is connected.";
      return result;
    }
    result.left = found.left;
    result.unbalancedShare = positions.unbalancedShare(found.x);
    result.hasRotations = found.left < isReduced && result.unbalancedShare < mostUnbalanced;
    result.note = noteOf(result);
    if (result.hasRotations) result.modes = rigidBodyModesAt(*A_->rowMap(), found.x, size_, size_);
    return result;
  }

  NearNullVector first(const PositionMatrix& positions, const TestVectors& constants) const {
    const Amg M = positionCycle(positions, parameters_);
    return searchFrom(start(positions, constants, M), positions, constants, M);
  }

  NearNullVector better(const PositionMatrix& positions, const TestVectors& constants, const Vector& x) const {
    const Amg M = positionCycle(positions, parameters_, constants, x);
    return searchFrom(x, positions, constants, M);
  }

  // Nothing where that breaks down: there is something to go on with.
  NearNullVector later(const PositionMatrix& positions, const TestVectors& constants, const Vector& x) const {
    try {
      return better(positions, constants, x);
    } catch (const BreakdownError&) {  // on all ranks
      return {};
    }
  }

  NearNullVector searchFrom(const Vector& x, const PositionMatrix& positions, const TestVectors& constants,
                            const Operator& M) const {
    return nearNullVector([&](const ConstVector& v, const Vector& y) { positions.apply(v, y); }, M, constants, x,
                          {parameters_.testSpace.positionSteps});
  }

  // What random forces make of the body: smooth.
  Vector start(const PositionMatrix& positions, const TestVectors& constants, const Operator& M) const {
    const DistMatrix<double>& H = *positions.matrix();
    const auto r = allocate<Vector>("Chronos::random forces", H.numRows()),
               x = allocate<Vector>("Chronos::first positions", H.numRows());
    fillRandom(*H.rowMap(), positionSeed, r);
    Kokkos::parallel_for("Chronos::foundModes::start", RowPolicy(0, H.numRows()),
                         StartFunctor{diagonalOf(H), constants, r});
    M.apply(asBlock(ConstVector(r)), asBlock(x));
    return x;
  }

  static std::string noteOf(const FoundModes& found) {
    char text[200];
    const char* pattern =
        "no positions of nodes were found in the matrix in %d steps: a cycle changes any vector by %.1g.";
    if (found.hasRotations)
      pattern = "positions of nodes were found in the matrix in %d steps: a cycle changes them by %.1g";
    else if (found.left < isReduced)
      pattern =
          "no positions of nodes were found in the matrix in %d steps: what a cycle changes least, by %.1g, "
          "displaces parts of bodies that hardly hang together.";
    std::snprintf(text, sizeof text, pattern, found.steps, found.left);
    return text;
  }

  Teuchos::RCP<const DistMatrix<double>> A_;
  const AmgParameters& parameters_;
  int size_;
};

}  // namespace

FoundModes foundRigidBodyModes(const Teuchos::RCP<const DistMatrix<double>>& A, const AmgParameters& parameters) {
  checkNodes(*A, parameters.testSpace.degreesOfFreedom);
  return ModeSearch(A, parameters).run();
}

}  // namespace Chronos
