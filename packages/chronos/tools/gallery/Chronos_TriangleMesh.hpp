// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRIANGLEMESH_HPP
#define CHRONOS_TRIANGLEMESH_HPP

#include <array>
#include <cstdint>
#include <vector>

namespace Chronos {

/// A triangulation of the unit square.
struct TriangleMesh {
  std::vector<std::array<double, 2>> nodes;
  std::vector<std::array<int, 3>> triangles;  ///< nodes counter-clockwise
  std::vector<char> isBoundary;               ///< of each node
};

/// \brief A Delaunay mesh of the unit square: 10 edges a side, 145 inner nodes on jittered lines, so 328 triangles.
/// \param seed of the jitter
TriangleMesh jitteredMesh(std::uint64_t seed);

/// \brief Each triangle in four, by the midpoints of its edges. Nodes keep their numbers; midpoints are behind them, in
/// the order of their edges by (smaller, larger) end. O(triangles log triangles).
TriangleMesh refined(const TriangleMesh& mesh);

}  // namespace Chronos

#endif
