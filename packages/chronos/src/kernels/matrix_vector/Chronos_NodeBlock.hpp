// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEBLOCK_HPP
#define CHRONOS_NODEBLOCK_HPP

#include "Chronos_NodePattern.hpp"

#include <cmath>

namespace Chronos {

/// \brief The norm of Frobenius of the block of a node's rows in a run of its columns: the sums of squares row by row
/// and then of the rows, as Z^T (A o A) Z sums them.
/// \param run of the pattern, pattern.firstRun(node) to below pattern.firstRun(node + 1)
template <class DeviceType>
KOKKOS_INLINE_FUNCTION double blockNorm(const Kokkos::View<const double*, DeviceType>& values,
                                        const NodePattern<DeviceType>& pattern, LocalOrdinal node, Offset run) {
  using std::sqrt;
  const Offset begin = pattern.firstRun(node), length = (pattern.firstRun(node + 1) - begin) * nodeSize;
  double sum = 0;
  for (int r = 0; r < nodeSize; ++r) {
    const double* row = &values(begin * nodeSize * nodeSize + Offset(r) * length + (run - begin) * nodeSize);
    double ofRow = 0;
    for (int c = 0; c < nodeSize; ++c) ofRow += row[c] * row[c];
    sum += ofRow;
  }
  return sqrt(sum);
}

}  // namespace Chronos

#endif
