// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductHost.hpp"

#include "Chronos_HostProductRows.hpp"
#include "Chronos_MatrixProductNodes.hpp"

#include <vector>

namespace Chronos {
namespace {

using namespace HostProduct;

// rowPtr(row + 1) = products of rows 0 .. row.
template <class Scalar, class DeviceType>
struct CountProductsFunctor {
  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  void operator()(std::int64_t row, Offset& numProducts, bool final) const {
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      numProducts += static_cast<Offset>(B.row(A.colInd(entry)).length);
    if (final) rowPtr(row + 1) = numProducts;
  }
};

// What a thread needs to form rows of C.
template <class Scalar>
struct RowWorkspace {
  explicit RowWorkspace(LocalOrdinal numCols) : numCols(numCols) {}
  // By the thread that uses it.
  LocalOrdinal* placesOfColumns() {
    if (places.empty()) places.assign(numCols, notMet);
    return places.data();
  }
  Scalar* sumsOfRow() {
    if (sums.empty()) sums.resize(numCols);
    return sums.data();
  }

  static constexpr LocalOrdinal notMet = -1;
  LocalOrdinal numCols;
  std::vector<LocalOrdinal> places;  // of each column in the row; notMet between rows
  std::vector<Scalar> sums;
  ColumnSorter sort;
};

template <class Scalar, class DeviceType>
struct RowProducts {
  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  const LocalOrdinal* firstRow;
  ThreadToken<DeviceType> token;
};

// One row of C at a time.
template <class S, class DeviceType>
struct RowFormer {
  using Scalar = S;
  using Workspace = RowWorkspace<Scalar>;
  static constexpr int rowsOfGroup = 1;

  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  ColumnOrder order;

  // Writes columns and values; returns how many.
  std::size_t form(LocalOrdinal row, RowWorkspace<Scalar>& workspace, LocalOrdinal* cols, Scalar* values) const {
    const Offset begin = A.rowPtr(row);
    if (A.rowPtr(row + 1) == begin + 1) {
      const RowView<Scalar> other = B.row(A.colInd(begin));
      if (order == ColumnOrder::any || isSorted(other)) return copy(other, A.values(begin), cols, values);
    }
    LocalOrdinal* const places = workspace.placesOfColumns();
    if (order == ColumnOrder::any) {
      const std::size_t length = sum(row, places, cols, values);
      for (std::size_t i = 0; i < length; ++i) places[cols[i]] = RowWorkspace<Scalar>::notMet;
      return length;
    }
    Scalar* const sums = workspace.sumsOfRow();
    const std::size_t length = sum(row, places, cols, sums);
    workspace.sort(cols, length);
    for (std::size_t i = 0; i < length; ++i) {
      values[i] = sums[places[cols[i]]];
      places[cols[i]] = RowWorkspace<Scalar>::notMet;
    }
    return length;
  }

 private:
  static bool isSorted(const RowView<Scalar>& row) {
    for (int i = 1; i < row.length; ++i)
      if (row.cols[i - 1] >= row.cols[i]) return false;
    return true;
  }

  static std::size_t copy(const RowView<Scalar>& row, Scalar factor, LocalOrdinal* cols, Scalar* values) {
    for (int i = 0; i < row.length; ++i) {
      cols[i] = row.cols[i];
      values[i] = factor * row.values[i];
    }
    return row.length;
  }

  // In the order in which columns are met.
  std::size_t sum(LocalOrdinal row, LocalOrdinal* places, LocalOrdinal* cols, Scalar* sums) const {
    LocalOrdinal length = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const RowView<Scalar> other = B.row(A.colInd(entry));
      const Scalar factor = A.values(entry);
      for (int i = 0; i < other.length; ++i) {
        const LocalOrdinal col = other.cols[i], place = places[col];
        if (place != RowWorkspace<Scalar>::notMet) {
          sums[place] += factor * other.values[i];
        } else {
          places[col] = length;
          cols[length] = col;
          sums[length++] = factor * other.values[i];
        }
      }
    }
    return length;
  }
};

template <class Scalar, class DeviceType>
struct FillValuesFunctor {
  RowProducts<Scalar, DeviceType> products;
  MatrixProductPlan<DeviceType> plan;
  Kokkos::View<Scalar*, DeviceType> values;
  std::vector<Scalar>* sumsOfThreads;

  void operator()(std::int64_t chunk) const {
    const int thread = products.token.acquire();
    std::vector<Scalar>& sums = sumsOfThreads[thread];
    if (sums.empty()) sums.resize(products.B.numCols);
    for (LocalOrdinal row = products.firstRow[chunk]; row < products.firstRow[chunk + 1]; ++row) fill(row, sums.data());
    products.token.release(thread);
  }

  void fill(LocalOrdinal row, Scalar* sums) const {
    const Offset begin = plan.rowPtr(row), end = plan.rowPtr(row + 1);
    for (Offset i = begin; i < end; ++i) sums[plan.colInd(i)] = 0;
    for (Offset entry = products.A.rowPtr(row); entry < products.A.rowPtr(row + 1); ++entry) {
      const RowView<Scalar> other = products.B.row(products.A.colInd(entry));
      const Scalar factor = products.A.values(entry);
      for (int i = 0; i < other.length; ++i) sums[other.cols[i]] += factor * other.values[i];
    }
    for (Offset i = begin; i < end; ++i) values(i) = sums[plan.colInd(i)];
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyOnHost(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A,
                                             const SegmentedRows<Scalar, DeviceType>& B,
                                             const ProductNodes<DeviceType>& nodes, MatrixProductPlan<DeviceType>& plan,
                                             ColumnOrder order) {
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::product row pointers", std::size_t(A.numRows) + 1);
  CsrMatrix<Scalar, DeviceType> C;
  if (nodes.exist) {
    C = multiplyNodesOnHost<Scalar, DeviceType>(space, A, B, nodes, rowPtr);
  } else {
    Kokkos::parallel_scan("Chronos::multiplyMatrices::products", RowPolicy<DeviceType>(space, 0, A.numRows),
                          CountProductsFunctor<Scalar, DeviceType>{A, B, rowPtr});
    C = formRows<RowFormer<Scalar, DeviceType>, DeviceType>(space, {A, B, order}, A.numRows, B.numCols, rowPtr);
  }
  plan.rowPtr = C.rowPtr;
  plan.colInd = C.colInd;
  return C;
}

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyAgainOnHost(const typename DeviceType::execution_space& space,
                                                  const MatrixProductPlan<DeviceType>& plan,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B,
                                                  const ProductNodes<DeviceType>& nodes) {
  if (nodes.exist)
    return {A.numRows, B.numCols, plan.rowPtr, plan.colInd,
            nodeValuesOnHost<Scalar, DeviceType>(space, A, B, nodes, plan.rowPtr)};
  const auto firstRow = dealRows<DeviceType>(
      space, A.numRows, [&](LocalOrdinal row) { return row == 0 ? 0 : A.rowPtr(row) + plan.rowPtr(row); });
  const ThreadToken<DeviceType> token;
  std::vector<std::vector<Scalar>> sums(token.size());
  const RowProducts<Scalar, DeviceType> products{A, B, firstRow.data(), token};
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", plan.colInd.extent(0));
  dynamicFor("Chronos::multiplyAgain", space, static_cast<std::int64_t>(firstRow.size()) - 1, std::int64_t(1),
             FillValuesFunctor<Scalar, DeviceType>{products, plan, values, sums.data()});
  return {A.numRows, B.numCols, plan.rowPtr, plan.colInd, values};
}

#define CHRONOS_PRODUCTHOST(SCALAR)                                                                                   \
  template CsrMatrix<SCALAR, HostDevice> multiplyOnHost(                                                              \
      const HostDevice::execution_space&, const CsrMatrix<SCALAR, HostDevice>&,                                       \
      const SegmentedRows<SCALAR, HostDevice>&, const ProductNodes<HostDevice>&, MatrixProductPlan<HostDevice>&,      \
      ColumnOrder);                                                                                                   \
  template CsrMatrix<SCALAR, HostDevice> multiplyAgainOnHost(                                                         \
      const HostDevice::execution_space&, const MatrixProductPlan<HostDevice>&, const CsrMatrix<SCALAR, HostDevice>&, \
      const SegmentedRows<SCALAR, HostDevice>&, const ProductNodes<HostDevice>&);
CHRONOS_PRODUCTHOST(double)
CHRONOS_PRODUCTHOST(float)

}  // namespace Chronos
