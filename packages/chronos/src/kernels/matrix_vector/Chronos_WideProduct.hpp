// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDEPRODUCT_HPP
#define CHRONOS_WIDEPRODUCT_HPP

#include "Chronos_SparseProduct.hpp"

namespace Chronos {

/// \file
/// Chronos_SparseProduct.hpp for 2, 4 or 8 vectors at once, whose entries lie row by row. An entry of the matrix is
/// read once for all of them. Bytes: those of the matrix as for one vector, those of the vectors for each. What bounds
/// a GPU is its second cache, which hands out a row of the vectors for each entry of the matrix that the first one
/// lacks.

template <class DeviceType>
using WideVectors = Kokkos::View<double**, Kokkos::LayoutRight, DeviceType>;
template <class DeviceType>
using ConstWideVectors = Kokkos::View<const double**, Kokkos::LayoutRight, DeviceType>;

/// \brief y = alpha A x + beta w, over the columns of A below x.extent(0); see multiply().
///
/// A host thread takes a row. On a GPU a lane takes two columns of the vectors in every `walkers`-th entry of a row;
/// rows that the plan calls long are cut into segments, a warp each. Where the plan has nodes, a thread or a lane takes
/// three rows at a time and reads the vectors once for all of them; where it has merged rows, a lane does. The order of
/// additions is fixed, but not that of one vector alone: a column may differ from it in the last bits.
/// \param x 2, 4 or 8 columns, no overlap with y
/// \param w like y, or y itself; not read when beta is 0
template <class MatrixScalar, class DeviceType>
void multiplyWide(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
                  const CsrMatrix<MatrixScalar, DeviceType>& A, const ConstWideVectors<DeviceType>& x, double alpha,
                  double beta, const ConstWideVectors<DeviceType>& w, const WideVectors<DeviceType>& y);

/// y = x + omega d .* (b - A x), d the same for all columns; see relax().
template <class MatrixScalar, class DeviceType>
void relaxWide(const typename DeviceType::execution_space& space, const ProductPlan<DeviceType>& plan,
               const CsrMatrix<MatrixScalar, DeviceType>& A, double omega,
               const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
               const ConstWideVectors<DeviceType>& x, const WideVectors<DeviceType>& y);

/// y += alpha A xHalo; see multiplyHalo().
template <class MatrixScalar, class DeviceType>
void multiplyHaloWide(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                      const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                      const ConstWideVectors<DeviceType>& xHalo, double alpha, const WideVectors<DeviceType>& y,
                      const HaloWait& wait = {});

/// y -= omega d .* A xHalo; see relaxHalo().
template <class MatrixScalar, class DeviceType>
void relaxHaloWide(const typename DeviceType::execution_space& space, const CsrMatrix<MatrixScalar, DeviceType>& A,
                   const BoundaryRows<DeviceType>& boundary, LocalOrdinal numOwned,
                   const ConstWideVectors<DeviceType>& xHalo, double omega,
                   const Kokkos::View<const double*, DeviceType>& d, const WideVectors<DeviceType>& y,
                   const HaloWait& wait = {});

}  // namespace Chronos

#endif
