// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MergedSingles.hpp"

#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
struct FirstPartFunctor {
  MergedRows<DeviceType> merged;
  Kokkos::View<Offset*, DeviceType> firstPart;

  KOKKOS_INLINE_FUNCTION void operator()(int node, Offset& sum, bool final) const {
    constexpr Offset columns = MergedSingles<DeviceType>::columnsOfPart;
    if (final) firstPart(node) = sum;
    sum += (merged.firstEntry(node + 1) - merged.firstEntry(node) + columns - 1) / columns;
    if (final) firstPart(node + 1) = sum;
  }
};

// The columns of a node, one by each of some neighbouring items.
template <class DeviceType>
struct FillPartsFunctor {
  static constexpr int itemsOfNode = runsOnHost<DeviceType> ? 1 : 16;
  static constexpr int columnsOfPart = MergedSingles<DeviceType>::columnsOfPart;

  CsrMatrix<double, DeviceType> A;
  MergedRows<DeviceType> merged;
  Kokkos::View<const Offset*, DeviceType> firstPart;
  Kokkos::View<LocalOrdinal*, DeviceType> columns;
  Kokkos::View<float*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto node = static_cast<LocalOrdinal>(item / itemsOfNode);
    const Offset first = merged.firstEntry(node);
    const int numMerged = static_cast<int>(merged.firstEntry(node + 1) - first);
    const int length = static_cast<int>(firstPart(node + 1) - firstPart(node)) * columnsOfPart;
    const Offset begin = firstPart(node) * columnsOfPart;
    for (int at = static_cast<int>(item % itemsOfNode); at < length; at += itemsOfNode) {
      const auto entry = merged.entries(first + (at < numMerged ? at : numMerged - 1));
      columns(begin + at) = entry.column;
      for (int r = 0; r < nodeSize; ++r) {
        const bool isThere = at < numMerged && entry.isIn(r);
        values(begin * nodeSize + r * length + at) =
            isThere ? static_cast<float>(A.values(A.rowPtr(node * nodeSize + r) + entry.placeIn(r))) : 0.0f;
      }
    }
  }
};

}  // namespace

template <class DeviceType>
MergedSingles<DeviceType> mergeInSingle(const typename DeviceType::execution_space& space,
                                        const CsrMatrix<double, DeviceType>& A) {
  using Execution = typename DeviceType::execution_space;
  const MergedRows<DeviceType> merged = mergeRows<DeviceType>(A.rowPtr, A.colInd, A.numRows);
  if (!merged.exists()) return {};
  const LocalOrdinal numNodes = A.numRows / nodeSize;
  const auto firstPart = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::parts of merged rows", numNodes + 1);
  Offset numParts = 0;
  scanTotal("Chronos::mergeInSingle::begins",
            Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>>(space, 0, numNodes),
            FirstPartFunctor<DeviceType>{merged, firstPart}, numParts);
  constexpr Offset columnsOfPart = MergedSingles<DeviceType>::columnsOfPart;
  const auto columns =
      allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::merged columns", numParts * columnsOfPart);
  const auto values =
      allocate<Kokkos::View<float*, DeviceType>>("Chronos::merged values", numParts * columnsOfPart * nodeSize);
  using Fill = FillPartsFunctor<DeviceType>;
  Kokkos::parallel_for("Chronos::mergeInSingle",
                       Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>(
                           space, 0, std::int64_t(numNodes) * Fill::itemsOfNode),
                       Fill{A, merged, firstPart, columns, values});
  space.fence();
  return {A.numRows, firstPart, columns, values, {}};
}

#define CHRONOS_MERGEDSINGLES(DEVICE)                                                           \
  template MergedSingles<DEVICE> mergeInSingle<DEVICE>(const typename DEVICE::execution_space&, \
                                                       const CsrMatrix<double, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MERGEDSINGLES)

}  // namespace Chronos
