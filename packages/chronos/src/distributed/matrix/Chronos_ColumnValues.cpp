// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnValues.hpp"

namespace Chronos {
namespace {

struct ScatterFunctor {
  Kokkos::View<const LocalOrdinal*, Device> columns;
  Kokkos::View<const double*, Device> rowValues;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { values(columns(row)) = rowValues(row); }
};

}  // namespace

Kokkos::View<double*, Device> columnValues(const DistMatrix<double>& A,
                                           const Kokkos::View<const LocalOrdinal*, Device>& diagonalColumns,
                                           const Kokkos::View<const double*, Device>& rowValues) {
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::values of columns", A.local().numCols);
  Kokkos::parallel_for("Chronos::columnValues",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, A.numRows()),
                       ScatterFunctor{diagonalColumns, rowValues, values});
  HaloExchange<double> exchange(A.halo());
  exchange.start(Kokkos::subview(values, std::make_pair(0, A.numOwnedCols())));
  Kokkos::deep_copy(Device::execution_space(),
                    Kokkos::subview(values, std::make_pair(A.numOwnedCols(), A.local().numCols)), exchange.finish());
  return values;
}

}  // namespace Chronos
