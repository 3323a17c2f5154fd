// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOCOLUMNS_HPP
#define CHRONOS_HALOCOLUMNS_HPP

#include "Chronos_Transport.hpp"

namespace Chronos {

/// \brief Columns that other ranks own, by owner, then by global index unless somebody gave them otherwise; they lie on
/// the device.
///
/// A rank between two others has as many of them as it has rows at its boundary: a host that walks through their list
/// holds up both neighbours.
struct HaloColumns {
  using Globals = Kokkos::View<const GlobalOrdinal*, Device>;

  Globals globals;
  std::vector<Segment> owners;  ///< ranks ascending, each with its part of `globals`

  std::size_t size() const { return globals.extent(0); }
};

/// \brief Lists from the host. Local.
/// \param owners of each, ascending
HaloColumns haloColumns(const std::vector<GlobalOrdinal>& globals, const std::vector<int>& owners);

/// \brief A copy of columns that are in order. Local; waits for the device.
HaloColumns groupedColumns(const HaloColumns::Globals& globals, const Kokkos::View<const int*, Device>& owners);

/// \brief The rank of each entry of segments that follow each other; what stands before the first is not written.
/// Local; does not wait for the device.
Kokkos::View<int*, Device> ranksOf(const std::vector<Segment>& segments, std::size_t numEntries);

/// One list behind the other. Local; does not wait for the device.
HaloColumns appended(const std::vector<HaloColumns>& lists);

struct SortedColumns {
  HaloColumns columns;
  Kokkos::View<const LocalOrdinal*, Device> places;  ///< of each column as it was given; empty: where it was
};

/// \brief Puts columns into order. Local; waits for the device.
///
/// One list in order, or up to 16 of them one behind the other, as what one, two and more steps reach: on the device,
/// by a search in each other list. Anything else is sorted on the host.
/// \param globals, owners of each column, which are distinct
SortedColumns sortColumns(const HaloColumns::Globals& globals, const Kokkos::View<const int*, Device>& owners);

/// The same of lists one behind the other.
SortedColumns sortColumns(const std::vector<HaloColumns>& lists);

}  // namespace Chronos

#endif
