// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STARTRESIDUAL_HPP
#define CHRONOS_STARTRESIDUAL_HPP

#include "Chronos_WideProduct.hpp"

namespace Chronos {

/// \brief Whether startResidual() and multiplyOntoStart() are worth their while. Local.
///
/// On a GPU for rows of few lanes, none in segments, of one column for short ones. On a host for several columns and
/// short rows: it forms omega d .* b of one column, which caches often keep, once an entry of the vector, not once an
/// entry of the matrix.
template <class DeviceType>
bool takesStart(const ProductPlan<DeviceType>& plan, const CsrMatrix<double, DeviceType>& A, int width);

/// \brief x = omega d .* b and r = b - A x, a sweep of a diagonal smoother from zero and the residual behind it, in one
/// pass. Does not synchronise.
///
/// x is not read: beside two kernels that saves a pass over b, d and x each.
/// Columns from A.numRows on, those of a halo, are left out of r.
/// \pre a plan without nodes and rows in segments, of one column one of groups
/// \param b, x, r 1, 2, 4 or 8 columns row by row; b overlaps neither. Of several columns x may be empty: it is not
///        stored, see multiplyOntoStart()
template <class DeviceType>
void startResidual(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                   const CsrMatrix<double, DeviceType>& A, double omega,
                   const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                   const WideVectors<DeviceType>& x, const WideVectors<DeviceType>& r);

/// \brief y = omega d .* b + A x: a correction added to an iterate that startResidual() did not store. Does not
/// synchronise.
///
/// Several vectors save the pass that stored it: b is read in its place. One vector would read d once more for that.
/// \pre that of startResidual()
/// \param x, b, y 2, 4 or 8 columns row by row; y overlaps neither
template <class DeviceType>
void multiplyOntoStart(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                       const CsrMatrix<double, DeviceType>& A, const ConstWideVectors<DeviceType>& x, double omega,
                       const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                       const WideVectors<DeviceType>& y);

}  // namespace Chronos

#endif
