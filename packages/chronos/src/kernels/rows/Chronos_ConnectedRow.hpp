// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CONNECTEDROW_HPP
#define CHRONOS_CONNECTEDROW_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Whether a row has an entry beside its diagonal that is not zero: one without (a boundary condition) is no node's.
template <class Scalar, class DeviceType>
KOKKOS_INLINE_FUNCTION bool isConnected(const CsrMatrix<Scalar, DeviceType>& A, LocalOrdinal row,
                                        LocalOrdinal diagonalColumn) {
  for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
    if (A.colInd(entry) != diagonalColumn && A.values(entry) != 0) return true;
  return false;
}

}  // namespace Chronos

#endif
