// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PACKEDPRODUCT_HPP
#define CHRONOS_PACKEDPRODUCT_HPP

#include "Chronos_TallColumns.hpp"

namespace Chronos {

/// \file
/// The product of a sparse matrix with several vectors at once: an entry of the matrix is read once for up to eight of
/// them, and what it is multiplied by lies in one cache line.

/// Entries of one row in `width` columns; width 4 or 8.
template <int width>
struct PackedRow {
  double entry[width];
};

template <int width, class DeviceType>
using PackedRows = Kokkos::View<PackedRow<width>*, DeviceType>;

/// \brief rows(i).entry[c] = X(i, first + c), zero beyond the last column of X. Does not synchronise.
/// \param rows at least X.extent(0); the others are left alone
template <int width, class DeviceType>
void packColumns(const typename DeviceType::execution_space& space, const ConstTallColumns<DeviceType>& X, int first,
                 const PackedRows<width, DeviceType>& rows);

/// \brief Y(i, first + c) = alpha sum_j A(i, j) rows(j).entry[c] for the columns that Y has. Does not synchronise.
///
/// A row is summed in the order of its entries: the same bits on any number of threads. On a host a thread takes a row,
/// on a GPU a lane takes a column of a row, so that very long rows hold it up there.
/// Bytes: 12 per entry of A, 8 width per row of A and per column; reads of `rows` that miss the cache come on top.
/// \param A columns in any order, all below rows.extent(0)
template <int width, class DeviceType>
void multiplyPacked(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                    const Kokkos::View<const PackedRow<width>*, DeviceType>& rows, double alpha,
                    const TallColumns<DeviceType>& Y, int first);

}  // namespace Chronos

#endif
