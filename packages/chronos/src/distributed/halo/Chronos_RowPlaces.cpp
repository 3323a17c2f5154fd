// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowPlaces.hpp"

#include "Chronos_HostCopy.hpp"

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct SumPiecesFunctor {
  Kokkos::View<const LocalOrdinal*, Device> lengths;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Offset& sum, bool final) const {
    sum += lengths(i);
    if (final) rowPtr(i + 1) = sum;
  }
};

struct PickFunctor {
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const std::size_t*, Device> places;
  Kokkos::View<Offset*, Device> picked;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { picked(i) = rowPtr(places(i)); }
};

// Copying so many takes less than a kernel that picks some.
constexpr std::size_t mostCopied = 16384;

std::vector<Offset> pick(const std::vector<Offset>& rowPtr, const std::vector<std::size_t>& places) {
  std::vector<Offset> picked;
  for (const std::size_t place : places) picked.push_back(rowPtr[place]);
  return picked;
}

std::vector<Offset> pick(const Kokkos::View<const Offset*, Device>& rowPtr, const std::vector<std::size_t>& places) {
  const auto picked = allocate<Kokkos::View<Offset*, Device>>("Chronos::borders of segments", places.size());
  Kokkos::parallel_for("Chronos::inEntries", RangePolicy(0, static_cast<std::int64_t>(places.size())),
                       PickFunctor{rowPtr, toView("Chronos::places of borders", places), picked});
  return toVector(picked);
}

}  // namespace

Kokkos::View<const Offset*, Device> sumLengths(const Kokkos::View<const LocalOrdinal*, Device>& lengths) {
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::packed row pointers", lengths.extent(0) + 1);
  Kokkos::parallel_scan("Chronos::sumLengths", RangePolicy(0, static_cast<std::int64_t>(lengths.extent(0))),
                        SumPiecesFunctor{lengths, rowPtr});
  return rowPtr;
}

EntrySegments inEntries(const std::vector<Segment>& inRows, const Kokkos::View<const Offset*, Device>& rowPtr) {
  if (rowPtr.extent(0) == 0) return {};
  std::vector<std::size_t> borders{0, rowPtr.extent(0) - 1};
  for (const Segment& segment : inRows) borders.insert(borders.end(), {segment.begin, segment.begin + segment.size});
  const std::vector<Offset> at =
      rowPtr.extent(0) <= mostCopied ? pick(toVector(rowPtr), borders) : pick(rowPtr, borders);
  EntrySegments result{{}, at[1] - at[0]};
  for (std::size_t i = 0; i < inRows.size(); ++i)
    result.segments.push_back({inRows[i].rank, at[2 * i + 2] - at[0], at[2 * i + 3] - at[2 * i + 2]});
  return result;
}

}  // namespace Chronos
