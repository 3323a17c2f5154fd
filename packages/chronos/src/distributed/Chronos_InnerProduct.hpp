// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INNERPRODUCT_HPP
#define CHRONOS_INNERPRODUCT_HPP

#include "Chronos_Types.hpp"

namespace Chronos {

/// x^T y over all ranks; x and y are the owned entries. Does not depend on threads, only on ranks. Collective; synchronises
/// the device.
double innerProduct(const Comm& comm, const Kokkos::View<const double*, Device>& x,
                    const Kokkos::View<const double*, Device>& y);

}  // namespace Chronos

#endif
