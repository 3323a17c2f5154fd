// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NARROWPRODUCT_HPP
#define CHRONOS_NARROWPRODUCT_HPP

#include "Chronos_NarrowRows.hpp"
#include "Chronos_WideProduct.hpp"

namespace Chronos {

/// \file
/// Products of a matrix in one of the storages of Chronos_NarrowRows.hpp with vectors in double, or with one in single;
/// sums are in the type of the vectors.
/// The order of additions is fixed on a host and on a GPU, whatever the number of threads; none of them synchronises.
/// Bytes: the storage's numBytes(), and those of the vectors.
/// \tparam Rows PagedRows<double>, PagedRows<float>, PagedWords, NodeShorts or MergedSingles

/// \brief y = alpha A x + beta w, over the columns below x.extent(0).
/// \param x 1, 2, 4 or 8 columns, no overlap with y
/// \param w like y, or y itself; not read when beta is 0
template <class Rows>
void multiplyNarrow(const typename Rows::device_type::execution_space& space, const Rows& A,
                    const ConstWideVectors<typename Rows::device_type>& x, double alpha, double beta,
                    const ConstWideVectors<typename Rows::device_type>& w,
                    const WideVectors<typename Rows::device_type>& y);

/// \brief The same for one vector in single precision, of Rows but PagedRows<double>.
/// \pre exponents of rows within +-126
template <class Rows>
void multiplyNarrow(const typename Rows::device_type::execution_space& space, const Rows& A,
                    const Kokkos::View<const float*, typename Rows::device_type>& x, float alpha, float beta,
                    const Kokkos::View<const float*, typename Rows::device_type>& w,
                    const Kokkos::View<float*, typename Rows::device_type>& y);

/// y = x + omega d .* (b - A x), d the same for all columns; see multiplyNarrow().
template <class Rows>
void relaxNarrow(const typename Rows::device_type::execution_space& space, const Rows& A, double omega,
                 const Kokkos::View<const double*, typename Rows::device_type>& d,
                 const ConstWideVectors<typename Rows::device_type>& b,
                 const ConstWideVectors<typename Rows::device_type>& x,
                 const WideVectors<typename Rows::device_type>& y);

template <class Rows>
void relaxNarrow(const typename Rows::device_type::execution_space& space, const Rows& A, float omega,
                 const Kokkos::View<const float*, typename Rows::device_type>& d,
                 const Kokkos::View<const float*, typename Rows::device_type>& b,
                 const Kokkos::View<const float*, typename Rows::device_type>& x,
                 const Kokkos::View<float*, typename Rows::device_type>& y);

/// \brief y += alpha A xHalo, what multiplyNarrow() leaves out.
/// \param xHalo row h belongs to column numOwned + h
/// \param wait what a kernel does before it reads xHalo
template <class Rows>
void multiplyNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                        const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                        const ConstWideVectors<typename Rows::device_type>& xHalo, double alpha,
                        const WideVectors<typename Rows::device_type>& y, const HaloWait& wait = {});

template <class Rows>
void multiplyNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                        const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                        const Kokkos::View<const float*, typename Rows::device_type>& xHalo, float alpha,
                        const Kokkos::View<float*, typename Rows::device_type>& y, const HaloWait& wait = {});

/// y -= omega d .* A xHalo, what relaxNarrow() leaves out.
template <class Rows>
void relaxNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                     const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                     const ConstWideVectors<typename Rows::device_type>& xHalo, double omega,
                     const Kokkos::View<const double*, typename Rows::device_type>& d,
                     const WideVectors<typename Rows::device_type>& y, const HaloWait& wait = {});
template <class Rows>
void relaxNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                     const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                     const Kokkos::View<const float*, typename Rows::device_type>& xHalo, float omega,
                     const Kokkos::View<const float*, typename Rows::device_type>& d,
                     const Kokkos::View<float*, typename Rows::device_type>& y, const HaloWait& wait = {});

}  // namespace Chronos

#endif
