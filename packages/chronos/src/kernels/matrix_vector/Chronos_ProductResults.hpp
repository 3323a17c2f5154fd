// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTRESULTS_HPP
#define CHRONOS_PRODUCTRESULTS_HPP

#include "Chronos_KernelTypes.hpp"

#include <type_traits>

namespace Chronos {

/// \file
/// What becomes of the sum of a row, and of what the halo adds to it. One that has `partials` returns from store() the
/// row's summand of a scalar product; whoever has the rows adds them up and writes the sums there, see GatheredDots.

template <class Scalar, class DeviceType>
struct RowCombination {  ///< y = alpha A x + beta w
  Scalar alpha, beta;
  Kokkos::View<const Scalar*, DeviceType> w;
  Kokkos::View<Scalar*, DeviceType> y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, Scalar sum) const {
    y(row) = beta == Scalar(0) ? alpha * sum : alpha * sum + beta * w(row);
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, Scalar sum) const { y(row) += alpha * sum; }
};

template <class Scalar, class DeviceType>
struct RowRelaxation {  ///< y = x + omega d .* (b - A x)
  Scalar omega;
  Kokkos::View<const Scalar*, DeviceType> d, b, x;
  Kokkos::View<Scalar*, DeviceType> y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, Scalar sum) const {
    y(row) = x(row) + omega * d(row) * (b(row) - sum);
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, Scalar sum) const { y(row) -= omega * d(row) * sum; }
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
  KOKKOS_INLINE_FUNCTION double add(LocalOrdinal row, double sum) const {
    y(row) += sum;
    return x(row) * sum;
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
  KOKKOS_INLINE_FUNCTION double add(LocalOrdinal row, double sum) const {
    const double step = omega * d(row) * sum;
    y(row) -= step;
    return -b(row) * step;
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
