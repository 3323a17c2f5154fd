// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIHUBS_HPP
#define CHRONOS_FSAIHUBS_HPP

#include "Chronos_FsaiRules.hpp"

namespace Chronos {

/// A row of A with at most so many entries is never a hub.
constexpr Offset shortestHub = 512;
/// Nor is one with at most so many times the entries of the row that is built.
constexpr Offset hubOverRow = 16;

/// \brief Whether a row of A is a hub for a row of the factor: its column may join the pattern, but it does not lead to
/// further candidates, and the gradient leaves out its share. Local, O(1).
///
/// Through a row that all others are connected to, every row would have all others for candidates: n^2 work for an
/// arrow whose head comes first. So a source costs a row at most max(shortestHub, hubOverRow ownLength) entries a step.
/// Little is lost: with a unit diagonal the squares of a row's entries sum to at most 1 where its neighbours are not
/// connected to each other, so what i reaches through a hub of m entries, a_ih a_hj, is at most 1 / m on average. By
/// lengths of rows alone, so that neither ranks nor threads count.
/// \param length entries of the source row
/// \param ownLength entries of the row that is built
KOKKOS_INLINE_FUNCTION bool isHub(Offset length, Offset ownLength) {
  return length > shortestHub && length > hubOverRow * ownLength;
}

template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION bool isHub(const CsrMatrix<Scalar, DeviceType>& A, LocalOrdinal source, LocalOrdinal row) {
  return isHub(A.rowPtr(source + 1) - A.rowPtr(source), A.rowPtr(row + 1) - A.rowPtr(row));
}

/// Rows that are hubs for one of ownLength entries. Synchronises the device.
template <class DeviceType>
long long countHubs(const typename DeviceType::execution_space& space,
                    const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows, Offset ownLength);

}  // namespace Chronos

#endif
