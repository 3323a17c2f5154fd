// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DOTTEDPRODUCT_HPP
#define CHRONOS_DOTTEDPRODUCT_HPP

#include "Chronos_GatheredDots.hpp"
#include "Chronos_WideProduct.hpp"

namespace Chronos {

/// \file
/// Products that gather a scalar product of vectors which they read and write anyway. Vectors have 1, 2, 4 or 8 columns
/// row by row. y is what multiply(), relax() and those for several columns make of it, but for a rounding where a
/// compiler rounds once in place of twice or a boundary row has other lanes; sums have an order that does not depend on
/// the number of threads.

/// \brief Whether rows of this plan are dealt out in such a way that sums of groups of them cost next to nothing: rows
/// of 32 entries in the mean or fewer, on a GPU none in segments, on a host chunks of at least 4096 rows in all; no
/// nodes, whose rows are long. Local.
template <class DeviceType>
bool gathersDots(const ProductPlan<DeviceType>& plan, const CsrMatrix<double, DeviceType>& A);

/// \brief Sums of a product; those of boundary rows stand behind the others.
///
/// On a host a boundary row has a sum of its own, 64 others share one; on a GPU a warp has one.
struct DotGroups {
  std::int64_t ofRows = 0, ofBoundary = 0;
};
template <class DeviceType>
DotGroups dotGroups(const ProductPlan<DeviceType>& plan, const CsrMatrix<double, DeviceType>& A,
                    const BoundaryRows<DeviceType>& boundary, int width);

/// \brief y = A x and sums of x_c^T y_c. Does not synchronise.
/// \pre gathersDots(plan, A)
/// \param partials ofRows times width numbers
template <class DeviceType>
void multiplyDotted(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                    const CsrMatrix<double, DeviceType>& A, const ConstWideVectors<DeviceType>& x,
                    const WideVectors<DeviceType>& y, double* partials);

/// y = x + omega d .* (b - A x) and sums of b_c^T y_c.
template <class DeviceType>
void relaxDotted(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                 const CsrMatrix<double, DeviceType>& A, double omega, const Kokkos::View<const double*, DeviceType>& d,
                 const ConstWideVectors<DeviceType>& b, const ConstWideVectors<DeviceType>& x,
                 const WideVectors<DeviceType>& y, double* partials);

/// y += A xHalo and what that adds to x_c^T y_c; see multiplyHalo().
/// \param partials ofBoundary times width numbers
template <class DeviceType>
void multiplyHaloDotted(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                        const BoundaryRows<DeviceType>& boundary, const ConstWideVectors<DeviceType>& xHalo,
                        const ConstWideVectors<DeviceType>& x, const WideVectors<DeviceType>& y, double* partials,
                        const HaloWait& wait = {});

/// y -= omega d .* A xHalo and what that adds to b_c^T y_c; see relaxHalo().
template <class DeviceType>
void relaxHaloDotted(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                     const BoundaryRows<DeviceType>& boundary, const ConstWideVectors<DeviceType>& xHalo, double omega,
                     const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                     const WideVectors<DeviceType>& y, double* partials, const HaloWait& wait = {});

}  // namespace Chronos

#endif
