// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OneLevelProbe.hpp"

#include "Chronos_InnerProduct.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <cmath>
#include <limits>

namespace Chronos {
namespace {

using Vector = Smoother::Vector;

constexpr std::uint64_t probeSeed = 31;
constexpr double decades = 8;

}  // namespace

double oneLevelIterations(const DistMatrix<double>& A, const Smoother& M, int numSteps) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Comm& comm = *A.rowMap()->getComm();
  const int n = static_cast<int>(A.numRows());
  const Vector r = allocate<Vector>("Chronos::probe r", n), z = allocate<Vector>("Chronos::probe z", n);
  const Vector p("Chronos::probe p", n), q = allocate<Vector>("Chronos::probe q", n);
  fillRandom(*A.rowMap(), probeSeed, r);
  const double first = innerProduct(comm, r, r);
  double rho = 0, half = first;
  for (int step = 0; step < numSteps; ++step) {
    if (step == numSteps / 2) half = innerProduct(comm, r, r);
    M.apply(r, z);
    const double rhoNew = innerProduct(comm, r, z);
    if (!(rhoNew > 0)) break;
    combineVectors(1, z, step == 0 ? 0 : rhoNew / rho, p, p);
    rho = rhoNew;
    A.apply<double>(p, q);
    const double curvature = innerProduct(comm, p, q);
    if (!(curvature > 0)) return never;
    combineVectors(-rho / curvature, q, 1, r, r);
  }
  const double last = innerProduct(comm, r, r);
  const double fallen = 0.5 * std::log10(first / last), lately = 0.5 * std::log10(half / last);
  return lately > 0 ? numSteps + (numSteps - numSteps / 2) * (decades - fallen) / lately : never;
}

}  // namespace Chronos
