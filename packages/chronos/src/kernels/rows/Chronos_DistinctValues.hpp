// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DISTINCTVALUES_HPP
#define CHRONOS_DISTINCTVALUES_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// The different values of a list, and where each entry of the list finds its own.
template <class DeviceType>
struct DistinctValues {
  Kokkos::View<const GlobalOrdinal*, DeviceType> values;    ///< ascending
  Kokkos::View<const LocalOrdinal*, DeviceType> positions;  ///< values(positions(i)) is entry i of the list
};

/// \brief Sorts out the different values of a list. Deterministic. Synchronises the device.
///
/// A list that ascends already, as numbers of nodes do where unknowns are numbered node by node, is not
/// sorted.
template <class DeviceType>
DistinctValues<DeviceType> distinctValues(const typename DeviceType::execution_space& space,
                                          const Kokkos::View<const GlobalOrdinal*, DeviceType>& list);

}  // namespace Chronos

#endif
