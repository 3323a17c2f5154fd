// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_FractureMesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace Chronos::Test {
namespace {

double apart(const SpacePoint& a, const SpacePoint& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

double turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

SpacePoint normalOf(const Fracture& f) {
  const SpacePoint &a = f.first, &b = f.second;
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double heightOver(const Fracture& f, const SpacePoint& p) {
  const SpacePoint n = normalOf(f);
  return n[0] * (p[0] - f.origin[0]) + n[1] * (p[1] - f.origin[1]) + n[2] * (p[2] - f.origin[2]);
}

bool isWithin(const Fracture& f, const SpacePoint& p, double tolerance) {
  for (std::size_t k = 0; k < f.corners.size(); ++k)
    if (turn(f.corners[k], f.corners[(k + 1) % f.corners.size()], f.inPlane(p)) < -tolerance) return false;
  return std::abs(heightOver(f, p)) < tolerance;
}

// Where edges of a go through b: the ends of a trace are among these points, or those of b through a.
void edgesThrough(const Fracture& a, const Fracture& b, std::vector<SpacePoint>& points) {
  for (std::size_t k = 0; k < a.corners.size(); ++k) {
    const SpacePoint from = a.at(a.corners[k]), to = a.at(a.corners[(k + 1) % a.corners.size()]);
    const double above = heightOver(b, from), below = heightOver(b, to);
    if ((above > 0) == (below > 0)) continue;
    const double t = above / (above - below);
    const SpacePoint p = {from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]),
                          from[2] + t * (to[2] - from[2])};
    if (isWithin(b, p, 1e-10)) points.push_back(p);
  }
}

Fracture square(double edge) {
  Fracture f;
  f.origin = {0, 0, 0};
  f.first = {1, 0, 0};
  f.second = {0, 1, 0};
  f.corners = {{0, 0}, {edge, 0}, {edge, edge}, {0, edge}};
  f.edgeHead = {1, noHead, noHead, noHead};
  return f;
}

NetworkOptions optionsOf(int numFractures, std::uint64_t seed) {
  NetworkOptions options;
  options.numFractures = numFractures;
  options.smallestRadius = 0.1 + 0.05 * static_cast<double>(seed % 3);
  options.seed = seed;
  return options;
}

TEST(FractureNetwork, TracesAreWhereFracturesMeet) {
  for (std::uint64_t seed : {1, 2, 3}) {
    const FractureNetwork network = makeNetwork(optionsOf(60, seed));
    ASSERT_EQ(network.fractures.size(), 60u);
    std::size_t next = 0;
    for (std::size_t i = 0; i < network.fractures.size(); ++i)
      for (std::size_t j = i + 1; j < network.fractures.size(); ++j) {
        const Fracture &a = network.fractures[i], &b = network.fractures[j];
        std::vector<SpacePoint> points;
        edgesThrough(a, b, points);
        edgesThrough(b, a, points);
        if (points.empty()) continue;
        ASSERT_LT(next, network.traces.size());
        const Trace& trace = network.traces[next++];
        EXPECT_EQ(trace.fractures, (std::array<int, 2>{static_cast<int>(i), static_cast<int>(j)}));
        EXPECT_GT(trace.length(), shortestTrace * 0.1);
        for (const SpacePoint& end : trace.ends) {
          EXPECT_TRUE(isWithin(a, end, 1e-9) && isWithin(b, end, 1e-9));
          const auto isHere = [&](const SpacePoint& p) { return apart(p, end) < 1e-8; };
          EXPECT_TRUE(std::any_of(points.begin(), points.end(), isHere));
        }
      }
    EXPECT_EQ(next, network.traces.size());
  }
}

TEST(FractureNetwork, LiesInTheCubeWithHeadsOnTwoFaces) {
  const FractureNetwork network = makeNetwork(optionsOf(80, 5));
  int numHeads[2] = {0, 0};
  double low = 1e300, high = 0;
  for (const Fracture& f : network.fractures) {
    low = std::min(low, f.transmissivity);
    high = std::max(high, f.transmissivity);
    for (std::size_t k = 0; k < f.corners.size(); ++k) {
      const SpacePoint a = f.at(f.corners[k]), b = f.at(f.corners[(k + 1) % f.corners.size()]);
      for (double x : a) EXPECT_TRUE(x > -1e-12 && x < 1 + 1e-12);
      const bool isLeft = a[0] < 1e-10 && b[0]<1e-10, isRight = a[0]> 1 - 1e-10 && b[0] > 1 - 1e-10;
      if (isLeft || isRight) {
        EXPECT_EQ(f.edgeHead[k], isLeft ? 1 : 0);
        ++numHeads[isLeft ? 0 : 1];
      } else {
        EXPECT_TRUE(std::isnan(f.edgeHead[k]));
      }
    }
  }
  EXPECT_GT(numHeads[0], 0);
  EXPECT_GT(numHeads[1], 0);
  EXPECT_GT(high / low, 2);
  EXPECT_LE(high / low, 10.001);
}

TEST(FractureNetwork, DependsOnOptionsAlone) {
  const FractureNetwork a = makeNetwork(optionsOf(30, 7)), b = makeNetwork(optionsOf(30, 7)),
                        other = makeNetwork(optionsOf(30, 10));
  ASSERT_EQ(a.traces.size(), b.traces.size());
  for (std::size_t i = 0; i < a.traces.size(); ++i) EXPECT_EQ(a.traces[i].ends, b.traces[i].ends);
  EXPECT_NE(a.fractures[0].origin, other.fractures[0].origin);
}

TEST(FractureNetwork, RefusesWhatIsImpossible) {
  const auto with = [](const auto& change) {
    NetworkOptions options;
    change(options);
    return options;
  };
  EXPECT_THROW(makeNetwork(with([](auto& o) { o.numFractures = 0; })), InputError);
  EXPECT_THROW(makeNetwork(with([](auto& o) { o.smallestRadius = 0; })), InputError);
  EXPECT_THROW(makeNetwork(with([](auto& o) { o.largestRadius = 0.05; })), InputError);
  EXPECT_THROW(makeNetwork(with([](auto& o) { o.radiusExponent = 1; })), InputError);
  EXPECT_THROW(makeNetwork(with([](auto& o) { o.numCorners = 2; })), InputError);
  EXPECT_THROW(makeNetwork(with([](auto& o) { o.deviation = -1; })), InputError);
  EXPECT_THROW(makeNetwork(with([](auto& o) { o.transmissivity = std::nan(""); })), InputError);
  const auto changed = [](const auto& change) {
    Fracture f = square(1);
    change(f);
    return std::vector<Fracture>{f};
  };
  EXPECT_NO_THROW(joinFractures({square(1)}));
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.first = {2, 0, 0}; })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.second = {1, 0, 0}; })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.corners.pop_back(); })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { std::swap(f.corners[1], f.corners[3]); })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.corners[2] = {0.2, 0.2}; })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.corners[2] = f.corners[1]; })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.transmissivity = 0; })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.edgeHead = {1}; })), InputError);
  EXPECT_THROW(joinFractures(changed([](auto& f) { f.edgeHead[0] = noHead; })), InputError);
  Fracture far = square(1);
  far.origin = {5, 5, 5};
  far.edgeHead[0] = noHead;
  EXPECT_THROW(joinFractures({square(1), far}), InputError);
}

TEST(FractureMesh, CoversThePolygonAndFindsPoints) {
  for (int divisions : {1, 2, 5})
    for (const Fracture& f : makeNetwork(optionsOf(10, 4)).fractures) {
      const FractureMesh mesh(f, divisions);
      double area = 0, polygon = 0;
      for (const auto& t : mesh.triangles()) {
        const double part = turn(mesh.nodes()[t[0]], mesh.nodes()[t[1]], mesh.nodes()[t[2]]);
        EXPECT_GT(part, 0);
        area += part;
      }
      for (std::size_t k = 1; k + 1 < f.corners.size(); ++k)
        polygon += turn(f.corners[0], f.corners[k], f.corners[k + 1]);
      EXPECT_NEAR(area, polygon, 1e-13);
      for (std::size_t k = 0; k < f.corners.size(); ++k)
        for (double s : {0.0, 0.31, 0.77, 1.0}) {
          const PlanePoint &a = mesh.nodes()[0], &b = f.corners[k], &c = f.corners[(k + 2) % f.corners.size()];
          const PlanePoint p = {a[0] + s * (b[0] + 0.3 * (c[0] - b[0]) - a[0]),
                                a[1] + s * (b[1] + 0.3 * (c[1] - b[1]) - a[1])};
          const auto place = mesh.find(p);
          PlanePoint again = {0, 0};
          for (int i = 0; i < 3; ++i) {
            EXPECT_GT(place.weights[i], -1e-9);
            for (int x : {0, 1}) again[x] += place.weights[i] * mesh.nodes()[place.nodes[i]][x];
          }
          EXPECT_NEAR(again[0], p[0], 1e-13);
          EXPECT_NEAR(again[1], p[1], 1e-13);
        }
    }
}

TEST(FractureMesh, CrossingsPartASegmentIntoTriangles) {
  const FractureNetwork network = makeNetwork(optionsOf(30, 6));
  for (const Trace& trace : network.traces)
    for (int fracture : trace.fractures) {
      const Fracture& f = network.fractures[fracture];
      const FractureMesh mesh(f, 6);
      const PlanePoint a = f.inPlane(trace.ends[0]), b = f.inPlane(trace.ends[1]);
      const auto at = [&](double t) { return PlanePoint{a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])}; };
      std::vector<double> ends = {0, 1};
      mesh.crossings(a, b, ends);
      std::sort(ends.begin(), ends.end());
      for (std::size_t i = 1; i < ends.size(); ++i) {
        if (ends[i] - ends[i - 1] < 1e-9) continue;
        const auto nodes = mesh.find(at((ends[i] + ends[i - 1]) / 2)).nodes;
        for (double t : {ends[i - 1], ends[i]})
          for (double weight : mesh.weights(nodes, at(t))) EXPECT_GT(weight, -1e-8);
      }
    }
}

}  // namespace
}  // namespace Chronos::Test
