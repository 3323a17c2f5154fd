// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FractureMesh.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

// Of a wedge: what is nearer to its edge may be rounding.
constexpr double edgeWidth = 1e-12;

double turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

PlanePoint centroidOf(const std::vector<PlanePoint>& corners) {
  PlanePoint sum = {0, 0};
  double area = 0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    const PlanePoint &a = corners[0], &b = corners[k], &c = corners[k + 1];
    const double part = turn(a, b, c);
    area += part;
    for (int i : {0, 1}) sum[i] += part * (a[i] + b[i] + c[i]) / 3;
  }
  return {sum[0] / area, sum[1] / area};
}

// a + s (b - a) + t (c - a)
PlanePoint between(const PlanePoint& a, double s, const PlanePoint& b, double t, const PlanePoint& c) {
  return {a[0] + s * (b[0] - a[0]) + t * (c[0] - a[0]), a[1] + s * (b[1] - a[1]) + t * (c[1] - a[1])};
}

std::array<double, 3> barycentric(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c, const PlanePoint& p) {
  const double whole = turn(a, b, c), atB = turn(a, p, c) / whole, atC = turn(a, b, p) / whole;
  return {1 - atB - atC, atB, atC};
}

}  // namespace

FractureMesh::FractureMesh(const Fracture& fracture, int divisions)
    : divisions_(divisions),
      numWedges_(static_cast<int>(fracture.corners.size())),
      firstOuter_(1 + numWedges_ * divisions * (divisions - 1) / 2) {
  const PlanePoint centre = centroidOf(fracture.corners);
  nodes_.push_back(centre);
  for (int ring = 1; ring <= divisions; ++ring)
    for (int wedge = 0; wedge < numWedges_; ++wedge)
      for (int step = 0; step < ring; ++step)
        nodes_.push_back(between(centre, double(ring - step) / divisions, fracture.corners[wedge],
                                 double(step) / divisions, fracture.corners[(wedge + 1) % numWedges_]));
  for (int ring = 1; ring <= divisions; ++ring)
    for (int wedge = 0; wedge < numWedges_; ++wedge)
      for (int step = 0; step < ring; ++step) {
        triangles_.push_back({node(ring - 1, wedge, step), node(ring, wedge, step), node(ring, wedge, step + 1)});
        if (step + 1 < ring)
          triangles_.push_back(
              {node(ring - 1, wedge, step), node(ring, wedge, step + 1), node(ring - 1, wedge, step + 1)});
      }
  nodeHead_.assign(nodes_.size(), noHead);
  for (int wedge = 0; wedge < numWedges_; ++wedge)
    for (int step = 0; step <= divisions && !std::isnan(fracture.edgeHead[wedge]); ++step)
      nodeHead_[node(divisions, wedge, step)] = fracture.edgeHead[wedge];
}

int FractureMesh::node(int ring, int wedge, int step) const {
  if (ring == 0) return 0;
  const int around = numWedges_ * ring;
  return 1 + around * (ring - 1) / 2 + (wedge * ring + step) % around;
}

std::array<double, 3> FractureMesh::inWedge(int wedge, const PlanePoint& point) const {
  return barycentric(nodes_[0], nodes_[node(divisions_, wedge, 0)], nodes_[node(divisions_, wedge, divisions_)], point);
}

std::array<double, 3> FractureMesh::weights(const std::array<int, 3>& nodes, const PlanePoint& point) const {
  return barycentric(nodes_[nodes[0]], nodes_[nodes[1]], nodes_[nodes[2]], point);
}

FractureMesh::Place FractureMesh::find(const PlanePoint& point) const {
  int wedge = 0;
  double best = -1e300;
  std::array<double, 3> place{};
  for (int candidate = 0; candidate < numWedges_; ++candidate) {
    // Not by the first weight: a wedge is open at the polygon's edge.
    const auto here = inWedge(candidate, point);
    const double inside = std::min(here[1], here[2]);
    if (inside <= best) continue;
    best = inside;
    wedge = candidate;
    place = here;
  }
  // In units of a small triangle, floors of both coordinates tell the corner of a parallelogram of two.
  const double x = divisions_ * place[1], y = divisions_ * place[2];
  const int column = std::clamp(static_cast<int>(std::floor(x)), 0, divisions_ - 1);
  const int row = std::clamp(static_cast<int>(std::floor(y)), 0, divisions_ - 1 - column);
  const bool isFirst = x - column + y - row < 1 || column + row + 2 > divisions_;
  const int ring = column + row + (isFirst ? 1 : 2);
  Place found{};
  if (isFirst) found.nodes = {node(ring - 1, wedge, row), node(ring, wedge, row), node(ring, wedge, row + 1)};
  else found.nodes = {node(ring - 1, wedge, row), node(ring, wedge, row + 1), node(ring - 1, wedge, row + 1)};
  found.weights = weights(found.nodes, point);
  return found;
}

void FractureMesh::crossings(const PlanePoint& a, const PlanePoint& b, std::vector<double>& parameters) const {
  for (int wedge = 0; wedge < numWedges_; ++wedge) {
    const auto from = inWedge(wedge, a), to = inWedge(wedge, b);
    double low = 0, high = 1;
    for (int i : {1, 2}) {
      // A segment along the edge of a wedge belongs to both sides; a crossing too many does no harm.
      const double slope = to[i] - from[i], inside = from[i] + edgeWidth;
      if (slope > 0) low = std::max(low, -inside / slope);
      else if (slope < 0) high = std::min(high, -inside / slope);
      else if (inside < 0) high = -1;
    }
    if (!(low < high)) continue;
    for (double t : {low, high})
      if (t > 0 && t < 1) parameters.push_back(t);
    for (int i = 0; i < 3; ++i) {
      const double start = divisions_ * (from[i] + low * (to[i] - from[i])),
                   end = divisions_ * (from[i] + high * (to[i] - from[i])), slope = divisions_ * (to[i] - from[i]);
      for (double line = std::ceil(std::min(start, end)); line <= std::max(start, end) && slope != 0; ++line) {
        const double t = (line - divisions_ * from[i]) / slope;
        if (t > 0 && t < 1) parameters.push_back(t);
      }
    }
  }
}

}  // namespace Chronos
