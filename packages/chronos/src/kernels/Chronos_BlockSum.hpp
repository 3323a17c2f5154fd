// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKSUM_HPP
#define CHRONOS_BLOCKSUM_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief x^T y, the same bits on any number of threads: blocks of fixed length are summed, then blocks of their sums.
///
/// A reduction of Kokkos adds in an order that depends on the threads. A length above 0 on the device costs a launch
/// for each factor of 2048 and a synchronisation.
/// \param x, y of the same length
template <class DeviceType>
double blockDot(const typename DeviceType::execution_space& space, const Kokkos::View<const double*, DeviceType>& x,
                const Kokkos::View<const double*, DeviceType>& y);

}  // namespace Chronos

#endif
