// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTRESULTS_HPP
#define CHRONOS_PRODUCTRESULTS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \file
/// What becomes of the sum of a row, and of what the halo adds to it.

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

}  // namespace Chronos

#endif
