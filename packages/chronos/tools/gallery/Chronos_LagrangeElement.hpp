// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LAGRANGEELEMENT_HPP
#define CHRONOS_LAGRANGEELEMENT_HPP

#include <vector>

namespace Chronos {

/// \brief Polynomials of one order on [0, 1], each 1 at one Gauss-Lobatto point and 0 at the others.
///
/// Products of them are the functions of squares and bricks, whose element matrices are products of these. Integrals
/// are exact: Gauss's formula with order + 1 points is so to degree 2 order + 1.
struct LagrangeElement {
  /// Order 1 to 8. Local.
  explicit LagrangeElement(int order);

  double stiffnessAt(int a, int b) const { return stiffness[a * (order + 1) + b]; }
  double massAt(int a, int b) const { return mass[a * (order + 1) + b]; }

  int order;
  std::vector<double> points;     ///< 0, the zeros of Legendre's P'_order on [0, 1], 1
  std::vector<double> stiffness;  ///< integrals of N_a' N_b', row by row; symmetric bit by bit, as the mass
  std::vector<double> mass;       ///< integrals of N_a N_b
  std::vector<double> weights;    ///< integrals of N_a
};

}  // namespace Chronos

#endif
