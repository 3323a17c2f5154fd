// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PackedProduct.hpp"

#include "Chronos_DynamicFor.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

// Rows that a host thread takes at a time: enough to pay for fetching them, few enough to even out long rows.
constexpr int rowsAtATime = 256;

template <int width, class DeviceType>
struct PackFunctor {
  ConstTallColumns<DeviceType> X;
  int first, count;
  PackedRows<width, DeviceType> rows;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (int c = 0; c < width; ++c) rows(row).entry[c] = c < count ? X(row, first + c) : 0;
  }
};

template <int width, class DeviceType>
struct PackedRowFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<const PackedRow<width>*, DeviceType> rows;
  double alpha;
  TallColumns<DeviceType> Y;
  int first, count;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    double sums[width] = {};
    const LocalOrdinal* cols = A.colInd.data();
    const double* values = A.values.data();
    const PackedRow<width>* x = rows.data();
    const Offset end = A.rowPtr(row + 1);
    for (Offset entry = A.rowPtr(row); entry < end; ++entry) {
      const double value = values[entry];
      const double* factors = x[cols[entry]].entry;
      for (int c = 0; c < width; ++c) sums[c] += value * factors[c];
    }
    for (int c = 0; c < count; ++c) Y(row, first + c) = alpha * sums[c];
  }
};

template <int width, class DeviceType>
struct PackedLaneFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<const PackedRow<width>*, DeviceType> rows;
  double alpha;
  TallColumns<DeviceType> Y;
  int first, count;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / width);
    const int c = static_cast<int>(item % width);
    const Offset end = A.rowPtr(row + 1);
    double sum = 0;
    for (Offset entry = A.rowPtr(row); entry < end; ++entry)
      sum += loadReadOnly(A.values.data() + entry) *
             loadReadOnly(rows.data()[loadReadOnly(A.colInd.data() + entry)].entry + c);
    if (c < count) Y(row, first + c) = alpha * sum;
  }
};

template <int width>
int columnsLeft(std::size_t numCols, int first) {
  const int left = static_cast<int>(numCols) - first;
  return left < width ? left : width;
}

}  // namespace

template <int width, class DeviceType>
void packColumns(const typename DeviceType::execution_space& space, const ConstTallColumns<DeviceType>& X, int first,
                 const PackedRows<width, DeviceType>& rows) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("Chronos::packColumns", Policy(space, 0, static_cast<int>(X.extent(0))),
                       PackFunctor<width, DeviceType>{X, first, columnsLeft<width>(X.extent(1), first), rows});
}

template <int width, class DeviceType>
void multiplyPacked(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                    const Kokkos::View<const PackedRow<width>*, DeviceType>& rows, double alpha,
                    const TallColumns<DeviceType>& Y, int first) {
  if (A.numRows == 0) return;
  const int count = columnsLeft<width>(Y.extent(1), first);
  if constexpr (runsOnHost<DeviceType>) {
    dynamicFor("Chronos::multiplyPacked", space, A.numRows, rowsAtATime,
               PackedRowFunctor<width, DeviceType>{A, rows, alpha, Y, first, count});
  } else {
    using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("Chronos::multiplyPacked", Policy(space, 0, std::int64_t(A.numRows) * width),
                         PackedLaneFunctor<width, DeviceType>{A, rows, alpha, Y, first, count});
  }
}

#define CHRONOS_PACKED_WIDTH(WIDTH, DEVICE)                                                                      \
  template void packColumns<WIDTH, DEVICE>(const DEVICE::execution_space&, const ConstTallColumns<DEVICE>&, int, \
                                           const PackedRows<WIDTH, DEVICE>&);                                    \
  template void multiplyPacked<WIDTH, DEVICE>(const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&,  \
                                              const Kokkos::View<const PackedRow<WIDTH>*, DEVICE>&, double,      \
                                              const TallColumns<DEVICE>&, int);
#define CHRONOS_PACKED(DEVICE) CHRONOS_PACKED_WIDTH(4, DEVICE) CHRONOS_PACKED_WIDTH(8, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_PACKED)

}  // namespace Chronos
