// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATCHEDBLOCKS_HPP
#define CHRONOS_MATCHEDBLOCKS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Blocks of rows, each row in one of them, one block after the other.
template <class DeviceType>
struct RowBlocks {
  Kokkos::View<const Offset*, DeviceType> first;      ///< of each block in `row`, and the number of rows
  Kokkos::View<const LocalOrdinal*, DeviceType> row;  ///< ascending in each block
  Kokkos::View<const LocalOrdinal*, DeviceType> blockOfRow;

  KOKKOS_INLINE_FUNCTION LocalOrdinal numBlocks() const { return static_cast<LocalOrdinal>(first.extent(0)) - 1; }
};

/// \brief Blocks of nodes that hang together, by matching nodes, then pairs, then pairs of pairs. Local.
///
/// Couplings of unknowns are |a_ij| / sqrt(a_ii a_jj), those of groups their sums over the root of both numbers of
/// nodes. In each round a greedy matching (suitorMatching()) joins groups that together have at most `maxNodes` nodes,
/// across couplings nearly as strong as the best of either, or any where that joins less than one group in a hundred;
/// when that does no better the blocks are done. What strongBlocks() grows one block after the other all threads find
/// at once here; blocks are of less even size, three quarters full.
///
/// Cost: two or three rounds for each doubling, the first over A, the others over fewer and fewer rows. The same blocks
/// on any number of threads, on a host and on a GPU but for rounding of couplings to single precision.
/// \param A with a positive diagonal, columns sorted within rows; those from numRows on are of other ranks and not read
/// \param nodeOfRow in [0, numNodes)
/// \param maxNodes at least 1
template <class DeviceType>
RowBlocks<DeviceType> matchedBlocks(const typename DeviceType::execution_space& space,
                                    const CsrMatrix<double, DeviceType>& A,
                                    const Kokkos::View<const LocalOrdinal*, DeviceType>& nodeOfRow,
                                    LocalOrdinal numNodes, int maxNodes);

}  // namespace Chronos

#endif
