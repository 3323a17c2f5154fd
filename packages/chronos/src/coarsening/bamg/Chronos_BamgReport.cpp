// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgReport.hpp"

#include "Chronos_Communicator.hpp"

#include <cstdio>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct CountBetweenFunctor {
  Kokkos::View<const int*, Device> distances;
  Kokkos::View<const double*, Device> values;
  double low, high;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    if (distances(row) > 0 && values(row) > low && values(row) <= high) ++count;
  }
};

struct CountDistanceFunctor {
  Kokkos::View<const int*, Device> distances;
  int distance;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const {
    count += distances(row) == distance ? 1 : 0;
  }
};

template <class Functor>
long long countRows(const Comm& comm, std::size_t numRows, const Functor& functor) {
  long long count = 0;
  Kokkos::parallel_reduce("Chronos::bamgDistributions", RowPolicy(0, static_cast<int>(numRows)), functor, count);
  return sumOverRanks(comm, count);
}

std::string text(double bound) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", bound);
  return buffer;
}

Distribution inClasses(const Comm& comm, const std::string& name, const std::vector<double>& bounds,
                       const Kokkos::View<const int*, Device>& distances,
                       const Kokkos::View<const double*, Device>& values) {
  Distribution result{name, {}};
  double low = -1;
  for (const double bound : bounds) {
    result.counts.emplace_back("<= " + text(bound),
                               countRows(comm, values.extent(0), CountBetweenFunctor{distances, values, low, bound}));
    low = bound;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  result.counts.emplace_back("> " + text(low),
                             countRows(comm, values.extent(0), CountBetweenFunctor{distances, values, low, infinity}));
  return result;
}

}  // namespace

std::vector<Distribution> bamgDistributions(const Comm& comm, const Kokkos::View<const int*, Device>& distances,
                                            const BamgSolutions<Device>& solutions, int maxDistance,
                                            long long numPromoted) {
  Distribution distance{"distance", {}};
  for (int l = 1; l <= maxDistance; ++l)
    distance.counts.emplace_back(std::to_string(l),
                                 countRows(comm, distances.extent(0), CountDistanceFunctor{distances, l}));
  distance.counts.emplace_back("weak",
                               countRows(comm, distances.extent(0), CountDistanceFunctor{distances, maxDistance + 1}));
  distance.counts.emplace_back("promoted", numPromoted);
  return {
      distance,
      inClasses(comm, "residual", {1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2}, distances, solutions.residual),
      inClasses(comm, "weight norm", {0.5, 1, 1.5, 2, 3, 5, 10}, distances, solutions.weightNorm)};
}

}  // namespace Chronos
