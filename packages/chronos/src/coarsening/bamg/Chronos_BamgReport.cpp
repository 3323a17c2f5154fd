// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgReport.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"

#include <algorithm>
#include <cstdio>

namespace Chronos {
namespace {

constexpr int maxBounds = 8;

// Upper bounds of classes; the last class is above all of them.
struct Bounds {
  int number;
  double bound[maxBounds];

  KOKKOS_INLINE_FUNCTION int classOf(double value) const {
    int c = 0;
    while (c < number && !(value <= bound[c])) ++c;
    return c;
  }
};

// Each piece counts every `numPieces`-th row, so that rows that are read together lie side by side. Without init and
// join of its own, see Chronos_RowBins.cpp.
struct CountFunctor {
  using value_type = long long[];
  unsigned value_count;
  int numRows, numPieces, numDistances;
  Kokkos::View<const int*, Device> distances;
  Kokkos::View<const double*, Device> residuals, norms;
  Bounds ofResiduals, ofNorms;

  KOKKOS_INLINE_FUNCTION void operator()(int piece, value_type counts) const {
    for (int row = piece; row < numRows; row += numPieces) {
      if (distances(row) <= 0) continue;
      ++counts[distances(row) - 1];
      ++counts[numDistances + ofResiduals.classOf(residuals(row))];
      ++counts[numDistances + ofResiduals.number + 1 + ofNorms.classOf(norms(row))];
    }
  }
};

std::string text(double bound) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", bound);
  return buffer;
}

// Takes its counts from `next` on.
decltype(Distribution::counts) countsOf(const Bounds& bounds, std::vector<double>::const_iterator& next) {
  decltype(Distribution::counts) counts;
  for (int c = 0; c < bounds.number; ++c)
    counts.emplace_back("<= " + text(bounds.bound[c]), static_cast<long long>(*next++));
  counts.emplace_back("> " + text(bounds.bound[bounds.number - 1]), static_cast<long long>(*next++));
  return counts;
}

}  // namespace

std::vector<Distribution> bamgDistributions(const Comm& comm, const Kokkos::View<const int*, Device>& distances,
                                            const BamgSolutions<Device>& solutions, int maxDistance,
                                            long long numPromoted) {
  constexpr int mostPieces = 4096;
  const Bounds residuals = {8, {1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2}};
  const Bounds norms = {7, {0.5, 1, 1.5, 2, 3, 5, 10}};
  const int numRows = static_cast<int>(distances.extent(0)), numPieces = std::min(numRows, mostPieces);
  const int numDistances = maxDistance + 1, numClasses = numDistances + residuals.number + 1 + norms.number + 1;
  // An array, as newer Kokkos wants it; distances end at 20.
  constexpr int mostClasses = 64;
  if (numClasses > mostClasses) throw InputError("BAMG: `maximum distance` is beyond 20.");
  long long mine[mostClasses] = {};
  if (numRows > 0)
    Kokkos::parallel_reduce("Chronos::bamgDistributions",
                            Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, numPieces),
                            CountFunctor{static_cast<unsigned>(numClasses), numRows, numPieces, numDistances, distances,
                                         solutions.residual, solutions.weightNorm, residuals, norms},
                            mine);
  std::vector<double> all(mine, mine + numClasses);
  sumOverRanks(comm, all.data(), numClasses);

  auto next = all.cbegin();
  Distribution distance{"distance", {}};
  for (int l = 1; l <= maxDistance; ++l)
    distance.counts.emplace_back(std::to_string(l), static_cast<long long>(*next++));
  distance.counts.emplace_back("weak", static_cast<long long>(*next++));
  distance.counts.emplace_back("promoted", numPromoted);
  const Distribution residual = {"residual", countsOf(residuals, next)};
  return {distance, residual, {"weight norm", countsOf(norms, next)}};
}

}  // namespace Chronos
