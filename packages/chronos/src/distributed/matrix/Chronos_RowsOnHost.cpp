// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowsOnHost.hpp"

#include "Chronos_HostCopy.hpp"

namespace Chronos {

RowsOnHost::RowsOnHost(const DistMatrix<double>& A)
    : numRows(A.numRows()),
      rowPtr(toVector(A.local().rowPtr)),
      colInd(toVector(A.local().colInd)),
      values(toVector(A.local().values)) {
  if (rowPtr.empty()) rowPtr.push_back(0);
}

}  // namespace Chronos
