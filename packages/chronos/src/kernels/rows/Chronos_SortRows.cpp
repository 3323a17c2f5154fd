// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SortRows.hpp"

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

template <class RowEntries>
KOKKOS_INLINE_FUNCTION void sortEntries(const RowEntries& row, std::size_t length) {
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

}  // namespace

template <class Index, class Scalar, class DeviceType>
void sortRows(const typename DeviceType::execution_space& space, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
              const Kokkos::View<Index*, DeviceType>& colInd, const Kokkos::View<Scalar*, DeviceType>& values) {
  if (colInd.extent(0) == 0) return;
  Kokkos::parallel_for("Chronos::sortRows", rowPolicy<DeviceType>(space, rowPtr),
                       SortRowsFunctor<Index, Scalar, DeviceType>{rowPtr, colInd, values});
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
