// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WANTEDENTRIES_HPP
#define CHRONOS_WANTEDENTRIES_HPP

#include "Chronos_HaloColumns.hpp"

namespace Chronos {

/// Entries of this rank that others want.
struct WantedEntries {
  std::vector<Segment> destinations;            ///< who wants them, and which of `indices`
  Kokkos::View<LocalOrdinal*, Device> indices;  ///< owned local index of each
};

/// \brief Tells every owner which of its entries are needed here. Collective; messages between neighbours only.
///
/// A few runs of consecutive numbers, as of a layer of a grid, travel through the host, with a word of who asks whom at
/// all. Lists that are longer follow from device to device.
/// \param domainMap one-to-one map of the entries
/// \param halo needed entries, none owned here
WantedEntries askForEntries(const Map& domainMap, const HaloColumns& halo, const Transport& transport);

/// \brief Brings lists of numbers to other ranks in the same way. Collective; messages between those who tell and those
/// who hear.
/// \param told numbers for some ranks, each at most once and this one not among them
/// \return what others told, by rank, in the order in which each told it
HaloColumns exchangeLists(const Comm& comm, const HaloColumns& told, const Transport& transport);

}  // namespace Chronos

#endif
