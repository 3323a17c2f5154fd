// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKINVERSES_HPP
#define CHRONOS_BLOCKINVERSES_HPP

#include "Chronos_Block.hpp"
#include "Chronos_MatchedBlocks.hpp"

namespace Chronos {

/// \brief Dense blocks on the diagonal of a matrix, whole squares by rows, one after the other: what a GPU multiplies
/// by without waiting, where triangular solves would wait for each row.
///
/// A row of a block of n takes 8 n bytes.
struct DenseBlocks {
  RowBlocks<Device> rows;
  Kokkos::View<const LocalOrdinal*, Device> placeOfRow;  ///< of each row of the matrix in rows.row
  Kokkos::View<const Offset*, Device> firstEntry;        ///< of each block, and their number
  int longest = 0;                                       ///< rows of the largest block
  Vector entries;

  std::size_t numBytes() const;
};

/// \brief The blocks of A, what leads out of a block left out. Local; synchronises the device.
/// \param A its first numRows columns are its rows
DenseBlocks assembleBlocks(const CsrMatrix<double, Device>& A, const RowBlocks<Device>& rows);

/// \brief Symmetric positive definite blocks become their inverses, in place: Gauss-Jordan steps without pivoting, up
/// to eight at a time, a team a block. Local; synchronises the device.
///
/// 2 n^3 operations a block of n. Inverses are symmetric, bit by bit. A block with a pivot of less than 1e-10 of its
/// diagonal entry becomes the inverse of its diagonal.
/// \return rows of blocks that were replaced so
long long invertBlocks(const DenseBlocks& blocks);

/// \brief y = alpha B x + beta y, B the blocks; a row reads its entries for one column after the other. Local; does not
/// synchronise.
/// \param work as many entries as x, of any value; no overlap
/// \param y no overlap with x; not read when beta is 0
void multiplyBlocks(const DenseBlocks& blocks, const ConstBlock& x, const Block& work, const Block& y, double alpha,
                    double beta);

}  // namespace Chronos

#endif
