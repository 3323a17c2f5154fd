// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIRECTROWS_HPP
#define CHRONOS_DIRECTROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Rows of direct interpolation (Stueben 2001, A review of algebraic multigrid, J. Comput. Appl. Math. 128,
/// section 4.2.1), columns being fine points.
///
/// Coarse row: a one on its diagonal. Fine row i, C_i its strong coarse neighbours, entries split by their sign as seen
/// from the diagonal (those of the other sign are called negative):
///   w_ik = -alpha_i a_ik / d_i where a_ik is negative, -beta_i a_ik / d_i where it is positive, k in C_i,
///   alpha_i = sum of the negative a_ij, j != i, over the sum of those with j in C_i; beta_i the same of the positive
///   ones, d_i = a_ii.
/// Where entries of one sign have no partner of that sign in C_i, they are added to d_i: of positive ones Stueben says
/// so, of negative ones it is what keeps constants where A's row has sum zero. Rows of other types, without C_i, or
/// with d_i = 0 but for rounding are empty.
///
/// \param A square in its owned part: column i is row i
/// \param strong one flag per entry
/// \param types of each column: 0 fine, 1 coarse
/// \return A.numRows x A.numCols, entries in the order of A
///
/// One thread a row, two passes. Deterministic. Synchronises the device.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> directRows(const typename DeviceType::execution_space& space,
                                         const CsrMatrix<Scalar, DeviceType>& A,
                                         const Kokkos::View<const char*, DeviceType>& strong,
                                         const Kokkos::View<const char*, DeviceType>& types);

}  // namespace Chronos

#endif
