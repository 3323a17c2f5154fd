// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodesOfUnknowns.hpp"

#include "Chronos_FirstUnknown.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct BlockFunctor {
  Map::local_map_type map;
  GlobalOrdinal base, firstNode;
  int numUnknowns;
  Kokkos::View<GlobalOrdinal*, Device> nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    nodes(row) = firstNode + (map.getGlobalElement(row) - base) / numUnknowns;
  }
};

struct ComponentFunctor {
  Map::local_map_type map;
  GlobalOrdinal base;
  int numUnknowns;
  Kokkos::View<int*, Device> components;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    components(row) = static_cast<int>((map.getGlobalElement(row) - base) % numUnknowns);
  }
};

// Whether a row lies where the one before it does.
struct SamePlace {
  TestSpace positions;
  KOKKOS_INLINE_FUNCTION bool operator()(int row) const {
    bool isSame = row > 0;
    for (int d = 0; isSame && d < static_cast<int>(positions.extent(1)); ++d)
      isSame = positions(row, d) == positions(row - 1, d);
    return isSame;
  }
};

struct CountSameFunctor {
  SamePlace isSame;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& number) const { number += isSame(row) ? 1 : 0; }
};

// Rows that begin a node and lie where the one before does, or go on with one and lie elsewhere.
struct CountOddFunctor {
  SamePlace isSame;
  Map::local_map_type map;
  GlobalOrdinal base;
  int perNode;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& number) const {
    if (row > 0 && isSame(row) != ((map.getGlobalElement(row) - base) % perNode != 0)) ++number;
  }
};

// Components grow within a node, so that the walk to its first unknown is as long as the node at most.
struct PlaceFunctor {
  Map::local_map_type map;
  TestSpace positions;
  UnknownComponents components;
  Kokkos::View<GlobalOrdinal*, Device> nodes;

  KOKKOS_INLINE_FUNCTION bool continuesNode(int row) const {
    return row > 0 && components(row) > components(row - 1) && SamePlace{positions}(row);
  }
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    int first = row;
    while (continuesNode(first)) --first;
    nodes(row) = map.getGlobalElement(first);
  }
};

struct ThreesFunctor {
  Map::local_map_type map;
  Kokkos::View<GlobalOrdinal*, Device> nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { nodes(row) = map.getGlobalElement(row - row % nodeSize); }
};

RowPolicy rowsOf(const Map& map) {
  return RowPolicy(0, static_cast<int>(TrilinosVersion::numLocal(map)));
}

struct SplitNodeFunctor {
  typename Map::local_map_type map;
  GlobalOrdinal base;
  int perNode, numRows;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numSplit) const {
    const GlobalOrdinal global = map.getGlobalElement(row);
    const int component = static_cast<int>((global - base) % perNode), first = row - component;
    const bool isWhole = first >= 0 && first + perNode <= numRows &&
                         map.getGlobalElement(first) == global - component &&
                         map.getGlobalElement(first + perNode - 1) == global - component + perNode - 1;
    numSplit += isWhole ? 0 : 1;
  }
};

bool areWhole(const Map& rowMap, const ConsecutiveNodes& blocks) {
  const int numRows = static_cast<int>(TrilinosVersion::numLocal(rowMap));
  int numSplit = 0;
  Kokkos::parallel_reduce("Chronos::nodesAreWhole", RowPolicy(0, numRows),
                          SplitNodeFunctor{rowMap.getLocalMap(), blocks.first, blocks.perNode, numRows}, numSplit);
  return maxOverRanks(*rowMap.getComm(), static_cast<long long>(numSplit)) == 0;
}

long long numOdd(const Map& rowMap, const TestSpace& positions, const ConsecutiveNodes& blocks) {
  long long number = 0;
  Kokkos::parallel_reduce("Chronos::blocksInPlaces::odd", rowsOf(rowMap),
                          CountOddFunctor{{positions}, rowMap.getLocalMap(), blocks.first, blocks.perNode}, number);
  return sumOverRanks(*rowMap.getComm(), number);
}

// How many share a place on average, if rigid-body modes are known for so many; else 1.
int unknownsInOnePlace(const Map& rowMap, const TestSpace& positions) {
  const long long numRows = TrilinosVersion::numGlobal(rowMap);
  long long numSame = 0;
  Kokkos::parallel_reduce("Chronos::blocksInPlaces::same", rowsOf(rowMap), CountSameFunctor{{positions}}, numSame);
  const long long numPlaces = numRows - sumOverRanks(*rowMap.getComm(), numSame);
  const long long perNode = numPlaces > 0 ? (numRows + numPlaces / 2) / numPlaces : 1;
  const bool isPlane = positions.extent(1) == 2;
  const bool hasModes = isPlane ? perNode == 2 || perNode == 3 : perNode == 3 || perNode == 6;
  return hasModes && numRows % perNode == 0 ? static_cast<int>(perNode) : 1;
}

}  // namespace

GlobalOrdinal firstUnknown(const Map& rowMap, int perNode) {
  const GlobalOrdinal base = rowMap.getIndexBase(), least = firstUnknown(rowMap);
  if ((least - base) % perNode == 0) return base;
  return areWhole(rowMap, {perNode, least}) && !areWhole(rowMap, {perNode, base}) ? least : base;
}

ConsecutiveNodes blocksInPlaces(const Map& rowMap, const TestSpace& positions, int perNode) {
  const bool isTold = perNode > 0;
  if (!isTold) perNode = unknownsInOnePlace(rowMap, positions);
  if (perNode == 1) return {1, rowMap.getIndexBase()};
  ConsecutiveNodes best{perNode, firstUnknown(rowMap, perNode)};
  long long least = numOdd(rowMap, positions, best);
  for (const GlobalOrdinal first : {rowMap.getIndexBase(), rowMap.getMinAllGlobalIndex()}) {
    if (least == 0) break;
    const long long number = numOdd(rowMap, positions, {perNode, first});
    if (number >= least) continue;
    least = number;
    best.first = first;
  }
  if (!isTold && (least > 0 || !areWhole(rowMap, best))) return {1, rowMap.getIndexBase()};
  return best;
}

UnknownNodes nodesOfBlocks(const Map& rowMap, const ConsecutiveNodes& blocks, GlobalOrdinal firstNode) {
  const auto nodes =
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::nodes of unknowns", TrilinosVersion::numLocal(rowMap));
  Kokkos::parallel_for("Chronos::nodesOfBlocks", rowsOf(rowMap),
                       BlockFunctor{rowMap.getLocalMap(), blocks.first, firstNode, blocks.perNode, nodes});
  return nodes;
}

UnknownNodes nodesOfBlocks(const Map& rowMap, int perNode) {
  return nodesOfBlocks(rowMap, {perNode, firstUnknown(rowMap, perNode)});
}

UnknownComponents componentsOfBlocks(const Map& rowMap, const ConsecutiveNodes& blocks) {
  const auto components =
      allocate<Kokkos::View<int*, Device>>("Chronos::components", TrilinosVersion::numLocal(rowMap));
  Kokkos::parallel_for("Chronos::componentsOfBlocks", rowsOf(rowMap),
                       ComponentFunctor{rowMap.getLocalMap(), blocks.first, blocks.perNode, components});
  return components;
}

UnknownNodes nodesByPosition(const Map& rowMap, const TestSpace& positions, const UnknownComponents& components) {
  const auto nodes =
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::nodes of unknowns", TrilinosVersion::numLocal(rowMap));
  Kokkos::parallel_for("Chronos::nodesByPosition", rowsOf(rowMap),
                       PlaceFunctor{rowMap.getLocalMap(), positions, components, nodes});
  return nodes;
}

bool nodesAreWhole(const Map& rowMap, int unknownsPerNode) {
  return areWhole(rowMap, {unknownsPerNode, firstUnknown(rowMap, unknownsPerNode)});
}

UnknownNodes nodesOfPattern(const DistMatrix<double>& A) {
  const Map& rowMap = *A.rowMap();
  const bool isOther = A.numRows() > 0 && !A.nodesOfLongRows().exists();
  if (maxOverRanks(*rowMap.getComm(), static_cast<long long>(isOther)) > 0) return {};
  const auto nodes = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::nodes of unknowns", A.numRows());
  Kokkos::parallel_for("Chronos::nodesOfPattern", rowsOf(rowMap), ThreesFunctor{rowMap.getLocalMap(), nodes});
  return nodes;
}

}  // namespace Chronos
