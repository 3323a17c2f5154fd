// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTRESULTS_HPP
#define CHRONOS_PRODUCTRESULTS_HPP

#include "Chronos_KernelTypes.hpp"

#include <type_traits>

namespace Chronos {

/// \file
/// What becomes of the sum of a row, and of what the halo adds to it: read() is what add() must know of the row, so
/// that it can be on its way before the halo is. One that has `partials` returns from store() and add() the row's
/// summand of a scalar product; whoever has the rows adds them up and writes the sums there, see GatheredDots.

template <class Scalar, class DeviceType>
struct RowCombination {  ///< y = alpha A x + beta w
  Scalar alpha, beta;
  Kokkos::View<const Scalar*, DeviceType> w;
  Kokkos::View<Scalar*, DeviceType> y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, Scalar sum) const {
    y(row) = beta == Scalar(0) ? alpha * sum : alpha * sum + beta * w(row);
  }
  KOKKOS_INLINE_FUNCTION Scalar read(LocalOrdinal row) const { return y(row); }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, Scalar before, Scalar sum) const { y(row) = before + alpha * sum; }
};

template <class Scalar, class DeviceType>
struct RowRelaxation {  ///< y = x + omega d .* (b - A x)
  Scalar omega;
  Kokkos::View<const Scalar*, DeviceType> d, b, x;
  Kokkos::View<Scalar*, DeviceType> y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, Scalar sum) const {
    y(row) = x(row) + omega * d(row) * (b(row) - sum);
  }
  struct Read {
    Scalar y, d;
  };
  KOKKOS_INLINE_FUNCTION Read read(LocalOrdinal row) const { return {y(row), d(row)}; }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, const Read& before, Scalar sum) const {
    y(row) = before.y - omega * before.d * sum;
  }
};

template <class DeviceType>
struct DottedProduct {  ///< y = A x and x^T y
  Kokkos::View<const double*, DeviceType> x;
  Kokkos::View<double*, DeviceType> y;
  double* partials;
  KOKKOS_INLINE_FUNCTION double store(LocalOrdinal row, double sum) const {
    y(row) = sum;
    return x(row) * sum;
  }
  struct Read {
    double y, x;
  };
  KOKKOS_INLINE_FUNCTION Read read(LocalOrdinal row) const { return {y(row), x(row)}; }
  KOKKOS_INLINE_FUNCTION double add(LocalOrdinal row, const Read& before, double sum) const {
    y(row) = before.y + sum;
    return before.x * sum;
  }
};

template <class DeviceType>
struct DottedRelaxation {  ///< y = x + omega d .* (b - A x) and b^T y
  double omega;
  Kokkos::View<const double*, DeviceType> d, b, x;
  Kokkos::View<double*, DeviceType> y;
  double* partials;
  KOKKOS_INLINE_FUNCTION double store(LocalOrdinal row, double sum) const {
    const double right = b(row), relaxed = x(row) + omega * d(row) * (right - sum);
    y(row) = relaxed;
    return right * relaxed;
  }
  struct Read {
    double y, d, b;
  };
  KOKKOS_INLINE_FUNCTION Read read(LocalOrdinal row) const { return {y(row), d(row), b(row)}; }
  KOKKOS_INLINE_FUNCTION double add(LocalOrdinal row, const Read& before, double sum) const {
    const double step = omega * before.d * sum;
    y(row) = before.y - step;
    return -before.b * step;
  }
};

template <class DeviceType>
struct StartResidual {  ///< x = omega d .* b and r = b - A x
  double omega;
  Kokkos::View<const double*, DeviceType> d, b;
  Kokkos::View<double*, DeviceType> x, r;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, double sum) const {
    const double right = b(row);
    x(row) = omega * d(row) * right;
    r(row) = right - sum;
  }
};

template <class Result, class = void>
constexpr bool hasPartials = false;
template <class Result>
constexpr bool hasPartials<Result, std::void_t<decltype(Result::partials)>> = true;

}  // namespace Chronos

#endif
