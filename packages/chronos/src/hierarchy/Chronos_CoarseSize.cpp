// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CoarseSize.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

// A GPU inverts so many unknowns in 1.3 ms. More of them save iterations where levels shrink fast and cost the cube:
// by so many operations an entry the inverse is below a tenth of the set-up.
constexpr long long quicklyInverted = 1600;
constexpr double operationsPerEntry = 1000;

long long worthInverting(int denseLimit, long long numEntries) {
  const auto size = static_cast<long long>(std::cbrt(operationsPerEntry * double(numEntries)));
  return std::min<long long>(denseLimit, std::max(quicklyInverted, size));
}

// So many ranks share the size of one where levels keep a test space: slender bodies on 2 and 8 ranks take twice the
// iterations where it follows the unknowns of a rank, and matrices of one unknown a node do not mind.
constexpr int fewRanks = 8;

int sharedBy(const AmgParameters& parameters, int numRanks) {
  const int ranks = std::max(1, numRanks);
  const bool keepsTestSpace = parameters.onAnyLevel([](const LevelParameters& level) { return level.usesTestSpace(); });
  return keepsTestSpace ? (ranks + fewRanks - 1) / fewRanks : ranks;
}

}  // namespace

long long coarseSizeFor(const AmgParameters& parameters, long long numRows, long long numEntries, int numRanks) {
  if (parameters.coarseSize > 0) return parameters.coarseSize;
  const bool isSwept = parameters.coarseSolver.kind == CoarseSolverKind::sweeps;
  const double rule =
      parameters.coarseFactor * std::cbrt(double(numRows) / (isSwept ? 1 : sharedBy(parameters, numRanks)));
  const long long size = std::max<long long>(parameters.coarseMinimum, static_cast<long long>(rule));
  // A GPU solves by a dense inverse without leaving it; a factorisation on the host would cost every cycle a detour.
  const bool prefersDense =
      !std::is_same_v<Device, HostDevice> && parameters.coarseSolver.kind == CoarseSolverKind::automatic;
  if (!prefersDense) return size;
  return std::min(size, worthInverting(parameters.coarseSolver.denseLimit, numEntries / std::max(1, numRanks)));
}

}  // namespace Chronos
