// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FractureNetwork.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace Chronos {
namespace {

const double pi = std::acos(-1.0);

// Of a length 1: what is shorter is no edge, no trace.
constexpr double rounding = 1e-12;
// Of the radius: shorter edges, left by the faces of the cube, make triangles that nobody wants.
constexpr double shortestEdge = 0.1;
// Of the area of the circle.
constexpr double smallestArea = 0.15;
constexpr int candidatesPerFracture = 1000;

double dot(const SpacePoint& a, const SpacePoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
SpacePoint cross(const SpacePoint& a, const SpacePoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
SpacePoint along(const SpacePoint& a, double t, const SpacePoint& b) {
  return {a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]};
}
SpacePoint unit(const SpacePoint& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}
double turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
double distance(const PlanePoint& a, const PlanePoint& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1]);
}

double areaOf(const std::vector<PlanePoint>& corners) {
  double twice = 0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) twice += turn(corners[0], corners[k], corners[k + 1]);
  return twice / 2;
}

// Parameters of a line that lie within a convex polygon; empty where the first is not below the second.
std::array<double, 2> within(const std::vector<PlanePoint>& corners, const PlanePoint& point, const PlanePoint& step) {
  std::array<double, 2> range = {-1e300, 1e300};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const PlanePoint &a = corners[k], &b = corners[(k + 1) % corners.size()];
    const PlanePoint edge = {b[0] - a[0], b[1] - a[1]};
    const double distance = edge[0] * (point[1] - a[1]) - edge[1] * (point[0] - a[0]);
    const double slope = edge[0] * step[1] - edge[1] * step[0];
    if (std::abs(slope) <= rounding * std::hypot(edge[0], edge[1])) {
      if (distance < 0) return {0, 0};
    } else if (slope > 0) {
      range[0] = std::max(range[0], -distance / slope);
    } else {
      range[1] = std::min(range[1], -distance / slope);
    }
  }
  return range;
}

// What of a polygon lies where `outward` . x <= bound; new edges get a head.
void cut(Fracture& f, const SpacePoint& outward, double bound, double head) {
  const PlanePoint slope = {dot(outward, f.first), dot(outward, f.second)};
  const double offset = dot(outward, f.origin) - bound;
  const auto beyond = [&](const PlanePoint& p) { return offset + slope[0] * p[0] + slope[1] * p[1]; };
  std::vector<PlanePoint> corners;
  std::vector<double> heads;
  for (std::size_t k = 0; k < f.corners.size(); ++k) {
    const PlanePoint &a = f.corners[k], &b = f.corners[(k + 1) % f.corners.size()];
    const double fromA = beyond(a), fromB = beyond(b);
    const double t = fromA / (fromA - fromB);
    const PlanePoint crossing = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
    if (fromA <= 0) {
      corners.push_back(a);
      heads.push_back(f.edgeHead[k]);
    }
    if ((fromA <= 0) == (fromB <= 0)) continue;
    corners.push_back(crossing);
    heads.push_back(fromA <= 0 ? head : f.edgeHead[k]);
  }
  f.corners = corners;
  f.edgeHead = heads;
}

bool isWhole(const Fracture& f, double radius) {
  if (f.corners.size() < 3 || areaOf(f.corners) < smallestArea * pi * radius * radius) return false;
  for (std::size_t k = 0; k < f.corners.size(); ++k)
    if (distance(f.corners[k], f.corners[(k + 1) % f.corners.size()]) < shortestEdge * radius) return false;
  return true;
}

bool hasHead(const Fracture& f) {
  return std::any_of(f.edgeHead.begin(), f.edgeHead.end(), [](double head) { return !std::isnan(head); });
}

// Uniform numbers in (0, 1), one after the other.
class Stream {
 public:
  explicit Stream(std::uint64_t seed) : seed_(seed) {}
  double operator()() { return (1 + globalUniform(seed_, next_++)) / 2; }

 private:
  std::uint64_t seed_, next_ = 0;
};

Fracture candidate(const NetworkOptions& options, Stream& random, double& radius) {
  Fracture f;
  for (double& x : f.origin) x = random();
  const double height = 2 * random() - 1, turned = 2 * pi * random(), level = std::sqrt(1 - height * height);
  const SpacePoint normal = {level * std::cos(turned), level * std::sin(turned), height};
  f.first = unit(cross(normal, std::abs(height) < 0.9 ? SpacePoint{0, 0, 1} : SpacePoint{1, 0, 0}));
  f.second = cross(normal, f.first);
  const double power = 1 - options.radiusExponent;
  const double low = std::pow(options.smallestRadius, power), high = std::pow(options.largestRadius, power);
  radius = std::pow(low + random() * (high - low), 1 / power);
  const double start = 2 * pi * random();
  for (int k = 0; k < options.numCorners; ++k) {
    const double angle = start + 2 * pi * k / options.numCorners;
    f.corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  f.edgeHead.assign(options.numCorners, noHead);
  f.transmissivity = options.transmissivity * std::pow(10.0, options.deviation * (2 * random() - 1));
  for (int axis = 0; axis < 3; ++axis) {
    SpacePoint outward = {0, 0, 0};
    outward[axis] = 1;
    cut(f, outward, 1, axis == 0 ? 0 : noHead);
    outward[axis] = -1;
    cut(f, outward, 0, axis == 0 ? 1 : noHead);
  }
  return f;
}

// Bits of the three coordinates in turn (Morton).
std::uint64_t placeOnCurve(const SpacePoint& p) {
  std::uint64_t place = 0;
  for (int bit = 15; bit >= 0; --bit)
    for (const double x : p) place = 2 * place + (static_cast<std::uint64_t>(x * 65535) >> bit & 1);
  return place;
}

template <class T>
void checkRange(const char* name, T value, T low, T high) {
  if (!(value >= low && value <= high))
    throw InputError(std::string("Fracture network: ") + name + " is " + std::to_string(value) + ", it must be in [" +
                     std::to_string(low) + ", " + std::to_string(high) + "].");
}

void check(const NetworkOptions& options) {
  checkRange("the number of fractures", options.numFractures, 1, 1000000);
  checkRange("the smallest radius", options.smallestRadius, 1e-3, 1.0);
  checkRange("the largest radius", options.largestRadius, options.smallestRadius, 1.0);
  checkRange("the exponent of radii", options.radiusExponent, -10.0, 10.0);
  checkRange("the number of corners", options.numCorners, 3, 64);
  checkRange("the deviation", options.deviation, 0.0, 6.0);
  checkRange("the transmissivity", options.transmissivity, 1e-12, 1e12);
  if (std::abs(options.radiusExponent - 1) < 1e-6)
    throw InputError("Fracture network: the exponent of radii must not be 1.");
}

void check(const Fracture& f, std::size_t number) {
  const auto fail = [&](const std::string& why) {
    throw InputError("Fracture " + std::to_string(number) + " (counted from 0) " + why);
  };
  const auto is = [](double value, double expected) { return std::abs(value - expected) <= 1e-10; };
  if (!is(dot(f.first, f.first), 1) || !is(dot(f.second, f.second), 1) || !is(dot(f.first, f.second), 0))
    fail("has directions that are not orthonormal.");
  if (f.corners.size() < 3) fail("has fewer than three corners.");
  if (f.edgeHead.size() != f.corners.size()) fail("has not one head (or noHead) an edge.");
  if (!(f.transmissivity > 0) || !std::isfinite(f.transmissivity)) fail("has a transmissivity that is not positive.");
  const double area = areaOf(f.corners);
  if (!(area > 0)) fail("has corners that do not turn counter-clockwise, or no area.");
  const std::size_t n = f.corners.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (!(distance(f.corners[k], f.corners[(k + 1) % n]) > rounding)) fail("has two corners in one place.");
    if (!(turn(f.corners[k], f.corners[(k + 1) % n], f.corners[(k + 2) % n]) >= -1e-10 * area)) fail("is not convex.");
  }
}

// Fractures are marked from those with a head along traces.
void checkReached(const FractureNetwork& network) {
  std::vector<std::vector<int>> neighbours(network.fractures.size());
  for (const Trace& trace : network.traces)
    for (int side : {0, 1}) neighbours[trace.fractures[side]].push_back(trace.fractures[1 - side]);
  std::vector<char> isReached(network.fractures.size(), 0);
  std::vector<int> next;
  const auto mark = [&](int fracture) {
    if (isReached[fracture] == 0) next.push_back(fracture);
    isReached[fracture] = 1;
  };
  for (std::size_t i = 0; i < network.fractures.size(); ++i)
    if (hasHead(network.fractures[i])) mark(static_cast<int>(i));
  while (!next.empty()) {
    const int fracture = next.back();
    next.pop_back();
    for (int neighbour : neighbours[fracture]) mark(neighbour);
  }
  const auto lost = std::find(isReached.begin(), isReached.end(), char(0));
  if (lost != isReached.end())
    throw InputError("Fracture network: no prescribed head can be reached from fracture " +
                     std::to_string(lost - isReached.begin()) + " (counted from 0).");
}

// Circle around all corners, about their mean.
struct Ball {
  explicit Ball(const Fracture& f) : centre{0, 0, 0} {
    for (const PlanePoint& corner : f.corners) centre = along(centre, 1.0 / f.corners.size(), f.at(corner));
    for (const PlanePoint& corner : f.corners) {
      const SpacePoint spoke = along(f.at(corner), -1, centre);
      radius = std::max(radius, std::sqrt(dot(spoke, spoke)));
    }
  }
  bool touches(const Ball& other) const {
    const SpacePoint between = along(centre, -1, other.centre);
    return dot(between, between) <= (radius + other.radius) * (radius + other.radius);
  }
  SpacePoint centre;
  double radius = 0;
};

}  // namespace

SpacePoint Fracture::at(const PlanePoint& p) const {
  return along(along(origin, p[0], first), p[1], second);
}

PlanePoint Fracture::inPlane(const SpacePoint& p) const {
  const SpacePoint from = along(p, -1, origin);
  return {dot(from, first), dot(from, second)};
}

double Trace::length() const {
  const SpacePoint between = along(ends[1], -1, ends[0]);
  return std::sqrt(dot(between, between));
}

bool meet(const Fracture& a, const Fracture& b, std::array<SpacePoint, 2>& ends) {
  const SpacePoint normalA = cross(a.first, a.second), normalB = cross(b.first, b.second);
  const SpacePoint line = cross(normalA, normalB);
  const double sine = std::sqrt(dot(line, line));
  if (sine < 1e-6) return false;
  const SpacePoint direction = unit(line);
  // In both planes: from the origin of a, within its plane, towards that of b.
  const SpacePoint step = cross(direction, normalA);
  const double t = dot(along(b.origin, -1, a.origin), normalB) / dot(step, normalB);
  const SpacePoint point = along(a.origin, t, step);
  double low = -1e300, high = 1e300;
  for (const Fracture* f : {&a, &b}) {
    const auto range = within(f->corners, f->inPlane(point), {dot(direction, f->first), dot(direction, f->second)});
    low = std::max(low, range[0]);
    high = std::min(high, range[1]);
  }
  if (!(high - low > rounding)) return false;
  ends = {along(point, low, direction), along(point, high, direction)};
  return true;
}

FractureNetwork joinFractures(const std::vector<Fracture>& fractures) {
  FractureNetwork network{fractures, {}};
  std::vector<Ball> balls;
  for (std::size_t i = 0; i < fractures.size(); ++i) {
    check(fractures[i], i);
    balls.emplace_back(fractures[i]);
  }
  for (std::size_t i = 0; i < fractures.size(); ++i)
    for (std::size_t j = i + 1; j < fractures.size(); ++j) {
      Trace trace{{static_cast<int>(i), static_cast<int>(j)}, {}};
      if (balls[i].touches(balls[j]) && meet(fractures[i], fractures[j], trace.ends)) network.traces.push_back(trace);
    }
  checkReached(network);
  return network;
}

FractureNetwork makeNetwork(const NetworkOptions& options) {
  check(options);
  Stream random(options.seed);
  std::vector<Fracture> taken;
  std::vector<Ball> balls;
  const double shortest = shortestTrace * options.smallestRadius;
  long long left = static_cast<long long>(candidatesPerFracture) * options.numFractures;
  while (static_cast<int>(taken.size()) < options.numFractures) {
    if (left-- == 0)
      throw InputError("Fracture network: of " + std::to_string(candidatesPerFracture) +
                       " candidates a fracture too few reach a face with a head or another fracture; take larger "
                       "radii.");
    double radius = 0;
    const Fracture f = candidate(options, random, radius);
    if (!isWhole(f, radius)) continue;
    const Ball ball(f);
    bool isJoined = hasHead(f), isBarelyJoined = false;
    for (std::size_t i = 0; i < taken.size() && !isBarelyJoined; ++i) {
      Trace trace{};
      if (!ball.touches(balls[i]) || !meet(f, taken[i], trace.ends)) continue;
      isJoined = true;
      isBarelyJoined = trace.length() < shortest;
    }
    if (!isJoined || isBarelyJoined) continue;
    taken.push_back(f);
    balls.push_back(ball);
  }
  std::stable_sort(taken.begin(), taken.end(), [](const Fracture& a, const Fracture& b) {
    return placeOnCurve(a.origin) < placeOnCurve(b.origin);
  });
  return joinFractures(taken);
}

}  // namespace Chronos
