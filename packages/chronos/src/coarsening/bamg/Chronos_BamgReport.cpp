// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgReport.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"

#include <cstdio>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

constexpr double infinity = std::numeric_limits<double>::infinity();

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

// Counts that stay on the device until all are there, so that nobody waits for one alone.
class Counts {
 public:
  Counts(std::size_t numRows, int most)
      : numRows_(static_cast<int>(numRows)),
        counts_(allocateZeros<Kokkos::View<long long*, Device>>("Chronos::BAMG counts", most)) {}

  template <class Functor>
  void add(const Functor& functor) {
    Kokkos::parallel_reduce("Chronos::bamgDistributions", RowPolicy(0, numRows_), functor,
                            Kokkos::subview(counts_, numCounts_++));
  }

  std::vector<long long> overRanks(const Comm& comm) const {
    const std::vector<long long> mine = toVector(counts_);
    std::vector<double> sums(mine.begin(), mine.end());
    sumOverRanks(comm, sums.data(), static_cast<int>(sums.size()));
    return {sums.begin(), sums.end()};
  }

 private:
  int numRows_, numCounts_ = 0;
  Kokkos::View<long long*, Device> counts_;
};

struct Classes {
  const char* name;
  std::vector<double> bounds;  // upper ones; the last class is above all of them

  void count(const Kokkos::View<const int*, Device>& distances, const Kokkos::View<const double*, Device>& values,
             Counts& counts) const {
    double low = -1;
    for (const double bound : bounds) {
      counts.add(CountBetweenFunctor{distances, values, low, bound});
      low = bound;
    }
    counts.add(CountBetweenFunctor{distances, values, low, infinity});
  }

  // Takes its counts from `next` on.
  Distribution from(std::vector<long long>::const_iterator& next) const {
    Distribution result{name, {}};
    for (const double bound : bounds) result.counts.emplace_back("<= " + text(bound), *next++);
    result.counts.emplace_back("> " + text(bounds.back()), *next++);
    return result;
  }

 private:
  static std::string text(double bound) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%g", bound);
    return buffer;
  }
};

}  // namespace

std::vector<Distribution> bamgDistributions(const Comm& comm, const Kokkos::View<const int*, Device>& distances,
                                            const BamgSolutions<Device>& solutions, int maxDistance,
                                            long long numPromoted) {
  const Classes residuals = {"residual", {1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2}};
  const Classes norms = {"weight norm", {0.5, 1, 1.5, 2, 3, 5, 10}};
  const std::size_t numClasses = maxDistance + 1 + residuals.bounds.size() + 1 + norms.bounds.size() + 1;
  Counts counts(distances.extent(0), static_cast<int>(numClasses));
  for (int l = 1; l <= maxDistance + 1; ++l) counts.add(CountDistanceFunctor{distances, l});
  residuals.count(distances, solutions.residual, counts);
  norms.count(distances, solutions.weightNorm, counts);
  const std::vector<long long> all = counts.overRanks(comm);

  auto next = all.cbegin();
  Distribution distance{"distance", {}};
  for (int l = 1; l <= maxDistance; ++l) distance.counts.emplace_back(std::to_string(l), *next++);
  distance.counts.emplace_back("weak", *next++);
  distance.counts.emplace_back("promoted", numPromoted);
  const Distribution residual = residuals.from(next);
  return {distance, residual, norms.from(next)};
}

}  // namespace Chronos
