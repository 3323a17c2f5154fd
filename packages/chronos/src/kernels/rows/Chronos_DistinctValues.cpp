// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistinctValues.hpp"

#include "Chronos_ScanTotal.hpp"

#include <Kokkos_Sort.hpp>

namespace Chronos {
namespace {

template <class DeviceType>
using Range = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class DeviceType>
struct CountDescentsFunctor {
  Kokkos::View<const GlobalOrdinal*, DeviceType> list;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, long long& count) const { count += list(i) > list(i + 1); }
};

template <class DeviceType>
struct ListFirstsFunctor {
  Kokkos::View<const GlobalOrdinal*, DeviceType> sorted;
  Kokkos::View<GlobalOrdinal*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, LocalOrdinal& position, bool final) const {
    if (i > 0 && sorted(i) == sorted(i - 1)) return;
    if (final) values(position) = sorted(i);
    ++position;
  }
};

template <class DeviceType>
struct FindFunctor {
  Kokkos::View<const GlobalOrdinal*, DeviceType> list, values;
  Kokkos::View<LocalOrdinal*, DeviceType> positions;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    LocalOrdinal low = 0, high = static_cast<LocalOrdinal>(values.extent(0));
    while (low + 1 < high) {
      const LocalOrdinal middle = low + (high - low) / 2;
      if (values(middle) <= list(i)) low = middle;
      else high = middle;
    }
    positions(i) = low;
  }
};

}  // namespace

template <class DeviceType>
DistinctValues<DeviceType> distinctValues(const typename DeviceType::execution_space& space,
                                          const Kokkos::View<const GlobalOrdinal*, DeviceType>& list) {
  using Globals = Kokkos::View<GlobalOrdinal*, DeviceType>;
  const std::int64_t n = static_cast<std::int64_t>(list.extent(0));
  const auto positions = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::positions of values", n);
  if (n == 0) return {allocate<Globals>("Chronos::distinct values", 0), positions};
  long long descents = 0;
  Kokkos::parallel_reduce("Chronos::distinctValues::descents", Range<DeviceType>(space, 0, n - 1),
                          CountDescentsFunctor<DeviceType>{list}, descents);
  Kokkos::View<const GlobalOrdinal*, DeviceType> sorted = list;
  if (descents > 0) {
    const auto copy = allocate<Globals>("Chronos::sorted values", n);
    Kokkos::deep_copy(space, copy, list);
    space.fence();
    Kokkos::sort(copy);
    sorted = copy;
  }
  const auto values = allocate<Globals>("Chronos::distinct values", n);
  LocalOrdinal numDistinct = 0;
  scanTotal("Chronos::distinctValues::list", Range<DeviceType>(space, 0, n),
            ListFirstsFunctor<DeviceType>{sorted, values}, numDistinct);
  const Kokkos::View<const GlobalOrdinal*, DeviceType> distinct =
      Kokkos::subview(values, std::make_pair(LocalOrdinal(0), numDistinct));
  Kokkos::parallel_for("Chronos::distinctValues::find", Range<DeviceType>(space, 0, n),
                       FindFunctor<DeviceType>{list, distinct, positions});
  return {distinct, positions};
}

#define CHRONOS_DISTINCTVALUES(DEVICE)                                                   \
  template DistinctValues<DEVICE> distinctValues<DEVICE>(const DEVICE::execution_space&, \
                                                         const Kokkos::View<const GlobalOrdinal*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_DISTINCTVALUES)

}  // namespace Chronos
