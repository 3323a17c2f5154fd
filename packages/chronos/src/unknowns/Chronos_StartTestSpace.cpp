// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_FirstUnknown.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_TestSpaceMethods.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Any numbers do, as long as no two vectors share one, also with the vectors of other components.
constexpr std::uint64_t firstSeed = 5000;

struct RandomFunctor {
  Map::local_map_type rowMap;
  TestVectors V;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const auto global = static_cast<std::uint64_t>(rowMap.getGlobalElement(row));
    for (int k = 0; k < static_cast<int>(V.extent(1)); ++k)
      V(row, k) = globalUniform(firstSeed + std::uint64_t(k), global);
  }
};

struct ConstantFunctor {
  Map::local_map_type rowMap;
  GlobalOrdinal indexBase;
  TestVectors V;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const int numComponents = static_cast<int>(V.extent(1));
    const int component = static_cast<int>((rowMap.getGlobalElement(row) - indexBase) % numComponents);
    for (int k = 0; k < numComponents; ++k) V(row, k) = k == component ? 1 : 0;
  }
};

// Largest absolute value of a column, infinity where an entry is not a finite number: a maximum would pass over NaN.
struct LargestFunctor {
  TestSpace V;
  int column;
  double infinity;
  KOKKOS_INLINE_FUNCTION void operator()(int row, double& largest) const {
    const double value = V(row, column), size = value - value == 0 ? (value < 0 ? -value : value) : infinity;
    if (size > largest) largest = size;
  }
};

// How many vectors ranks have, and whether one of them has vectors of another length than its rows.
struct GivenShapes {
  long long least, most, numWrong;

  GivenShapes(const DistMatrix<double>& A, const TestSpace& V)
      : least(static_cast<long long>(V.extent(1))),
        most(least),
        numWrong(V.extent(0) == static_cast<std::size_t>(A.numRows()) ? 0 : 1) {
    JointReduction all;
    all.min(least);
    all.max(most);
    all.sum(numWrong);
    all.reduce(*A.rowMap()->getComm());
  }
};

std::string shapeMessage(const DistMatrix<double>& A, const TestSpace& V, long long most) {
  const std::string rank = " on rank " + std::to_string(A.rowMap()->getComm()->getRank());
  if (V.extent(0) != static_cast<std::size_t>(A.numRows()))
    return "The near-kernel vectors have " + std::to_string(V.extent(0)) + " rows" + rank + ", the matrix has " +
           std::to_string(A.numRows()) + " there" + ". Give them on the row map of the matrix.";
  if (static_cast<long long>(V.extent(1)) != most)
    return "There are " + std::to_string(V.extent(1)) + " near-kernel vectors" + rank + " and " + std::to_string(most) +
           " on another. Give the same number on all ranks.";
  return "";
}

void checkGiven(const DistMatrix<double>& A, const TestSpace& V, const GivenShapes& shapes) {
  const Comm& comm = *A.rowMap()->getComm();
  if (shapes.numWrong > 0 || shapes.least < shapes.most) throwIfAny(comm, shapeMessage(A, V, shapes.most));
  std::vector<double> largest(V.extent(1));
  JointReduction all;
  for (int k = 0; k < static_cast<int>(V.extent(1)); ++k) {
    Kokkos::parallel_reduce("Chronos::startTestSpace::check", RowPolicy(0, A.numRows()),
                            LargestFunctor{V, k, std::numeric_limits<double>::infinity()},
                            Kokkos::Max<double>(largest[k]));
    // The maximum of no rows is the least double.
    largest[k] = std::max(largest[k], 0.0);
    all.max(largest[k]);
  }
  all.reduce(comm);
  for (std::size_t k = 0; k < largest.size(); ++k) {
    const std::string name = "Near-kernel vector " + std::to_string(k) + " (counted from 0) ";
    if (!std::isfinite(largest[k]))
      throw InputError(name + "has an entry that is not a finite number. Correct it where the vectors are made.");
    if (largest[k] == 0 && A.rowMap()->getGlobalNumElements() > 0) throw InputError(name + "is zero. Leave it out.");
  }
}

TestVectors withRandomColumns(const DistMatrix<double>& A, const TestSpace& first, int numRandom) {
  const int numFirst = static_cast<int>(first.extent(1));
  const TestVectors V =
      allocateVectors("Chronos::test space", static_cast<std::size_t>(A.numRows()), numFirst + numRandom);
  if (numFirst > 0) Kokkos::deep_copy(Device::execution_space(), columnsOf(V, 0, numFirst), first);
  Kokkos::parallel_for("Chronos::startTestSpace::random", RowPolicy(0, A.numRows()),
                       RandomFunctor{A.rowMap()->getLocalMap(), columnsOf(V, numFirst, numRandom)});
  return V;
}

TestSpace constantVectors(const DistMatrix<double>& A, int degreesOfFreedom) {
  const TestVectors V =
      allocateVectors("Chronos::constant vectors", static_cast<std::size_t>(A.numRows()), degreesOfFreedom);
  Kokkos::parallel_for("Chronos::startTestSpace::constant", RowPolicy(0, A.numRows()),
                       ConstantFunctor{A.rowMap()->getLocalMap(), firstUnknown(*A.rowMap()), V});
  return V;
}

}  // namespace

TestSpace startTestSpace(const DistMatrix<double>& A, const TestSpaceParameters& parameters, const NearKernel& given) {
  const GivenShapes shapes(A, given.vectors);
  const bool hasVectors = shapes.most > 0;
  TestSpaceKind kind = parameters.kind;
  if (kind == TestSpaceKind::automatic) kind = hasVectors ? TestSpaceKind::given : TestSpaceKind::random;
  switch (kind) {
    case TestSpaceKind::given:
      if (!hasVectors)
        throw InputError(
            "The test space is to be 'given', but there are no near-kernel vectors. Hand them over (setNearKernel or "
            "setCoordinates, 'Nullspace' or 'Coordinates' in the sublist 'user data', --near-kernel or --coordinates), "
            "or take "
            "another type of test space.");
      checkGiven(A, given.vectors, shapes);
      return withRandomColumns(A, given.vectors, parameters.numRandom);
    case TestSpaceKind::constant:
      return withRandomColumns(A, constantVectors(A, parameters.degreesOfFreedom), parameters.numRandom);
    case TestSpaceKind::rigidBodyModes:
      throw InputError(
          "A test space of `rigid body modes` is found for a whole preconditioner (compositeHierarchies()): a "
          "hierarchy "
          "alone takes given, constant or random vectors.");
    default: return withRandomColumns(A, TestSpace(), parameters.numVectors);
  }
}

}  // namespace Chronos
