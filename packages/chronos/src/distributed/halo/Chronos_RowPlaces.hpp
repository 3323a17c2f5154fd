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

/// Segments of rows as segments of their entries, counted from the first one.
std::vector<Segment> inEntries(const std::vector<Segment>& inRows, const std::vector<Offset>& rowPtr);

}  // namespace Chronos

#endif
