// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RootBodies.hpp"

namespace Chronos {
namespace {

// A node is near one root at most, which alone writes to it.
struct LargestBodyFunctor {
  StrongNodes<Device> graph;
  Kokkos::View<const char*, Device> isRoot;
  Kokkos::View<const LocalOrdinal*, Device> near;
  Kokkos::View<const char*, Device> needed;
  Kokkos::View<int*, Device> body;  // of its root's bodies; -1: in none yet
  Kokkos::View<LocalOrdinal*, Device> kept;

  KOKKOS_INLINE_FUNCTION void operator()(int root) const {
    if (!isRoot(root)) return;
    int numBodies = 0, largest = 0, mostNodes = 0;
    graph.eachNeighbour(root, [&](LocalOrdinal other, Offset) {
      if (near(other) != near(root) || body(other) >= 0) return;
      const int nodes = grow(root, other, numBodies);
      if (nodes > mostNodes) {
        mostNodes = nodes;
        largest = numBodies;
      }
      ++numBodies;
    });
    kept(root) = near(root);
    graph.eachNeighbour(root, [&](LocalOrdinal other, Offset) {
      if (near(other) == near(root) && body(other) == largest) kept(other) = near(root);
    });
  }

 private:
  // Returns how many nodes beside the root.
  KOKKOS_INLINE_FUNCTION int grow(LocalOrdinal root, LocalOrdinal start, int number) const {
    body(start) = number;
    int nodes = 1;
    for (int before = 0; before < nodes;) {
      before = nodes;
      graph.eachNeighbour(root, [&](LocalOrdinal other, Offset) {
        if (near(other) != near(root) || body(other) >= 0 ||
            !isHeld(other, root, number, nodes < needed(other) ? nodes + 1 : needed(other)))
          return;
        body(other) = number;
        ++nodes;
      });
    }
    return nodes;
  }

  KOKKOS_INLINE_FUNCTION bool isHeld(LocalOrdinal node, LocalOrdinal root, int number, int needed) const {
    int connections = 0;
    for (Offset entry = graph.rowPtr(node); entry < graph.rowPtr(node + 1) && connections < needed; ++entry) {
      const LocalOrdinal other = graph.colInd(entry);
      if (!graph.isStrong(entry)) continue;
      connections += other == root || (near(other) == near(root) && body(other) == number) ? 1 : 0;
    }
    return connections >= needed;
  }
};

}  // namespace

Kokkos::View<LocalOrdinal*, Device> largestBodies(const StrongNodes<Device>& graph,
                                                  const Kokkos::View<const char*, Device>& isRoot,
                                                  const Kokkos::View<const LocalOrdinal*, Device>& near,
                                                  const Kokkos::View<const char*, Device>& needed) {
  const auto kept = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::largest bodies", graph.numNodes);
  const auto body = allocate<Kokkos::View<int*, Device>>("Chronos::bodies around roots", graph.numNodes);
  const Device::execution_space space;
  Kokkos::deep_copy(space, kept, -1);
  Kokkos::deep_copy(space, body, -1);
  Kokkos::parallel_for("Chronos::aggregateNodes::largestBody",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, graph.numNodes),
                       LargestBodyFunctor{graph, isRoot, near, needed, body, kept});
  return kept;
}

}  // namespace Chronos
