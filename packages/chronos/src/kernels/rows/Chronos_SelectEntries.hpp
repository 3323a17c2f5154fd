// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SELECTENTRIES_HPP
#define CHRONOS_SELECTENTRIES_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_RowGroup.hpp"
#include "Chronos_RowLengths.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// Lanes that go along a row of a matrix together: neighbours read neighbours.
template <class DeviceType>
constexpr int lanesAlongRow = runsOnHost<DeviceType> ? 1 : 8;

/// Work items of rows that lanesAlongRow take together: whole warps.
template <class DeviceType>
std::int64_t itemsAlongRows(LocalOrdinal numRows) {
  constexpr int warp = lanesAlongRow<DeviceType> == 1 ? 1 : 32;
  return (std::int64_t(numRows) * lanesAlongRow<DeviceType> + warp - 1) / warp * warp;
}

template <class DeviceType, class Choice>
struct CountSelectedFunctor {
  static constexpr int width = lanesAlongRow<DeviceType>;
  CsrMatrix<double, DeviceType> A;
  Choice choice;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto row = static_cast<LocalOrdinal>(item / width);
    const bool isMine = row < A.numRows;
    int count = 0;
    if (isMine && choice.takes(row))
      for (Offset entry = A.rowPtr(row) + item % width; entry < A.rowPtr(row + 1); entry += width)
        count += choice.has(row, entry) ? 1 : 0;
    count = groupSum(count, width);
    if (isMine && item % width == 0) rowPtr(row + 1) = static_cast<Offset>(count);
  }
};

template <class DeviceType, class Choice>
struct FillSelectedFunctor {
  static constexpr int width = lanesAlongRow<DeviceType>;
  CsrMatrix<double, DeviceType> A;
  Choice choice;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<double*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto row = static_cast<LocalOrdinal>(item / width);
    if (row >= A.numRows || rowPtr(row) == rowPtr(row + 1)) return;
    const RowGroup<width> group(item);
    Offset next = rowPtr(row);
    for (Offset first = A.rowPtr(row); first < A.rowPtr(row + 1); first += width) {
      const Offset entry = first + group.lane;
      const bool has = entry < A.rowPtr(row + 1) && choice.has(row, entry);
      const Offset place = next + group.numBefore(has);
      if (has) {
        colInd(place) = A.colInd(entry);
        values(place) = choice.value(row, entry);
      }
      next += group.count(has);
    }
  }
};

/// \brief The matrix of the entries of A that are chosen, in their order, with the values that the choice gives them.
///
/// Reads A twice; synchronises the device.
/// \param choice takes(row), asked first; has(row, entry) and value(row, entry), entry by its place in A; on the device
template <class DeviceType, class Choice>
CsrMatrix<double, DeviceType> selectEntries(const typename DeviceType::execution_space& space,
                                            const CsrMatrix<double, DeviceType>& A, const Choice& choice) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const Policy items(space, 0, itemsAlongRows<DeviceType>(A.numRows));
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::selected row pointers", A.numRows + 1);
  Kokkos::parallel_for("Chronos::selectEntries::count", items,
                       CountSelectedFunctor<DeviceType, Choice>{A, choice, rowPtr});
  const Offset numEntries = sumLengths<DeviceType>(space, rowPtr, A.numRows);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::selected columns", numEntries);
  const auto values = allocate<Kokkos::View<double*, DeviceType>>("Chronos::selected values", numEntries);
  Kokkos::parallel_for("Chronos::selectEntries::fill", items,
                       FillSelectedFunctor<DeviceType, Choice>{A, choice, rowPtr, colInd, values});
  return {A.numRows, A.numCols, rowPtr, colInd, values};
}

}  // namespace Chronos

#endif
