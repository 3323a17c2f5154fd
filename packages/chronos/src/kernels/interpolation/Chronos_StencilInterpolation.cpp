// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StencilInterpolation.hpp"

#include "Chronos_InterpolationRow.hpp"
#include "Chronos_RowTableLaunch.hpp"
#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// Upper bounds of the sets; 0 where a row needs no table.
template <class Scalar, class DeviceType>
struct BoundSetFunctor {
  InterpolationInput<Scalar, DeviceType> in;
  InterpolatorySet set;
  Kokkos::View<LocalOrdinal*, DeviceType> bound;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal i = static_cast<LocalOrdinal>(item);
    if (!in.isFine(i)) {
      bound(i) = 0;
      return;
    }
    std::int64_t size = numStrongCoarse(i);
    const RowView<Scalar> row = in.A.row(i);
    const char* strong = in.strong(i);
    if (set != InterpolatorySet::direct)
      for (int entry = 0; entry < row.length; ++entry)
        if (isStrongFine(in, strong, row.cols[entry], entry)) size += numStrongCoarse(row.cols[entry]);
    bound(i) = static_cast<LocalOrdinal>(size < in.A.numCols ? size : in.A.numCols);
  }

  KOKKOS_INLINE_FUNCTION int numStrongCoarse(LocalOrdinal k) const {
    const RowView<Scalar> row = in.A.row(k);
    const char* strong = in.strong(k);
    int n = 0;
    for (int entry = 0; entry < row.length; ++entry) n += isStrongCoarse(in, strong, row.cols[entry], entry);
    return n;
  }
};

// Both passes over the rows that need a table.
template <class Scalar, class DeviceType>
struct CountSet {
  InterpolationInput<Scalar, DeviceType> in;
  InterpolatorySet set;
  Kokkos::View<Offset*, DeviceType> rowPtr;  // length of row i at i + 1

  template <class Group, class Table>
  KOKKOS_INLINE_FUNCTION void operator()(const Group& group, Table& table, LocalOrdinal i) const {
    if (!in.isFine(i)) return;
    table.clear(group);
    const int size = InterpolationRow<Group, Table, Scalar, DeviceType>{group, table, in, set}.findSet(i);
    if (group.lane == 0) rowPtr(i + 1) = static_cast<Offset>(size);
  }
};

template <class Scalar, class DeviceType>
struct FillWeights {
  InterpolationInput<Scalar, DeviceType> in;
  InterpolatorySet set;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  template <class Group, class Table>
  KOKKOS_INLINE_FUNCTION void operator()(const Group& group, Table& table, LocalOrdinal i) const {
    if (!in.isFine(i) || rowPtr(i) == rowPtr(i + 1)) return;
    table.clear(group);
    const InterpolationRow<Group, Table, Scalar, DeviceType> row{group, table, in, set};
    row.findSet(i);
    const Scalar divisor = row.accumulate(i);
    const int size = table.compact(group);
    for (int slot = group.lane; slot < size; slot += Group::width) {
      const Offset entry = rowPtr(i) + static_cast<Offset>(table.placeOf(slot, size));
      colInd(entry) = table.column(slot);
      values(entry) = table.weight(slot) / divisor;
    }
  }
};

template <class Scalar, class DeviceType>
struct RowLengthsFunctor {
  InterpolationInput<Scalar, DeviceType> in;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Offset& sum, bool final) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(i);
    sum += in.isFine(row) ? rowPtr(i + 1) : Offset(in.isCoarse(row) ? 1 : 0);
    if (final) rowPtr(i + 1) = sum;
  }
};

template <class Scalar, class DeviceType>
struct CoarseRowsFunctor {
  InterpolationInput<Scalar, DeviceType> in;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (!in.isCoarse(static_cast<LocalOrdinal>(i))) return;
    colInd(rowPtr(i)) = static_cast<LocalOrdinal>(i);
    values(rowPtr(i)) = Scalar(1);
  }
};

template <class Scalar, class DeviceType>
Kokkos::View<const LocalOrdinal*, DeviceType> boundSets(const typename DeviceType::execution_space& space,
                                                        const InterpolationInput<Scalar, DeviceType>& input,
                                                        InterpolatorySet set) {
  const LocalOrdinal numRows = input.A.owned.numRows;
  const auto bound = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::interpolation bounds", numRows);
  Kokkos::parallel_for("Chronos::stencilInterpolation::bound", Policy<DeviceType>(space, 0, numRows),
                       BoundSetFunctor<Scalar, DeviceType>{input, set, bound});
  return bound;
}

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> stencilInterpolation(const typename DeviceType::execution_space& space,
                                                   const InterpolationInput<Scalar, DeviceType>& input,
                                                   InterpolatorySet set, RowAccumulation accumulation) {
  const LocalOrdinal numRows = input.A.owned.numRows;
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::interpolation row pointers", numRows + 1);
  if (numRows == 0) return {0, input.A.numCols, rowPtr, {}, {}};

  RowTableLaunch<Scalar, DeviceType> launch(space, numRows, input.A.numCols);
  if (accumulation == RowAccumulation::tables) launch.useTables(boundSets(space, input, set));
  launch.forEachRow("Chronos::stencilInterpolation::count", CountSet<Scalar, DeviceType>{input, set, rowPtr});
  Offset numEntries = 0;
  scanTotal("Chronos::stencilInterpolation::rowPtr", Policy<DeviceType>(space, 0, numRows),
            RowLengthsFunctor<Scalar, DeviceType>{input, rowPtr}, numEntries);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::interpolation columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::interpolation weights", numEntries);
  Kokkos::parallel_for("Chronos::stencilInterpolation::coarse", Policy<DeviceType>(space, 0, numRows),
                       CoarseRowsFunctor<Scalar, DeviceType>{input, rowPtr, colInd, values});
  launch.forEachRow("Chronos::stencilInterpolation::fill",
                    FillWeights<Scalar, DeviceType>{input, set, rowPtr, colInd, values});
  return {numRows, input.A.numCols, rowPtr, colInd, values};
}

#define CHRONOS_STENCILINTERPOLATION(SCALAR, DEVICE)       \
  template CsrMatrix<SCALAR, DEVICE> stencilInterpolation( \
      const DEVICE::execution_space&, const InterpolationInput<SCALAR, DEVICE>&, InterpolatorySet, RowAccumulation);
#define CHRONOS_STENCILINTERPOLATION_ALL(DEVICE) \
  CHRONOS_STENCILINTERPOLATION(double, DEVICE)   \
  CHRONOS_STENCILINTERPOLATION(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_STENCILINTERPOLATION_ALL)

}  // namespace Chronos
