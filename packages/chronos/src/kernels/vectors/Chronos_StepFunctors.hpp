// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STEPFUNCTORS_HPP
#define CHRONOS_STEPFUNCTORS_HPP

#include "Chronos_BlockSumLoop.hpp"
#include "Chronos_ColumnLoop.hpp"

namespace Chronos {

/// \file
/// What steps of conjugate gradients do to an entry, wherever their numbers come from: `Factors` and `Steps` are
/// NumbersOfColumns or NumberOnDevice.

template <int width>
using NumbersOfColumns = OfColumns<double, width>;

/// A number of each column that a kernel has left on the device.
struct NumberOnDevice {
  const double* values;
  KOKKOS_INLINE_FUNCTION double operator()(int column) const { return values[column]; }
};

/// Done with the results of sums: some numbers go elsewhere.
struct CopyFinish {
  const double* from;
  double* to;
  int count;
  KOKKOS_INLINE_FUNCTION void operator()() const {
    for (int i = 0; i < count; ++i) to[i] = from[i];
  }
};

/// d = w + factor d, x += step d; nothing where the step is 0.
template <class Scalar, class Factors, class Steps>
struct AdvanceAlongFunctor {
  const Scalar* w;
  Factors factors;
  Scalar* d;
  Steps steps;
  double* x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const double step = steps(column), factor = factors(column);
    if (step == 0) return;
    const auto direction = static_cast<Scalar>(factor == 0 ? w[i] : w[i] + factor * d[i]);
    d[i] = direction;
    x[i] += step * direction;
  }
};

/// x += step d, d = w + factor d.
template <class Factors, class Steps>
struct AddStepAndTurnFunctor {
  const double* w;
  Factors factors;
  double* d;
  Steps steps;
  double* x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const double step = steps(column), factor = factors(column), next = w[i];
    if (step == 0 && factor == 0) {
      d[i] = next;
      return;
    }
    const double direction = d[i];
    if (step != 0) x[i] += step * direction;
    d[i] = factor == 0 ? next : next + factor * direction;
  }
};

/// r -= step q, and r^T r; a column of no step may hold anything in q.
template <class DeviceType, class Steps>
struct ResidualStepTerm {
  using Sums = double;
  struct Entry {
    double q, r;
  };
  Steps steps;
  Kokkos::View<const double*, DeviceType> q;
  Kokkos::View<double*, DeviceType> r;

  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int column) const { return {steps(column) == 0 ? 0 : q(i), r(i)}; }
  KOKKOS_INLINE_FUNCTION double taken(std::int64_t i, int column, const Entry& entry) const {
    const double step = steps(column);
    if (step == 0) return entry.r * entry.r;
    const double rest = entry.r - step * entry.q;
    r(i) = rest;
    return rest * rest;
  }
};

/// q = v + factor q, r -= step q, and r^T r. A column of no step may hold anything in v and q, one of no factor in q.
template <class Scalar, class DeviceType, class Factors, class Steps>
struct FlexibleAdvanceTerm {
  using Sums = double;
  struct Entry {
    Scalar v, q, r;
  };
  Factors factor;
  Steps step;
  Kokkos::View<const Scalar*, DeviceType> v;
  Kokkos::View<Scalar*, DeviceType> q, r;

  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int column) const {
    Entry entry{0, 0, r(i)};
    if (step(column) == 0) return entry;
    entry.v = v(i);
    if (factor(column) != 0) entry.q = q(i);
    return entry;
  }

  KOKKOS_INLINE_FUNCTION double taken(std::int64_t i, int column, const Entry& entry) const {
    const double length = step(column), before = entry.r;
    if (length == 0) return before * before;
    const auto image = static_cast<Scalar>(entry.v + factor(column) * entry.q);
    const auto rest = static_cast<Scalar>(before - length * image);
    q(i) = image;
    r(i) = rest;
    return double(rest) * rest;
  }
};

/// a^T b0, a^T b1, a^T b2.
template <class Scalar, class DeviceType>
struct OfOneTerm {
  using Sums = SeveralSums<3>;
  struct Entry {
    Scalar a, b0, b1, b2;
  };
  Kokkos::View<const Scalar*, DeviceType> a, b0, b1, b2;
  KOKKOS_INLINE_FUNCTION Entry read(std::int64_t i, int) const { return {a(i), b0(i), b1(i), b2(i)}; }
  KOKKOS_INLINE_FUNCTION Sums taken(std::int64_t, int, const Entry& e) const {
    const double factor = e.a;
    return {{factor * e.b0, factor * e.b1, factor * e.b2}};
  }
};

}  // namespace Chronos

#endif
