// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCATTEREDBODY_HPP
#define CHRONOS_SCATTEREDBODY_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_RigidBodyModes.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "TestVectorsOf.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace Chronos::Test {

// Nodes far from the origin, in a box of edges 1, 2 and 3 thousandths.
inline double scatteredPosition(GlobalOrdinal node, int direction) {
  return 7 + 1e-3 * (direction + 1) * globalUniform(10 + direction, node);
}

// Unknowns of a body: which node and component each one is.
struct ScatteredBody {
  int dimension, degreesOfFreedom;
  std::vector<std::pair<GlobalOrdinal, int>> unknowns;

  // About one unknown in `share` is missing; none when it is 0.
  ScatteredBody(int numNodes, int dimension_, int degrees, int share)
      : dimension(dimension_), degreesOfFreedom(degrees) {
    for (GlobalOrdinal node = 0; node < numNodes; ++node)
      for (int component = 0; component < degrees; ++component)
        if (share == 0 || globalHash(static_cast<std::uint64_t>(degrees * node + component)) % share != 0)
          unknowns.emplace_back(node, component);
  }

  UnknownPositions positions(const Map& map) const {
    UnknownPositions result;
    result.positions =
        vectorsOf(map, dimension, [&](GlobalOrdinal row, int d) { return scatteredPosition(unknowns[row].first, d); });
    std::vector<int> components;
    for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
      components.push_back(unknowns[map.getGlobalElement(static_cast<LocalOrdinal>(i))].second);
    result.components = toView("components", components);
    result.degreesOfFreedom = degreesOfFreedom;
    return result;
  }

  // Row of an unknown, -1 where it is missing.
  int row(GlobalOrdinal node, int component) const {
    const auto place = std::find(unknowns.begin(), unknowns.end(), std::make_pair(node, component));
    return place == unknowns.end() ? -1 : static_cast<int>(place - unknowns.begin());
  }
};

inline ProblemOptions shortBricks() {
  ProblemOptions options;
  options.nx = 4;
  options.ny = 5;
  options.nz = 3;
  options.stretch = 2;
  options.contrast = 1e3;
  return options;
}

}  // namespace Chronos::Test

#endif
