// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnknownColumns.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_ScanTotal.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace Chronos {
namespace {

constexpr GlobalOrdinal emptySlot = std::numeric_limits<GlobalOrdinal>::lowest();
// Places take 4 bytes; up to so many for each entry they cost less than a table and what sorts its content.
constexpr std::uint64_t placesOfEntry = 32;
// A rank between two others has unknown columns on both sides of its own: numbers that are used have places block by
// block.
constexpr int bitsOfBlock = 12;
constexpr GlobalOrdinal blockLength = GlobalOrdinal(1) << bitsOfBlock;

template <class DeviceType>
using Range = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

template <class DeviceType>
struct CountFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& count) const { count += colInd(entry) < 0; }
};

using NumberRange = Kokkos::MinMaxScalar<GlobalOrdinal>;

template <class DeviceType>
struct RangeFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, NumberRange& range) const {
    if (colInd(entry) >= 0) return;
    if (globals(entry) < range.min_val) range.min_val = globals(entry);
    if (globals(entry) > range.max_val) range.max_val = globals(entry);
  }
};

template <class DeviceType>
struct MarkBlocksFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;
  GlobalOrdinal least;
  Kokkos::View<int*, DeviceType> isUsed;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    if (colInd(entry) >= 0) return;
    int* const flag = &isUsed((globals(entry) - least) >> bitsOfBlock);
    if (relaxedLoad(flag) == 0) relaxedStore(flag, 1);
  }
};

// Block b of the numbers is `place` b of those that are used.
template <class DeviceType>
struct ListBlocksFunctor {
  Kokkos::View<const int*, DeviceType> isUsed;
  Kokkos::View<int*, DeviceType> placeOfBlock, blockOfPlace;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block, int& count, bool final) const {
    if (isUsed(block) == 0) return;
    if (final) {
      placeOfBlock(block) = count;
      blockOfPlace(count) = static_cast<int>(block);
    }
    ++count;
  }
};

// Numbers and their places, in the same order: all from the least on, or those of blocks that are used.
template <class DeviceType>
struct NumberPlaces {
  GlobalOrdinal least;
  std::int64_t count;
  Kokkos::View<const int*, DeviceType> placeOfBlock, blockOfPlace;  // empty: all

  KOKKOS_INLINE_FUNCTION std::int64_t placeOf(GlobalOrdinal number) const {
    const GlobalOrdinal distance = number - least;
    if (placeOfBlock.extent(0) == 0) return distance;
    return (std::int64_t(placeOfBlock(distance >> bitsOfBlock)) << bitsOfBlock) + distance % blockLength;
  }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal numberOf(std::int64_t place) const {
    if (blockOfPlace.extent(0) == 0) return least + place;
    return least + (GlobalOrdinal(blockOfPlace(place >> bitsOfBlock)) << bitsOfBlock) + place % blockLength;
  }
};

// Numbers that lie close together have a place each: what stands in them is in order already.
template <class DeviceType>
struct PlaceFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals;
  Kokkos::View<const int*, DeviceType> owners;
  NumberPlaces<DeviceType> places;
  Kokkos::View<int*, DeviceType> ownerOfPlace;  // plus one; zero: no column

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    if (colInd(entry) >= 0) return;
    int* const place = &ownerOfPlace(places.placeOf(globals(entry)));
    const int owner = owners.extent(0) > 0 ? owners(entry) + 1 : 1;
    if (relaxedLoad(place) != owner) relaxedStore(place, owner);  // all who write here write the same
  }
};

template <class DeviceType>
struct ListPlacesFunctor {
  Kokkos::View<const int*, DeviceType> ownerOfPlace;
  NumberPlaces<DeviceType> places;
  Kokkos::View<GlobalOrdinal*, DeviceType> globals;
  Kokkos::View<int*, DeviceType> owners;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place, std::int64_t& count, bool final) const {
    if (ownerOfPlace(place) == 0) return;
    if (final) {
      globals(count) = places.numberOf(place);
      owners(count) = ownerOfPlace(place) - 1;
    }
    ++count;
  }
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
      GlobalOrdinal found = relaxedLoad(&slots(slot));
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
    if (final) {
      globals(count) = slots(slot);
      owners(count) = ownerOfSlot(slot);
    }
    ++count;
  }
};

template <class DeviceType>
using Globals = Kokkos::View<GlobalOrdinal*, DeviceType>;
template <class DeviceType>
using Owners = Kokkos::View<int*, DeviceType>;

// What `list` finds in so many places.
template <class DeviceType, class List>
ListedColumns<DeviceType> listed(const typename DeviceType::execution_space& space, std::int64_t numPlaces,
                                 std::int64_t mostColumns, List list) {
  list.globals = allocate<Globals<DeviceType>>("Chronos::unknown columns", mostColumns);
  list.owners = allocate<Owners<DeviceType>>("Chronos::unknown owners", mostColumns);
  std::int64_t numDistinct = 0;
  scanTotal("Chronos::unknownColumns::list", Range<DeviceType>(space, 0, numPlaces), list, numDistinct);
  const auto distinct = std::make_pair(std::int64_t(0), numDistinct);
  return {Kokkos::subview(list.globals, distinct), Kokkos::subview(list.owners, distinct)};
}

// Of no number where they would be too many.
template <class DeviceType>
NumberPlaces<DeviceType> placesFor(const typename DeviceType::execution_space& space,
                                   const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                                   const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                   const NumberRange& range, std::int64_t numEntries) {
  const std::uint64_t width = std::uint64_t(range.max_val) - std::uint64_t(range.min_val);
  const std::uint64_t most = placesOfEntry * std::uint64_t(numEntries), numBlocks = (width >> bitsOfBlock) + 1;
  const NumberPlaces<DeviceType> all{range.min_val, width < most ? static_cast<std::int64_t>(width) + 1 : 0, {}, {}};
  const bool isWide =
      numBlocks > std::uint64_t(numEntries) || numBlocks > std::uint64_t(std::numeric_limits<int>::max());
  if (width < most / 8 || isWide) return all;
  const auto isUsed = allocateZeros<Owners<DeviceType>>("Chronos::used blocks", numBlocks);
  const auto placeOfBlock = allocate<Owners<DeviceType>>("Chronos::places of blocks", numBlocks);
  const auto blockOfPlace = allocate<Owners<DeviceType>>("Chronos::blocks of places", numBlocks);
  Kokkos::parallel_for("Chronos::unknownColumns::markBlocks",
                       Range<DeviceType>(space, 0, static_cast<std::int64_t>(colInd.extent(0))),
                       MarkBlocksFunctor<DeviceType>{colInd, globals, range.min_val, isUsed});
  int numUsed = 0;
  scanTotal("Chronos::unknownColumns::listBlocks", Range<DeviceType>(space, 0, static_cast<std::int64_t>(numBlocks)),
            ListBlocksFunctor<DeviceType>{isUsed, placeOfBlock, blockOfPlace}, numUsed);
  const std::uint64_t numPlaces = std::uint64_t(numUsed) << bitsOfBlock;
  if (numPlaces <= most) return {range.min_val, static_cast<std::int64_t>(numPlaces), placeOfBlock, blockOfPlace};
  return all;
}

}  // namespace

void sortIndices(OwnedIndices& indices) {
  std::vector<GlobalOrdinal>& globals = indices.globals;
  std::vector<int>& owners = indices.owners;
  std::size_t first = 1;
  while (first < indices.size() &&
         std::tie(owners[first - 1], globals[first - 1]) <= std::tie(owners[first], globals[first]))
    ++first;
  if (first >= indices.size()) return;
  std::vector<std::pair<int, GlobalOrdinal>> pairs;
  pairs.reserve(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) pairs.emplace_back(owners[i], globals[i]);
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t i = 0; i < indices.size(); ++i) std::tie(owners[i], globals[i]) = pairs[i];
}

template <class DeviceType>
ListedColumns<DeviceType> listUnknownColumns(const typename DeviceType::execution_space& space,
                                             const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                                             const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                                             const Kokkos::View<const int*, DeviceType>& owners) {
  const Range<DeviceType> entries(space, 0, static_cast<std::int64_t>(colInd.extent(0)));
  std::int64_t count = 0;
  Kokkos::parallel_reduce("Chronos::unknownColumns::count", entries, CountFunctor<DeviceType>{colInd}, count);
  if (count == 0) return {};
  NumberRange range;
  Kokkos::parallel_reduce("Chronos::unknownColumns::range", entries, RangeFunctor<DeviceType>{colInd, globals},
                          Kokkos::MinMax<GlobalOrdinal>(range));
  const NumberPlaces<DeviceType> places = placesFor<DeviceType>(space, colInd, globals, range, count);
  if (places.count > 0) {
    const auto ownerOfPlace = allocateZeros<Owners<DeviceType>>("Chronos::places of columns", places.count);
    Kokkos::parallel_for("Chronos::unknownColumns::place", entries,
                         PlaceFunctor<DeviceType>{colInd, globals, owners, places, ownerOfPlace});
    return listed<DeviceType>(space, places.count, std::min(count, places.count),
                              ListPlacesFunctor<DeviceType>{ownerOfPlace, places, {}, {}});
  }
  int logSlots = 1;
  while ((std::int64_t(1) << logSlots) < 2 * count) ++logSlots;
  const auto numSlots = std::int64_t(1) << logSlots;
  const auto slots = allocate<Globals<DeviceType>>("Chronos::column slots", numSlots);
  const auto ownerOfSlot = allocateZeros<Owners<DeviceType>>("Chronos::owners of slots", numSlots);
  Kokkos::deep_copy(space, slots, emptySlot);
  Kokkos::parallel_for("Chronos::unknownColumns::insert", entries,
                       InsertFunctor<DeviceType>{colInd, globals, owners, slots, ownerOfSlot, 64 - logSlots});
  return listed<DeviceType>(space, numSlots, count, ListFunctor<DeviceType>{slots, ownerOfSlot, {}, {}});
}

template <class DeviceType>
OwnedIndices unknownColumns(const typename DeviceType::execution_space& space,
                            const Kokkos::View<const LocalOrdinal*, DeviceType>& colInd,
                            const Kokkos::View<const GlobalOrdinal*, DeviceType>& globals,
                            const Kokkos::View<const int*, DeviceType>& owners) {
  const ListedColumns<DeviceType> list = listUnknownColumns<DeviceType>(space, colInd, globals, owners);
  OwnedIndices result{toVector(list.globals), toVector(list.owners)};
  sortIndices(result);
  return result;
}

#define CHRONOS_UNKNOWNCOLUMNS(DEVICE)                                                             \
  template ListedColumns<DEVICE> listUnknownColumns<DEVICE>(                                       \
      const DEVICE::execution_space&, const Kokkos::View<const LocalOrdinal*, DEVICE>&,            \
      const Kokkos::View<const GlobalOrdinal*, DEVICE>&, const Kokkos::View<const int*, DEVICE>&); \
  template OwnedIndices unknownColumns<DEVICE>(                                                    \
      const DEVICE::execution_space&, const Kokkos::View<const LocalOrdinal*, DEVICE>&,            \
      const Kokkos::View<const GlobalOrdinal*, DEVICE>&, const Kokkos::View<const int*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_UNKNOWNCOLUMNS)

}  // namespace Chronos
