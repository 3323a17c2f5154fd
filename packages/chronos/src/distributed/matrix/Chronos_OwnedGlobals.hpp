// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_OWNEDGLOBALS_HPP
#define CHRONOS_OWNEDGLOBALS_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// Global index of each entry of a map on this rank. Local; does not wait for the device.
Kokkos::View<const GlobalOrdinal*, Device> ownedGlobals(const Map& map);

}  // namespace Chronos

#endif
