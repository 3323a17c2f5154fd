// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PREFETCHROW_HPP
#define CHRONOS_PREFETCHROW_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Asks for the columns of a row that a host thread is about to search, so that its lines of memory arrive
/// together and not one after the other. Of a long row only the begin; nothing on a GPU.
template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION void prefetchColumns(const CsrMatrix<Scalar, DeviceType>& A, LocalOrdinal row) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  constexpr std::size_t entriesOfLine = 64 / sizeof(LocalOrdinal), mostEntries = 256;
  const std::size_t begin = A.rowPtr(row), length = A.rowPtr(row + 1) - begin;
  const std::size_t wanted = length < mostEntries ? length : mostEntries;
  for (std::size_t at = 0; at < wanted; at += entriesOfLine) __builtin_prefetch(A.colInd.data() + begin + at);
#else
  (void)A;
  (void)row;
#endif
}

}  // namespace Chronos

#endif
