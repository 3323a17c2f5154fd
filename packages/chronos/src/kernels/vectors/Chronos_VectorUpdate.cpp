// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_VectorUpdate.hpp"

#include "Chronos_BlockSumLoop.hpp"
#include "Chronos_ColumnLoop.hpp"

namespace Chronos {
namespace {

// b is read where it counts only: it may hold anything otherwise.
template <class Scalar>
struct CombineFunctor {
  Scalar alpha, beta;
  Kokkos::View<const Scalar*, Device> a, b;
  Kokkos::View<Scalar*, Device> result;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    result(i) = beta == 0 ? alpha * a(i) : alpha * a(i) + beta * b(i);
  }
};

template <int width>
struct MultiplyRowsFunctor {
  const double *factors, *x;
  double alpha, beta;
  double* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    z[i] = updated(beta, z + i, alpha * factors[i / width] * x[i]);
  }
};

// z = diag(factors) x and x^T z.
template <int width>
struct MultiplyRowsTerm {
  using Sums = double;
  struct Entry {
    double factor, x;
  };
  const double *factors, *x;
  double* z;
  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int) const { return {factors[i / width], x[i]}; }
  KOKKOS_INLINE_FUNCTION double taken(std::int64_t i, int, const Entry& entry) const {
    const double product = entry.factor * entry.x;
    z[i] = product;
    return entry.x * product;
  }
};

}  // namespace

void combineVectors(double alpha, const ConstVector& a, double beta, const ConstVector& b, const Vector& result) {
  forEntries<1>("Chronos::combineVectors", result.extent(0), CombineFunctor<double>{alpha, beta, a, b, result});
}

void combineVectors(float alpha, const Kokkos::View<const float*, Device>& a, float beta,
                    const Kokkos::View<const float*, Device>& b, const Kokkos::View<float*, Device>& result) {
  forEntries<1>("Chronos::combineVectors", result.extent(0), CombineFunctor<float>{alpha, beta, a, b, result});
}

void updateBlock(const ConstBlock& x, const Block& z, double alpha, double beta) {
  combineVectors(alpha, asVector(x), beta, asVector(z), asVector(z));
}

void multiplyRows(const ConstVector& factors, const ConstBlock& x, const Block& z, double alpha, double beta) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::multiplyRows", x, MultiplyRowsFunctor<w>{factors.data(), x.data(), alpha, beta, z.data()});
  });
}

void multiplyRowsDotted(const ConstVector& factors, const ConstBlock& x, const Block& z, GatheredDots<Device>& dots) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int w = decltype(width)::value;
    const auto length = static_cast<std::int64_t>(x.extent(0)) * w;
    double* const partials = dots.take(numSumBlocks(length), w);
    sumBlocks<w, Device>(Device::execution_space(), MultiplyRowsTerm<w>{factors.data(), x.data(), z.data()}, length,
                         Vector(partials, dots.size()));
  });
}

}  // namespace Chronos
