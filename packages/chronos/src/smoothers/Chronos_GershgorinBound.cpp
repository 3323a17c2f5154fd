// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_GershgorinBound.hpp"

#include "Chronos_Communicator.hpp"

#include <algorithm>
#include <limits>

namespace Chronos {
namespace {

struct RowRatioFunctor {
  static constexpr double largestNumber = std::numeric_limits<double>::max();
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  SizesOfRows rows;

  KOKKOS_INLINE_FUNCTION void operator()(int row, double& largestRatio) const {
    const RowSizes sizes = rows(row);
    const double ratio = sizes.magnitudes / sizes.diagonal;
    if (!(sizes.diagonal > 0 && ratio <= largestNumber)) largestRatio = infinite;
    else if (ratio > largestRatio) largestRatio = ratio;
  }
};

}  // namespace

double gershgorinBound(const DistMatrix<double>& A) {
  double largestRatio = 0;
  Kokkos::parallel_reduce("Chronos::gershgorinBound",
                          Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, A.numRows()),
                          RowRatioFunctor{SizesOfRows(A)}, Kokkos::Max<double>(largestRatio));
  // Without rows the reduction leaves the identity of a maximum.
  return maxOverRanks(*A.rowMap()->getComm(), std::max(0.0, largestRatio));
}

}  // namespace Chronos
