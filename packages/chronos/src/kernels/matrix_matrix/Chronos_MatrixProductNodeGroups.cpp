// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductNodeGroups.hpp"

#include "Chronos_GroupLaunch.hpp"
#include "Chronos_KeyTable.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_RowBins.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

// One number for `runsOfColumn` runs of three columns.
template <class DeviceType>
struct ColumnsOfNodesFunctor {
  NodePattern<DeviceType> pattern;
  int runsOfColumn;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t column) const {
    colInd(column) = pattern.firstColumn(column * runsOfColumn) / (nodeSize * runsOfColumn);
  }
};

template <class DeviceType>
struct RowsOfNodesFunctor {
  NodePattern<DeviceType> pattern;
  int runsOfColumn;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t node) const {
    rowPtr(node) = pattern.firstRun(node) / Offset(runsOfColumn);
  }
};

// The pattern of nodes as that of a matrix without values.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> matrixOfNodes(const typename DeviceType::execution_space& space,
                                            const NodePattern<DeviceType>& pattern, LocalOrdinal numCols,
                                            int runsOfColumn) {
  if (!pattern.exists()) return {};
  const std::int64_t numNodes = static_cast<std::int64_t>(pattern.firstRun.extent(0)) - 1;
  const std::int64_t numColumns = static_cast<std::int64_t>(pattern.firstColumn.extent(0)) / runsOfColumn;
  const auto rowPtr = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::node row pointers", numNodes + 1);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::node columns", numColumns);
  Kokkos::parallel_for("Chronos::nodePattern::rows", Policy<DeviceType>(space, 0, numNodes + 1),
                       RowsOfNodesFunctor<DeviceType>{pattern, runsOfColumn, rowPtr});
  Kokkos::parallel_for("Chronos::nodePattern::columns", Policy<DeviceType>(space, 0, numColumns),
                       ColumnsOfNodesFunctor<DeviceType>{pattern, runsOfColumn, colInd});
  return {static_cast<LocalOrdinal>(numNodes), numCols / (nodeSize * runsOfColumn), rowPtr, colInd, {}};
}

// Three rows for a node, `width` columns for a column.
template <class DeviceType>
struct SpreadRowsFunctor {
  MatrixProductPlan<DeviceType> ofNodes;
  int width;
  Kokkos::View<Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t node) const {
    const Offset begin = ofNodes.rowPtr(node), length = (ofNodes.rowPtr(node + 1) - begin) * Offset(width);
    for (int r = 0; r < nodeSize; ++r)
      rowPtr(node * nodeSize + r + 1) = begin * Offset(width * nodeSize) + Offset(r + 1) * length;
  }
};

template <class DeviceType>
struct SpreadColumnsFunctor {
  MatrixProductPlan<DeviceType> ofNodes;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  int width, lanes;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const std::int64_t row = thread / lanes, node = row / nodeSize;
    const Offset begin = rowPtr(row), end = rowPtr(row + 1), first = ofNodes.rowPtr(node);
    for (Offset entry = begin + Offset(thread % lanes); entry < end; entry += Offset(lanes)) {
      const Offset place = entry - begin;
      colInd(entry) =
          ofNodes.colInd(first + place / Offset(width)) * width + static_cast<LocalOrdinal>(place % Offset(width));
    }
  }
};

template <class DeviceType>
struct NodeLengthsFunctor {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  int width;
  Kokkos::View<LocalOrdinal*, DeviceType> lengths;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t node) const {
    lengths(node) = static_cast<LocalOrdinal>((rowPtr(node * nodeSize + 1) - rowPtr(node * nodeSize)) / Offset(width));
  }
};

// The columns of a node of C: their keys, the place of each key, and blocks of sums, which are in the table or, where
// they would leave it no room in shared memory, where C has them.
template <class Scalar>
struct BlockTable {
  KeyTable keys;
  LocalOrdinal* places;
  Scalar* blocks;
  int perPlace, perRow;  // numbers from one block, and one row of a block, to the next

  static KOKKOS_INLINE_FUNCTION std::size_t keyBytes(int logSize) {
    return 2 * (std::size_t(1) << logSize) * sizeof(LocalOrdinal);
  }
  static KOKKOS_INLINE_FUNCTION BlockTable inTable(char* memory, int logSize, int blockSize, int blockWidth) {
    LocalOrdinal* const keys = reinterpret_cast<LocalOrdinal*>(memory);
    return {{keys, logSize},
            keys + (std::size_t(1) << logSize),
            reinterpret_cast<Scalar*>(memory + keyBytes(logSize)),
            blockSize,
            blockWidth};
  }
  static KOKKOS_INLINE_FUNCTION BlockTable inMatrix(char* memory, int logSize, Scalar* values, int length,
                                                    int blockWidth) {
    LocalOrdinal* const keys = reinterpret_cast<LocalOrdinal*>(memory);
    return {{keys, logSize}, keys + (std::size_t(1) << logSize), values, blockWidth, length * blockWidth};
  }
  static std::size_t bytesWithBlocks(int logSize, double fill, int blockSize) {
    const std::size_t numBlocks = static_cast<std::size_t>(double(std::size_t(1) << logSize) * fill) + 1;
    return (keyBytes(logSize) + numBlocks * static_cast<std::size_t>(blockSize) * sizeof(Scalar) + 7) / 8 * 8;
  }
};

template <class Scalar, class DeviceType, int blockWidth, bool inMatrix>
struct NodeValuesFunctor : TableRows {
  static constexpr int runsOfColumn = blockWidth / nodeSize, blockSize = nodeSize * blockWidth;
  using Table = BlockTable<Scalar>;

  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  ProductNodes<DeviceType> nodes;
  MatrixProductPlan<DeviceType> plan;
  RowBin<DeviceType> bin;
  Kokkos::View<Scalar*, DeviceType> values;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const LaneOwner owner = LaneOwner::of(team.team_rank(), width);
    forEachRow(team, [&](std::int64_t item, char* memory) { serve(owner, item < 0 ? -1 : bin.row(item), memory); });
  }

  // A node of -1 keeps the other groups of its warp company.
  KOKKOS_INLINE_FUNCTION void serve(const LaneOwner& owner, LocalOrdinal node, char* memory) const {
    const Offset begin = node < 0 ? 0 : plan.rowPtr(node * nodeSize);
    const int length = node < 0 ? 0 : static_cast<int>((plan.rowPtr(node * nodeSize + 1) - begin) / Offset(blockWidth));
    const Table table = inMatrix ? Table::inMatrix(memory, bin.logSize, values.data() + begin, length, blockWidth)
                                 : Table::inTable(memory, bin.logSize, blockSize, blockWidth);
    for (std::uint32_t i = static_cast<std::uint32_t>(owner.lane); i < table.keys.size();
         i += static_cast<std::uint32_t>(owner.width))
      table.keys.keys[i] = KeyTable::empty;
    for (int i = owner.lane; i < length * blockSize; i += owner.width) table.blocks[i] = 0;
    owner.sync();
    int added = 0;
    for (int i = owner.lane; i < length; i += owner.width)
      table.places[table.keys.insert(plan.colInd(begin + Offset(i) * blockWidth) / blockWidth, added)] = i;
    owner.sync();
    if (node >= 0) addProducts(owner, node, table);
    owner.sync();
    // Entries of a block lie in three rows of C.
    if (!inMatrix)
      for (int i = owner.lane; i < length * blockSize; i += owner.width) {
        const int r = i / (length * blockWidth), place = i % (length * blockWidth);
        values(begin + Offset(i)) = table.blocks[place / blockWidth * blockSize + r * blockWidth + place % blockWidth];
      }
    owner.sync();
  }

 private:
  using Source = NodeRow<Scalar>;

  // Of a lane whose loads are under way together: sums in global memory are far, in shared memory more lanes help more.
  static constexpr int atOnce = inMatrix ? 3 : 1;

  // What a lane multiplies: one of `blockWidth` unknowns of a column of B, in its three rows.
  struct Item {
    LocalOrdinal column = 0;
    int unknown = 0;
    Scalar b[nodeSize] = {};
    bool exists = false;
  };

  KOKKOS_INLINE_FUNCTION Source broadcast(const LaneOwner& owner, const Source& mine, int lane) const {
    return {owner.broadcastAddress(mine.firstColumn, lane), owner.broadcastAddress(mine.values, lane),
            owner.broadcast(mine.numRuns, lane)};
  }

  KOKKOS_INLINE_FUNCTION Item load(const Source& row, int entry) const {
    Item item;
    const int length = row.numRuns * nodeSize;
    item.exists = entry < length;
    if (!item.exists) return item;
    item.column = loadReadOnly(row.firstColumn + entry / blockWidth * runsOfColumn) / blockWidth;
    item.unknown = entry % blockWidth;
    for (int k = 0; k < nodeSize; ++k) item.b[k] = loadReadOnly(row.values + k * length + entry);
    return item;
  }

  // Lanes that take whole columns together; a single lane takes one unknown after the other.
  KOKKOS_INLINE_FUNCTION static int lanesAtWork(const LaneOwner& owner) {
    return owner.width < blockWidth ? 1 : owner.width / blockWidth * blockWidth;
  }

  // The lanes find the rows of B for as many nodes of A, then take one row of B after the other. What comes next is
  // loaded while the present entries are multiplied.
  KOKKOS_INLINE_FUNCTION void addProducts(const LaneOwner& owner, LocalOrdinal node, const Table& table) const {
    const Offset begin = nodes.ofA.firstRun(node);
    const int length = static_cast<int>(nodes.ofA.firstRun(node + 1) - begin), numLanes = lanesAtWork(owner);
    const int mine = owner.lane < numLanes ? owner.lane : INT32_MAX - numLanes;
    const Scalar* const valuesOfA = A.values.data() + begin * nodeSize * nodeSize;
    for (int base = 0; base < length; base += owner.width) {
      const int count = length - base < owner.width ? length - base : owner.width;
      Source found{};
      if (owner.lane < count) found = nodeRow(B, nodes, nodes.ofA.firstColumn(begin + Offset(base + owner.lane)));
      Source next = broadcast(owner, found, 0);
      Item nextItem = load(next, mine);
      for (int step = 0; step < count; ++step) {
        const Source present = next;
        const Item first = nextItem;
        Scalar a[nodeSize * nodeSize];
        for (int i = 0; i < nodeSize * nodeSize; ++i)
          a[i] =
              loadReadOnly(valuesOfA + (i / nodeSize) * (length * nodeSize) + (base + step) * nodeSize + i % nodeSize);
        if (step + 1 < count) {
          next = broadcast(owner, found, step + 1);
          nextItem = load(next, mine);
        }
        addItems<1>(a, &first, table);
        if (first.exists)
          for (int entry = mine + numLanes; entry < present.numRuns * nodeSize; entry += atOnce * numLanes) {
            Item items[atOnce];
            for (int k = 0; k < atOnce; ++k) items[k] = load(present, entry + k * numLanes);
            addItems<atOnce>(a, items, table);
          }
        owner.sync();
      }
    }
  }

  // Columns of a row differ, so that no two of them meet. Terms come one after the other, as in a product of rows.
  template <int number>
  KOKKOS_INLINE_FUNCTION void addItems(const Scalar* a, const Item* items, const Table& table) const {
    Scalar* targets[number];
    Scalar sums[number][nodeSize];
    for (int k = 0; k < number; ++k) {
      if (!items[k].exists) continue;
      targets[k] = table.blocks + table.places[table.keys.find(items[k].column)] * table.perPlace + items[k].unknown;
      for (int r = 0; r < nodeSize; ++r) sums[k][r] = targets[k][r * table.perRow];
    }
    for (int k = 0; k < number; ++k) {
      if (!items[k].exists) continue;
      for (int r = 0; r < nodeSize; ++r) {
        Scalar sum = sums[k][r] + a[r * nodeSize] * items[k].b[0];
        sum += a[r * nodeSize + 1] * items[k].b[1];
        targets[k][r * table.perRow] = sum + a[r * nodeSize + 2] * items[k].b[2];
      }
    }
  }
};

template <bool inMatrix, int width, class Scalar, class DeviceType>
void fillBin(const typename DeviceType::execution_space& space, const MatrixProductPlan<DeviceType>& plan,
             const CsrMatrix<Scalar, DeviceType>& A, const SegmentedRows<Scalar, DeviceType>& B,
             const ProductNodes<DeviceType>& nodes, const GroupProductOptions& options, const RowBin<DeviceType>& bin,
             std::size_t bytes, const Kokkos::View<Scalar*, DeviceType>& values) {
  const TableLaunch launch{
      runsOnHost<DeviceType> ? 1 : 32, false, options.teamSize, bytes, bytes <= sharedTableBytes, options.globalBytes};
  launchWithTables<DeviceType>(
      "Chronos::multiplyAgain::nodeValues", space, bin.numRows, launch,
      NodeValuesFunctor<Scalar, DeviceType, width, inMatrix>{{}, A, B, nodes, plan, bin, values});
}

template <int width, class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> valuesByWidth(const typename DeviceType::execution_space& space,
                                                const MatrixProductPlan<DeviceType>& plan,
                                                const CsrMatrix<Scalar, DeviceType>& A,
                                                const SegmentedRows<Scalar, DeviceType>& B,
                                                const ProductNodes<DeviceType>& nodes,
                                                const GroupProductOptions& options) {
  using Table = BlockTable<Scalar>;
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::product values", plan.colInd.extent(0));
  if (values.extent(0) == 0) return values;
  const LocalOrdinal numNodes = A.numRows / nodeSize;
  const auto lengths = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::product row lengths", numNodes);
  Kokkos::parallel_for("Chronos::multiplyAgain::nodeLengths", Policy<DeviceType>(space, 0, numNodes),
                       NodeLengthsFunctor<DeviceType>{plan.rowPtr, width, lengths});
  for (const auto& bin : binRows<DeviceType>(space, lengths, options.fill)) {
    const std::size_t withBlocks = Table::bytesWithBlocks(bin.logSize, options.fill, nodeSize * width);
    if (withBlocks > options.blockBytes)
      fillBin<true, width>(space, plan, A, B, nodes, options, bin, Table::keyBytes(bin.logSize), values);
    else fillBin<false, width>(space, plan, A, B, nodes, options, bin, withBlocks, values);
  }
  return values;
}

}  // namespace

template <class Scalar, class DeviceType>
MatrixProductPlan<DeviceType> nodePatternByGroups(const typename DeviceType::execution_space& space,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B,
                                                  const ProductNodes<DeviceType>& nodes,
                                                  const GroupProductOptions& options) {
  const int runs = nodes.inSixes ? 2 : 1, width = nodeSize * runs;
  const SegmentedRows<Scalar, DeviceType> nodesOfB{
      matrixOfNodes<Scalar, DeviceType>(space, nodes.ofOwned, B.numCols, runs),
      matrixOfNodes<Scalar, DeviceType>(space, nodes.ofReceived, B.numCols, runs), B.numCols / width};
  const MatrixProductPlan<DeviceType> ofNodes = patternByGroups<Scalar, DeviceType>(
      space, matrixOfNodes<Scalar, DeviceType>(space, nodes.ofA, A.numCols, 1), nodesOfB, options);
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::product row pointers", std::size_t(A.numRows) + 1);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>(
      "Chronos::product columns", ofNodes.colInd.extent(0) * std::size_t(width * nodeSize));
  const int lanes = runsOnHost<DeviceType> ? 1 : 32;
  Kokkos::parallel_for("Chronos::nodePattern::spreadRows", Policy<DeviceType>(space, 0, A.numRows / nodeSize),
                       SpreadRowsFunctor<DeviceType>{ofNodes, width, rowPtr});
  Kokkos::parallel_for("Chronos::nodePattern::spreadColumns",
                       Policy<DeviceType>(space, 0, std::int64_t(A.numRows) * lanes),
                       SpreadColumnsFunctor<DeviceType>{ofNodes, rowPtr, width, lanes, colInd});
  return {rowPtr, colInd};
}

template <class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> nodeValuesByGroups(const typename DeviceType::execution_space& space,
                                                     const MatrixProductPlan<DeviceType>& plan,
                                                     const CsrMatrix<Scalar, DeviceType>& A,
                                                     const SegmentedRows<Scalar, DeviceType>& B,
                                                     const ProductNodes<DeviceType>& nodes,
                                                     const GroupProductOptions& options) {
  return nodes.inSixes ? valuesByWidth<2 * nodeSize>(space, plan, A, B, nodes, options)
                       : valuesByWidth<nodeSize>(space, plan, A, B, nodes, options);
}

#define CHRONOS_NODEGROUPS(SCALAR, DEVICE)                                                                    \
  template MatrixProductPlan<DEVICE> nodePatternByGroups(                                                     \
      const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, const SegmentedRows<SCALAR, DEVICE>&, \
      const ProductNodes<DEVICE>&, const GroupProductOptions&);                                               \
  template Kokkos::View<SCALAR*, DEVICE> nodeValuesByGroups(                                                  \
      const DEVICE::execution_space&, const MatrixProductPlan<DEVICE>&, const CsrMatrix<SCALAR, DEVICE>&,     \
      const SegmentedRows<SCALAR, DEVICE>&, const ProductNodes<DEVICE>&, const GroupProductOptions&);
#define CHRONOS_NODEGROUPS_ALL(DEVICE) \
  CHRONOS_NODEGROUPS(double, DEVICE)   \
  CHRONOS_NODEGROUPS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_NODEGROUPS_ALL)

}  // namespace Chronos
