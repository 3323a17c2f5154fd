// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnProducts.hpp"

#include "Chronos_TablePool.hpp"

namespace Chronos {
Vector column(const TestVectors& V, std::size_t k) {
  return Kokkos::subview(V, Kokkos::ALL(), k);
}
ConstVector column(const TestSpace& V, std::size_t k) {
  return Kokkos::subview(V, Kokkos::ALL(), k);
}

TestVectors allocateVectors(const char* label, std::size_t numRows, std::size_t numCols) {
  return allocateTable<TestVectors>(label, numRows, numCols);
}

TestVectors columnsOf(const TestVectors& V, int first, int count) {
  return Kokkos::subview(V, Kokkos::ALL(), std::make_pair(first, first + count));
}

void applyToColumns(const Operator& M, const TestSpace& R, const TestVectors& Z) {
  for (std::size_t k = 0; k < R.extent(1); ++k) M.apply(asBlock(column(R, k)), asBlock(column(Z, k)));
}

}  // namespace Chronos
