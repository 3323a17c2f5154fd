// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleCopy.hpp"

#include <cmath>

namespace Chronos {
namespace {

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

// Smaller entries of a matrix whose largest is at these ends still have seven digits, or do not count.
constexpr double smallestLargest = 1e-25, greatestLargest = 1e35;

struct RoundFunctor {
  Kokkos::View<const double*, Device> values;
  Kokkos::View<float*, Device> rounded;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { rounded(i) = static_cast<float>(values(i)); }
};

struct LargestFunctor {
  Kokkos::View<const double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, double& largest) const {
    using std::abs;
    const double size = abs(values(i));
    largest = size > largest ? size : largest;
  }
};

EntryPolicy entriesOf(const DistMatrix<double>& A) {
  return EntryPolicy(0, static_cast<std::int64_t>(A.local().numEntries()));
}

}  // namespace

DistMatrix<float> singleCopy(const DistMatrix<double>& A) {
  const auto& local = A.local();
  auto rounded = allocate<Kokkos::View<float*, Device>>("Chronos::single values", local.numEntries());
  Kokkos::parallel_for("Chronos::singleCopy", entriesOf(A), RoundFunctor{local.values, rounded});
  return DistMatrix<float>(A, rounded);
}

bool fitsSingle(const DistMatrix<double>& A) {
  double largest = 0;
  Kokkos::parallel_reduce("Chronos::fitsSingle", entriesOf(A), LargestFunctor{A.local().values},
                          Kokkos::Max<double>(largest));
  largest = maxOverRanks(*A.rowMap()->getComm(), largest > 0 ? largest : 0.0);
  return largest > smallestLargest && largest < greatestLargest;
}

}  // namespace Chronos
