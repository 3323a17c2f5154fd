// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "InterpolationOnRanks.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

const std::string kinds[] = {"classical", "extended+i", "hybrid", "multipass"};

Weights expectedRow(const DenseInterpolation& problem, int i, const std::string& kind) {
  if (problem.types[i] == coarsePoint) return {{i, 1.0}};
  if (problem.types[i] == isolatedPoint) return {};
  if (kind == "classical") return formulaWeights(problem, i, problem.neighbours(i, true), false);
  return formulaWeights(problem, i, kind == "hybrid" ? greedyCover(problem, i) : extendedSet(problem, i), true);
}

std::vector<Weights> expectedRows(const DenseInterpolation& problem, const std::string& kind) {
  if (kind == "multipass") return multipassWeights(problem);
  std::vector<Weights> rows;
  for (int i = 0; i < problem.n; ++i) rows.push_back(expectedRow(problem, i, kind));
  return rows;
}

void check(const DenseInterpolation& problem) {
  for (const std::string& kind : kinds) {
    InterpolationParameters parameters;
    parameters.method.choose(kind);
    expectRows(problem, parameters, expectedRows(problem, kind));
  }
}

TEST(MpiInterpolation, EqualsTheFormulasOnTheWholeMatrix) {
  for (int n : {1, 2, 60}) check(randomInterpolation(n, 0.06, true, 11 + n));
  check(randomInterpolation(50, 0.08, false, 4));
}

TEST(MpiInterpolation, StandsSplittingsOfOneKind) {
  for (char type : {finePoint, coarsePoint, isolatedPoint}) {
    DenseInterpolation problem = randomInterpolation(17, 0.1, true, 9);
    problem.types.assign(problem.n, type);
    check(problem);
  }
}

// A long chain with its coarse points at the ends takes many passes; its weights are those of a straight line
// only at the ends.
TEST(MpiInterpolation, MultipassReachesFarAndKeepsConstants) {
  DenseInterpolation chain = randomInterpolation(13, 0.0, true, 2);
  chain.types.assign(chain.n, finePoint);
  chain.types.front() = chain.types.back() = coarsePoint;
  for (int i = 0; i + 1 < chain.n; ++i) chain.strong[i][i + 1] = chain.strong[i + 1][i] = 1;
  const std::vector<Weights> expected = multipassWeights(chain);
  InterpolationParameters parameters;
  parameters.method.choose("multipass");
  for (const auto& map : testMaps(chain.n)) {
    const InterpolationOnRanks distributed(chain, map);
    const auto weights =
        distributed.weights(interpolate(distributed.A, distributed.strong, distributed.splitting, parameters).P);
    EXPECT_EQ(weights.size(), static_cast<std::size_t>(distributed.A.numRows()));
    for (const auto& [row, entries] : weights) {
      double sum = 0;
      for (const auto& [col, value] : entries) sum += value;
      EXPECT_NEAR(sum, 1, 1e-12) << "row " << row;
      expectRow(entries, expected[row], row);
    }
  }
}

// Truncation is checked entry by entry with its kernel; here: the same rows are cut on any number of ranks.
TEST(MpiInterpolation, TruncationKeepsRowSumsAndTheLargest) {
  const DenseInterpolation problem = randomInterpolation(60, 0.12, true, 31);
  for (const std::string& kind : kinds) {
    const std::vector<Weights> whole = expectedRows(problem, kind);
    InterpolationParameters parameters;
    parameters.method.choose(kind);
    parameters.truncation = 0.2;
    parameters.maxEntries = 3;
    for (const auto& map : testMaps(problem.n)) {
      const InterpolationOnRanks distributed(problem, map);
      const DistMatrix<double> P = interpolate(distributed.A, distributed.strong, distributed.splitting, parameters).P;
      for (const auto& [row, weights] : distributed.weights(P)) {
        std::vector<std::pair<double, int>> order;
        double sum = 0, kept = 0;
        for (const auto& [col, value] : whole[row]) {
          order.emplace_back(-value, col);
          sum += value;
        }
        std::sort(order.begin(), order.end());
        while (order.size() > 3 || order.back().first > 0.2 * order.front().first) order.pop_back();
        for (const auto& [value, col] : order) kept -= value;
        Weights expected;
        for (const auto& [value, col] : order) expected[col] = -value * sum / kept;
        expectRow(weights, expected, row);
      }
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
