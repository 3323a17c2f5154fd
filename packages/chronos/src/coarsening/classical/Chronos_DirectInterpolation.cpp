// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DirectInterpolation.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_DirectRows.hpp"

namespace Chronos {
namespace {

Interpolated interpolateDirectly(const InterpolationTask& task, const std::any&) {
  const DistMatrix<double>& A = task.A;
  const Device::execution_space space;
  const ExtendedColumns columns(A.halo());
  CsrMatrix<double, Device> W =
      directRows<double, Device>(space, A.local(), task.strong, columns.extend<char>(task.splitting.types));
  if (task.truncation.cuts())
    W = truncateRows<double, Device>(space, W, task.truncation,
                                     columns.extend<GlobalOrdinal>(ownedGlobals(*A.rowMap())));
  return {onCoarseColumns(A.rowMap(), W, columns, task.splitting, task.ranks), task.splitting};
}

}  // namespace

InterpolationMethod directInterpolation() {
  return {"direct", "from the strong coarse neighbours alone, the cheapest", interpolateDirectly};
}

}  // namespace Chronos
