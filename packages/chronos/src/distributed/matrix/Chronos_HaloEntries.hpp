// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOENTRIES_HPP
#define CHRONOS_HALOENTRIES_HPP

#include "Chronos_BoundaryRow.hpp"

namespace Chronos {

/// Lanes that share a boundary row, entry by entry.
template <class OfEntry>
struct HaloEntriesFunctor {
  Kokkos::View<const BoundaryRow*, Device> rows;
  int lanes;
  OfEntry ofEntry;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const BoundaryRow boundary = rows(item / lanes);
    for (Offset entry = boundary.begin + item % lanes; entry < boundary.end(); entry += lanes) ofEntry(entry);
  }
};

/// \brief Calls ofEntry(entry) for all entries of boundary rows from the first one in the halo on. Local; does not wait
/// for the device.
///
/// All entries in the halo are among them, and no others where columns ascend.
template <class OfEntry>
void forHaloEntries(const char* label, const BoundaryRows<Device>& boundary, const OfEntry& ofEntry) {
  const int lanes = boundary.lanes();
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Policy(0, static_cast<std::int64_t>(boundary.size()) * lanes),
                       HaloEntriesFunctor<OfEntry>{boundary.rows, lanes, ofEntry});
}

}  // namespace Chronos

#endif
