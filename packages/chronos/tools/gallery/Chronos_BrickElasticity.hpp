// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BRICKELASTICITY_HPP
#define CHRONOS_BRICKELASTICITY_HPP

#include "Chronos_ScalarStencils.hpp"

namespace Chronos::GridAssembly {

/// Element matrix on the device: entry (3 a + p, 3 b + q) couples component p at corner a with q at corner b.
using BrickStiffness = Kokkos::View<double[24][24], Kokkos::LayoutRight, Device>;

/// \brief Stiffness of a trilinear brick 1 x 1 x stretch of isotropic linear elastic material with Young's modulus 1.
///
/// Corner a is at (a & 1, a >> 1 & 1, a >> 2). The integral of
///   lambda d_p N_a d_q N_b + mu (d_q N_a d_p N_b + delta_pq grad N_a . grad N_b)
/// by Gauss's formula with 2 x 2 x 2 points, which is exact for bricks. Computed on the host and symmetric bit by bit.
BrickStiffness brickStiffness(double poissonRatio, double stretch);

/// \brief Rows of linear elasticity on a grid of bricks, three unknowns per node, node by node.
///
/// The grid holds the free nodes. One more layer of nodes, at i = -1, is clamped and eliminated, so there are
/// nx x (ny - 1) x (nz - 1) bricks; brick (i, j, k) has its far corner at node (i, j + 1, k + 1). A row couples the box
/// of up to 27 nodes: up to 81 entries, each the sum over the bricks that the two nodes share, in the same order from
/// either node, so that the matrix is symmetric bit by bit.
struct BrickElasticityRows {
  Grid grid;
  JumpCoefficient modulus;
  Kokkos::View<const double[24][24], Kokkos::LayoutRight, Device> stiffness;

  KOKKOS_INLINE_FUNCTION int length(GlobalOrdinal row) const { return 3 * grid.boxSize(grid.node(row / 3)); }

  KOKKOS_INLINE_FUNCTION void fill(GlobalOrdinal row, GlobalOrdinal* colInd, double* values) const {
    const GridNode node = grid.node(row / 3);
    const int component = static_cast<int>(row % 3);
    double moduli[8];
    for (int brick = 0; brick < 8; ++brick) moduli[brick] = modulusOf(node, brick);
    int position = 0;
    for (int box = 0; box < 27; ++box) {
      const int dx = box % 3 - 1, dy = box / 3 % 3 - 1, dz = box / 9 - 1;
      const GridNode neighbour{node.i + dx, node.j + dy, node.k + dz};
      if (!grid.contains(neighbour)) continue;
      double sum[3] = {0.0, 0.0, 0.0};
      for (int brick = 0; brick < 8; ++brick) {
        // The node is the corner 7 - brick of the brick, because bricks around a node are numbered like corners.
        const int x = 1 - (brick & 1) + dx, y = 1 - (brick >> 1 & 1) + dy, z = 1 - (brick >> 2) + dz;
        if (x < 0 || x > 1 || y < 0 || y > 1 || z < 0 || z > 1) continue;
        const int from = 3 * (7 - brick) + component, to = 3 * (x + 2 * y + 4 * z);
        for (int q = 0; q < 3; ++q) sum[q] += moduli[brick] * stiffness(from, to + q);
      }
      for (int q = 0; q < 3; ++q) {
        colInd[position] = 3 * grid.index(neighbour) + q;
        values[position++] = sum[q];
      }
    }
  }

 private:
  /// Modulus of one of the eight bricks around a node, 0 outside the body.
  KOKKOS_INLINE_FUNCTION double modulusOf(const GridNode& node, int brick) const {
    const Grid bricks{grid.nx, grid.ny - 1, grid.nz - 1};
    const GridNode position{node.i + (brick & 1), node.j - 1 + (brick >> 1 & 1), node.k - 1 + (brick >> 2)};
    return bricks.contains(position) ? modulus(bricks.index(position)) : 0.0;
  }
};

}  // namespace Chronos::GridAssembly

#endif
