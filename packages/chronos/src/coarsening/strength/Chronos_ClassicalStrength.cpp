// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrengthFilter.hpp"
#include "Chronos_StrengthMethods.hpp"

namespace Chronos {
namespace {

struct ClassicalMeasure {
  KOKKOS_INLINE_FUNCTION double operator()(const RowExtent& extent, int, LocalOrdinal, double value) const {
    const double connection = extent.sign * value;
    return connection > 0 ? connection / extent.largest : 0;
  }
};

struct SymmetricClassicalMeasure {
  Kokkos::View<const double*, Device> largest;  // of the row that belongs to each column
  KOKKOS_INLINE_FUNCTION double operator()(const RowExtent& extent, int, LocalOrdinal col, double value) const {
    const double connection = extent.sign * value, other = largest(col);
    if (!(connection > 0)) return 0;
    return connection / (other > 0 && other < extent.largest ? other : extent.largest);
  }
};

struct LargestConnectionFunctor {
  StrengthRows rows;
  Kokkos::View<double*, Device> largest;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { largest(row) = rows.look(row).largest; }
};

}  // namespace

StrongFlags classicalStrength(const DistMatrix<double>& A, const StrengthParameters& parameters) {
  return filterByMeasure(A, parameters, strengthRows(A, parameters.maxRowSum), ClassicalMeasure());
}

StrongFlags symmetricClassicalStrength(const DistMatrix<double>& A, const StrengthParameters& parameters) {
  const StrengthRows rows = strengthRows(A, parameters.maxRowSum);
  const auto largest = allocate<Kokkos::View<double*, Device>>("Chronos::largest connections", A.numRows());
  Kokkos::parallel_for("Chronos::symmetricClassicalStrength::largest",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, A.numRows()),
                       LargestConnectionFunctor{rows, largest});
  return filterByMeasure(A, parameters, rows,
                         SymmetricClassicalMeasure{columnValues(A, rows.diagonalColumns, largest)});
}

}  // namespace Chronos
