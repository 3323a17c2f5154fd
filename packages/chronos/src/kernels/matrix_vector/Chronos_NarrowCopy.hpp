// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NARROWCOPY_HPP
#define CHRONOS_NARROWCOPY_HPP

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

/// Of a row without entries, or with zeros alone.
constexpr int noExponent = -100000;

/// Exponents of the largest entries, floor(log2 |a|) or noExponent.
template <class DeviceType>
struct EntryRange {
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;
  Kokkos::View<const LocalOrdinal*, DeviceType> columns;  ///< also of the halo
};

/// Of all rows; does not synchronise.
template <class DeviceType>
Kokkos::View<LocalOrdinal*, DeviceType> largestExponents(const typename DeviceType::execution_space& space,
                                                         const CsrMatrix<double, DeviceType>& A);

/// Of rows by the exponents of their largest entries, the narrowest first.
enum class RowRange : int {
  singleVectors,  ///< within +-60: products, and what a solve makes of them, stay in the range of vectors in single
  copies,         ///< from -800 to 900: a row can be scaled into any format
  none,           ///< the matrix stays in double
};

/// What all rows that have entries lie within. Synchronises the device.
template <class DeviceType>
RowRange rangeOfRows(const typename DeviceType::execution_space& space,
                     const Kokkos::View<const LocalOrdinal*, DeviceType>& exponents);

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
