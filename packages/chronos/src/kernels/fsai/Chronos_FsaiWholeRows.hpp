// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAIWHOLEROWS_HPP
#define CHRONOS_FSAIWHOLEROWS_HPP

#include "Chronos_FsaiRules.hpp"

#include <vector>

namespace Chronos {

/// Most off-diagonal entries of a row that buildWholeRows() can build.
constexpr int longestWholeRow = 32;

struct WholeRowsReport {
  int numLeft = 0;                    ///< rows that no table holds
  std::vector<long long> rowsOfStep;  ///< built rows that took this step
};

/// \brief Algorithm 1 of Bernaschi and others 2019 in one kernel: a warp builds a row, or four short ones side by side,
/// from the first step to the last.
///
/// Rows that have more candidates than their hash table holds are tried again with a larger one; those for
/// which the largest is too small keep numEntries = 0 and stay rowActive, for the batches of FsaiSelection and
/// FsaiSystems. The others leave with their columns ascending.
///
/// \param rows at the beginning: initial pattern in pattern, its length in numSelected; capacity at most
///   longestWholeRow
/// \param longestRow of A
/// \param meanRow entries a row of A: by it the first table and the lanes of a row are chosen
template <class Scalar, class DeviceType>
WholeRowsReport buildWholeRows(const typename DeviceType::execution_space& space,
                               const FsaiMatrix<Scalar, DeviceType>& A, const FsaiRules<Scalar>& rules,
                               const FsaiRows<Scalar, DeviceType>& rows, int longestRow, double meanRow);

}  // namespace Chronos

#endif
