// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OneLevelProbe.hpp"

#include "Chronos_CgIteration.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_RandomVector.hpp"

#include <cmath>
#include <limits>

namespace Chronos {
namespace {

constexpr std::uint64_t probeSeed = 31;
constexpr double decades = 8;

}  // namespace

double oneLevelIterations(const DistMatrix<double>& A, const Operator& M, int numSteps) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Block r = allocateBlock("Chronos::probe r", A.numRows(), 1);
  fillRandom(*A.rowMap(), probeSeed, asVector(r));
  const StoredMatrix<double> product(Teuchos::rcpFromRef(A));
  CgIteration cg(product, &M, Block(), r);
  const double first = cg.dot(r, r)[0];
  double half = first, last = first;
  for (int step = 0; step < numSteps; ++step) {
    if (step == numSteps / 2) half = last;
    if (!(cg.direction()[0] > 0)) break;
    if (!(cg.curvature()[0] > 0)) return never;
    last = cg.advance({true})[0];
  }
  const double fallen = 0.5 * std::log10(first / last), lately = 0.5 * std::log10(half / last);
  return lately > 0 ? numSteps + (numSteps - numSteps / 2) * (decades - fallen) / lately : never;
}

}  // namespace Chronos
