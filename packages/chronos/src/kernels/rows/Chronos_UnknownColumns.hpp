// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNKNOWNCOLUMNS_HPP
#define CHRONOS_UNKNOWNCOLUMNS_HPP

#include "Chronos_KernelTypes.hpp"

#include <vector>

namespace Chronos {

/// Global indices, each with the rank that owns it: ascending by owner, then by index; on the host.
struct OwnedIndices {
  std::vector<GlobalOrdinal> globals;
  std::vector<int> owners;

  std::size_t size() const { return globals.size(); }
};

/// The same on a device, in any order.
template <class DeviceType>
struct ListedColumns {
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;
  Kokkos::View<const int*, DeviceType> owners;
};

/// \brief The different global columns of the entries that have no local one yet, each with its owner.
///
/// By a place for each number where these lie close together, as those of a neighbour's layer do, or in few blocks, as
/// those of several neighbours: then they ascend. Else in a hash table. Deterministic but for the order of a table.
/// Waits for the device; takes up to 160 bytes for each entry without a column while it runs.
///
/// \param colInd negative: has none
/// \param globals of each entry, not the smallest integer
/// \param owners of each entry, the same for the same column; empty for zeros in the result
template <class DeviceType>
ListedColumns<DeviceType> listUnknownColumns(const typename DeviceType::execution_space& space,
                                             const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                                             const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                             const Kokkos::View<const int*, DeviceType>& owners);

/// The same in order, on the host.
template <class DeviceType>
OwnedIndices unknownColumns(const typename DeviceType::execution_space& space,
                            const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                            const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                            const Kokkos::View<const int*, DeviceType>& owners);

/// Puts indices into their order where they are not in it.
void sortIndices(OwnedIndices& indices);

}  // namespace Chronos

#endif
