// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowSigns.hpp"

#include "Chronos_LaneGroup.hpp"
#include "Chronos_LargestOfLanes.hpp"
#include "Chronos_RunsOnHost.hpp"

#include <cfloat>

namespace Chronos {
namespace {

enum RowFlags : int { connected = 1, mostlyNegative = 2, zeroSum = 4, even = 8 };

// Gershgorin's radius and the flags of each row.
template <class DeviceType>
struct RowFunctor {
  static constexpr int lanes = runsOnHost<DeviceType> ? 1 : 8;

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
      (value > 0 ? positive : negative) += magnitude;
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
    const int told = connected | (positive <= share * (positive + negative) ? mostlyNegative : 0) |
                     ((sum < 0 ? -sum : sum) <= sumShare * diagonal ? zeroSum : 0) |
                     (smallest >= evenness * largest ? even : 0);
    flags(row) = largest == 0 ? 0 : told;
  }
};

template <class DeviceType>
struct CountFunctor {
  Kokkos::View<const int*, DeviceType> flags;
  int flag;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const { count += (flags(row) & flag) != 0; }
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
  constexpr int lanes = RowFunctor<DeviceType>::lanes;
  const std::int64_t numThreads = (std::int64_t(A.numRows) * lanes + 31) / 32 * 32;
  Kokkos::parallel_for("Chronos::rowSigns", LanePolicy(space, 0, runsOnHost<DeviceType> ? A.numRows : numThreads),
                       RowFunctor<DeviceType>{A, share, sumShare, evenness, radius, flags});
  Kokkos::parallel_reduce("Chronos::rowSigns::connected", rows, CountFunctor<DeviceType>{flags, connected},
                          result.numConnected);
  Kokkos::parallel_reduce("Chronos::rowSigns::negative", rows, CountFunctor<DeviceType>{flags, mostlyNegative},
                          result.numMostlyNegative);
  Kokkos::parallel_reduce("Chronos::rowSigns::sums", rows, CountFunctor<DeviceType>{flags, zeroSum}, result.numZeroSum);
  Kokkos::parallel_reduce("Chronos::rowSigns::even", rows, CountFunctor<DeviceType>{flags, even}, result.numEven);
  Kokkos::parallel_reduce("Chronos::rowSigns::radius", rows, LargestFunctor<DeviceType>{radius},
                          Kokkos::Max<double>(result.largestRatio));
  return result;
}

#define CHRONOS_ROW_SIGNS(DEVICE)                                                                                      \
  template RowSigns rowSigns<DEVICE>(const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, double, double, \
                                     double);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_ROW_SIGNS)

}  // namespace Chronos
