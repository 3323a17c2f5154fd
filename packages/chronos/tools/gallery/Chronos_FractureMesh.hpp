// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FRACTUREMESH_HPP
#define CHRONOS_FRACTUREMESH_HPP

#include "Chronos_FractureNetwork.hpp"

namespace Chronos {

/// \brief Triangles on a fracture that know nothing of its traces: that these need not lie on edges of the meshes is
/// what the method is for (Berrone, Pieraccini, Scialo 2013).
///
/// From the centroid a wedge to each edge of the polygon, each divided alike. Nodes are numbered ring by ring from the
/// centroid, so that any point is found in O(corners).
class FractureMesh {
 public:
  /// \param divisions of each edge of a wedge, at least 1
  FractureMesh(const Fracture& fracture, int divisions);

  /// A triangle and the linear functions of its nodes at a point, which add up to 1.
  struct Place {
    std::array<int, 3> nodes;
    std::array<double, 3> weights;
  };
  /// Where a point of the polygon is; of one beyond by rounding, the nearest wedge.
  Place find(const PlanePoint& point) const;
  /// The functions of three nodes at a point.
  std::array<double, 3> weights(const std::array<int, 3>& nodes, const PlanePoint& point) const;

  /// \brief Appends the parameters, in (0, 1), at which the segment from a to b crosses edges of triangles; in any
  /// order, some more than once.
  void crossings(const PlanePoint& a, const PlanePoint& b, std::vector<double>& parameters) const;

  const std::vector<PlanePoint>& nodes() const { return nodes_; }
  /// Counter-clockwise; where an edge of the polygon is one of a triangle, the second and third node are its ends.
  const std::vector<std::array<int, 3>>& triangles() const { return triangles_; }
  /// Whether a node lies on an edge of the polygon.
  bool isOuter(int node) const { return node >= firstOuter_; }
  /// Head prescribed at each node, or noHead; where two edges with different heads meet, that of the second.
  const std::vector<double>& nodeHead() const { return nodeHead_; }

 private:
  int node(int ring, int wedge, int step) const;
  std::array<double, 3> inWedge(int wedge, const PlanePoint& point) const;

  int divisions_, numWedges_, firstOuter_;
  std::vector<PlanePoint> nodes_;
  std::vector<std::array<int, 3>> triangles_;
  std::vector<double> nodeHead_;
};

}  // namespace Chronos

#endif
