// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCALARSTENCILS_HPP
#define CHRONOS_SCALARSTENCILS_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_GridAssembly.hpp"

namespace Chronos::GridAssembly {

struct UnitCoefficient {
  KOKKOS_INLINE_FUNCTION double operator()(GlobalOrdinal) const { return 1.0; }
};

/// 1 or `contrast`, by a coin that depends on the seed and the global index of the cell only.
struct JumpCoefficient {
  double contrast;
  std::uint64_t seed;
  KOKKOS_INLINE_FUNCTION double operator()(GlobalOrdinal cell) const {
    return globalUniform(seed, static_cast<std::uint64_t>(cell)) < 0.0 ? 1.0 : contrast;
  }
};

/// \brief Rows of the 7-point finite volume discretisation of -div(c grad u), one coefficient per cell.
///
/// The flux through a face is face weight * 2 c d / (c + d) * (difference of the two cells). A cell outside the grid
/// has the value 0 and the coefficient of its neighbour inside.
template <class Coefficient>
struct SevenPointRows {
  Grid grid;
  Coefficient coefficient;
  double weightXY;  ///< area / distance of the faces across x and y
  double weightZ;

  KOKKOS_INLINE_FUNCTION int length(GlobalOrdinal row) const {
    const GridNode n = grid.node(row);
    return 1 + (n.i > 0) + (n.i < grid.nx - 1) + (n.j > 0) + (n.j < grid.ny - 1) + (n.k > 0) + (n.k < grid.nz - 1);
  }

  KOKKOS_INLINE_FUNCTION void fill(GlobalOrdinal row, GlobalOrdinal* colInd, double* values) const {
    const GridNode n = grid.node(row);
    const double own = coefficient(row);
    const GlobalOrdinal plane = grid.nx * grid.ny;
    int position = 0;
    double diagonal = 0.0;
    couple(own, row - plane, n.k > 0, weightZ, colInd, values, position, diagonal);
    couple(own, row - grid.nx, n.j > 0, weightXY, colInd, values, position, diagonal);
    couple(own, row - 1, n.i > 0, weightXY, colInd, values, position, diagonal);
    const int diagonalPosition = position++;
    couple(own, row + 1, n.i < grid.nx - 1, weightXY, colInd, values, position, diagonal);
    couple(own, row + grid.nx, n.j < grid.ny - 1, weightXY, colInd, values, position, diagonal);
    couple(own, row + plane, n.k < grid.nz - 1, weightZ, colInd, values, position, diagonal);
    colInd[diagonalPosition] = row;
    values[diagonalPosition] = diagonal;
  }

 private:
  KOKKOS_INLINE_FUNCTION void couple(double own, GlobalOrdinal neighbour, bool inside, double weight,
                                     GlobalOrdinal* colInd, double* values, int& position, double& diagonal) const {
    if (!inside) {
      diagonal += weight * own;
      return;
    }
    const double other = coefficient(neighbour);
    const double flux = weight * (2.0 * own * other / (own + other));
    colInd[position] = neighbour;
    values[position++] = -flux;
    diagonal += flux;
  }
};

/// \brief Rows of the 7-point finite volume discretisation of -div(K grad u), K diagonal, its entries in each cell
/// exp(deviation x) with x normal, independent of each other; nothing flows through the boundary, and cell 0 is coupled
/// to a value of 0.
///
/// Bernaschi, D'Ambra, Pasquini 2020, test cases Parflow. x by Box and Muller, from hashes of seed, cell and
/// direction.
struct LogNormalRows {
  Grid grid;
  double deviation;
  std::uint64_t seed;

  KOKKOS_INLINE_FUNCTION int length(GlobalOrdinal row) const {
    return SevenPointRows<UnitCoefficient>{grid, {}, 1.0, 1.0}.length(row);
  }

  KOKKOS_INLINE_FUNCTION void fill(GlobalOrdinal row, GlobalOrdinal* colInd, double* values) const {
    const GridNode n = grid.node(row);
    const GlobalOrdinal steps[3] = {1, grid.nx, grid.nx * grid.ny};
    const bool before[3] = {n.i > 0, n.j > 0, n.k > 0};
    const bool behind[3] = {n.i < grid.nx - 1, n.j < grid.ny - 1, n.k < grid.nz - 1};
    int position = 0;
    double diagonal = row == 0 ? permeability(row, 0) : 0.0;
    for (int d = 2; d >= 0; --d)
      if (before[d]) couple(row, row - steps[d], d, colInd, values, position, diagonal);
    const int diagonalPosition = position++;
    for (int d = 0; d < 3; ++d)
      if (behind[d]) couple(row, row + steps[d], d, colInd, values, position, diagonal);
    colInd[diagonalPosition] = row;
    values[diagonalPosition] = diagonal;
  }

  KOKKOS_INLINE_FUNCTION double permeability(GlobalOrdinal cell, int direction) const {
    const std::uint64_t index = 6 * static_cast<std::uint64_t>(cell) + 2 * static_cast<std::uint64_t>(direction);
    const double radius = (globalUniform(seed, index) + 1.0) / 2.0, turn = globalUniform(seed, index + 1);
    return exp(deviation * sqrt(-2.0 * log(radius)) * cos(3.14159265358979323846 * turn));
  }

 private:
  // The flux by the harmonic mean of both cells; in one order, so that the matrix is symmetric bit by bit.
  KOKKOS_INLINE_FUNCTION void couple(GlobalOrdinal row, GlobalOrdinal col, int direction, GlobalOrdinal* colInd,
                                     double* values, int& position, double& diagonal) const {
    const double first = permeability(row < col ? row : col, direction);
    const double second = permeability(row < col ? col : row, direction);
    const double flux = 2.0 * first * second / (first + second);
    colInd[position] = col;
    values[position++] = -flux;
    diagonal += flux;
  }
};

/// \brief Rows with one stencil for all nodes, on the box of up to 27 nodes; what sticks out of the grid is cut off.
struct BoxStencilRows {
  Grid grid;
  double stencil[27];  ///< entry for the neighbour at (dx, dy, dz) is at (dx + 1) + 3 (dy + 1) + 9 (dz + 1)

  KOKKOS_INLINE_FUNCTION int length(GlobalOrdinal row) const { return grid.boxSize(grid.node(row)); }

  KOKKOS_INLINE_FUNCTION void fill(GlobalOrdinal row, GlobalOrdinal* colInd, double* values) const {
    const GridNode node = grid.node(row);
    int position = 0;
    for (int box = 0; box < 27; ++box) {
      const GridNode neighbour{node.i + box % 3 - 1, node.j + box / 3 % 3 - 1, node.k + box / 9 - 1};
      if (!grid.contains(neighbour)) continue;
      colInd[position] = grid.index(neighbour);
      values[position++] = stencil[box];
    }
  }
};

/// The 27-point Laplacian: 26 in the middle, -1 at the neighbours.
BoxStencilRows laplace27Rows(const Grid& grid);

/// \brief Bilinear finite elements for -div(K grad u) on squares, K = Q diag(1, anisotropy) Q^T with Q the rotation by
/// `angle` degrees.
///
/// With the matrices of linear elements in one dimension, S = [-1 2 -1] (stiffness), M = [1 4 1] / 6 (mass) and
/// D = [-1 0 1] / 2 (derivative), the stencil is K11 S(dx) M(dy) + K22 M(dx) S(dy) - 2 K12 D(dx) D(dy).
BoxStencilRows rotatedAnisotropyRows(const Grid& grid, double anisotropy, double angle);

}  // namespace Chronos::GridAssembly

#endif
