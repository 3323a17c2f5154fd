// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKCHOLESKY_HPP
#define CHRONOS_BLOCKCHOLESKY_HPP

#include "Chronos_Block.hpp"

namespace Chronos {

/// \brief Symmetric blocks, of each the envelope of its lower triangle: rows from their first entry to the diagonal,
/// one after the other (Jennings 1966; George and Liu 1981, chapter 4).
///
/// A factor has the envelope of its block, and of neither are columns stored: loops run along contiguous numbers. A
/// full block is one whose rows begin in its first column.
struct EnvelopeBlocks {
  Kokkos::View<const int*, Device> firstRow;   ///< of each block, and the number of rows
  Kokkos::View<const Offset*, Device> rowPtr;  ///< of each row in `entries`, and their number; diagonals are last
  Kokkos::View<const int*, Device> order;      ///< the entry of a vector that belongs to each row
  Vector entries;

  KOKKOS_INLINE_FUNCTION int numBlocks() const { return static_cast<int>(firstRow.extent(0)) - 1; }
};

/// \brief Cholesky factors in the place of the blocks, a block by a thread. Local.
///
/// A row of n entries costs n^2 operations. On a GPU a thread a block is little.
/// \param isSingular of each block, gets 1 where a pivot is not positive to rounding and else 0; empty: nothing
/// \return blocks with a pivot that is not positive to rounding; their factors are void
int factorBlocks(const EnvelopeBlocks& blocks, const Kokkos::View<int*, Device>& isSingular = {});

/// \brief y = alpha (L L^T)^{-1} x + beta y, all columns at once, a block by a thread. Local.
/// \param work as many entries as x, of any value; no overlap
/// \param y no overlap with x; not read when beta is 0
void solveBlocks(const EnvelopeBlocks& factors, const ConstBlock& x, const Block& work, const Block& y, double alpha,
                 double beta);

}  // namespace Chronos

#endif
