// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockProduct.hpp"
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_TestSpaceMethods.hpp"

namespace Chronos {
namespace {

struct SubtractFunctor {
  ConstVector z;
  Vector x;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { x(row) -= z(row); }
};

}  // namespace

TestSpace improveByPower(const DistMatrix<double>& A, const Operator& M, const TestSpace& V, int iterations) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
  const TestVectors X = allocateVectors("Chronos::relaxed vectors", V.extent(0), V.extent(1));
  const TestVectors R = allocateVectors("Chronos::residuals", V.extent(0), V.extent(1));
  const TestVectors Z = allocateVectors("Chronos::corrections", V.extent(0), V.extent(1));
  Kokkos::deep_copy(Device::execution_space(), X, V);
  BlockProduct product(A);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    product.apply(X, R);
    applyToColumns(M, R, Z);
    for (std::size_t k = 0; k < X.extent(1); ++k)
      Kokkos::parallel_for("Chronos::improveByPower", Policy(0, static_cast<int>(X.extent(0))),
                           SubtractFunctor{column(Z, k), column(X, k)});
  }
  return orthonormalBasis(*A.rowMap()->getComm(), X);
}

}  // namespace Chronos
