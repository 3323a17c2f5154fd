// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BAMGROWS_HPP
#define CHRONOS_BAMGROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// When a row of a BAMG prolongation is good enough, and what its basis is chosen by.
struct BamgRules {
  double residual = 1e-8;  ///< epsilon: of (2.16), relative
  double weightNorm = 10;  ///< mu: of the weights, Euclidean
  double pathPower = 0.5;  ///< candidates count by volume times strength of their paths to this power
  /// Candidates nearer to the span of those chosen, relative to the longest, are left out; test vectors as they are,
  /// not scaled by their paths.
  double independence = 1e-7;
};

/// \brief Fine rows, their candidates and the test space on both; t vectors.
template <class DeviceType>
struct BamgCandidates {
  using Rows = Kokkos::View<const double**, Kokkos::LayoutRight, DeviceType>;
  CsrMatrix<double, DeviceType> paths;  ///< row i: coarse points it may lean on, strength of the paths > 0
  Kokkos::View<const LocalOrdinal*, DeviceType> wanted;    ///< rows to be solved
  Rows fine;                                               ///< paths.numRows x t
  Rows coarse;                                             ///< paths.numCols x t
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;  ///< of each column: equal candidates go by it
};

/// \brief Solutions, one line a row of `paths`; lines of rows that were not wanted are left as they are.
template <class DeviceType>
struct BamgSolutions {
  Kokkos::View<GlobalOrdinal**, Kokkos::LayoutRight, DeviceType> points;  ///< rows x t: globals of the basis
  Kokkos::View<double**, Kokkos::LayoutRight, DeviceType> weights;        ///< rows x t
  Kokkos::View<int*, DeviceType> numPoints;
  Kokkos::View<double*, DeviceType> residual, weightNorm;
};

/// \brief Least-squares interpolation (2.15): for each wanted row i min |phi_i - Phi w| over a basis Phi of its
/// candidates.
///
/// The basis is chosen greedily by volume (pivoted Gram-Schmidt, the start of maxvol: Knuth 1985; Goreinov and others
/// 2010): the candidate that lies farthest from the span of those chosen, its test vector scaled by path strength ^
/// pathPower, so that of two equally good ones the better connected is taken. It ends with t points, when the test
/// vector of no candidate is independent any more, or as soon as the residual is far below its bound: fewer points than
/// the exchange steps of maxvol would leave, which brought no iteration on elasticity and cost as much again.
/// Orthogonal factors make the least-squares solution; nothing is squared, and dependent candidates cannot make weights
/// explode.
///
/// One warp a row (one thread on a host), O(m t r) for m candidates and r points chosen; 8 (m (t + 2) + 2 t^2 + 3 t)
/// bytes of work for a row. Deterministic: candidates within a relative 1e-6 are equal and the smallest global index
/// wins.
template <class DeviceType>
void solveBamgRows(const typename DeviceType::execution_space& space, const BamgCandidates<DeviceType>& candidates,
                   const BamgRules& rules, const BamgSolutions<DeviceType>& solutions);

}  // namespace Chronos

#endif
