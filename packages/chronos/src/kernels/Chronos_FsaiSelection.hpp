// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAISELECTION_HPP
#define CHRONOS_FSAISELECTION_HPP

#include "Chronos_FsaiRules.hpp"

namespace Chronos {

/// How a team accumulates the Kaporin gradient of a row.
enum class Accumulation {
  hash,   ///< table in scratch memory; rows whose candidates do not fit are merged
  merge,  ///< multiple merge of sorted rows (paper 001, Algorithm 2)
};

/// \brief Lines 6 and 7 of Algorithm 1 for a batch: the s best new columns of every active row.
///
/// \param A set-up matrix, columns sorted within rows
/// \param rows pattern, coefficient and numEntries are read; the columns chosen are written after the valid ones of the
///   pattern, their number to numSelected; rows without a candidate above rounding become rowDone
/// \param active slots to work on, numActive of them
/// \param overflow one flag a slot, work space
///
/// Hash: the lanes of a group run along one row of A at a time. Its columns are distinct, so they add without atomics and
/// in a fixed order. Merge: each lane holds the cursors of the rows of A assigned to it, lane p those of source rows
/// p, p + lanes, ..., so that a pattern longer than the group is no special case; the smallest column is found by a
/// reduction and the entries that share it are summed. Line 14 of the printed Algorithm 2 leaves out the coefficient that
/// scales the row; it is needed. The merge runs twice, once for the largest value and once to choose within the guard
/// band, so that it stores nothing.
/// Both give the same columns up to rounding within the guard band. One group owns a row; deterministic.
template <class Scalar, class DeviceType>
void selectCandidates(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                      const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, DeviceType>& rows,
                      const Kokkos::View<const int*, DeviceType>& active, int numActive, int longestPattern,
                      int longestRow, double meanRow, Accumulation accumulation,
                      const Kokkos::View<int*, DeviceType>& overflow);

}  // namespace Chronos

#endif
