// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LAGRANGEREFERENCE_HPP
#define CHRONOS_LAGRANGEREFERENCE_HPP

#include "GalleryReference.hpp"

#include <algorithm>
#include <map>

/// \file
/// beam and lshape once more: nodes from a table, Gauss's formula with five points in every direction, elements one by
/// one into a dense matrix, nodes numbered by sorting the places that the elements have.
namespace Chronos::Reference {

/// Gauss-Lobatto points on [0, 1], orders 1 to 4.
inline std::vector<double> lobattoPoints(int order) {
  const double third = 0.5 - 0.5 * std::sqrt(1.0 / 5), fourth = 0.5 - 0.5 * std::sqrt(3.0 / 7);
  if (order == 1) return {0, 1};
  if (order == 2) return {0, 0.5, 1};
  if (order == 3) return {0, third, 1 - third, 1};
  return {0, fourth, 0.5, 1 - fourth, 1};
}

/// Five points and weights of Gauss's formula on [0, 1], exact to degree 9.
inline std::vector<std::array<double, 2>> gaussFive() {
  const double near = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3, far = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double nearWeight = (322 + 13 * std::sqrt(70.0)) / 1800, farWeight = (322 - 13 * std::sqrt(70.0)) / 1800;
  return {{(1 - far) / 2, farWeight},
          {(1 - near) / 2, nearWeight},
          {0.5, 64.0 / 225},
          {(1 + near) / 2, nearWeight},
          {(1 + far) / 2, farWeight}};
}

/// The function that is 1 at a point and 0 at the others, by Neville's scheme on its values; its slope likewise.
inline std::array<double, 2> lagrange(const std::vector<double>& points, int which, double x) {
  const int n = static_cast<int>(points.size());
  std::vector<double> value(n, 0.0), slope(n, 0.0);
  value[which] = 1;
  for (int width = 1; width < n; ++width) {
    for (int i = 0; i + width < n; ++i) {
      const double length = points[i + width] - points[i];
      const double left = (points[i + width] - x) / length, right = (x - points[i]) / length;
      slope[i] = left * slope[i] + right * slope[i + 1] + (value[i + 1] - value[i]) / length;
      value[i] = left * value[i] + right * value[i + 1];
    }
  }
  return {value[0], slope[0]};
}

/// A body of squares (two dimensions: one layer, nothing varies along z) or cubes.
struct LagrangeBody {
  int dimension, order;
  Edges elements;
  double edge;
  std::function<double(const Position&)> coefficient;  ///< of an element, 0 where there is none

  struct Node {
    Position steps;  ///< on the lattice
    std::array<double, 3> place;
    bool isBoundary;
  };

  explicit LagrangeBody(int d, int p, const Edges& n, double h, std::function<double(const Position&)> c)
      : dimension(d), order(p), elements(n), edge(h), coefficient(std::move(c)) {
    const auto points = lobattoPoints(order);
    // Places sorted by z, y, x; each with the elements around it.
    std::map<std::array<int, 3>, std::vector<Position>> around;
    forEachElement([&](const Position& at) {
      forEachFunction([&](const Position& f) {
        around[{steps(at, f, 2), steps(at, f, 1), steps(at, f, 0)}].push_back(at);
      });
    });
    for (const auto& [key, owners] : around) {
      Node node{{key[2], key[1], key[0]}, {}, false};
      int full = 1;
      for (int k = 0; k < dimension; ++k) {
        const int step = node.steps[k];
        node.place[k] = edge * (step / order + points[step % order]);
        full *= step % order == 0 ? 2 : 1;
      }
      // Inside, a corner is in 2^d elements, a point of a face in 2.
      node.isBoundary = static_cast<int>(owners.size()) < full;
      number_[key] = static_cast<int>(nodes.size());
      nodes.push_back(node);
    }
  }

  /// visit(element, nodes, weight, place, values, gradients) at every point of quadrature
  template <class Visit>
  void forEachPoint(const Visit& visit) const {
    const auto points = lobattoPoints(order);
    const auto gauss = gaussFive();
    forEachElement([&](const Position& at) {
      std::vector<int> mine;
      forEachFunction([&](const Position& f) {
        mine.push_back(number_.at({steps(at, f, 2), steps(at, f, 1), steps(at, f, 0)}));
      });
      forEachPosition({0, 0, 0}, {5, 5, dimension == 2 ? 1 : 5}, [&](const Position& g) {
        double weight = 1;
        std::array<double, 3> place{};
        for (int k = 0; k < dimension; ++k) {
          weight *= edge * gauss[g[k]][1];
          place[k] = edge * (at[k] + gauss[g[k]][0]);
        }
        std::vector<double> values;
        std::vector<std::array<double, 3>> gradients;
        forEachFunction([&](const Position& f) {
          std::array<std::array<double, 2>, 3> factor{{{1, 0}, {1, 0}, {1, 0}}};
          for (int k = 0; k < dimension; ++k) factor[k] = lagrange(points, f[k], gauss[g[k]][0]);
          std::array<double, 3> gradient{};
          double value = 1;
          for (int k = 0; k < dimension; ++k) {
            value *= factor[k][0];
            gradient[k] = factor[k][1] / edge * factor[(k + 1) % 3][0] * factor[(k + 2) % 3][0];
          }
          values.push_back(value);
          gradients.push_back(gradient);
        });
        visit(at, mine, weight, place, values, gradients);
      });
    });
  }

  /// Without boundary conditions, or with the rows and columns of the boundary those of the identity.
  Dense matrix(bool holdsBoundary) const {
    Dense a(static_cast<int>(nodes.size()));
    forEachPoint([&](const Position& at, const std::vector<int>& mine, double weight, const std::array<double, 3>&,
                     const std::vector<double>&, const std::vector<std::array<double, 3>>& gradients) {
      for (std::size_t p = 0; p < mine.size(); ++p)
        for (std::size_t q = 0; q < mine.size(); ++q)
          for (int k = 0; k < dimension; ++k)
            a(mine[p], mine[q]) += weight * coefficient(at) * gradients[p][k] * gradients[q][k];
    });
    for (int row = 0; holdsBoundary && row < a.n; ++row)
      for (int col = 0; col < a.n; ++col)
        if (nodes[row].isBoundary || nodes[col].isBoundary) a(row, col) = row == col ? 1 : 0;
    return a;
  }

  /// Integrals of source(element, place) times the functions; 0 at the boundary.
  template <class Source>
  std::vector<double> load(const Source& source) const {
    std::vector<double> b(nodes.size(), 0.0);
    forEachPoint([&](const Position& at, const std::vector<int>& mine, double weight,
                     const std::array<double, 3>& place, const std::vector<double>& values,
                     const std::vector<std::array<double, 3>>&) {
      for (std::size_t p = 0; p < mine.size(); ++p)
        if (!nodes[mine[p]].isBoundary) b[mine[p]] += weight * source(at, place) * values[p];
    });
    return b;
  }

  /// Whether two nodes are in one element: what the pattern is.
  bool areCoupled(int p, int q) const {
    bool found = false;
    forEachElement([&](const Position& at) {
      bool inside = true;
      for (const int node : {p, q})
        for (int k = 0; k < dimension; ++k)
          inside = inside && nodes[node].steps[k] >= order * at[k] && nodes[node].steps[k] <= order * (at[k] + 1);
      found = found || inside;
    });
    return found;
  }

  std::vector<Node> nodes;

 private:
  template <class Visit>
  void forEachElement(const Visit& visit) const {
    forEachPosition({0, 0, 0}, elements, [&](const Position& at) {
      if (coefficient(at) != 0) visit(at);
    });
  }
  template <class Visit>
  void forEachFunction(const Visit& visit) const {
    forEachPosition({0, 0, 0}, {order + 1, order + 1, dimension == 2 ? 1 : order + 1}, visit);
  }
  int steps(const Position& at, const Position& function, int k) const { return order * at[k] + function[k]; }

  std::map<std::array<int, 3>, int> number_;
};

/// The problem beam.
inline LagrangeBody beamBody(int order, const Edges& n) {
  return LagrangeBody(3, order, n, 1.0 / n[1], [=](const Position& at) { return at[0] < n[0] / 2 ? 0.1 : 1.0; });
}

/// The problem lshape.
inline LagrangeBody lshapeBody(int order, int n) {
  return LagrangeBody(2, order, {2 * n, 2 * n, 1}, 1.0 / n,
                      [=](const Position& at) { return at[0] >= n && at[1] >= n ? 0.0 : 1.0; });
}

/// Solves a x = b by Gauss's elimination without pivots.
inline std::vector<double> solved(Dense a, std::vector<double> b) {
  for (int k = 0; k < a.n; ++k) {
    for (int row = k + 1; row < a.n; ++row) {
      const double factor = a(row, k) / a(k, k);
      if (factor == 0) continue;
      for (int col = k; col < a.n; ++col) a(row, col) -= factor * a(k, col);
      b[row] -= factor * b[k];
    }
  }
  for (int row = a.n - 1; row >= 0; --row) {
    for (int col = row + 1; col < a.n; ++col) b[row] -= a(row, col) * b[col];
    b[row] /= a(row, row);
  }
  return b;
}

}  // namespace Chronos::Reference

#endif
