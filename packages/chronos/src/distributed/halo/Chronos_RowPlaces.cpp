// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowPlaces.hpp"

namespace Chronos {
namespace {

struct SumLengthsFunctor {
  Kokkos::View<const LocalOrdinal*, Device> lengths;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Offset& sum, bool final) const {
    sum += lengths(i);
    if (final) rowPtr(i + 1) = sum;
  }
};

}  // namespace

Kokkos::View<const Offset*, Device> sumLengths(const Kokkos::View<const LocalOrdinal*, Device>& lengths) {
  using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::packed row pointers", lengths.extent(0) + 1);
  Kokkos::parallel_scan("Chronos::sumLengths", RangePolicy(0, static_cast<std::int64_t>(lengths.extent(0))),
                        SumLengthsFunctor{lengths, rowPtr});
  return rowPtr;
}

std::vector<Segment> inEntries(const std::vector<Segment>& inRows, const std::vector<Offset>& rowPtr) {
  std::vector<Segment> segments;
  for (const Segment& segment : inRows)
    segments.push_back({segment.rank, rowPtr[segment.begin] - rowPtr[0],
                        rowPtr[segment.begin + segment.size] - rowPtr[segment.begin]});
  return segments;
}

}  // namespace Chronos
