// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OneLevelProbe.hpp"

#include "Chronos_CgIteration.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <cmath>
#include <vector>

namespace Chronos {
namespace {

constexpr std::uint64_t probeSeed = 31;
constexpr double decades = 8;
constexpr double never = std::numeric_limits<double>::infinity();

// \param squares of the norms of the residual, of the first and behind each step
double guessFrom(const std::vector<double>& squares, std::size_t numSteps) {
  const std::size_t half = numSteps / 2;
  const double fallen = 0.5 * std::log10(squares.front() / squares[numSteps]);
  const double lately = 0.5 * std::log10(squares[half] / squares[numSteps]);
  return lately > 0 ? double(numSteps) + double(numSteps - half) * (decades - fallen) / lately : never;
}

// Guesses of two and three fifths of the steps, as much carried on to all of them. A plateau says nothing.
double guessThatGrows(const std::vector<double>& squares, int numSteps) {
  const double before = guessFrom(squares, 2 * numSteps / 5), now = guessFrom(squares, 3 * numSteps / 5);
  return before < never && now < never ? now * (now / before) * (now / before) : 0;
}

}  // namespace

double oneLevelIterations(const DistMatrix<double>& A, const Operator& M, int numSteps, double enough) {
  const Block r = allocateBlock("Chronos::probe r", A.numRows(), 1);
  fillRandom(*A.rowMap(), probeSeed, asVector(r));
  const StoredMatrix<double> product(Teuchos::rcpFromRef(A));
  CgIteration cg(product, &M, Block(), r);
  std::vector<double> squares{cg.dot(r, r)[0]};
  for (int step = 1; step <= numSteps; ++step) {
    if (!(cg.direction()[0] > 0)) break;
    if (!(cg.curvature()[0] > 0)) return never;
    squares.push_back(cg.advance({true})[0]);
    if (squares.back() <= std::pow(10, -2 * decades) * squares.front()) return step;
    double early = 0;
    if (step == numSteps / 2) early = guessFrom(squares, step);
    else if (step == 3 * numSteps / 5) early = guessThatGrows(squares, numSteps);
    if (early > enough && early < never) return early;
  }
  return guessFrom(squares, squares.size() - 1);
}

}  // namespace Chronos
