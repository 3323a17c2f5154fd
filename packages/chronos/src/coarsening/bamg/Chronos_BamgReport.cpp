// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgReport.hpp"

#include "Chronos_Communicator.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Classes {
  const char* name;
  std::vector<double> bounds;  // upper ones; the last class is above all of them
  std::size_t size() const { return bounds.size() + 1; }
};

const Classes& residualClasses() {
  static const Classes classes = {"residual", {1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2}};
  return classes;
}

const Classes& normClasses() {
  static const Classes classes = {"weight norm", {0.5, 1, 1.5, 2, 3, 5, 10}};
  return classes;
}

// Classes that one pass over the rows counts.
constexpr int classesAtOnce = 9;

struct Counts {
  long long of[classesAtOnce];

  KOKKOS_INLINE_FUNCTION Counts() {
    for (long long& count : of) count = 0;
  }
  KOKKOS_INLINE_FUNCTION Counts& operator+=(const Counts& other) {
    for (int k = 0; k < classesAtOnce; ++k) of[k] += other.of[k];
    return *this;
  }
  KOKKOS_INLINE_FUNCTION void operator+=(const volatile Counts& other) volatile {
    for (int k = 0; k < classesAtOnce; ++k) of[k] += other.of[k];
  }
};

// Values above one bound and not above the next.
struct CountBetweenFunctor {
  Kokkos::View<const int*, Device> distances;
  Kokkos::View<const double*, Device> values;
  double bounds[classesAtOnce + 1];
  KOKKOS_INLINE_FUNCTION void operator()(int row, Counts& counts) const {
    if (distances(row) <= 0) return;
    const double value = values(row);
    for (int k = 0; k < classesAtOnce; ++k) counts.of[k] += value > bounds[k] && value <= bounds[k + 1] ? 1 : 0;
  }
};

struct CountDistancesFunctor {
  Kokkos::View<const int*, Device> distances;
  int first;
  KOKKOS_INLINE_FUNCTION void operator()(int row, Counts& counts) const {
    for (int k = 0; k < classesAtOnce; ++k) counts.of[k] += distances(row) == first + k ? 1 : 0;
  }
};

// On this rank.
template <class MakeFunctor>
std::vector<double> countRows(std::size_t numRows, std::size_t numClasses, const MakeFunctor& functorFrom) {
  std::vector<double> all;
  while (all.size() < numClasses) {
    Counts counts;
    Kokkos::parallel_reduce("Chronos::bamgDistributions", RowPolicy(0, static_cast<int>(numRows)),
                            functorFrom(all.size()), counts);
    all.insert(all.end(), counts.of, counts.of + classesAtOnce);
  }
  all.resize(numClasses);
  return all;
}

std::vector<double> countDistances(const Kokkos::View<const int*, Device>& distances, int most) {
  return countRows(distances.extent(0), most, [&](std::size_t first) {
    return CountDistancesFunctor{distances, static_cast<int>(first) + 1};
  });
}

std::vector<double> countValues(const Kokkos::View<const int*, Device>& distances,
                                const Kokkos::View<const double*, Device>& values, const Classes& classes) {
  std::vector<double> bounds = classes.bounds;
  bounds.insert(bounds.begin(), -1);
  bounds.resize(bounds.size() + classesAtOnce + 1, infinity);
  return countRows(distances.extent(0), classes.size(), [&](std::size_t first) {
    CountBetweenFunctor functor{distances, values, {}};
    for (int k = 0; k <= classesAtOnce; ++k) functor.bounds[k] = bounds[first + k];
    return functor;
  });
}

std::string text(double bound) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", bound);
  return buffer;
}

// Takes its counts from `next` on.
Distribution named(const Classes& classes, std::vector<double>::const_iterator& next) {
  Distribution result{classes.name, {}};
  for (const double bound : classes.bounds) result.counts.emplace_back("<= " + text(bound), std::llround(*next++));
  result.counts.emplace_back("> " + text(classes.bounds.back()), std::llround(*next++));
  return result;
}

}  // namespace

std::vector<Distribution> bamgDistributions(const Comm& comm, const Kokkos::View<const int*, Device>& distances,
                                            const BamgSolutions<Device>& solutions, int maxDistance,
                                            long long numPromoted) {
  std::vector<double> counts = countDistances(distances, maxDistance + 1);
  for (const auto& more : {countValues(distances, solutions.residual, residualClasses()),
                           countValues(distances, solutions.weightNorm, normClasses())})
    counts.insert(counts.end(), more.begin(), more.end());
  sumOverRanks(comm, counts.data(), static_cast<int>(counts.size()));

  auto next = counts.cbegin();
  Distribution distance{"distance", {}};
  for (int l = 1; l <= maxDistance; ++l) distance.counts.emplace_back(std::to_string(l), std::llround(*next++));
  distance.counts.emplace_back("weak", std::llround(*next++));
  distance.counts.emplace_back("promoted", numPromoted);
  const Distribution residual = named(residualClasses(), next);
  return {distance, residual, named(normClasses(), next)};
}

}  // namespace Chronos
