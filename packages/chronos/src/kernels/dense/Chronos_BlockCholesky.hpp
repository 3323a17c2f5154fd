// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKCHOLESKY_HPP
#define CHRONOS_BLOCKCHOLESKY_HPP

#include "Chronos_Block.hpp"

namespace Chronos {

/// Dense symmetric blocks, each a lower triangle packed by rows, one after the other.
struct PackedBlocks {
  Kokkos::View<const int*, Device> firstRow;       ///< of each block, and the number of rows
  Kokkos::View<const Offset*, Device> firstEntry;  ///< of each block in `entries`
  Vector entries;

  KOKKOS_INLINE_FUNCTION int numBlocks() const { return static_cast<int>(firstRow.extent(0)) - 1; }
};

/// \brief Cholesky factors in the place of the blocks, a block by a thread. Local.
///
/// Cost n^3 / 3 operations a block, rows contiguous. On a GPU a thread a block is little.
/// \return blocks with a pivot that is not positive to rounding; their factors are void
int factorBlocks(const PackedBlocks& blocks);

/// \brief x becomes the solution of L L^T x = x in each block, all columns at once, a block by a thread. Local.
void solveBlocks(const PackedBlocks& factors, const Block& x);

}  // namespace Chronos

#endif
