// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiHubs.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
struct CountHubsFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Offset ownLength;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, long long& count) const {
    if (isHub(rowPtr(row + 1) - rowPtr(row), ownLength)) ++count;
  }
};

}  // namespace

template <class DeviceType>
long long countHubs(const typename DeviceType::execution_space& space,
                    const Kokkos::View<const Offset*, DeviceType>& rowPtr, LocalOrdinal numRows, Offset ownLength) {
  long long count = 0;
  if (numRows == 0) return count;
  Kokkos::parallel_reduce(
      "Chronos::FSAI::countHubs",
      Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>(space, 0, numRows),
      CountHubsFunctor<DeviceType>{rowPtr, ownLength}, count);
  return count;
}

#define CHRONOS_FSAIHUBS(DEVICE)                                                                                   \
  template long long countHubs<DEVICE>(const DEVICE::execution_space&, const Kokkos::View<const Offset*, DEVICE>&, \
                                       LocalOrdinal, Offset);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_FSAIHUBS)

}  // namespace Chronos
