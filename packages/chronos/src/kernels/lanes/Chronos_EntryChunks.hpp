// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ENTRYCHUNKS_HPP
#define CHRONOS_ENTRYCHUNKS_HPP

#include "Chronos_KernelTypes.hpp"

#include <algorithm>
#include <type_traits>

namespace Chronos {

/// \brief The entries of a matrix dealt out in pieces of equal size, whatever the rows: a long row stalls nobody.
struct EntryChunks {
  std::int64_t numEntries = 0;
  std::int64_t chunkSize = 1;

  std::int64_t numChunks() const { return (numEntries + chunkSize - 1) / chunkSize; }
  KOKKOS_INLINE_FUNCTION Offset begin(std::int64_t chunk) const { return Offset(chunk * chunkSize); }
  KOKKOS_INLINE_FUNCTION Offset end(std::int64_t chunk) const {
    return Offset((chunk + 1) * chunkSize < numEntries ? (chunk + 1) * chunkSize : numEntries);
  }
};

/// One entry a thread on a GPU, so that neighbours read neighbours; sixteen pieces a thread on the host.
template <class DeviceType>
EntryChunks dealEntries(const typename DeviceType::execution_space& space, std::size_t numEntries) {
  EntryChunks chunks{static_cast<std::int64_t>(numEntries), 1};
  if (std::is_same<typename DeviceType::memory_space, Kokkos::HostSpace>::value)
    chunks.chunkSize = std::max<std::int64_t>(1, chunks.numEntries / (16 * std::int64_t(space.concurrency())));
  return chunks;
}

/// The row that holds an entry: binary search among numRows + 1 row pointers.
template <class RowPtr>
KOKKOS_INLINE_FUNCTION LocalOrdinal rowOfEntry(const RowPtr& rowPtr, LocalOrdinal numRows, Offset entry) {
  LocalOrdinal low = 0, high = numRows;
  while (low + 1 < high) {
    const LocalOrdinal middle = low + (high - low) / 2;
    if (rowPtr(middle) <= entry) low = middle;
    else high = middle;
  }
  return low;
}

}  // namespace Chronos

#endif
