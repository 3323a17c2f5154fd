// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductNodes.hpp"

#include "Chronos_HostProductRows.hpp"

namespace Chronos {
namespace {

using namespace HostProduct;

// What a thread needs to form the rows of a node. A column is one of `width` unknowns.
template <class Scalar>
struct NodeWorkspace {
  struct Column {
    LocalOrdinal lastNode;  // that met it
    int slot;
  };
  explicit NodeWorkspace(LocalOrdinal numCols) : numCols(numCols) {}
  // By the thread that uses it.
  Column* prepare() {
    if (columns.empty()) columns.assign(numCols / nodeSize + 1, Column{-1, 0});
    return columns.data();
  }

  void reserve(std::size_t numBlocks, std::size_t blockSize) {
    if (met.size() >= numBlocks) return;
    met.resize(2 * numBlocks);
    sums.resize(2 * numBlocks * blockSize);
  }

  LocalOrdinal numCols;
  std::vector<Column> columns;
  std::vector<LocalOrdinal> met;
  std::vector<Scalar> sums;
  ColumnSorter sort;
};

// The rows of a node of C at a time; `width` columns of B come together.
template <class S, class DeviceType, int width>
struct NodeFormer {
  using Scalar = S;
  using Workspace = NodeWorkspace<Scalar>;
  static constexpr int rowsOfGroup = nodeSize;
  static constexpr int runsOfColumn = width / nodeSize;
  static constexpr int blockSize = nodeSize * width;

  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  ProductNodes<DeviceType> nodes;

  NodeRow<Scalar> rowsOfB(LocalOrdinal row) const { return nodeRow(B, nodes, row); }

  // Entries of a row of the node, with those that meet in C counted each.
  Offset bound(LocalOrdinal node) const {
    Offset numRuns = 0;
    for (Offset run = nodes.ofA.firstRun(node); run < nodes.ofA.firstRun(node + 1); ++run)
      numRuns += Offset(rowsOfB(nodes.ofA.firstColumn(run)).numRuns);
    return numRuns * nodeSize;
  }

  std::size_t form(LocalOrdinal node, Workspace& workspace, LocalOrdinal* cols, Scalar* values) const {
    const std::size_t numColumns = sum(node, workspace);
    workspace.sort(workspace.met.data(), numColumns);
    const std::size_t length = numColumns * width;
    for (std::size_t i = 0; i < numColumns; ++i) {
      const LocalOrdinal column = workspace.met[i];
      const Scalar* sums = workspace.sums.data() + std::size_t(workspace.columns[column].slot) * blockSize;
      for (int r = 0; r < nodeSize; ++r)
        for (int c = 0; c < width; ++c) {
          cols[r * length + i * width + c] = column * width + c;
          values[r * length + i * width + c] = sums[r * width + c];
        }
    }
    return length;
  }

 private:
  std::size_t sum(LocalOrdinal node, Workspace& workspace) const {
    auto* const columns = workspace.prepare();
    const Offset begin = nodes.ofA.firstRun(node), end = nodes.ofA.firstRun(node + 1);
    const std::size_t lengthOfA = (end - begin) * nodeSize;
    const Scalar* a = A.values.data() + begin * nodeSize * nodeSize;
    std::size_t numColumns = 0;
    for (Offset run = begin; run < end; ++run, a += nodeSize) {
      const NodeRow<Scalar> other = rowsOfB(nodes.ofA.firstColumn(run));
      const int numOther = other.numRuns / runsOfColumn;
      workspace.reserve(numColumns + std::size_t(numOther), blockSize);
      for (int i = 0; i < numOther; ++i) {
        const LocalOrdinal col = other.firstColumn[i * runsOfColumn] / width;
        auto& column = columns[col];
        if (column.lastNode != node) {
          column = {node, static_cast<int>(numColumns)};
          std::fill_n(workspace.sums.data() + numColumns * blockSize, blockSize, Scalar(0));
          workspace.met[numColumns++] = col;
        }
        addProduct(a, lengthOfA, other.values + i * width, std::size_t(other.numRuns) * nodeSize,
                   workspace.sums.data() + std::size_t(column.slot) * blockSize);
      }
    }
    return numColumns;
  }

  // One term after the other, as a product of rows would sum them.
  static void addProduct(const Scalar* __restrict__ a, std::size_t strideOfA, const Scalar* __restrict__ b,
                         std::size_t strideOfB, Scalar* __restrict__ sums) {
    for (int r = 0; r < nodeSize; ++r, a += strideOfA, sums += width) {
      const Scalar a0 = a[0], a1 = a[1], a2 = a[2];
      for (int c = 0; c < width; ++c) {
        Scalar value = sums[c] + a0 * b[c];
        value += a1 * b[strideOfB + c];
        sums[c] = value + a2 * b[2 * strideOfB + c];
      }
    }
  }
};

template <class Former, class DeviceType>
struct BoundFunctor {
  const Former* former;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  void operator()(std::int64_t node, Offset& before, bool final) const {
    const Offset bound = former->bound(static_cast<LocalOrdinal>(node));
    for (int r = 0; r < nodeSize; ++r) {
      before += bound;
      if (final) rowPtr(node * nodeSize + r + 1) = before;
    }
  }
};

template <class Former, class DeviceType>
struct ValuesFunctor {
  const Former* former;
  ThreadToken<DeviceType> token;
  typename Former::Workspace* workspaces;
  const LocalOrdinal* firstNode;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  typename Former::Scalar* values;

  void operator()(std::int64_t chunk) const {
    const int thread = token.acquire();
    std::vector<LocalOrdinal> cols;
    for (LocalOrdinal node = firstNode[chunk]; node < firstNode[chunk + 1]; ++node) {
      const Offset begin = rowPtr(node * nodeSize);
      if (cols.size() < rowPtr((node + 1) * nodeSize) - begin) cols.resize(rowPtr((node + 1) * nodeSize) - begin);
      former->form(node, workspaces[thread], cols.data(), values + begin);
    }
    token.release(thread);
  }
};

template <int width, class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyByWidth(const typename DeviceType::execution_space& space,
                                              const CsrMatrix<Scalar, DeviceType>& A,
                                              const SegmentedRows<Scalar, DeviceType>& B,
                                              const ProductNodes<DeviceType>& nodes,
                                              const Kokkos::View<Offset*, DeviceType>& rowPtr) {
  using Former = NodeFormer<Scalar, DeviceType, width>;
  const Former former{A, B, nodes};
  Kokkos::parallel_scan("Chronos::multiplyMatrices::nodes", RowPolicy<DeviceType>(space, 0, A.numRows / nodeSize),
                        BoundFunctor<Former, DeviceType>{&former, rowPtr});
  return formRows<Former, DeviceType>(space, former, A.numRows, B.numCols, rowPtr);
}

template <int width, class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> valuesByWidth(const typename DeviceType::execution_space& space,
                                                const CsrMatrix<Scalar, DeviceType>& A,
                                                const SegmentedRows<Scalar, DeviceType>& B,
                                                const ProductNodes<DeviceType>& nodes,
                                                const Kokkos::View<const Offset*, DeviceType>& rowPtr) {
  using Former = NodeFormer<Scalar, DeviceType, width>;
  const Former former{A, B, nodes};
  const auto firstNode = dealRows<DeviceType>(space, A.numRows / nodeSize, [&](LocalOrdinal node) {
    return A.rowPtr(node * nodeSize) + rowPtr(node * nodeSize);
  });
  const ThreadToken<DeviceType> token;
  std::vector<typename Former::Workspace> workspaces(token.size(), typename Former::Workspace(B.numCols));
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", rowPtr(A.numRows));
  dynamicFor(
      "Chronos::multiplyAgain::nodes", space, static_cast<std::int64_t>(firstNode.size()) - 1, std::int64_t(1),
      ValuesFunctor<Former, DeviceType>{&former, token, workspaces.data(), firstNode.data(), rowPtr, values.data()});
  return values;
}

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyNodesOnHost(const typename DeviceType::execution_space& space,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B,
                                                  const ProductNodes<DeviceType>& nodes,
                                                  const Kokkos::View<Offset*, DeviceType>& rowPtr) {
  return nodes.inSixes ? multiplyByWidth<2 * nodeSize>(space, A, B, nodes, rowPtr)
                       : multiplyByWidth<nodeSize>(space, A, B, nodes, rowPtr);
}

template <class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> nodeValuesOnHost(const typename DeviceType::execution_space& space,
                                                   const CsrMatrix<Scalar, DeviceType>& A,
                                                   const SegmentedRows<Scalar, DeviceType>& B,
                                                   const ProductNodes<DeviceType>& nodes,
                                                   const Kokkos::View<const Offset*, DeviceType>& rowPtr) {
  return nodes.inSixes ? valuesByWidth<2 * nodeSize>(space, A, B, nodes, rowPtr)
                       : valuesByWidth<nodeSize>(space, A, B, nodes, rowPtr);
}

#define CHRONOS_PRODUCTNODES(SCALAR)                                             \
  template CsrMatrix<SCALAR, HostDevice> multiplyNodesOnHost(                    \
      const HostDevice::execution_space&, const CsrMatrix<SCALAR, HostDevice>&,  \
      const SegmentedRows<SCALAR, HostDevice>&, const ProductNodes<HostDevice>&, \
      const Kokkos::View<Offset*, HostDevice>&);                                 \
  template Kokkos::View<SCALAR*, HostDevice> nodeValuesOnHost(                   \
      const HostDevice::execution_space&, const CsrMatrix<SCALAR, HostDevice>&,  \
      const SegmentedRows<SCALAR, HostDevice>&, const ProductNodes<HostDevice>&, \
      const Kokkos::View<const Offset*, HostDevice>&);
CHRONOS_PRODUCTNODES(double)
CHRONOS_PRODUCTNODES(float)

}  // namespace Chronos
