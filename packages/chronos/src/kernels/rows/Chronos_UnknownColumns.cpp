// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnknownColumns.hpp"

#include "Chronos_HostCopy.hpp"

#include <algorithm>
#include <limits>

namespace Chronos {
namespace {

constexpr GlobalOrdinal emptySlot = std::numeric_limits<GlobalOrdinal>::lowest();

template <class DeviceType>
using Range = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class DeviceType>
struct CountUnknownFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& count) const { count += colInd(entry) < 0; }
};

// Open addressing with linear steps; a slot is read before it is claimed, so that only a new column costs an atomic
// operation.
template <class DeviceType>
struct InsertFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;
  Kokkos::View<const int*, DeviceType> owners;
  Kokkos::View<GlobalOrdinal*, DeviceType> slots;
  Kokkos::View<int*, DeviceType> ownerOfSlot;
  int shift;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    if (colInd(entry) >= 0) return;
    const GlobalOrdinal global = globals(entry), empty = emptySlot;
    const std::size_t last = slots.extent(0) - 1;
    std::size_t slot = (std::uint64_t(global) * 0x9E3779B97F4A7C15ull) >> shift;
    while (true) {
      GlobalOrdinal found = slots(slot);
      if (found == empty) {
        found = Kokkos::atomic_compare_exchange(&slots(slot), empty, global);
        if (found == empty && owners.extent(0) > 0) ownerOfSlot(slot) = owners(entry);
      }
      if (found == empty || found == global) return;
      slot = (slot + 1) & last;
    }
  }
};

template <class DeviceType>
struct ListFunctor {
  Kokkos::View<const GlobalOrdinal*, DeviceType> slots;
  Kokkos::View<const int*, DeviceType> ownerOfSlot;
  Kokkos::View<GlobalOrdinal*, DeviceType> globals;
  Kokkos::View<int*, DeviceType> owners;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slot, std::int64_t& count, bool final) const {
    if (slots(slot) == emptySlot) return;
    if (final && globals.extent(0) > 0) {
      globals(count) = slots(slot);
      owners(count) = ownerOfSlot(slot);
    }
    ++count;
  }
};

}  // namespace

template <class DeviceType>
std::vector<std::pair<int, GlobalOrdinal>> unknownColumns(const typename DeviceType::execution_space& space,
                                                          const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                                                          const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                                          const Kokkos::View<const int*, DeviceType>& owners) {
  using Globals = Kokkos::View<GlobalOrdinal*, DeviceType>;
  using Owners = Kokkos::View<int*, DeviceType>;
  const Range<DeviceType> entries(space, 0, static_cast<std::int64_t>(colInd.extent(0)));
  std::int64_t numUnknown = 0;
  Kokkos::parallel_reduce("Chronos::unknownColumns::count", entries, CountUnknownFunctor<DeviceType>{colInd},
                          numUnknown);
  if (numUnknown == 0) return {};
  int logSlots = 1;
  while ((std::int64_t(1) << logSlots) < 2 * numUnknown) ++logSlots;
  const auto numSlots = std::size_t(1) << logSlots;
  const auto slots = allocate<Globals>("Chronos::column slots", numSlots);
  const auto ownerOfSlot = allocateZeros<Owners>("Chronos::owners of slots", numSlots);
  Kokkos::deep_copy(space, slots, emptySlot);
  Kokkos::parallel_for("Chronos::unknownColumns::insert", entries,
                       InsertFunctor<DeviceType>{colInd, globals, owners, slots, ownerOfSlot, 64 - logSlots});
  const Range<DeviceType> all(space, 0, static_cast<std::int64_t>(numSlots));
  std::int64_t numDistinct = 0;
  Kokkos::parallel_scan("Chronos::unknownColumns::count", all, ListFunctor<DeviceType>{slots, ownerOfSlot, {}, {}},
                        numDistinct);
  const auto distinct = allocate<Globals>("Chronos::unknown columns", numDistinct);
  const auto theirOwners = allocate<Owners>("Chronos::unknown owners", numDistinct);
  Kokkos::parallel_scan("Chronos::unknownColumns::list", all,
                        ListFunctor<DeviceType>{slots, ownerOfSlot, distinct, theirOwners}, numDistinct);
  const auto hostGlobals = toVector(distinct);
  const auto hostOwners = toVector(theirOwners);
  std::vector<std::pair<int, GlobalOrdinal>> result;
  for (std::size_t i = 0; i < hostGlobals.size(); ++i) result.emplace_back(hostOwners[i], hostGlobals[i]);
  std::sort(result.begin(), result.end());
  return result;
}

#define CHRONOS_UNKNOWNCOLUMNS(DEVICE)                                                  \
  template std::vector<std::pair<int, GlobalOrdinal>> unknownColumns<DEVICE>(           \
      const DEVICE::execution_space&, const Kokkos::View<const LocalOrdinal*, DEVICE>&, \
      const Kokkos::View<const GlobalOrdinal*, DEVICE>&, const Kokkos::View<const int*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_UNKNOWNCOLUMNS)

}  // namespace Chronos
