// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LagrangeElement.hpp"

#include <cmath>
#include <numeric>

namespace Chronos {
namespace {

// P_n and P_{n-1} of Legendre at x in [-1, 1], n >= 1.
struct Legendre {
  double last = 1, value;
  Legendre(int n, double x) : value(x) {
    for (int k = 2; k <= n; ++k) {
      const double next = ((2 * k - 1) * x * value - (k - 1) * last) / k;
      last = value;
      value = next;
    }
  }
};

// Newton's method doubles the digits from a start that has the first.
constexpr int newtonSteps = 20;

// On [-1, 1]: zeros of (1 - x^2) P'_n = n (P_{n-1} - x P_n), whose derivative is -n (n + 1) P_n.
double lobattoPoint(int n, int index) {
  double x = -std::cos(M_PI * index / n);
  for (int step = 0; step < newtonSteps; ++step) {
    const Legendre p(n, x);
    x -= (x * p.value - p.last) / ((n + 1) * p.value);
  }
  return x;
}

// On [0, 1].
struct GaussPoint {
  double place, weight;
  GaussPoint(int n, int index) {
    double x = -std::cos(M_PI * (index + 0.75) / (n + 0.5)), slope = 1;
    for (int step = 0; step < newtonSteps; ++step) {
      const Legendre p(n, x);
      slope = n * (x * p.value - p.last) / (x * x - 1);
      x -= p.value / slope;
    }
    place = (1 + x) / 2;
    weight = 1 / ((1 - x * x) * slope * slope);
  }
};

// Of the function that is 1 at point a.
double valueAt(const std::vector<double>& points, int a, double x) {
  double product = 1;
  for (int c = 0; c < static_cast<int>(points.size()); ++c)
    if (c != a) product *= (x - points[c]) / (points[a] - points[c]);
  return product;
}

double slopeAt(const std::vector<double>& points, int a, double x) {
  const int n = static_cast<int>(points.size());
  double sum = 0;
  for (int left = 0; left < n; ++left) {
    if (left == a) continue;
    double product = 1 / (points[a] - points[left]);
    for (int c = 0; c < n; ++c)
      if (c != a && c != left) product *= (x - points[c]) / (points[a] - points[c]);
    sum += product;
  }
  return sum;
}

}  // namespace

LagrangeElement::LagrangeElement(int givenOrder)
    : order(givenOrder),
      points(order + 1, 0.0),
      stiffness(points.size() * points.size(), 0.0),
      mass(stiffness),
      weights(points) {
  points[order] = 1;
  for (int a = 1; a < order; ++a) points[a] = (1 + lobattoPoint(order, a)) / 2;
  const int n = order + 1;
  for (int g = 0; g < n; ++g) {
    const GaussPoint at(n, g);
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b <= a; ++b) {
        stiffness[a * n + b] += at.weight * slopeAt(points, a, at.place) * slopeAt(points, b, at.place);
        mass[a * n + b] += at.weight * valueAt(points, a, at.place) * valueAt(points, b, at.place);
      }
    }
  }
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < a; ++b) {
      stiffness[b * n + a] = stiffness[a * n + b];
      mass[b * n + a] = mass[a * n + b];
    }
  }
  // The functions add up to 1.
  for (int a = 0; a < n; ++a) weights[a] = std::accumulate(mass.begin() + a * n, mass.begin() + (a + 1) * n, 0.0);
}

}  // namespace Chronos
