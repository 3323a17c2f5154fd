// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_TestSpaceMethods.hpp"

namespace Chronos {
namespace {

struct SubtractFunctor {
  TestSpace Z;
  TestVectors X;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (int k = 0; k < static_cast<int>(X.extent(1)); ++k) X(row, k) -= Z(row, k);
  }
};

}  // namespace

TestSpace improveByPower(const DistMatrix<double>& A, const Smoother& M, const TestSpace& V, int iterations) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
  const TestVectors X = allocateVectors("Chronos::relaxed vectors", V.extent(0), V.extent(1));
  const TestVectors R = allocateVectors("Chronos::residuals", V.extent(0), V.extent(1));
  const TestVectors Z = allocateVectors("Chronos::corrections", V.extent(0), V.extent(1));
  Kokkos::deep_copy(Device::execution_space(), X, V);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    multiplyColumns(A, X, R);
    applyToColumns(M, R, Z);
    Kokkos::parallel_for("Chronos::improveByPower", Policy(0, static_cast<int>(X.extent(0))), SubtractFunctor{Z, X});
  }
  return orthonormalBasis(*A.rowMap()->getComm(), X);
}

}  // namespace Chronos
