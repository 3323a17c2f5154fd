// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIROWTASK_HPP
#define CHRONOS_FSAIROWTASK_HPP

#include "Chronos_FsaiRules.hpp"

namespace Chronos {

/// What a kernel that chooses candidates knows of one row: its place in the batch and the source rows that are summed.
template <class Scalar, class DeviceType>
struct RowTask {
  int slot;
  LocalOrdinal row;
  int numEntries;
  const LocalOrdinal* pattern;
  const Scalar* coefficient;

  KOKKOS_INLINE_FUNCTION RowTask(const FsaiRows<Scalar, DeviceType>& rows, int slot_)
      : slot(slot_),
        row(rows.row(slot_)),
        numEntries(rows.numEntries(slot_)),
        pattern(rows.pattern.data() + std::size_t(slot_) * rows.capacity),
        coefficient(rows.coefficient.data() + std::size_t(slot_) * rows.capacity) {}

  // Source 0 is the row itself, with coefficient one.
  KOKKOS_INLINE_FUNCTION LocalOrdinal source(int p) const { return p == 0 ? row : pattern[p - 1]; }
  KOKKOS_INLINE_FUNCTION Scalar factor(int p) const { return p == 0 ? Scalar(1) : coefficient[p - 1]; }
};

}  // namespace Chronos

#endif
