// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowSigns.hpp"

namespace Chronos {
namespace {

enum RowFlags : int { mostlyNegative = 1, zeroSum = 2, even = 4 };

// Gershgorin's radius and the flags of each row.
template <class DeviceType>
struct RowFunctor {
  CsrMatrix<double, DeviceType> A;
  double share, sumShare, evenness;
  Kokkos::View<double*, DeviceType> radius;
  Kokkos::View<int*, DeviceType> flags;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    double diagonal = 0, positive = 0, negative = 0, largest = 0, smallest = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const double value = A.values(entry);
      if (A.colInd(entry) == row) {
        diagonal += value;
        continue;
      }
      const double magnitude = value < 0 ? -value : value;
      (value > 0 ? positive : negative) += magnitude;
      if (magnitude > largest) largest = magnitude;
      if (magnitude > 0 && (smallest == 0 || magnitude < smallest)) smallest = magnitude;
    }
    const double sum = diagonal + positive - negative;
    radius(row) = (positive + negative) / diagonal;
    flags(row) = (positive <= share * (positive + negative) ? mostlyNegative : 0) |
                 ((sum < 0 ? -sum : sum) <= sumShare * diagonal ? zeroSum : 0) |
                 (smallest >= evenness * largest ? even : 0);
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
  Kokkos::parallel_for("Chronos::rowSigns", rows, RowFunctor<DeviceType>{A, share, sumShare, evenness, radius, flags});
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
