// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FRACTURENETWORK_HPP
#define CHRONOS_FRACTURENETWORK_HPP

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace Chronos {

/// \file
/// Discrete fracture networks: planar polygons that meet in segments, the traces. Rock between them is left out.

using PlanePoint = std::array<double, 2>;
using SpacePoint = std::array<double, 3>;

/// No head is prescribed: nothing flows through.
constexpr double noHead = std::numeric_limits<double>::quiet_NaN();

struct Fracture {
  SpacePoint origin, first, second;  ///< a point of the plane, two orthonormal directions in it
  /// Convex and counter-clockwise, along `first` and `second` from the origin; edges may be in line.
  std::vector<PlanePoint> corners;
  std::vector<double> edgeHead;  ///< head on the edge from each corner to the next, or noHead
  double transmissivity = 1;

  SpacePoint at(const PlanePoint& p) const;
  PlanePoint inPlane(const SpacePoint& p) const;
};

/// Where two fractures meet.
struct Trace {
  std::array<int, 2> fractures;  ///< ascending
  std::array<SpacePoint, 2> ends;
  double length() const;
};

struct FractureNetwork {
  std::vector<Fracture> fractures;
  std::vector<Trace> traces;  ///< by (first fracture, second fracture)
};

struct NetworkOptions {
  int numFractures = 60;        ///< in [1, 1000000]
  double smallestRadius = 0.1;  ///< of the circle around a fracture; the box has edge 1
  double largestRadius = 0.4;   ///< in [smallestRadius, 1]
  double radiusExponent = 2.5;  ///< of the density of radii, r^-exponent; not 1
  int numCorners = 8;           ///< before the box cuts them off, in [3, 64]
  double transmissivity = 1;    ///< median, in [1e-12, 1e12]
  double deviation = 0.5;       ///< of the decimal logarithm of transmissivities, uniform in [-deviation, deviation]
  std::uint64_t seed = 1;
};

/// \brief A random network in the unit cube, heads 1 on the face x = 0 and 0 on x = 1, no flow through the others.
///
/// Regular polygons with centres and normals anywhere, cut off at the faces. A candidate is taken when it reaches a
/// face with a head or meets one that was taken before, so that heads are determined everywhere; one of which the cube
/// leaves a sliver, or that meets another in less than shortestTrace() of the smallest radius, is not. Fractures are
/// numbered along a space-filling curve, so that neighbours are likely on one rank. Depends on the options alone.
/// O(fractures^2), a distance each.
/// \throws InputError when an option is out of range, or far too few candidates are taken
FractureNetwork makeNetwork(const NetworkOptions& options);

/// Of the smallest radius.
constexpr double shortestTrace = 0.05;

/// \brief Fractures with their traces.
/// \throws InputError when a polygon is not convex, flat or turns clockwise, a direction is no unit vector, heads are
///         not one an edge, a transmissivity is not positive, or no head can be reached from a fracture through traces
FractureNetwork joinFractures(const std::vector<Fracture>& fractures);

/// \brief The segment that two fractures share; false where they do not meet or are parallel.
bool meet(const Fracture& a, const Fracture& b, std::array<SpacePoint, 2>& ends);

}  // namespace Chronos

#endif
