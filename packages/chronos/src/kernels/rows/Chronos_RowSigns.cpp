// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowSigns.hpp"

#include "Chronos_FlagCounts.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_LargestOfLanes.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <cfloat>
#include <type_traits>

namespace Chronos {
namespace {

// Bits of a row's flags.
enum RowFlags : int { connected, mostlyNegative, zeroSum, even, numFlags };

// Of a GPU: up to so many entries a row on average two lanes have a row, since they must tell each other what they
// found.
constexpr double shortRow = 12;

// Gershgorin's radius and the flags of each row.
template <class DeviceType, int lanes>
struct RowFunctor {
  CsrMatrix<double, DeviceType> A;
  double share, sumShare, evenness;
  Kokkos::View<double*, DeviceType> radius;
  Kokkos::View<int*, DeviceType> flags;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const std::int64_t row = thread / lanes;
    const Offset begin = row < A.numRows ? A.rowPtr(row) : 0, end = row < A.numRows ? A.rowPtr(row + 1) : 0;
    // Of the smallest magnitude the negative, so that the largest is sought for both.
    double diagonal = 0, positive = 0, negative = 0, largest = 0, smallest = -DBL_MAX;
    for (Offset entry = begin + static_cast<Offset>(thread % lanes); entry < end; entry += lanes) {
      const double value = A.values(entry);
      if (A.colInd(entry) == row) {
        diagonal += value;
        continue;
      }
      const double magnitude = value < 0 ? -value : value;
      // Without a branch: signs of bodies follow no rule that a processor could foresee.
      positive += value > 0 ? magnitude : 0;
      negative += value > 0 ? 0 : magnitude;
      if (magnitude > largest) largest = magnitude;
      if (magnitude > 0 && -magnitude > smallest) smallest = -magnitude;
    }
    diagonal = groupSum(diagonal, lanes);
    positive = groupSum(positive, lanes);
    negative = groupSum(negative, lanes);
    largest = largestOfLanes<lanes>(largest);
    smallest = -largestOfLanes<lanes>(smallest);
    if (row >= A.numRows || thread % lanes != 0) return;
    const double sum = diagonal + positive - negative;
    radius(row) = (positive + negative) / diagonal;
    const int told = 1 << connected | int(positive <= share * (positive + negative)) << mostlyNegative |
                     int((sum < 0 ? -sum : sum) <= sumShare * diagonal) << zeroSum |
                     int(smallest >= evenness * largest) << even;
    flags(row) = largest == 0 ? 0 : told;
  }
};

template <class DeviceType>
struct LargestFunctor {
  Kokkos::View<const double*, DeviceType> radius;
  KOKKOS_INLINE_FUNCTION void operator()(int row, double& largest) const {
    if (radius(row) > largest) largest = radius(row);
  }
};

}  // namespace

template <class DeviceType>
RowSigns rowSigns(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                  double share, double sumShare, double evenness) {
  RowSigns result;
  if (A.numRows == 0) return result;
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;
  const auto radius = allocate<Kokkos::View<double*, DeviceType>>("Chronos::rowSigns radius", A.numRows);
  const auto flags = allocate<Kokkos::View<int*, DeviceType>>("Chronos::rowSigns flags", A.numRows);
  const Policy rows(space, 0, A.numRows);
  using LanePolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto examine = [&](auto lanesOfRow) {
    constexpr int lanes = decltype(lanesOfRow)::value;
    const std::int64_t numThreads = (std::int64_t(A.numRows) * lanes + 31) / 32 * 32;
    Kokkos::parallel_for("Chronos::rowSigns", LanePolicy(space, 0, lanes == 1 ? A.numRows : numThreads),
                         RowFunctor<DeviceType, lanes>{A, share, sumShare, evenness, radius, flags});
  };
  if constexpr (runsOnHost<DeviceType>) examine(std::integral_constant<int, 1>());
  else if (double(A.numEntries()) <= shortRow * A.numRows) examine(std::integral_constant<int, 2>());
  else examine(std::integral_constant<int, 8>());
  long long counts[numFlags] = {};
  Kokkos::parallel_reduce("Chronos::rowSigns::count", rows, FlagCountFunctor<DeviceType>{numFlags, flags}, counts);
  result.numConnected = counts[connected];
  result.numMostlyNegative = counts[mostlyNegative];
  result.numZeroSum = counts[zeroSum];
  result.numEven = counts[even];
  Kokkos::parallel_reduce("Chronos::rowSigns::radius", rows, LargestFunctor<DeviceType>{radius},
                          Kokkos::Max<double>(result.largestRatio));
  return result;
}

#define CHRONOS_ROW_SIGNS(DEVICE)                                                                                      \
  template RowSigns rowSigns<DEVICE>(const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, double, double, \
                                     double);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_ROW_SIGNS)

}  // namespace Chronos
