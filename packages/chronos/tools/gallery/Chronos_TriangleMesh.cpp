// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TriangleMesh.hpp"

#include "Chronos_GlobalHash.hpp"

#include <algorithm>
#include <utility>

namespace Chronos {
namespace {

using Point = std::array<double, 2>;
using Triangle = std::array<int, 3>;

constexpr int edgesOfSide = 10, numLines = 11;
// Lines of inner nodes have 13 nodes but for two of 14: 145 together.
constexpr int shortLine = 13;
constexpr bool isLongLine(int line) {
  return line == 3 || line == 7;
}
// Of the distance between neighbours.
constexpr double jitter = 0.4;

double twiceArea(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

// Positive where d lies within the circle through a, b, c, which turn left.
double inCircle(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double ax = a[0] - d[0], ay = a[1] - d[1], bx = b[0] - d[0], by = b[1] - d[1], cx = c[0] - d[0],
               cy = c[1] - d[1];
  const double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
  return ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx);
}

// Points one after the other into the two halves of the square, then edges are turned until all circles are empty
// (Lawson). A few hundred points: searches are along all triangles.
class Delaunay {
 public:
  Delaunay() : triangles_{{0, 1, 2}, {0, 2, 3}} { points_ = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}; }

  void insert(const Point& point) {
    const int node = static_cast<int>(points_.size());
    points_.push_back(point);
    std::vector<Triangle> next;
    for (const Triangle& t : triangles_) {
      if (contains(t, point)) split(t, node, next);
      else next.push_back(t);
    }
    triangles_ = next;
    while (turnOneEdge()) {}
  }

  const std::vector<Point>& points() const { return points_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }

 private:
  double side(const Triangle& t, int edge, const Point& p) const {
    return twiceArea(points_[t[edge]], points_[t[(edge + 1) % 3]], p);
  }
  bool contains(const Triangle& t, const Point& p) const {
    return side(t, 0, p) >= 0 && side(t, 1, p) >= 0 && side(t, 2, p) >= 0;
  }
  // A point on an edge makes two of it.
  void split(const Triangle& t, int node, std::vector<Triangle>& next) const {
    for (int edge = 0; edge < 3; ++edge)
      if (side(t, edge, points_[node]) > 0) next.push_back({t[edge], t[(edge + 1) % 3], node});
  }

  bool turnOneEdge() {
    for (std::size_t i = 0; i < triangles_.size(); ++i)
      for (int edge = 0; edge < 3; ++edge)
        for (std::size_t j = 0; j < i; ++j)
          if (turn(triangles_[i], edge, triangles_[j])) return true;
    return false;
  }

  bool turn(Triangle& t, int edge, Triangle& other) const {
    const int a = t[edge], b = t[(edge + 1) % 3], c = t[(edge + 2) % 3];
    for (int opposite = 0; opposite < 3; ++opposite) {
      if (other[opposite] != b || other[(opposite + 1) % 3] != a) continue;
      const int d = other[(opposite + 2) % 3];
      // Beyond rounding, or four points on a circle would turn for ever.
      if (inCircle(points_[a], points_[b], points_[c], points_[d]) < 1e-14) return false;
      t = {a, d, c};
      other = {d, b, c};
      return true;
    }
    return false;
  }

  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
};

}  // namespace

TriangleMesh jitteredMesh(std::uint64_t seed) {
  Delaunay delaunay;
  for (int i = 1; i < edgesOfSide; ++i) {
    const double s = double(i) / edgesOfSide;
    for (const Point& point : {Point{s, 0}, Point{1, s}, Point{s, 1}, Point{0, s}}) delaunay.insert(point);
  }
  const std::size_t numBoundary = delaunay.points().size();
  std::uint64_t index = 0;
  for (int line = 0; line < numLines; ++line) {
    const int count = shortLine + (isLongLine(line) ? 1 : 0);
    const double stepX = 1.0 / (count + 0.5), stepY = 1.0 / (numLines + 0.5);
    for (int i = 0; i < count; ++i) {
      const double dx = jitter * globalUniform(seed, index), dy = jitter * globalUniform(seed, index + 1);
      index += 2;
      delaunay.insert({stepX * (i + (line % 2 == 0 ? 0.6 : 0.9) + dx), stepY * (line + 0.75 + dy)});
    }
  }
  TriangleMesh mesh{delaunay.points(), delaunay.triangles(), std::vector<char>(delaunay.points().size(), 0)};
  std::fill_n(mesh.isBoundary.begin(), numBoundary, char(1));
  return mesh;
}

TriangleMesh refined(const TriangleMesh& mesh) {
  using Edge = std::pair<int, int>;
  const auto edge = [](int a, int b) { return Edge(std::min(a, b), std::max(a, b)); };
  std::vector<Edge> edges;
  for (const Triangle& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) edges.push_back(edge(t[k], t[(k + 1) % 3]));
  std::sort(edges.begin(), edges.end());
  TriangleMesh fine{mesh.nodes, {}, mesh.isBoundary};
  std::vector<Edge> distinct;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (i > 0 && edges[i] == edges[i - 1]) continue;
    // An edge of one triangle only is one of the boundary.
    const bool isShared = i + 1 < edges.size() && edges[i + 1] == edges[i];
    const Point &a = mesh.nodes[edges[i].first], &b = mesh.nodes[edges[i].second];
    distinct.push_back(edges[i]);
    fine.nodes.push_back({(a[0] + b[0]) / 2, (a[1] + b[1]) / 2});
    fine.isBoundary.push_back(!isShared);
  }
  const int numCoarse = static_cast<int>(mesh.nodes.size());
  const auto middle = [&](int a, int b) {
    return numCoarse +
           static_cast<int>(std::lower_bound(distinct.begin(), distinct.end(), edge(a, b)) - distinct.begin());
  };
  for (const Triangle& t : mesh.triangles) {
    const int ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
    for (const Triangle& part :
         {Triangle{t[0], ab, ca}, Triangle{t[1], bc, ab}, Triangle{t[2], ca, bc}, Triangle{ab, bc, ca}})
      fine.triangles.push_back(part);
  }
  return fine;
}

}  // namespace Chronos
