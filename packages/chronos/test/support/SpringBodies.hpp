// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPRINGBODIES_HPP
#define CHRONOS_SPRINGBODIES_HPP

#include "DenseOperators.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

namespace Chronos::Test {

/// A place in a plane or in space.
using Point = std::array<double, 3>;

/// Rigid bodies in a plane (3 motions) or in space (6), with springs from points of one to the same points of another.
class Bodies {
 public:
  Bodies(int numBodies, int dimension, unsigned seed)
      : number(numBodies), dimension_(dimension), motions(dimension == 2 ? 3 : 6), random_(seed), centres(numBodies) {
    for (int body = 0; body < number; ++body) {
      for (int d = 0; d < dimension; ++d) centres[body][d] = 10 + uniform(-1, 1);
      std::vector<int> order(motions);
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), random_);
      orders_.push_back(order);
    }
    const auto size = static_cast<std::size_t>(number) * number;
    stiffness_.assign(size, Dense(motions));
  }

  const int number;

 private:
  const int dimension_;

 public:
  const int motions;

 private:
  std::mt19937 random_;

 public:
  std::vector<Point> centres;

  double uniform(double low, double high) { return low + (high - low) * double(random_() % 100000) / 100000; }
  int dice(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }

  /// Springs in all directions at points about half way between.
  void join(int a, int b, int numPoints, double spring) {
    for (int point = 0; point < numPoints; ++point) {
      Point p{};
      for (int d = 0; d < dimension_; ++d) p[d] = (centres[a][d] + centres[b][d]) / 2 + uniform(-0.5, 0.5);
      join(a, b, p, spring);
    }
  }
  void join(int a, int b, const Point& p, double spring) {
    const std::vector<double> ofA = atPoint(a, p), ofB = atPoint(b, p);
    add(a, a, ofA, ofA, spring);
    add(b, b, ofB, ofB, spring);
    add(a, b, ofA, ofB, -spring);
    add(b, a, ofB, ofA, -spring);
    pairs_.push_back({std::min(a, b), std::max(a, b), spring, p});
  }
  void support(int body, const Point& p, double spring) {
    const std::vector<double> at = atPoint(body, p);
    add(body, body, at, at, spring);
    pairs_.push_back({body, body, spring, p});
  }

  HostCsr<double> matrix() const {
    Dense A(number * motions);
    for (int a = 0; a < number; ++a)
      for (int b = 0; b < number; ++b)
        for (int i = 0; i < motions; ++i)
          for (int j = 0; j < motions; ++j) A(a * motions + i, b * motions + j) = stiffness(a, b)(i, j);
    return sparseOf(A);
  }
  /// Springs between bodies: the norm of their blocks, about.
  HostCsr<double> matrixOfNodes() const {
    Dense N(number);
    for (const Spring& spring : pairs_) {
      N(spring.a, spring.a) += spring.k;
      if (spring.a == spring.b) continue;
      N(spring.b, spring.b) += spring.k;
      N(spring.a, spring.b) -= spring.k;
      N(spring.b, spring.a) -= spring.k;
    }
    return sparseOf(N);
  }
  /// A motion of everything, on the unknowns of a body.
  double motion(int body, int unknown, int mode) const {
    const int own = orders_[body][unknown];
    const Point& c = centres[body];
    if (motions == 3) {
      if (own == 2 || mode < 2) return own == mode ? 1 : 0;
      return own == 0 ? -c[1] : c[0];
    }
    if (own >= 3 || mode < 3) return own == mode ? 1 : 0;
    return crossed(mode - 3, c)[own];
  }

  /// Whether the springs to these bodies, and supports, hold a body: what NodeMotions says, from the springs. Springs
  /// between two bodies make K symmetric and semidefinite: singular values are eigenvalues.
  template <class Rests>
  bool isHeld(int body, const Rests& rests) const {
    Dense K(motions), all(motions);
    for (const Spring& spring : pairs_) {
      if (spring.a != body && spring.b != body) continue;
      const int other = spring.a == body ? spring.b : spring.a;
      const std::vector<double> at = atPoint(body, spring.p);
      for (int i = 0; i < motions; ++i)
        for (int j = 0; j < motions; ++j) {
          const double entry = spring.k * dot(at, i, j);
          all(i, j) += entry;
          if (other == body || rests(other)) K(i, j) += entry;
        }
    }
    Dense identity(motions);
    for (int i = 0; i < motions; ++i) {
      identity(i, i) = 1;
      for (int j = 0; j < motions; ++j) K(i, j) -= 0.003 * all(i, j);
    }
    return eigenvaluesOfProduct(K, identity).front() > 0;
  }

 private:
  struct Spring {
    int a, b;
    double k;
    Point p;
  };

  // e x p for a unit vector e.
  static Point crossed(int axis, const Point& p) {
    Point e{}, result{};
    e[axis] = 1;
    for (int d = 0; d < 3; ++d) result[d] = e[(d + 1) % 3] * p[(d + 2) % 3] - e[(d + 2) % 3] * p[(d + 1) % 3];
    return result;
  }
  // Displacement of a point by each unknown of the body: dimension x motions.
  std::vector<double> atPoint(int body, const Point& p) const {
    std::vector<double> result(static_cast<std::size_t>(dimension_) * motions, 0.0);
    const Point arm{p[0] - centres[body][0], p[1] - centres[body][1], p[2] - centres[body][2]};
    for (int unknown = 0; unknown < motions; ++unknown) {
      const int own = orders_[body][unknown];
      for (int d = 0; d < dimension_; ++d) {
        double& entry = result[static_cast<std::size_t>(d) * motions + unknown];
        if (own < dimension_) entry = own == d ? 1 : 0;
        else if (dimension_ == 2) entry = d == 0 ? -arm[1] : arm[0];
        else entry = crossed(own - 3, arm)[d];
      }
    }
    return result;
  }
  double dot(const std::vector<double>& at, int i, int j) const {
    double sum = 0;
    for (int d = 0; d < dimension_; ++d) sum += at[d * motions + i] * at[d * motions + j];
    return sum;
  }
  void add(int a, int b, const std::vector<double>& ofA, const std::vector<double>& ofB, double spring) {
    for (int i = 0; i < motions; ++i)
      for (int j = 0; j < motions; ++j)
        for (int d = 0; d < dimension_; ++d)
          stiffness(a, b)(i, j) += spring * ofA[d * motions + i] * ofB[d * motions + j];
  }
  Dense& stiffness(int a, int b) { return stiffness_[static_cast<std::size_t>(a) * number + b]; }
  const Dense& stiffness(int a, int b) const { return stiffness_[static_cast<std::size_t>(a) * number + b]; }

  std::vector<std::vector<int>> orders_;  // which motion an unknown is
  std::vector<Dense> stiffness_;
  std::vector<Spring> pairs_;
};

}  // namespace Chronos::Test

#endif
