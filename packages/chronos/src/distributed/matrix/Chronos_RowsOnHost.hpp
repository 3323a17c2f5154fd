// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWSONHOST_HPP
#define CHRONOS_ROWSONHOST_HPP

#include "Chronos_DistMatrix.hpp"

#include <vector>

namespace Chronos {

/// A copy of a rank's rows on the host; columns of the halo are numbered behind the owned ones.
struct RowsOnHost {
  /// Local; synchronises the device.
  explicit RowsOnHost(const DistMatrix<double>& A);
  int numRows;
  std::vector<Offset> rowPtr;  ///< numRows + 1, without rows too
  std::vector<LocalOrdinal> colInd;
  std::vector<double> values;
};

}  // namespace Chronos

#endif
