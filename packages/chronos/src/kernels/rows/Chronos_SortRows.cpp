// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SortRows.hpp"

#include "Chronos_RowGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

// Entries of one row that are moved together: a column and its value, or a column alone.
template <class Index, class Scalar>
struct Entries {
  Index* cols;
  Scalar* vals;
  struct Entry {
    Index col;
    Scalar value;
  };
  KOKKOS_INLINE_FUNCTION Entry get(std::size_t i) const { return {cols[i], vals[i]}; }
  KOKKOS_INLINE_FUNCTION void set(std::size_t i, const Entry& entry) const {
    cols[i] = entry.col;
    vals[i] = entry.value;
  }
};

template <class Index>
struct Entries<Index, void> {
  Index* cols;
  struct Entry {
    Index col;
  };
  KOKKOS_INLINE_FUNCTION Entry get(std::size_t i) const { return {cols[i]}; }
  KOKKOS_INLINE_FUNCTION void set(std::size_t i, const Entry& entry) const { cols[i] = entry.col; }
};

template <class RowEntries>
KOKKOS_INLINE_FUNCTION void insertionSort(const RowEntries& row, std::size_t length) {
  for (std::size_t end = 1; end < length; ++end) {
    const auto entry = row.get(end);
    std::size_t hole = end;
    for (; hole > 0 && row.cols[hole - 1] > entry.col; --hole) row.set(hole, row.get(hole - 1));
    row.set(hole, entry);
  }
}

template <class RowEntries>
KOKKOS_INLINE_FUNCTION void siftDown(const RowEntries& row, std::size_t root, std::size_t length) {
  const auto entry = row.get(root);
  for (std::size_t child = 2 * root + 1; child < length; child = 2 * root + 1) {
    if (child + 1 < length && row.cols[child + 1] > row.cols[child]) ++child;
    if (row.cols[child] <= entry.col) break;
    row.set(root, row.get(child));
    root = child;
  }
  row.set(root, entry);
}

template <class RowEntries>
KOKKOS_INLINE_FUNCTION void heapSort(const RowEntries& row, std::size_t length) {
  for (std::size_t root = length / 2; root-- > 0;) siftDown(row, root, length);
  for (std::size_t last = length - 1; last > 0; --last) {
    const auto largest = row.get(0);
    row.set(0, row.get(last));
    row.set(last, largest);
    siftDown(row, 0, last);
  }
}

// Most rows that come here are in order already.
template <class RowEntries>
KOKKOS_INLINE_FUNCTION bool isSorted(const RowEntries& row, std::size_t length) {
  for (std::size_t i = 1; i < length; ++i)
    if (row.cols[i - 1] > row.cols[i]) return false;
  return true;
}

template <class RowEntries>
KOKKOS_INLINE_FUNCTION void sortEntries(const RowEntries& row, std::size_t length) {
  if (isSorted(row, length)) return;
  constexpr std::size_t longestInsertion = 64;
  if (length <= longestInsertion) insertionSort(row, length);
  else heapSort(row, length);
}

template <class Index, class Scalar, class DeviceType>
struct SortRowsFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<Index*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const Offset begin = rowPtr(row);
    sortEntries(Entries<Index, Scalar>{colInd.data() + begin, values.data() + begin}, rowPtr(row + 1) - begin);
  }
};

// Entries that a lane holds in registers while its row is put in order; longer rows are sorted by one lane.
constexpr int entriesHeld = 8;
// Entries of a row of mean length that a lane takes.
constexpr int entriesOfMean = 4;

// A group of lanes a row: each lane counts for its entries how many come before them.
template <class Index, class Scalar, class DeviceType, int width>
struct SortByLanesFunctor {
  using Row = Entries<Index, Scalar>;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<Index*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const RowGroup<width> group(item);
    const Offset begin = rowPtr(item / width);
    const Row row{colInd.data() + begin, values.data() + begin};
    const Offset length = rowPtr(item / width + 1) - begin;
    if (length > Offset(width) * entriesHeld) {
      if (group.lane == 0) sortEntries(row, length);
    } else if (group.any(isUnsorted(group.lane, row, static_cast<int>(length)))) {
      sort(group, row, static_cast<int>(length));
    }
  }

  KOKKOS_INLINE_FUNCTION static bool isUnsorted(int lane, const Row& row, int length) {
    bool result = false;
    for (int i = lane; i + 1 < length; i += width) result = result || row.cols[i] > row.cols[i + 1];
    return result;
  }

  KOKKOS_INLINE_FUNCTION static void sort(const RowGroup<width>& group, const Row& row, int length) {
    typename Row::Entry held[entriesHeld] = {};
    int place[entriesHeld] = {};
    for (int k = 0; k < entriesHeld; ++k)
      if (group.lane + k * width < length) held[k] = row.get(group.lane + k * width);
    for (int i = 0; i < length; ++i) {
      const Index other = row.cols[i];
      for (int k = 0; k < entriesHeld; ++k)
        if (k * width < length)
          place[k] += other < held[k].col || (other == held[k].col && i < group.lane + k * width) ? 1 : 0;
    }
    group.sync();
    for (int k = 0; k < entriesHeld; ++k)
      if (group.lane + k * width < length) row.set(place[k], held[k]);
  }
};

template <class Index, class DeviceType>
struct SortColumnsFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<Index*, DeviceType> colInd;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const Offset begin = rowPtr(row);
    sortEntries(Entries<Index, void>{colInd.data() + begin}, rowPtr(row + 1) - begin);
  }
};

template <class DeviceType>
Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>> rowPolicy(
    const typename DeviceType::execution_space& space, const Kokkos::View<const Offset*, DeviceType>& rowPtr) {
  return {space, 0, rowPtr.extent(0) > 0 ? static_cast<std::int64_t>(rowPtr.extent(0)) - 1 : 0};
}

template <int width, class Index, class Scalar, class DeviceType>
void sortByLanes(const typename DeviceType::execution_space& space, std::int64_t numRows,
                 const Kokkos::View<const Offset*, DeviceType>& rowPtr, const Kokkos::View<Index*, DeviceType>& colInd,
                 const Kokkos::View<Scalar*, DeviceType>& values) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("Chronos::sortRows", Policy(space, 0, numRows * width),
                       SortByLanesFunctor<Index, Scalar, DeviceType, width>{rowPtr, colInd, values});
}

}  // namespace

template <class Index, class Scalar, class DeviceType>
void sortRows(const typename DeviceType::execution_space& space, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
              const Kokkos::View<Index*, DeviceType>& colInd, const Kokkos::View<Scalar*, DeviceType>& values) {
  if (colInd.extent(0) == 0) return;
  if constexpr (runsOnHost<DeviceType>) {
    Kokkos::parallel_for("Chronos::sortRows", rowPolicy<DeviceType>(space, rowPtr),
                         SortRowsFunctor<Index, Scalar, DeviceType>{rowPtr, colInd, values});
  } else {
    const auto numRows = static_cast<std::int64_t>(rowPtr.extent(0)) - 1;
    const double meanLength = double(colInd.extent(0)) / double(numRows);
    if (meanLength <= 2 * entriesOfMean) sortByLanes<2>(space, numRows, rowPtr, colInd, values);
    else if (meanLength <= 8 * entriesOfMean) sortByLanes<8>(space, numRows, rowPtr, colInd, values);
    else sortByLanes<32>(space, numRows, rowPtr, colInd, values);
  }
}

template <class Index, class DeviceType>
void sortColumns(const typename DeviceType::execution_space& space,
                 const Kokkos::View<const Offset*, DeviceType>& rowPtr,
                 const Kokkos::View<Index*, DeviceType>& colInd) {
  if (colInd.extent(0) == 0) return;
  Kokkos::parallel_for("Chronos::sortColumns", rowPolicy<DeviceType>(space, rowPtr),
                       SortColumnsFunctor<Index, DeviceType>{rowPtr, colInd});
}

#define CHRONOS_SORTROWS(INDEX, SCALAR, DEVICE)                                                                        \
  template void sortRows<INDEX, SCALAR, DEVICE>(                                                                       \
      const DEVICE::execution_space&, const Kokkos::View<const Offset*, DEVICE>&, const Kokkos::View<INDEX*, DEVICE>&, \
      const Kokkos::View<SCALAR*, DEVICE>&);
#define CHRONOS_SORTROWS_ALL(DEVICE)                                                          \
  CHRONOS_SORTROWS(LocalOrdinal, double, DEVICE)                                              \
  CHRONOS_SORTROWS(LocalOrdinal, float, DEVICE)                                               \
  CHRONOS_SORTROWS(GlobalOrdinal, double, DEVICE)                                             \
  CHRONOS_SORTROWS(GlobalOrdinal, float, DEVICE)                                              \
  template void sortColumns<LocalOrdinal, DEVICE>(const DEVICE::execution_space&,             \
                                                  const Kokkos::View<const Offset*, DEVICE>&, \
                                                  const Kokkos::View<LocalOrdinal*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_SORTROWS_ALL)

}  // namespace Chronos
