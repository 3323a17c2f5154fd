// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NARROWCOPY_HPP
#define CHRONOS_NARROWCOPY_HPP

#include "Chronos_EntryRange.hpp"
#include "Chronos_NarrowRows.hpp"

namespace Chronos {

/// \file
/// Copies of a matrix in the storages of Chronos_NarrowRows.hpp.
///
/// Each row is scaled by a power of two, which rounds nothing, so that its largest entry is at home in the format.
/// Entry (i, j) is then rounded on the coarser of the steps that row i and column j allow. With the largest entries of
/// rows and columns of A for a symmetric A, those of P and of its transpose for P, copies of A stay symmetric and that
/// of the transpose is the transpose of the copy, bit by bit. Scaling both sides, S A S, would keep a little more of
/// rows that differ by more than 1e8 from their neighbours, but makes every vector of the level one of another basis.
/// Copies of a matrix that RowExponents::range() has none for hold any numbers.

/// \brief A copy, and how many of its entries were rounded more coarsely than the largest entries of both their row and
/// their column would be. Next to them they may matter, so they are left out, as if they were zero.
template <class Rows>
struct NarrowCopy {
  Rows rows;
  long long numPoor = 0;
};

/// \brief Values in float beside codes of columns. Synchronises the device.
/// \param columns of A, diagonal kept
template <class DeviceType>
NarrowCopy<PagedRows<float, DeviceType>> copyInSingle(const typename DeviceType::execution_space& space,
                                                      const CsrMatrix<double, DeviceType>& A,
                                                      const EntryRange<DeviceType>& range,
                                                      const CompactColumns<DeviceType>& columns);

/// \brief Values of 16 bits in one word with the codes of their columns. Synchronises the device.
///
/// Where the diagonal is left out it lies apart in float and takes up what rounding did to the constant vector:
/// a_ii + sum_j (a_ij - rounded(a_ij)), so that a near kernel of constants stays one. Not so in rows where this is
/// more than an eighth of a_ii.
/// \pre the columns of a row differ
/// \param columns of A; its codes go into the words
/// \param diagonal as in compactColumns()
template <class DeviceType>
NarrowCopy<PagedWords<DeviceType>> copyInWords(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<double, DeviceType>& A,
                                               const EntryRange<DeviceType>& range,
                                               const CompactColumns<DeviceType>& columns, Diagonal diagonal,
                                               StoragePrecision precision);

/// \brief Values of 16 bits by nodes. Synchronises the device.
///
/// leftOut: the blocks of nodes on the diagonal are zero there and lie apart in float. They take up what rounding did
/// to the three translations, the sums over a row of nodes of A - rounded(A), of which the symmetric part is added
/// where it is small beside the diagonal.
/// \pre the columns of a row differ
/// \param pattern of A
template <class DeviceType>
NarrowCopy<NodeShorts<DeviceType>> copyByNodes(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<double, DeviceType>& A,
                                               const EntryRange<DeviceType>& range,
                                               const NodePattern<DeviceType>& pattern, Diagonal diagonal,
                                               StoragePrecision precision);

}  // namespace Chronos

#endif
