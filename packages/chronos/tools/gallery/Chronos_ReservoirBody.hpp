// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RESERVOIRBODY_HPP
#define CHRONOS_RESERVOIRBODY_HPP

#include "Chronos_GridAssembly.hpp"

namespace Chronos::GridAssembly {

/// \brief The bricks of reservoir3d, for kernels.
///
/// Free nodes (i, j, k) fill the grid; nodes at i = -1, i = nx, j = -1, j = ny and k = -1 are clamped and eliminated,
/// so there are (nx + 1) x (ny + 1) x nz bricks, and brick (i, j, k) has its far corner at node (i, j, k). Corner a of
/// a brick is at (a & 1, a >> 1 & 1, a >> 2).
struct ReservoirBody {
  using Reference = Kokkos::View<const double[8][8][3][3], Kokkos::LayoutRight, Device>;

  Grid grid;
  Kokkos::View<const double*, Device> edges[3];  ///< of the bricks, along x, y, z
  Kokkos::View<const double*, Device> moduli;    ///< Young's modulus of each sheet of bricks, from the bottom
  Reference reference;                           ///< (a, b, p, q): integral of d_p N_a d_q N_b over the unit cube
  double lambda, mu;                             ///< of Young's modulus 1

  KOKKOS_INLINE_FUNCTION Grid bricks() const { return {grid.nx + 1, grid.ny + 1, grid.nz}; }

  KOKKOS_INLINE_FUNCTION double volume(const GridNode& brick) const {
    return edges[0](brick.i) * edges[1](brick.j) * edges[2](brick.k);
  }

  /// Area of the face across direction d.
  KOKKOS_INLINE_FUNCTION double face(const GridNode& brick, int d) const {
    return d == 0   ? edges[1](brick.j) * edges[2](brick.k)
           : d == 1 ? edges[0](brick.i) * edges[2](brick.k)
                    : edges[0](brick.i) * edges[1](brick.j);
  }

  KOKKOS_INLINE_FUNCTION double edge(const GridNode& brick, int d) const {
    return d == 0 ? edges[0](brick.i) : d == 1 ? edges[1](brick.j) : edges[2](brick.k);
  }

  /// The part of a brick of modulus 1 in the coupling of component p at corner a with q at corner b.
  KOKKOS_INLINE_FUNCTION double stiffness(const GridNode& brick, int a, int p, int b, int q) const {
    if (p != q) {
      const double third = edge(brick, 3 - p - q);
      return third * (lambda * reference(a, b, p, q) + mu * reference(a, b, q, p));
    }
    double shear = 0.0;
    for (int d = 0; d < 3; ++d) shear += reference(a, b, d, d) * (face(brick, d) / edge(brick, d));
    const double along = reference(a, b, p, p) * (face(brick, p) / edge(brick, p));
    return lambda * along + mu * (along + shear);
  }

  /// Mean of d_p N_a over a brick.
  KOKKOS_INLINE_FUNCTION double meanSlope(const GridNode& brick, int a, int p) const {
    return ((a >> p & 1) != 0 ? 0.25 : -0.25) / edge(brick, p);
  }

  /// The share of the pressure change in a brick: 1 in a lens in the middle, 0 outside. Some brick is always inside.
  KOKKOS_INLINE_FUNCTION double lens(const GridNode& brick) const {
    const Grid all = bricks();
    const double x = inLens(brick.i, all.nx, 0.5), y = inLens(brick.j, all.ny, 0.5), z = inLens(brick.k, all.nz, 0.2);
    return x * x + y * y + z * z < 1.0 ? 1.0 : 0.0;
  }

  /// Centre of brick i of n, from -1 to 1.
  static KOKKOS_INLINE_FUNCTION double place(GlobalOrdinal i, GlobalOrdinal n) {
    return static_cast<double>(2 * i + 1) / static_cast<double>(n) - 1.0;
  }

 private:
  static KOKKOS_INLINE_FUNCTION double inLens(GlobalOrdinal i, GlobalOrdinal n, double halfAxis) {
    const double least = 2.0 / static_cast<double>(n);
    return place(i, n) / (halfAxis < least ? least : halfAxis);
  }
};

/// \brief Rows of the stiffness in a state of compaction: linear elasticity where there is none.
///
/// A row couples the box of up to 27 nodes. Each entry is the sum over the bricks that the two nodes share, in the same
/// order from either node, so that the matrix is symmetric bit by bit.
struct ReservoirRows {
  ReservoirBody body;
  Kokkos::View<const double*, Device> stiffening;  ///< of the bricks from firstBrick on; empty: none
  GlobalOrdinal firstBrick;

  KOKKOS_INLINE_FUNCTION int length(GlobalOrdinal row) const { return 3 * body.grid.boxSize(body.grid.node(row / 3)); }

  KOKKOS_INLINE_FUNCTION void fill(GlobalOrdinal row, GlobalOrdinal* colInd, double* values) const {
    const GridNode node = body.grid.node(row / 3);
    const int component = static_cast<int>(row % 3);
    int position = 0;
    for (int box = 0; box < 27; ++box) {
      const GridNode neighbour{node.i + box % 3 - 1, node.j + box / 3 % 3 - 1, node.k + box / 9 - 1};
      if (!body.grid.contains(neighbour)) continue;
      for (int q = 0; q < 3; ++q) {
        colInd[position] = 3 * body.grid.index(neighbour) + q;
        values[position++] = entry(node, component, neighbour, q);
      }
    }
  }

  /// Of two nodes at most one step apart.
  KOKKOS_INLINE_FUNCTION double entry(const GridNode& node, int p, const GridNode& other, int q) const {
    const Grid bricks = body.bricks();
    double sum = 0.0;
    for (int number = 0; number < 8; ++number) {
      const GridNode brick{node.i + (number & 1), node.j + (number >> 1 & 1), node.k + (number >> 2)};
      // The node is the corner 7 - number of the brick, because bricks around a node are numbered like corners.
      const auto x = static_cast<int>(other.i - brick.i + 1), y = static_cast<int>(other.j - brick.j + 1),
                 z = static_cast<int>(other.k - brick.k + 1);
      if (x < 0 || x > 1 || y < 0 || y > 1 || z < 0 || z > 1 || !bricks.contains(brick)) continue;
      const int a = 7 - number, b = x + 2 * y + 4 * z;
      double part = body.stiffness(brick, a, p, b, q);
      if (stiffening.extent(0) > 0) {
        const double slopes = body.meanSlope(brick, a, p) * body.meanSlope(brick, b, q);
        part += body.lambda * body.volume(brick) * stiffening(bricks.index(brick) - firstBrick) * slopes;
      }
      sum += body.moduli(brick.k) * part;
    }
    return sum;
  }
};

}  // namespace Chronos::GridAssembly

#endif
