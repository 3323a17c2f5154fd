// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeBlocks.hpp"

#include "Chronos_ChunkProduct.hpp"
#include "Chronos_DynamicFor.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_WideResults.hpp"

#include <type_traits>

namespace Chronos {
namespace {

constexpr int blockSize = nodeSize * nodeSize;
// How far ahead a thread asks for values: a node is one stream, and what a block costs is soon done.
constexpr int valuesAhead = 1024;
// Lanes that a column of a block takes. Registers of two doubles convert and multiply one pair and a single; those of
// four, of floats always, take the first value of the next column along, which nobody reads.
#ifdef __AVX__
template <class Scalar>
constexpr int lanesOfColumn = 4;
#else
template <class Scalar>
constexpr int lanesOfColumn = std::is_same_v<Scalar, float> ? 4 : nodeSize;
#endif
// Blocks ahead of which entries of x are asked for, where nodes are numbered at random. Single lanes take so many
// instructions a block that a processor does not look that far ahead; with four it does so by itself.
template <class Scalar>
constexpr bool asksForX = lanesOfColumn<Scalar> < 4;
constexpr Offset runsAhead = 16;

template <class DeviceType>
using NodePolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<LocalOrdinal>>;

template <class DeviceType>
struct BlockValuesFunctor {
  NodePattern<DeviceType> pattern;
  Kokkos::View<const double*, DeviceType> values;
  Kokkos::View<float*, DeviceType> blocks;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node) const {
    const Offset begin = pattern.firstRun(node), numRuns = pattern.firstRun(node + 1) - begin;
    const double* from = values.data() + begin * blockSize;
    float* to = blocks.data() + begin * blockSize;
    for (Offset run = 0; run < numRuns; ++run, from += nodeSize, to += blockSize)
      for (int c = 0; c < nodeSize; ++c)
        for (int r = 0; r < nodeSize; ++r) to[c * nodeSize + r] = static_cast<float>(from[r * numRuns * nodeSize + c]);
  }
};

// Counts the nodes that reach into the halo and, on the second use, lists them.
template <class DeviceType>
struct BoundaryNodesFunctor {
  NodePattern<DeviceType> pattern;
  LocalOrdinal numOwned;
  Kokkos::View<LocalOrdinal*, DeviceType> nodes;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal node, LocalOrdinal& numBoundary, bool final) const {
    bool reaches = false;
    for (Offset run = pattern.firstRun(node); run < pattern.firstRun(node + 1) && !reaches; ++run)
      reaches = pattern.firstColumn(run) >= numOwned;
    if (!reaches) return;
    if (final && nodes.extent(0) > 0) nodes(numBoundary) = node;
    ++numBoundary;
  }
};

enum class Columns { all, owned, halo };

template <Columns columns>
KOKKOS_INLINE_FUNCTION bool takes(LocalOrdinal column, LocalOrdinal numOwned) {
  return columns == Columns::all || (column < numOwned) == (columns == Columns::owned);
}

// Sums of the rows of a node.
template <class Scalar, Columns columns, int width, class DeviceType>
struct NodeSums {
  static constexpr int count = nodeSize * width;
  Scalar sums[count] = {};

  KOKKOS_INLINE_FUNCTION NodeSums(const NodeBlocks<DeviceType>& A, LocalOrdinal node, const Scalar* x) {
    const Offset begin = A.pattern.firstRun(node), end = A.pattern.firstRun(node + 1);
    const float* values = A.values.data() + begin * blockSize;
    for (Offset run = begin; run < end; ++run, values += blockSize) {
      prefetch(values + valuesAhead);
      const LocalOrdinal column = A.pattern.firstColumn(run);
      if (!takes<columns>(column, A.numOwned)) continue;
      const Scalar* factors = x + (columns == Columns::halo ? column - A.numOwned : column) * std::int64_t(width);
      for (int c = 0; c < nodeSize; ++c)
        for (int r = 0; r < nodeSize; ++r) {
          const auto value = static_cast<Scalar>(values[c * nodeSize + r]);
          for (int i = 0; i < width; ++i) sums[r * width + i] += value * factors[c * width + i];
        }
    }
  }
};

// A function of its own keeps all its values in registers, and every lane alive: a compiler that saw that nobody reads
// the fourth would take three one by one.
#ifdef __GNUC__
#define CHRONOS_NOT_INLINE __attribute__((noinline))
#else
#define CHRONOS_NOT_INLINE
#endif

// Of one vector: a lane a row.
template <Columns columns, class Scalar>
CHRONOS_NOT_INLINE KOKKOS_FUNCTION void sumColumns(const float* values, const LocalOrdinal* firstColumn, Offset numRuns,
                                                   Offset lastRun, const Scalar* x, LocalOrdinal numOwned,
                                                   Scalar* sums) {
  constexpr int numLanes = lanesOfColumn<Scalar>;
  Scalar ofColumn[nodeSize][numLanes] = {};
  for (Offset run = 0; run < numRuns; ++run, values += blockSize) {
    prefetch(values + valuesAhead);
    if (asksForX<Scalar>) prefetch(x + firstColumn[run + runsAhead < lastRun ? run + runsAhead : lastRun]);
    const LocalOrdinal column = firstColumn[run];
    if (!takes<columns>(column, numOwned)) continue;
    const Scalar* factors = x + (columns == Columns::halo ? column - numOwned : column);
    for (int c = 0; c < nodeSize; ++c)
      for (int r = 0; r < numLanes; ++r) ofColumn[c][r] += static_cast<Scalar>(values[c * nodeSize + r]) * factors[c];
  }
  for (int r = 0; r < numLanes; ++r) sums[r] = (ofColumn[0][r] + ofColumn[1][r]) + ofColumn[2][r];
}

template <class Scalar, Columns columns, class DeviceType>
struct NodeSums<Scalar, columns, 1, DeviceType> {
  Scalar sums[lanesOfColumn<Scalar>];

  KOKKOS_INLINE_FUNCTION NodeSums(const NodeBlocks<DeviceType>& A, LocalOrdinal node, const Scalar* x) {
    const Offset begin = A.pattern.firstRun(node), numRuns = A.pattern.firstRun(node + 1) - begin;
    sumColumns<columns>(A.values.data() + begin * blockSize, A.pattern.firstColumn.data() + begin, numRuns,
                        A.pattern.firstColumn.extent(0) - 1 - begin, x, A.numOwned, sums);
  }
};

// A chunk of nodes: what a host thread takes.
template <class Scalar, Columns columns, int width, class DeviceType, class Result>
struct BlockChunkFunctor {
  NodeBlocks<DeviceType> A;
  const Scalar* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    for (LocalOrdinal node = A.firstNode(chunk); node < A.firstNode(chunk + 1); ++node) {
      const NodeSums<Scalar, columns, width, DeviceType> found(A, node, x);
      const LocalOrdinal row = node * nodeSize;
      for (int r = 0; r < nodeSize; ++r)
        for (int i = 0; i < width; ++i)
          result.store(row + r, std::int64_t(row + r) * width + i, found.sums[r * width + i]);
    }
  }
};

template <class Scalar, int width, class DeviceType, class Result>
struct BlockHaloFunctor {
  NodeBlocks<DeviceType> A;
  const Scalar* xHalo;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(LocalOrdinal position) const {
    const LocalOrdinal row = A.boundaryNodes(position) * nodeSize;
    const NodeSums<Scalar, Columns::halo, width, DeviceType> node(A, A.boundaryNodes(position), xHalo);
    for (int r = 0; r < nodeSize; ++r)
      for (int i = 0; i < width; ++i) result.add(row + r, std::int64_t(row + r) * width + i, node.sums[r * width + i]);
  }
};

template <Columns columns, int width, class Scalar, class DeviceType, class Result>
void launchChunks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A, const Scalar* x,
                  const Result& result) {
  dynamicFor("Chronos::multiplyBlocks", space, static_cast<int>(A.firstNode.extent(0)) - 1, 1,
             BlockChunkFunctor<Scalar, columns, width, DeviceType, Result>{A, x, result});
}

template <int width, class Scalar, class DeviceType, class Result>
void launchWide(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A, const Scalar* x,
                const Result& result) {
  if (A.numNodes == 0) return;
  if (A.boundaryNodes.extent(0) > 0) launchChunks<Columns::owned, width>(space, A, x, result);
  else launchChunks<Columns::all, width>(space, A, x, result);
}

template <class DeviceType, class Result>
void launch(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
            const ConstWideVectors<DeviceType>& x, const Result& result) {
  switch (x.extent(1)) {
    case 1: return launchWide<1>(space, A, x.data(), result);
    case 2: return launchWide<2>(space, A, x.data(), result);
    case 4: return launchWide<4>(space, A, x.data(), result);
    default: return launchWide<8>(space, A, x.data(), result);
  }
}

template <int width, class Scalar, class DeviceType, class Result>
void addHaloOf(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A, const Scalar* xHalo,
               const Result& result) {
  if (A.boundaryNodes.extent(0) == 0) return;
  Kokkos::parallel_for("Chronos::multiplyHaloBlocks",
                       NodePolicy<DeviceType>(space, 0, static_cast<LocalOrdinal>(A.boundaryNodes.extent(0))),
                       BlockHaloFunctor<Scalar, width, DeviceType, Result>{A, xHalo, result});
}

template <class DeviceType, class Result>
void addHalo(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
             const ConstWideVectors<DeviceType>& xHalo, const Result& result) {
  switch (xHalo.extent(1)) {
    case 1: return addHaloOf<1>(space, A, xHalo.data(), result);
    case 2: return addHaloOf<2>(space, A, xHalo.data(), result);
    case 4: return addHaloOf<4>(space, A, xHalo.data(), result);
    default: return addHaloOf<8>(space, A, xHalo.data(), result);
  }
}

}  // namespace

template <class DeviceType>
NodeBlocks<DeviceType> storeByNodes(const CsrMatrix<double, DeviceType>& A, const NodePattern<DeviceType>& pattern,
                                    LocalOrdinal numOwned) {
  NodeBlocks<DeviceType> blocks;
  blocks.pattern = pattern;
  blocks.numNodes = A.numRows / nodeSize;
  blocks.numOwned = numOwned;
  if (blocks.numNodes == 0) return blocks;
  blocks.firstNode = planProduct<DeviceType>(pattern.firstRun, blocks.numNodes, ProductKind::chunks).firstRow;
  const std::size_t numValues = A.numEntries();
  blocks.values = allocate<Kokkos::View<float*, DeviceType>>("Chronos::blocks of nodes", numValues + 1);
  Kokkos::deep_copy(Kokkos::subview(blocks.values, numValues), 0.0f);
  Kokkos::parallel_for("Chronos::storeByNodes", NodePolicy<DeviceType>(0, blocks.numNodes),
                       BlockValuesFunctor<DeviceType>{pattern, A.values, blocks.values});
  if (numOwned == A.numCols) return blocks;
  LocalOrdinal numBoundary = 0;
  BoundaryNodesFunctor<DeviceType> list{pattern, numOwned, {}};
  scanTotal("Chronos::storeByNodes::count", NodePolicy<DeviceType>(0, blocks.numNodes), list, numBoundary);
  list.nodes = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::boundary nodes", numBoundary);
  scanTotal("Chronos::storeByNodes::list", NodePolicy<DeviceType>(0, blocks.numNodes), list, numBoundary);
  blocks.boundaryNodes = list.nodes;
  return blocks;
}

template <class DeviceType>
void multiplyBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                    const ConstWideVectors<DeviceType>& x, double alpha, double beta,
                    const ConstWideVectors<DeviceType>& w, const WideVectors<DeviceType>& y) {
  launch(space, A, x, WideCombination{alpha, beta, w.data(), y.data()});
}

template <class DeviceType>
void relaxBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A, double omega,
                 const Kokkos::View<const double*, DeviceType>& d, const ConstWideVectors<DeviceType>& b,
                 const ConstWideVectors<DeviceType>& x, const WideVectors<DeviceType>& y) {
  launch(space, A, x, WideRelaxation{omega, d.data(), b.data(), x.data(), y.data()});
}

template <class DeviceType>
void multiplyHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                        const ConstWideVectors<DeviceType>& xHalo, double alpha, const WideVectors<DeviceType>& y) {
  addHalo(space, A, xHalo, WideCombination{alpha, 0, nullptr, y.data()});
}

template <class DeviceType>
void relaxHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                     const ConstWideVectors<DeviceType>& xHalo, double omega,
                     const Kokkos::View<const double*, DeviceType>& d, const WideVectors<DeviceType>& y) {
  addHalo(space, A, xHalo, WideRelaxation{omega, d.data(), nullptr, nullptr, y.data()});
}

template <class DeviceType>
void multiplyBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                    const Kokkos::View<const float*, DeviceType>& x, float alpha, float beta,
                    const Kokkos::View<const float*, DeviceType>& w, const Kokkos::View<float*, DeviceType>& y) {
  launchWide<1>(space, A, x.data(), SingleCombination{alpha, beta, w.data(), y.data()});
}

template <class DeviceType>
void relaxBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A, float omega,
                 const Kokkos::View<const float*, DeviceType>& d, const Kokkos::View<const float*, DeviceType>& b,
                 const Kokkos::View<const float*, DeviceType>& x, const Kokkos::View<float*, DeviceType>& y) {
  launchWide<1>(space, A, x.data(), SingleRelaxation{omega, d.data(), b.data(), x.data(), y.data()});
}

template <class DeviceType>
void multiplyHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                        const Kokkos::View<const float*, DeviceType>& xHalo, float alpha,
                        const Kokkos::View<float*, DeviceType>& y) {
  addHaloOf<1>(space, A, xHalo.data(), SingleCombination{alpha, 0, nullptr, y.data()});
}

template <class DeviceType>
void relaxHaloBlocks(const typename DeviceType::execution_space& space, const NodeBlocks<DeviceType>& A,
                     const Kokkos::View<const float*, DeviceType>& xHalo, float omega,
                     const Kokkos::View<const float*, DeviceType>& d, const Kokkos::View<float*, DeviceType>& y) {
  addHaloOf<1>(space, A, xHalo.data(), SingleRelaxation{omega, d.data(), nullptr, nullptr, y.data()});
}

#define CHRONOS_NODEBLOCKS(DEVICE)                                                                                   \
  template NodeBlocks<DEVICE> storeByNodes(const CsrMatrix<double, DEVICE>&, const NodePattern<DEVICE>&,             \
                                           LocalOrdinal);                                                            \
  template void multiplyBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&,                            \
                               const ConstWideVectors<DEVICE>&, double, double, const ConstWideVectors<DEVICE>&,     \
                               const WideVectors<DEVICE>&);                                                          \
  template void relaxBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&, double,                       \
                            const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&,             \
                            const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&);                            \
  template void multiplyHaloBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&,                        \
                                   const ConstWideVectors<DEVICE>&, double, const WideVectors<DEVICE>&);             \
  template void relaxHaloBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&,                           \
                                const ConstWideVectors<DEVICE>&, double, const Kokkos::View<const double*, DEVICE>&, \
                                const WideVectors<DEVICE>&);                                                         \
  template void multiplyBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&,                            \
                               const Kokkos::View<const float*, DEVICE>&, float, float,                              \
                               const Kokkos::View<const float*, DEVICE>&, const Kokkos::View<float*, DEVICE>&);      \
  template void relaxBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&, float,                        \
                            const Kokkos::View<const float*, DEVICE>&, const Kokkos::View<const float*, DEVICE>&,    \
                            const Kokkos::View<const float*, DEVICE>&, const Kokkos::View<float*, DEVICE>&);         \
  template void multiplyHaloBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&,                        \
                                   const Kokkos::View<const float*, DEVICE>&, float,                                 \
                                   const Kokkos::View<float*, DEVICE>&);                                             \
  template void relaxHaloBlocks(const DEVICE::execution_space&, const NodeBlocks<DEVICE>&,                           \
                                const Kokkos::View<const float*, DEVICE>&, float,                                    \
                                const Kokkos::View<const float*, DEVICE>&, const Kokkos::View<float*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_NODEBLOCKS)

}  // namespace Chronos
