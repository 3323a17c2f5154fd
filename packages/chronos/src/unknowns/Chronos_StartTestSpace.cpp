// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_TestSpaceMethods.hpp"

#include <algorithm>

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

// Largest absolute value of a column, and whether all entries are finite: a maximum would pass over NaN.
struct LargestFunctor {
  TestSpace V;
  int column;
  KOKKOS_INLINE_FUNCTION void operator()(int row, double& largest) const {
    const double value = V(row, column), size = value < 0 ? -value : value;
    if (size > largest) largest = size;
  }
};
struct NotFiniteFunctor {
  TestSpace V;
  int column;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    const double value = V(row, column);
    if (!(value - value == 0)) ++count;
  }
};

void checkGiven(const DistMatrix<double>& A, const TestSpace& V) {
  const Comm& comm = *A.rowMap()->getComm();
  std::string message;
  if (V.extent(0) != static_cast<std::size_t>(A.numRows()))
    message = "The near-kernel vectors have " + std::to_string(V.extent(0)) + " rows" + " on rank " +
              std::to_string(comm.getRank()) + ", the matrix has " + std::to_string(A.numRows()) + " there" +
              ". Give them on the row map of the matrix.";
  throwIfAny(comm, message);
  const long long mine = static_cast<long long>(V.extent(1)), most = maxOverRanks(comm, mine);
  if (mine != most)
    message = "There are " + std::to_string(V.extent(1)) + " near-kernel vectors" + " on rank " +
              std::to_string(comm.getRank()) + " and " + std::to_string(most) +
              " on another. Give the same number on all ranks.";
  throwIfAny(comm, message);
  for (int k = 0; k < static_cast<int>(V.extent(1)); ++k) {
    double largest = 0;
    Kokkos::parallel_reduce("Chronos::startTestSpace::check", RowPolicy(0, A.numRows()), LargestFunctor{V, k},
                            Kokkos::Max<double>(largest));
    // The maximum of no rows is the least double.
    largest = maxOverRanks(comm, std::max(largest, 0.0));
    long long numNotFinite = 0;
    Kokkos::parallel_reduce("Chronos::startTestSpace::finite", RowPolicy(0, A.numRows()), NotFiniteFunctor{V, k},
                            numNotFinite);
    const std::string name = "Near-kernel vector " + std::to_string(k) + " (counted from 0) ";
    if (sumOverRanks(comm, numNotFinite) > 0)
      throw InputError(name + "has an entry that is not a finite number. Correct it where the vectors are made.");
    if (largest == 0 && A.rowMap()->getGlobalNumElements() > 0) throw InputError(name + "is zero. Leave it out.");
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
                       ConstantFunctor{A.rowMap()->getLocalMap(), A.rowMap()->getIndexBase(), V});
  return V;
}

}  // namespace

TestSpace startTestSpace(const DistMatrix<double>& A, const TestSpaceParameters& parameters, const NearKernel& given) {
  const Comm& comm = *A.rowMap()->getComm();
  const bool hasVectors = maxOverRanks(comm, static_cast<long long>(given.vectors.extent(1))) > 0;
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
      checkGiven(A, given.vectors);
      return withRandomColumns(A, given.vectors, parameters.numRandom);
    case TestSpaceKind::constant:
      return withRandomColumns(A, constantVectors(A, parameters.degreesOfFreedom), parameters.numRandom);
    default: return withRandomColumns(A, TestSpace(), parameters.numVectors);
  }
}

}  // namespace Chronos
