// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrengthFilter.hpp"
#include "Chronos_StrengthMethods.hpp"
#include "Chronos_TablePool.hpp"

#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
// A row of the test space is read whole, at random: its entries lie together.
using UnitRows = Kokkos::View<double**, Kokkos::LayoutRight, Device>;

struct InverseNormFunctor {
  TestSpace V;
  Kokkos::View<double*, Device> inverseNorm;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::sqrt;
    double sum = 0;
    for (int k = 0; k < static_cast<int>(V.extent(1)); ++k) sum += V(row, k) * V(row, k);
    inverseNorm(row) = sum > 0 ? 1 / sqrt(sum) : 0;
  }
};

struct ScaleColumnFunctor {
  TestSpace V;
  int k;
  Kokkos::View<const double*, Device> inverseNorm;
  Kokkos::View<double*, Device> scaled;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { scaled(row) = V(row, k) * inverseNorm(row); }
};

struct InsertColumnFunctor {
  Kokkos::View<const double*, Device> values;
  int k;
  UnitRows rows;
  KOKKOS_INLINE_FUNCTION void operator()(int col) const { rows(col, k) = values(col); }
};

struct AffinityMeasure {
  Kokkos::View<const double**, Kokkos::LayoutRight, Device> unitRows;  // of each column
  KOKKOS_INLINE_FUNCTION double operator()(const RowExtent& extent, int, LocalOrdinal col, double) const {
    double product = 0;
    for (int k = 0; k < static_cast<int>(unitRows.extent(1)); ++k)
      product += unitRows(extent.diagonalColumn, k) * unitRows(col, k);
    return product * product;
  }
};

// Rows of the test space for all columns, each of length one or zero.
UnitRows unitTestRows(const DistMatrix<double>& A, const Kokkos::View<const LocalOrdinal*, Device>& diagonalColumns,
                      const TestSpace& V) {
  const LocalOrdinal numCols = A.local().numCols;
  const auto rows = allocateTable<UnitRows>("Chronos::unit test rows", numCols, V.extent(1));
  const auto inverseNorm = allocate<Kokkos::View<double*, Device>>("Chronos::inverse norms", A.numRows());
  const auto scaled = allocate<Kokkos::View<double*, Device>>("Chronos::scaled test vector", A.numRows());
  Kokkos::parallel_for("Chronos::affinity::norms", RowPolicy(0, A.numRows()), InverseNormFunctor{V, inverseNorm});
  for (int k = 0; k < static_cast<int>(V.extent(1)); ++k) {
    Kokkos::parallel_for("Chronos::affinity::scale", RowPolicy(0, A.numRows()),
                         ScaleColumnFunctor{V, k, inverseNorm, scaled});
    Kokkos::parallel_for("Chronos::affinity::insert", RowPolicy(0, numCols),
                         InsertColumnFunctor{columnValues(A, diagonalColumns, scaled), k, rows});
  }
  return rows;
}

}  // namespace

StrongFlags affinity(const DistMatrix<double>& A, const StrengthParameters& parameters, const TestSpace& testSpace) {
  const StrengthRows rows = strengthRows(A, parameters.maxRowSum);
  return filterByMeasure(A, parameters, rows, AffinityMeasure{unitTestRows(A, rows.diagonalColumns, testSpace)});
}

}  // namespace Chronos
