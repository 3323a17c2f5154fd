// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OneLevelProbe.hpp"

#include "Chronos_CgIteration.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <algorithm>
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

// Parts of the steps, in twentieths, at which two guesses are compared; what they promise must exceed what is enough by
// this factor, since the first ones rest on two or three residuals.
struct GrowthCheck {
  int before, now;
  double margin;
};
constexpr GrowthCheck growthChecks[] = {{4, 6, 1.5}, {5, 8, 1.25}, {8, 12, 1}};

// Of all steps, growing on from one guess to the other along a line. A plateau says nothing.
double guessThatGrows(const std::vector<double>& squares, int numSteps, const GrowthCheck& check) {
  const int first = check.before * numSteps / 20, second = check.now * numSteps / 20;
  if (first < 2) return 0;
  const double before = guessFrom(squares, first), now = guessFrom(squares, second);
  return before < now && now < never ? now + (now - before) * (numSteps - second) / (second - first) : 0;
}

// Grown by half within the second half of the steps a guess grows on: it is carried on as far again. Where the first
// half has gained nothing the residual comes down from a hill, faster than what is left will fall: it is doubled.
constexpr double stillGrowing = 1.5, behindHill = 2;

double doubtedGuess(const std::vector<double>& squares, int numSteps) {
  const int half = numSteps / 2;
  const double before = guessFrom(squares, half), now = guessFrom(squares, numSteps);
  if (squares[half] >= squares.front()) return behindHill * now;
  return now > stillGrowing * before ? now + (now - before) : 0;
}

// What some steps say, if it exceeds `enough`; 0: nothing.
double guessBeyond(const std::vector<double>& squares, int numSteps, double enough) {
  const int step = static_cast<int>(squares.size()) - 1;
  double guess = step == numSteps / 2 ? guessFrom(squares, step) : 0;
  for (const GrowthCheck& check : growthChecks) {
    if (step != check.now * numSteps / 20) continue;
    const double grown = guessThatGrows(squares, numSteps, check);
    if (grown > check.margin * enough) guess = std::max(guess, grown);
  }
  if (step == numSteps) guess = std::max(guess, doubtedGuess(squares, numSteps));
  return guess > enough && guess < never ? guess : 0;
}

}  // namespace

OneLevelGuess probeOneLevel(const DistMatrix<double>& A, const Operator& M, int numSteps, double enough,
                            OneLevelSteps steps) {
  const Block r = allocateBlock("Chronos::probe r", A.numRows(), 1);
  fillRandom(*A.rowMap(), probeSeed, asVector(r));
  const StoredMatrix<double> product(Teuchos::rcpFromRef(A));
  CgIteration cg(product, &M, Block(), r);
  std::vector<double> squares{cg.dot(r, r)[0]};
  double early = 0;
  const auto told = [&](double iterations) {
    return OneLevelGuess{iterations, std::sqrt(squares.back() / squares.front())};
  };
  for (int step = 1; step <= numSteps; ++step) {
    if (!(cg.direction()[0] > 0)) break;
    if (!(cg.curvature()[0] > 0)) return told(never);
    squares.push_back(cg.advance({true})[0]);
    if (squares.back() <= std::pow(10, -2 * decades) * squares.front()) return told(step);
    if (early == 0 && (steps != OneLevelSteps::halfAtLeast || 2 * step >= numSteps))
      early = guessBeyond(squares, numSteps, enough);
    if (early > 0 && steps != OneLevelSteps::all) break;
  }
  return told(early > 0 ? early : guessFrom(squares, squares.size() - 1));
}

}  // namespace Chronos
