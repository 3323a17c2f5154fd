// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWPLACES_HPP
#define CHRONOS_ROWPLACES_HPP

#include "Chronos_HaloPattern.hpp"

#include <vector>

namespace Chronos {

/// \file
/// Where entries of whole rows lie that travel between ranks, row after row. Local.

/// As many positions as there are lengths, and one: sums of the lengths before.
Kokkos::View<const Offset*, Device> sumLengths(const Kokkos::View<const LocalOrdinal*, Device>& lengths);

/// Segments of the entries of whole rows, counted from the first entry.
struct EntrySegments {
  std::vector<Segment> segments;
  Offset numEntries = 0;  ///< of all rows
};

/// \brief Segments of rows as segments of their entries. Of long lists only borders come to the host; waits for the
/// device.
/// \param rowPtr of all rows, and one; empty: no rows
EntrySegments inEntries(const std::vector<Segment>& inRows, const Kokkos::View<const Offset*, Device>& rowPtr);

}  // namespace Chronos

#endif
