// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ScaledMatrix.hpp"

#include "Chronos_ColumnValues.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

constexpr int lanesOfRow = runsOnHost<Device> ? 1 : 8;

struct ScaleFunctor {
  CsrMatrix<double, Device> A;
  ConstVector ofRows, ofColumns;
  Vector values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto row = static_cast<LocalOrdinal>(item / lanesOfRow);
    for (Offset entry = A.rowPtr(row) + item % lanesOfRow; entry < A.rowPtr(row + 1); entry += lanesOfRow)
      values(entry) = A.values(entry) * (ofRows(row) * ofColumns(A.colInd(entry)));
  }
};

}  // namespace

DistMatrix<double> scaledMatrix(const DistMatrix<double>& A, const ConstVector& factors) {
  const auto values = allocate<Vector>("Chronos::scaled values", A.local().numEntries());
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::scaledMatrix", Policy(0, std::int64_t(A.numRows()) * lanesOfRow),
                       ScaleFunctor{A.local(), factors, columnValues(A, diagonalColumns(A), factors), values});
  return A.withValues(values);
}

}  // namespace Chronos
