// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ScalarStencils.hpp"

#include <cmath>

namespace Chronos::GridAssembly {

BoxStencilRows laplace27Rows(const Grid& grid) {
  BoxStencilRows rows{grid, {}};
  for (double& entry : rows.stencil) entry = -1.0;
  rows.stencil[13] = 26.0;
  return rows;
}

BoxStencilRows rotatedAnisotropyRows(const Grid& grid, double anisotropy, double angle) {
  const double radians = angle * std::acos(-1.0) / 180.0;
  const double c = std::cos(radians), s = std::sin(radians);
  const double k11 = c * c + anisotropy * s * s, k22 = s * s + anisotropy * c * c, k12 = (1.0 - anisotropy) * c * s;
  const double stiffness[3] = {-1.0, 2.0, -1.0};
  const double mass[3] = {1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0};
  const double derivative[3] = {-0.5, 0.0, 0.5};
  BoxStencilRows rows{grid, {}};
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) {
      rows.stencil[9 + 3 * dy + dx] =
          k11 * stiffness[dx] * mass[dy] + k22 * mass[dx] * stiffness[dy] - 2.0 * k12 * derivative[dx] * derivative[dy];
    }
  }
  return rows;
}

}  // namespace Chronos::GridAssembly
