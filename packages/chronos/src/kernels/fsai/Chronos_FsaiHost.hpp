// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIHOST_HPP
#define CHRONOS_FSAIHOST_HPP

#include "Chronos_FsaiRules.hpp"

namespace Chronos {

/// \brief Adaptive FSAI on host threads, row by row (thesis, Algorithm 5).
///
/// \param A set-up matrix
/// \param rules k_max, s, epsilon, stopping rule
/// \param rows slots with `row` and initial patterns set (numSelected columns each); everything else is written
///
/// The gradient is accumulated by a work array of the size of the matrix for each thread, which marks the columns met
/// so far (Bernaschi and others 2019, 3.1); the positions found are kept, so that later steps add into
/// a short dense list. A thread owns a row; the result does not depend on the number of threads.
/// Memory: 4 bytes a matrix row and thread, and 12 or 16 bytes an entry of the rows that a row's pattern reaches.
template <class Scalar>
void buildFsaiRowsOnHost(const HostDevice::execution_space& space, const FsaiMatrix<Scalar, HostDevice>& A,
                         const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, HostDevice>& rows);

}  // namespace Chronos

#endif
