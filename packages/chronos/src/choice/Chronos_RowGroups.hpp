// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWGROUPS_HPP
#define CHRONOS_ROWGROUPS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Rows of a rank that follow each other, in groups.
struct RowGroups {
  using Indices = Kokkos::View<LocalOrdinal*, Device>;

  LocalOrdinal number = 0;
  Indices ofRow, begin;  ///< begin: one more than there are groups

  KOKKOS_INLINE_FUNCTION LocalOrdinal first(LocalOrdinal row) const { return begin(ofRow(row)); }
  KOKKOS_INLINE_FUNCTION LocalOrdinal size(LocalOrdinal row) const { return begin(ofRow(row) + 1) - first(row); }
};

/// Synchronises the device. Local.
/// \param begins 1 where a group begins, the first row among them, else 0; becomes RowGroups::ofRow
RowGroups groupsOf(const RowGroups::Indices& begins);

}  // namespace Chronos

#endif
