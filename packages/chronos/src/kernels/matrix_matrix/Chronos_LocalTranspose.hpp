// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LOCALTRANSPOSE_HPP
#define CHRONOS_LOCALTRANSPOSE_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief The transpose of a node-local matrix.
///
/// \param A numRows x numCols, columns in any order but distinct within a row
/// \return numCols x numRows, columns sorted within rows
///
/// Counting sort by column: entries are counted, the counts summed, and each entry takes the next free place of its
/// column, atomically. Threads take places in any order, so the rows are sorted afterwards unless one thread did all:
/// the result is deterministic. Entries are dealt out evenly, so that one long row does not stall the others; a long
/// column costs its thread a heap sort. Threads of a host take pieces of rows instead where columns are few
/// (HostTranspose). Does not synchronise.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> transposeLocal(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A);

}  // namespace Chronos

#endif
