// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATCHINGWEIGHTS_HPP
#define CHRONOS_MATCHINGWEIGHTS_HPP

#include "Chronos_PairWeight.hpp"

namespace Chronos {

/// \brief How much a pair of rows is to be wished for: one number an entry of A, 0 where the rows must not be matched.
///
/// Compatible weighted matching (Bernaschi, D'Ambra, Pasquini 2020, appendix A) takes pairs that make the product of
///     c_ij = 1 - 2 a_ij w_i w_j / (a_ii w_i^2 + a_jj w_j^2)
/// large, which lie in (0, 2) for a positive definite A. (The vector w_e^perp that leads there begins with -w_j / a_ii;
/// a_ij is printed.) A greedy matching only compares, so the logarithm of c is left out, which differs between
/// a host and a device, and so is the 1: the result is
///     2 |a_ij w_i w_j| / (a_ii w_i^2 + a_jj w_j^2)   in single precision, where a_ij w_i w_j < 0.
/// Rounding to single is the guard band between edges that are equal but for the rounding of double.
///
/// Both ends of an edge get the same bits, also where A is symmetric to rounding only: a_ij is taken from the row of
/// the smaller number and factors stand in fixed order. No product is added to anything, as a_ii w_i^2 passes through
/// memory: compilers find nothing to contract, and a host and a device agree.
///
/// \param kind `quality` for another measure of pairs, see PairWeight
/// \param A its first numRows columns are its rows, columns sorted within rows; entries in columns beyond have no
/// weight
/// \param w one entry a row; no edge leads to where it vanishes
/// \param isolated empty, or one a row: no edge leads to rows where it is not 0
/// \return one a stored entry
template <class DeviceType>
Kokkos::View<const float*, DeviceType> matchingWeights(const typename DeviceType::execution_space& space,
                                                       PairWeight kind, const CsrMatrix<double, DeviceType>& A,
                                                       const Kokkos::View<const double*, DeviceType>& w,
                                                       const Kokkos::View<const char*, DeviceType>& isolated);

/// \brief Weights of pairwise graph matching (Tsai, Algorithm 17): (|a_ij| + |a_ji|) / 2 / max(|a_ii|, |a_jj|), in
/// single precision, 0 where one of both entries is missing.
///
/// The algorithm is printed with signs; magnitudes are meant, or couplings of an M-matrix would be avoided. Same bits
/// from both ends. Parameters as above.
template <class DeviceType>
Kokkos::View<const float*, DeviceType> graphMatchWeights(const typename DeviceType::execution_space& space,
                                                         const CsrMatrix<double, DeviceType>& A,
                                                         const Kokkos::View<const char*, DeviceType>& isolated);

}  // namespace Chronos

#endif
