// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STENCILINTERPOLATION_HPP
#define CHRONOS_STENCILINTERPOLATION_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_SegmentedRows.hpp"

#include <type_traits>

namespace Chronos {

/// \brief What interpolation formulas read: a square matrix with strong connections and a splitting.
///
/// The rows of the strong fine neighbours of owned rows must be there, owned or received. Types: 0 fine, 1
/// coarse, anything else is fine but gets no weights.
template <class Scalar, class DeviceType>
struct InterpolationInput {
  SegmentedRows<Scalar, DeviceType> A;
  Kokkos::View<const char*, DeviceType> ownedStrong,
      receivedStrong;                                      ///< one flag per entry; never the diagonal
  Kokkos::View<const char*, DeviceType> types;             ///< of each column
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;  ///< global index of each column, for ties

  KOKKOS_INLINE_FUNCTION bool isFine(LocalOrdinal col) const { return types(col) == 0; }
  KOKKOS_INLINE_FUNCTION bool isCoarse(LocalOrdinal col) const { return types(col) == 1; }
  KOKKOS_INLINE_FUNCTION std::uint64_t tieKey(LocalOrdinal col) const {
    return globalHash(static_cast<std::uint64_t>(globals(col)));
  }
  /// Flags of a row's entries.
  KOKKOS_INLINE_FUNCTION const char* strong(LocalOrdinal row) const {
    return (A.isOwned(row) ? ownedStrong.data() : receivedStrong.data()) + A.begin(row);
  }
};

/// The interpolatory set of a fine point i. C_k: coarse points that strongly influence k; F_i: points that
/// are not coarse and strongly influence i.
enum class InterpolatorySet {
  direct,    ///< C_i
  extended,  ///< C_i united with all C_k, k in F_i
  hybrid,    ///< C_i and a greedy cover: points of C_k, k in F_i, until each k with a C_k has one in the set
};

/// How a row's weights are accumulated.
enum class RowAccumulation {
  markers,  ///< a mark for each column and thread: host threads
  tables,   ///< hash tables for groups of lanes: GPUs
};

template <class DeviceType>
constexpr RowAccumulation defaultRowAccumulation() {
  return std::is_same_v<typename DeviceType::memory_space, Kokkos::HostSpace> ? RowAccumulation::markers
                                                                              : RowAccumulation::tables;
}

/// \brief Interpolation weights from the stencils of a point and its neighbours: rows of P, columns being
/// fine points.
///
/// A coarse row holds a one on its diagonal; a fine row i with the set D = D_i holds
///   w_ij = -(a_ij + sum_{k in F_i} a_ik b_kj / s_k) / d_i,   j in D,
///   d_i  = a_ii + sum_{n not in D, not in F_i} a_in + sum_{k in F_i} a_ik b_ki / s_k,
///   s_k  = sum_{l in D} b_kl + b_ki,
/// where b_kl is a_kl, or 0 where it has the sign of a_kk; where s_k = 0, a_ik goes to d_i. For the extended
/// and the hybrid set this is extended+i, (2.19) and (2.20) with De Sterck, Falgout, Nolting, Yang 2008 (the
/// thesis leaves the sum over F_i without its factor and lacks i in a denominator). For the direct set, b_ki
/// is left out of s_k and d_i: the classical formula (2.17) as Henson and Yang 2002 have it. A row whose d_i
/// cancels to rounding is divided by a_ii.
///
/// \param fine rows without weights are empty; a row without a set too
/// \return A.owned.numRows x A.numCols; on a GPU columns are sorted within rows, with markers they stand in
/// the order of discovery
///
/// Where all rows of A in reach of i have sum zero, the weights of i sum to one. Deterministic. Two passes
/// with a scan between. Cost: the entries of the rows of F_i, three times. Markers: 4 bytes a column and
/// thread, and 4 + sizeof(Scalar) bytes of address space. Tables: 8 or 32 lanes a row and shared memory where
/// an upper bound of the set is at most 48 or 768, global memory for longer rows, in batches of at most 256
/// MB (one row if that is larger).
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> stencilInterpolation(const typename DeviceType::execution_space& space,
                                                   const InterpolationInput<Scalar, DeviceType>& input,
                                                   InterpolatorySet set,
                                                   RowAccumulation accumulation = defaultRowAccumulation<DeviceType>());

}  // namespace Chronos

#endif
