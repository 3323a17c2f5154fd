// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GALLERYREFERENCE_HPP
#define CHRONOS_GALLERYREFERENCE_HPP

#include "Chronos_GlobalHash.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <vector>

/// \file
/// The model problems assembled the other way round: loops over faces and elements add into a dense matrix on the host,
/// quadrature has one point more than it needs, elasticity goes through strains and the material matrix.
namespace Chronos::Reference {

struct Dense {
  int n;
  std::vector<double> entries;
  explicit Dense(int size) : n(size), entries(static_cast<std::size_t>(size) * size, 0.0) {}
  double& operator()(int row, int col) { return entries[static_cast<std::size_t>(row) * n + col]; }
  double operator()(int row, int col) const { return entries[static_cast<std::size_t>(row) * n + col]; }
};

/// Whether Cholesky's factorisation goes through: symmetric matrices only.
inline bool isPositiveDefinite(Dense a) {
  for (int col = 0; col < a.n; ++col) {
    for (int k = 0; k < col; ++k) a(col, col) -= a(col, k) * a(col, k);
    if (!(a(col, col) > 0.0)) return false;
    a(col, col) = std::sqrt(a(col, col));
    for (int row = col + 1; row < a.n; ++row) {
      for (int k = 0; k < col; ++k) a(row, col) -= a(row, k) * a(col, k);
      a(row, col) /= a(col, col);
    }
  }
  return true;
}

using Edges = std::array<int, 3>;
using Position = std::array<int, 3>;
using Coefficient = std::function<double(int)>;

inline Coefficient jumpingCoefficient(double contrast, std::uint64_t seed) {
  return [=](int cell) { return globalUniform(seed, cell) < 0 ? 1.0 : contrast; };
}

inline bool inside(const Edges& n, const Position& at) {
  for (int d = 0; d < 3; ++d) {
    if (at[d] < 0 || at[d] >= n[d]) return false;
  }
  return true;
}
inline int indexOf(const Edges& n, const Position& at) {
  return at[0] + n[0] * (at[1] + n[1] * at[2]);
}

template <class Visit>
void forEachPosition(const Position& low, const Position& high, const Visit& visit) {
  Position at;
  for (at[2] = low[2]; at[2] < high[2]; ++at[2]) {
    for (at[1] = low[1]; at[1] < high[1]; ++at[1]) {
      for (at[0] = low[0]; at[0] < high[0]; ++at[0]) visit(at);
    }
  }
}

/// Face by face, the faces of the boundary included.
inline Dense sevenPoint(const Edges& n, const Coefficient& coefficient, double stretch) {
  Dense a(n[0] * n[1] * n[2]);
  const double edge[3] = {1.0, 1.0, stretch};
  for (int d = 0; d < 3; ++d) {
    const double weight = edge[0] * edge[1] * edge[2] / (edge[d] * edge[d]);
    forEachPosition({-1, -1, -1}, n, [&](const Position& left) {
      Position right = left;
      ++right[d];
      const bool leftInside = inside(n, left), rightInside = inside(n, right);
      if (!leftInside && !rightInside) return;
      const double one = coefficient(indexOf(n, leftInside ? left : right));
      const double other = coefficient(indexOf(n, rightInside ? right : left));
      const double flux = weight / (0.5 / one + 0.5 / other);
      if (leftInside) a(indexOf(n, left), indexOf(n, left)) += flux;
      if (rightInside) a(indexOf(n, right), indexOf(n, right)) += flux;
      if (!leftInside || !rightInside) return;
      a(indexOf(n, left), indexOf(n, right)) -= flux;
      a(indexOf(n, right), indexOf(n, left)) -= flux;
    });
  }
  return a;
}

inline Dense twentySevenPoint(const Edges& n) {
  Dense a(n[0] * n[1] * n[2]);
  forEachPosition({0, 0, 0}, n, [&](const Position& from) {
    forEachPosition({0, 0, 0}, n, [&](const Position& to) {
      int distance = 0;
      for (int d = 0; d < 3; ++d) distance = std::max(distance, std::abs(from[d] - to[d]));
      if (distance <= 1) a(indexOf(n, from), indexOf(n, to)) = distance == 0 ? 26.0 : -1.0;
    });
  });
  return a;
}

/// Points and weights of Gauss's formula of order three on [0, 1].
inline const double (&gaussPoints())[3] {
  static const double points[3] = {0.5 - 0.5 * std::sqrt(0.6), 0.5, 0.5 + 0.5 * std::sqrt(0.6)};
  return points;
}
inline const double (&gaussWeights())[3] {
  static const double weights[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
  return weights;
}

/// Gradient of the bilinear or trilinear function that is 1 at a corner of a brick, at a point of the unit cube.
inline std::array<double, 3> gradient(const Position& corner, const std::array<double, 3>& point,
                                      const std::array<double, 3>& edge) {
  std::array<double, 3> value, slope, result;
  for (int d = 0; d < 3; ++d) {
    value[d] = corner[d] == 1 ? point[d] : 1 - point[d];
    slope[d] = (corner[d] == 1 ? 1 : -1) / edge[d];
  }
  for (int d = 0; d < 3; ++d) result[d] = slope[d] * value[(d + 1) % 3] * value[(d + 2) % 3];
  return result;
}

/// Square by square over the grid and the layer of eliminated nodes around it; each square is a brick with constant z.
inline Dense rotatedAnisotropy(int nx, int ny, double anisotropy, double angle) {
  const double c = std::cos(angle * M_PI / 180), s = std::sin(angle * M_PI / 180);
  const double across[2] = {-s, c}, along[2] = {c, s};
  Dense a(nx * ny);
  const Edges n = {nx, ny, 1};
  forEachPosition({-1, -1, 0}, n, [&](const Position& square) {
    for (int g = 0; g < 9; ++g) {
      const double x = gaussPoints()[g % 3], y = gaussPoints()[g / 3];
      const double weight = gaussWeights()[g % 3] * gaussWeights()[g / 3];
      for (int p = 0; p < 4; ++p) {
        for (int q = 0; q < 4; ++q) {
          const Position from = {square[0] + p % 2, square[1] + p / 2, 0};
          const Position to = {square[0] + q % 2, square[1] + q / 2, 0};
          if (!inside(n, from) || !inside(n, to)) continue;
          const auto u = gradient({p % 2, p / 2, 0}, {x, y, 0}, {1, 1, 1});
          const auto v = gradient({q % 2, q / 2, 0}, {x, y, 0}, {1, 1, 1});
          const double uAlong = u[0] * along[0] + u[1] * along[1], vAlong = v[0] * along[0] + v[1] * along[1];
          const double uAcross = u[0] * across[0] + u[1] * across[1], vAcross = v[0] * across[0] + v[1] * across[1];
          a(indexOf(n, from), indexOf(n, to)) += weight * (uAlong * vAlong + anisotropy * uAcross * vAcross);
        }
      }
    }
  });
  return a;
}

/// Voigt strains (xx, yy, zz, xy, yz, zx) of a displacement along `component` with the given gradient.
inline std::array<double, 6> strain(int component, const std::array<double, 3>& g) {
  if (component == 0) return {g[0], 0, 0, g[1], 0, g[2]};
  if (component == 1) return {0, g[1], 0, g[0], g[2], 0};
  return {0, 0, g[2], 0, g[1], g[0]};
}

inline double energy(const std::array<double, 6>& u, const std::array<double, 6>& v, double young, double poisson) {
  const double factor = young / ((1 + poisson) * (1 - 2 * poisson));
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) sum += factor * (i == j ? 1 - poisson : poisson) * u[i] * v[j];
    sum += factor * (1 - 2 * poisson) / 2 * u[3 + i] * v[3 + i];
  }
  return sum;
}

/// Brick by brick over the free nodes `n` and the clamped layer at x = -1.
inline Dense elasticity(const Edges& n, const Coefficient& young, double poisson, double stretch) {
  Dense a(3 * n[0] * n[1] * n[2]);
  const Edges bricks = {n[0], n[1] - 1, n[2] - 1};
  forEachPosition({0, 0, 0}, bricks, [&](const Position& brick) {
    const double modulus = young(indexOf(bricks, brick));
    forEachPosition({0, 0, 0}, {3, 3, 3}, [&](const Position& g) {
      const std::array<double, 3> point = {gaussPoints()[g[0]], gaussPoints()[g[1]], gaussPoints()[g[2]]};
      const double weight = gaussWeights()[g[0]] * gaussWeights()[g[1]] * gaussWeights()[g[2]] * stretch;
      forEachPosition({0, 0, 0}, {2, 2, 2}, [&](const Position& p) {
        forEachPosition({0, 0, 0}, {2, 2, 2}, [&](const Position& q) {
          const Position from = {brick[0] - 1 + p[0], brick[1] + p[1], brick[2] + p[2]};
          const Position to = {brick[0] - 1 + q[0], brick[1] + q[1], brick[2] + q[2]};
          if (!inside(n, from) || !inside(n, to)) return;
          for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
              a(3 * indexOf(n, from) + i, 3 * indexOf(n, to) + j) +=
                  weight * energy(strain(i, gradient(p, point, {1, 1, stretch})),
                                  strain(j, gradient(q, point, {1, 1, stretch})), modulus, poisson);
            }
          }
        });
      });
    });
  });
  return a;
}

}  // namespace Chronos::Reference

#endif
