// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RitzBounds.hpp"

#include "Chronos_CgCoefficients.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Lanczos.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <cmath>

namespace Chronos {
namespace {

constexpr std::uint64_t startSeed = 33;
// Of a squared residual beside the first one, below which only rounding is left.
constexpr double roundingLevel = 1e-26;

void check(double value, const char* what) {
  if (!std::isfinite(value) || value < 0)
    throw BreakdownError(std::string("The spectrum of an operator cannot be estimated: ") + what +
                         " is negative or not a number, so the operator or its preconditioner is not positive "
                         "definite.");
}

}  // namespace

RitzBounds ritzBounds(const Operator& A, const Operator* M, int steps) {
  const Block r = allocateBlock("Chronos::ritzBounds r", TrilinosVersion::numLocal(*A.rangeMap()), 1);
  fillRandom(*A.rangeMap(), startSeed, asVector(r));
  CgCoefficients cg(A, M, r, steps);
  LanczosRecord lanczos;
  double first = 0, lastRho = 0;
  for (int step = 0; step < steps; ++step) {
    const double rho = cg.rho();
    check(rho, "r^T M^{-1} r");
    if (step == 0) first = rho;
    if (rho <= roundingLevel * first) break;
    const double beta = step == 0 ? 0 : rho / lastRho, curvature = cg.curvature();
    lastRho = rho;
    check(curvature, "p^T A p");
    if (curvature == 0) break;
    lanczos.add(rho, curvature, beta);
    cg.advance();
  }
  const std::vector<double> values = lanczos.ritzValues();
  if (values.empty()) return {};
  return {values.front(), values.back(), lanczos.numSteps()};
}

}  // namespace Chronos
