// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodesOfUnknowns.hpp"

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

// Components grow within a node, so that the walk to its first unknown is as long as the node at most.
struct PlaceFunctor {
  Map::local_map_type map;
  TestSpace positions;
  UnknownComponents components;
  Kokkos::View<GlobalOrdinal*, Device> nodes;

  KOKKOS_INLINE_FUNCTION bool continuesNode(int row) const {
    bool isSame = row > 0 && components(row) > components(row - 1);
    for (int d = 0; isSame && d < static_cast<int>(positions.extent(1)); ++d)
      isSame = positions(row, d) == positions(row - 1, d);
    return isSame;
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

}  // namespace

UnknownNodes nodesOfBlocks(const Map& rowMap, int numUnknowns, GlobalOrdinal firstNode) {
  const auto nodes =
      allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::nodes of unknowns", TrilinosVersion::numLocal(rowMap));
  Kokkos::parallel_for("Chronos::nodesOfBlocks", rowsOf(rowMap),
                       BlockFunctor{rowMap.getLocalMap(), rowMap.getIndexBase(), firstNode, numUnknowns, nodes});
  return nodes;
}

UnknownComponents componentsOfBlocks(const Map& rowMap, int numUnknowns) {
  const auto components =
      allocate<Kokkos::View<int*, Device>>("Chronos::components", TrilinosVersion::numLocal(rowMap));
  Kokkos::parallel_for("Chronos::componentsOfBlocks", rowsOf(rowMap),
                       ComponentFunctor{rowMap.getLocalMap(), rowMap.getIndexBase(), numUnknowns, components});
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
  const int numRows = static_cast<int>(TrilinosVersion::numLocal(rowMap));
  int numSplit = 0;
  Kokkos::parallel_reduce("Chronos::nodesAreWhole", RowPolicy(0, numRows),
                          SplitNodeFunctor{rowMap.getLocalMap(), rowMap.getIndexBase(), unknownsPerNode, numRows},
                          numSplit);
  return maxOverRanks(*rowMap.getComm(), static_cast<long long>(numSplit)) == 0;
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
