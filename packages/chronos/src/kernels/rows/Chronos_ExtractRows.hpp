// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EXTRACTROWS_HPP
#define CHRONOS_EXTRACTROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief The matrix made of the given rows of A, in the given order: E(i, :) = A(rows(i), :).
///
/// \param A any matrix; the order of entries within a row is kept
/// \param rows in [0, A.numRows), any order, may repeat
/// \return rows.extent(0) x A.numCols
///
/// Entries are dealt out evenly, so that one long row does not stall the others. Deterministic. Synchronises the
/// device once, for the number of entries. Cost: two reads and writes of what is extracted.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> extractRows(const typename DeviceType::execution_space& space,
                                          const CsrMatrix<Scalar, DeviceType>& A,
                                          const Kokkos::View<const LocalOrdinal*, DeviceType>& rows);

}  // namespace Chronos

#endif
