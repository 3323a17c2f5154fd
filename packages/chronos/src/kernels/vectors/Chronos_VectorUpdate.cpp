// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// b is read where it counts only: it may hold anything otherwise.
struct CombineFunctor {
  double alpha, beta;
  ConstVector a, b;
  Vector result;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    result(i) = beta == 0 ? alpha * a(i) : alpha * a(i) + beta * b(i);
  }
};

}  // namespace

void combineVectors(double alpha, const ConstVector& a, double beta, const ConstVector& b, const Vector& result) {
  Kokkos::parallel_for("Chronos::combineVectors", Policy(0, static_cast<std::int64_t>(result.extent(0))),
                       CombineFunctor{alpha, beta, a, b, result});
}

void updateBlock(const ConstBlock& x, const Block& z, double alpha, double beta) {
  combineVectors(alpha, asVector(x), beta, asVector(z), asVector(z));
}

}  // namespace Chronos
