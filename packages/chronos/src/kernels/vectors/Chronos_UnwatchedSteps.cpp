// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedSteps.hpp"

#include "Chronos_BlockSumLoop.hpp"
#include "Chronos_ColumnLoop.hpp"

namespace Chronos {
namespace {

KOKKOS_INLINE_FUNCTION double ratioOf(const double* numerator, const double* denominator) {
  return *denominator > 0 ? *numerator / *denominator : 0;
}

struct AddRatioFunctor {
  const double *x, *numerator, *denominator;
  double* y;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    const double factor = denominator == nullptr ? 0 : ratioOf(numerator, denominator);
    y[i] = factor == 0 ? x[i] : x[i] + factor * y[i];
  }
};

struct SubtractRatioFunctor {
  const double *q, *numerator, *denominator;
  double* r;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const { r[i] -= ratioOf(numerator, denominator) * q[i]; }
};

}  // namespace

void addRatio(const ConstVector& x, const double* numerator, const double* denominator, const Vector& y) {
  forEntries<1>("Chronos::addRatio", y.extent(0), AddRatioFunctor{x.data(), numerator, denominator, y.data()});
}

void subtractRatio(const ConstVector& q, const double* numerator, const double* denominator, const Vector& r) {
  forEntries<1>("Chronos::subtractRatio", r.extent(0),
                SubtractRatioFunctor{q.data(), numerator, denominator, r.data()});
}

UnwatchedDot::UnwatchedDot(std::size_t numEntries) : sums_(static_cast<std::int64_t>(numEntries), 1) {}

void UnwatchedDot::operator()(const ConstVector& x, const ConstVector& y, const Vector& result) const {
  sumToOne<1>(Device::execution_space(), ProductTerm<Device>{x, y}, static_cast<std::int64_t>(x.extent(0)), sums_,
              result);
}

void UnwatchedDot::operator()(const GatheredDots<Device>& products, const ConstVector& x, const ConstVector& y,
                              const Vector& result) const {
  if (!products.areThere()) return (*this)(x, y, result);
  sumToOne<1>(Device::execution_space(), EntryTerm<Device, double>{products.sums()},
              static_cast<std::int64_t>(products.size()), products.room(), result);
}

}  // namespace Chronos
