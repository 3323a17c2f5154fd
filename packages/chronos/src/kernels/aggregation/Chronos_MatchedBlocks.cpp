// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatchedBlocks.hpp"

#include "Chronos_AggregateProduct.hpp"
#include "Chronos_LocalTranspose.hpp"
#include "Chronos_PairLeaders.hpp"
#include "Chronos_ScanTotal.hpp"

#include <cmath>

namespace Chronos {
namespace {

template <class DeviceType>
using Ints = Kokkos::View<LocalOrdinal*, DeviceType>;
template <class DeviceType>
using ConstInts = Kokkos::View<const LocalOrdinal*, DeviceType>;
template <class DeviceType>
using RowPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<int>>;

template <class DeviceType>
struct RootFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<double*, DeviceType> roots;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::sqrt;
    double root = 1;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (A.colInd(entry) == row && A.values(entry) > 0) root = sqrt(A.values(entry));
    roots(row) = root;
  }
};

// |a_ij| / sqrt(a_ii a_jj), a row by a thread; 0 for columns of other ranks.
template <class DeviceType>
struct CouplingFunctor {
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<const double*, DeviceType> roots;
  Kokkos::View<double*, DeviceType> couplings;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) {
      const LocalOrdinal col = A.colInd(entry);
      const double size = A.values(entry) < 0 ? -A.values(entry) : A.values(entry);
      couplings(entry) = col < A.numRows ? size / (roots(row) * roots(col)) : 0;
    }
  }
};

// Of groups that fit together, over the root of both sizes, or the large ones would be the best of all. Both ends take
// the number that the smaller one has, in single precision: the same bits.
template <class DeviceType>
struct WeightFunctor {
  CsrMatrix<double, DeviceType> C;
  ConstInts<DeviceType> size;
  int maxNodes;
  Kokkos::View<float*, DeviceType> weights, best;

  KOKKOS_INLINE_FUNCTION double valueAt(LocalOrdinal row, LocalOrdinal col) const {
    Offset low = C.rowPtr(row), high = C.rowPtr(row + 1);
    while (low < high) {
      const Offset middle = low + (high - low) / 2;
      if (C.colInd(middle) < col) low = middle + 1;
      else high = middle;
    }
    return low < C.rowPtr(row + 1) && C.colInd(low) == col ? C.values(low) : 0;
  }
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    using std::sqrt;
    float largest = 0;
    for (Offset entry = C.rowPtr(vertex); entry < C.rowPtr(vertex + 1); ++entry) {
      const LocalOrdinal other = C.colInd(entry);
      weights(entry) = 0;
      if (other == vertex || size(vertex) + size(other) > maxNodes) continue;
      const double coupling = vertex < other ? C.values(entry) : valueAt(other, vertex);
      weights(entry) = static_cast<float>(coupling / sqrt(double(size(vertex)) * size(other)));
      if (weights(entry) > largest) largest = weights(entry);
    }
    best(vertex) = largest;
  }
};

// An edge much weaker than the best of either end is left for a later round: else who finds its best taken would join
// across a weak coupling.
constexpr float shareOfBest = 0.8f;

template <class DeviceType>
struct EdgeFunctor {
  CsrMatrix<double, DeviceType> C;
  float share;
  Kokkos::View<const float*, DeviceType> weights, best;
  Kokkos::View<float*, DeviceType> edges;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    for (Offset entry = C.rowPtr(vertex); entry < C.rowPtr(vertex + 1); ++entry) {
      const float ofOther = best(C.colInd(entry));
      const float least = share * (best(vertex) > ofOther ? best(vertex) : ofOther);
      edges(entry) = weights(entry) >= least ? weights(entry) : 0.0f;
    }
  }
};

template <class DeviceType>
struct NumberLeadersFunctor {
  ConstInts<DeviceType> leaders;
  Ints<DeviceType> number;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex, LocalOrdinal& next, bool isLast) const {
    if (leaders(vertex) != vertex) return;
    if (isLast) number(vertex) = next;
    ++next;
  }
};

// Labels become those of the pairs, whose sizes are summed by their leaders.
template <class DeviceType>
struct JoinFunctor {
  ConstInts<DeviceType> leaders, partners, number, size;
  Ints<DeviceType> label, sizeOfPair;
  KOKKOS_INLINE_FUNCTION void operator()(int vertex) const {
    label(vertex) = number(leaders(vertex));
    if (leaders(vertex) != vertex) return;
    const LocalOrdinal partner = partners(vertex);
    sizeOfPair(number(vertex)) = size(vertex) + (partner >= 0 ? size(partner) : 0);
  }
};

template <class DeviceType>
struct ComposeFunctor {
  Ints<DeviceType> label;
  ConstInts<DeviceType> next;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { label(i) = next(label(i)); }
};

// Columns of other ranks are in no group.
template <class DeviceType>
struct PadFunctor {
  ConstInts<DeviceType> groups;
  Ints<DeviceType> padded;
  KOKKOS_INLINE_FUNCTION void operator()(int column) const {
    padded(column) = column < static_cast<int>(groups.extent(0)) ? groups(column) : -1;
  }
};

template <class DeviceType>
struct RowStartFunctor {
  Kokkos::View<Offset*, DeviceType> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { rowPtr(row) = static_cast<Offset>(row); }
};

// Which rows are in which group: a 1 in each of their columns.
template <class DeviceType>
CsrMatrix<double, DeviceType> membersOf(const typename DeviceType::execution_space& space,
                                        const ConstInts<DeviceType>& groups, LocalOrdinal numGroups) {
  const LocalOrdinal n = static_cast<LocalOrdinal>(groups.extent(0));
  const auto rowPtr = allocate<Kokkos::View<Offset*, DeviceType>>("Chronos::matchedBlocks rowPtr", std::size_t(n) + 1);
  const auto ones = allocate<Kokkos::View<double*, DeviceType>>("Chronos::matchedBlocks ones", n);
  Kokkos::parallel_for("Chronos::matchedBlocks::rowStarts", RowPolicy<DeviceType>(space, 0, n + 1),
                       RowStartFunctor<DeviceType>{rowPtr});
  Kokkos::deep_copy(space, ones, 1.0);
  return transposeLocal<double, DeviceType>(space, {n, numGroups, rowPtr, groups, ones});
}

// The couplings of groups: sums over those of their members.
template <class DeviceType>
CsrMatrix<double, DeviceType> couplingsOfGroups(const typename DeviceType::execution_space& space,
                                                const CsrMatrix<double, DeviceType>& C,
                                                const ConstInts<DeviceType>& groups, LocalOrdinal numGroups) {
  const auto padded = allocate<Ints<DeviceType>>("Chronos::matchedBlocks groups of columns", C.numCols);
  const auto ones = allocate<Kokkos::View<double*, DeviceType>>("Chronos::matchedBlocks factors", C.numCols);
  Kokkos::parallel_for("Chronos::matchedBlocks::pad", RowPolicy<DeviceType>(space, 0, C.numCols),
                       PadFunctor<DeviceType>{groups, padded});
  Kokkos::deep_copy(space, ones, 1.0);
  return aggregateProduct<double, DeviceType>(space, membersOf<DeviceType>(space, groups, numGroups), C,
                                              {numGroups, padded, ones});
}

template <class DeviceType>
CsrMatrix<double, DeviceType> couplingsOfNodes(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<double, DeviceType>& A,
                                               const ConstInts<DeviceType>& nodeOfRow, LocalOrdinal numNodes) {
  const auto roots = allocate<Kokkos::View<double*, DeviceType>>("Chronos::matchedBlocks roots", A.numRows);
  const auto values = allocate<Kokkos::View<double*, DeviceType>>("Chronos::matchedBlocks couplings", A.numEntries());
  const RowPolicy<DeviceType> rows(space, 0, A.numRows);
  Kokkos::parallel_for("Chronos::matchedBlocks::roots", rows, RootFunctor<DeviceType>{A, roots});
  Kokkos::parallel_for("Chronos::matchedBlocks::couplings", rows, CouplingFunctor<DeviceType>{A, roots, values});
  return couplingsOfGroups<DeviceType>(space, {A.numRows, A.numCols, A.rowPtr, A.colInd, values}, nodeOfRow, numNodes);
}

}  // namespace

template <class DeviceType>
RowBlocks<DeviceType> matchedBlocks(const typename DeviceType::execution_space& space,
                                    const CsrMatrix<double, DeviceType>& A,
                                    const Kokkos::View<const LocalOrdinal*, DeviceType>& nodeOfRow,
                                    LocalOrdinal numNodes, int maxNodes) {
  const auto blockOfRow = allocate<Ints<DeviceType>>("Chronos::matchedBlocks block of row", A.numRows);
  Kokkos::deep_copy(space, blockOfRow, nodeOfRow);
  CsrMatrix<double, DeviceType> C = couplingsOfNodes<DeviceType>(space, A, nodeOfRow, numNodes);
  auto size = allocate<Ints<DeviceType>>("Chronos::matchedBlocks sizes", numNodes);
  Kokkos::deep_copy(space, size, 1);
  LocalOrdinal count = numNodes;
  float share = shareOfBest;
  for (bool goesOn = maxNodes > 1; goesOn && count > 1;) {
    const RowPolicy<DeviceType> vertices(space, 0, count);
    const auto weights = allocate<Kokkos::View<float*, DeviceType>>("Chronos::matchedBlocks weights", C.numEntries());
    const auto edges = allocate<Kokkos::View<float*, DeviceType>>("Chronos::matchedBlocks edges", C.numEntries());
    const auto best = allocate<Kokkos::View<float*, DeviceType>>("Chronos::matchedBlocks best", count);
    Kokkos::parallel_for("Chronos::matchedBlocks::weights", vertices,
                         WeightFunctor<DeviceType>{C, size, maxNodes, weights, best});
    Kokkos::parallel_for("Chronos::matchedBlocks::edges", vertices,
                         EdgeFunctor<DeviceType>{C, share, weights, best, edges});
    const WeightedGraph<DeviceType> graph{count, C.rowPtr, C.colInd, edges};
    const auto partners = suitorMatching<DeviceType>(space, graph);
    const auto leaders = pairLeaders<DeviceType>(space, graph, partners, false);
    const auto number = allocate<Ints<DeviceType>>("Chronos::matchedBlocks numbers", count);
    LocalOrdinal numPairs = 0;
    scanTotal("Chronos::matchedBlocks::number", vertices, NumberLeadersFunctor<DeviceType>{leaders, number}, numPairs);
    const auto label = allocate<Ints<DeviceType>>("Chronos::matchedBlocks labels", count);
    const auto sizeOfPair = allocate<Ints<DeviceType>>("Chronos::matchedBlocks sizes", numPairs);
    Kokkos::parallel_for("Chronos::matchedBlocks::join", vertices,
                         JoinFunctor<DeviceType>{leaders, partners, number, size, label, sizeOfPair});
    Kokkos::parallel_for("Chronos::matchedBlocks::compose", RowPolicy<DeviceType>(space, 0, A.numRows),
                         ComposeFunctor<DeviceType>{blockOfRow, label});
    // Along couplings that grow from one to the next few are nearly the best of both ends: then any edge will do.
    const bool isPoor = numPairs >= 0.99 * count;
    goesOn = !isPoor || share > 0;
    share = isPoor ? 0 : shareOfBest;
    if (goesOn) C = couplingsOfGroups<DeviceType>(space, C, label, numPairs);
    size = sizeOfPair;
    count = numPairs;
  }
  const CsrMatrix<double, DeviceType> members = membersOf<DeviceType>(space, blockOfRow, count);
  return {members.rowPtr, members.colInd, blockOfRow};
}

#define CHRONOS_MATCHEDBLOCKS(DEVICE)                                                                                \
  template RowBlocks<DEVICE> matchedBlocks<DEVICE>(const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, \
                                                   const Kokkos::View<const LocalOrdinal*, DEVICE>&, LocalOrdinal,   \
                                                   int);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MATCHEDBLOCKS)

}  // namespace Chronos
