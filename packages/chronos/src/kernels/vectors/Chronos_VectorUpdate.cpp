// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VectorUpdate.hpp"

#include "Chronos_ColumnLoop.hpp"

namespace Chronos {
namespace {

// b is read where it counts only: it may hold anything otherwise.
struct CombineFunctor {
  double alpha, beta;
  ConstVector a, b;
  Vector result;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    result(i) = beta == 0 ? alpha * a(i) : alpha * a(i) + beta * b(i);
  }
};

}  // namespace

void combineVectors(double alpha, const ConstVector& a, double beta, const ConstVector& b, const Vector& result) {
  forEntries<1>("Chronos::combineVectors", result.extent(0), CombineFunctor{alpha, beta, a, b, result});
}

void updateBlock(const ConstBlock& x, const Block& z, double alpha, double beta) {
  combineVectors(alpha, asVector(x), beta, asVector(z), asVector(z));
}

}  // namespace Chronos
