// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowBins.hpp"

#include "Chronos_KeyTable.hpp"

namespace Chronos {
namespace {

constexpr int smallestTable = 5;
constexpr int numClasses = 32;
// Slots of all tables, where all rows share the largest size, against those of tables that fit.
constexpr double oneBinCost = 2.0;

struct TableClass {
  float slotsPerEntry;
  KOKKOS_INLINE_FUNCTION int operator()(LocalOrdinal size) const {
    return size == 0 ? -1 : logOfTable(static_cast<std::int64_t>(size * double(slotsPerEntry) + 0.999), smallestTable);
  }
};

// Without init and join of its own, whose signatures differ between Kokkos 3 and 4: Kokkos starts at zero and adds.
template <class DeviceType>
struct CountClassesFunctor {
  using value_type = LocalOrdinal[];
  unsigned value_count;
  Kokkos::View<const LocalOrdinal*, DeviceType> sizes;
  TableClass tableClass;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, value_type counts) const {
    const int c = tableClass(sizes(row));
    if (c >= 0) ++counts[c];
  }
};

template <class DeviceType>
struct ListClassFunctor {
  Kokkos::View<const LocalOrdinal*, DeviceType> sizes;
  TableClass tableClass;
  int chosen;
  Kokkos::View<LocalOrdinal*, DeviceType> rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& position, bool final) const {
    if (tableClass(sizes(row)) != chosen) return;
    if (final) rows(position) = static_cast<LocalOrdinal>(row);
    ++position;
  }
};

bool oneBinSuffices(const LocalOrdinal* counts, int largest, LocalOrdinal numRows) {
  double slots = 0;
  for (int c = 0; c <= largest; ++c) slots += counts[c] * double(std::int64_t(1) << c);
  return numRows * double(std::int64_t(1) << largest) <= oneBinCost * slots;
}

}  // namespace

template <class DeviceType>
std::vector<RowBin<DeviceType>> binRows(const typename DeviceType::execution_space& space,
                                        const Kokkos::View<const LocalOrdinal*, DeviceType>& sizes, double fill) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(sizes.extent(0));
  std::vector<RowBin<DeviceType>> bins;
  if (numRows == 0) return bins;
  const TableClass tableClass{static_cast<float>(1.0 / fill)};
  LocalOrdinal counts[numClasses];
  Kokkos::parallel_reduce("Chronos::binRows::count", Policy(space, 0, numRows),
                          CountClassesFunctor<DeviceType>{numClasses, sizes, tableClass}, counts);
  int largest = numClasses - 1;
  while (largest >= 0 && counts[largest] == 0) --largest;
  if (largest < 0) return bins;
  if (oneBinSuffices(counts, largest, numRows)) return {{{}, numRows, largest}};
  for (int c = 0; c <= largest; ++c) {
    if (counts[c] == 0) continue;
    const auto rows = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::rows of a bin", counts[c]);
    Kokkos::parallel_scan("Chronos::binRows::list", Policy(space, 0, numRows),
                          ListClassFunctor<DeviceType>{sizes, tableClass, c, rows});
    bins.push_back({rows, counts[c], c});
  }
  return bins;
}

#define CHRONOS_ROWBINS(DEVICE)                                                \
  template std::vector<RowBin<DEVICE>> binRows(const DEVICE::execution_space&, \
                                               const Kokkos::View<const LocalOrdinal*, DEVICE>&, double);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_ROWBINS)

}  // namespace Chronos
