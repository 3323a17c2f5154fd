// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STATICPATTERN_HPP
#define CHRONOS_STATICPATTERN_HPP

#include "Chronos_FsaiBuilder.hpp"

namespace Chronos {

/// \brief Strict lower triangle of the pattern of a power of the filtered matrix (tau and k of Bernaschi and others
/// 2019, 4.1).
///
/// \param A square, columns sorted within rows, positive diagonal
/// \param ownedRows rows wanted
/// \param threshold tau: an off-diagonal entry counts when |a_ij| > tau sqrt(a_ii a_jj)
/// \param power k >= 1
/// \param workBytes memory for expanded rows; rows are taken in batches that fit, one at least
///
/// Each power is an expansion (all columns of all columns), sorted and made unique within rows. Deterministic.
/// Cost: the sum over entries of the previous power of the length of their filtered rows.
template <class DeviceType>
InitialPattern<DeviceType> staticPattern(const CsrMatrix<double, DeviceType>& A,
                                         const Kokkos::View<const LocalOrdinal*, DeviceType>& ownedRows,
                                         double threshold, int power, std::size_t workBytes);

}  // namespace Chronos

#endif
