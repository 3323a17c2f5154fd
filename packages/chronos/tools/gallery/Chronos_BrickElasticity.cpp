// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BrickElasticity.hpp"

#include <cmath>

namespace Chronos::GridAssembly {
namespace {

/// Derivative along `direction` of the trilinear function of a corner, at a point of the unit cube.
double derivative(int corner, int direction, const double point[3]) {
  double result = 1.0;
  for (int d = 0; d < 3; ++d) {
    const bool far = (corner >> d & 1) != 0;
    if (d == direction) result *= far ? 1.0 : -1.0;
    else result *= far ? point[d] : 1.0 - point[d];
  }
  return result;
}

}  // namespace

BrickStiffness brickStiffness(double poissonRatio, double stretch) {
  const double lambda = poissonRatio / ((1.0 + poissonRatio) * (1.0 - 2.0 * poissonRatio));
  const double mu = 0.5 / (1.0 + poissonRatio);
  const double gauss[2] = {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)};
  const double volume = stretch;
  BrickStiffness stiffness("Chronos::Gallery::element stiffness");
  const auto host = Kokkos::create_mirror_view(stiffness);
  Kokkos::deep_copy(host, 0.0);
  for (int g = 0; g < 8; ++g) {
    const double point[3] = {gauss[g & 1], gauss[g >> 1 & 1], gauss[g >> 2]};
    double gradient[8][3];
    for (int a = 0; a < 8; ++a) {
      for (int d = 0; d < 3; ++d) gradient[a][d] = derivative(a, d, point) / (d == 2 ? stretch : 1.0);
    }
    for (int from = 0; from < 24; ++from) {
      for (int to = 0; to <= from; ++to) {
        const int a = from / 3, p = from % 3, b = to / 3, q = to % 3;
        double shear = gradient[a][q] * gradient[b][p];
        if (p == q)
          for (int d = 0; d < 3; ++d) shear += gradient[a][d] * gradient[b][d];
        host(from, to) += 0.125 * volume * (lambda * gradient[a][p] * gradient[b][q] + mu * shear);
      }
    }
  }
  for (int from = 0; from < 24; ++from) {
    for (int to = 0; to < from; ++to) host(to, from) = host(from, to);
  }
  Kokkos::deep_copy(stiffness, host);
  return stiffness;
}

}  // namespace Chronos::GridAssembly
