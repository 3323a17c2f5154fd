// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MULTIPASSROWS_HPP
#define CHRONOS_MULTIPASSROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief One pass of multipass interpolation (Stueben 1999) as a matrix M: P of this pass is M times P of
/// the pass before.
///
/// Row i of M holds
///   a one at i, where i is done;
///   -(alpha_i / a_ii) a_ik for its strong neighbours k that are done, where i is fine and has such
///   neighbours:
///     alpha_i = sum_{k != i} a_ik / sum_{done strong k} a_ik, so that constants are kept where A's row has
///     sum zero;
///   nothing otherwise, or where one of the sums that divide is zero.
/// In the first pass the coarse points are done and this is direct interpolation.
///
/// \param A square in its owned part: column i is row i
/// \param strong one flag per entry
/// \param types of each row: 0 where it may be interpolated
/// \param done of each column
/// \return A.numRows x A.numCols, entries in the order of A
///
/// One thread a row, two passes. Deterministic. Synchronises the device.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multipassRows(const typename DeviceType::execution_space& space,
                                            const CsrMatrix<Scalar, DeviceType>& A,
                                            const Kokkos::View<const char*, DeviceType>& strong,
                                            const Kokkos::View<const char*, DeviceType>& types,
                                            const Kokkos::View<const char*, DeviceType>& done);

}  // namespace Chronos

#endif
