// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CoarseSize.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {

long long coarseSizeFor(const AmgParameters& parameters, long long numRows, int numRanks) {
  if (parameters.coarseSize > 0) return parameters.coarseSize;
  const bool isSwept = parameters.coarseSolver.kind == CoarseSolverKind::sweeps;
  const double rule = parameters.coarseFactor * std::cbrt(double(numRows) / (isSwept ? 1 : std::max(1, numRanks)));
  const long long size = std::max<long long>(parameters.coarseMinimum, static_cast<long long>(rule));
  // A GPU solves by a dense inverse without leaving it; a factorisation on the host would cost every cycle a detour.
  const bool prefersDense =
      !std::is_same_v<Device, HostDevice> && parameters.coarseSolver.kind == CoarseSolverKind::automatic;
  return prefersDense ? std::min<long long>(size, parameters.coarseSolver.denseLimit) : size;
}

}  // namespace Chronos
