// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrengthRows.hpp"

#include "Chronos_StrengthMethods.hpp"

namespace Chronos {
namespace {

struct DecoupledFunctor {
  StrengthRows rows;
  Kokkos::View<double*, Device> decoupled;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { decoupled(row) = rows.look(row).nearlyDecoupled ? 1 : 0; }
};

}  // namespace

StrengthRows strengthRows(const DistMatrix<double>& A, double maxRowSum) {
  StrengthRows rows{A.local(), diagonalColumns(A), maxRowSum, {}};
  if (maxRowSum >= 1) return rows;
  const auto decoupled = allocate<Kokkos::View<double*, Device>>("Chronos::decoupled rows", A.numRows());
  Kokkos::parallel_for("Chronos::strengthRows::decoupled",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, A.numRows()),
                       DecoupledFunctor{rows, decoupled});
  rows.decoupledColumns = columnValues(A, rows.diagonalColumns, decoupled);
  return rows;
}

}  // namespace Chronos
