// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Interpolation.hpp"
#include "InterpolationReference.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

constexpr InterpolationKind kinds[] = {InterpolationKind::classical, InterpolationKind::extendedI,
                                       InterpolationKind::hybrid, InterpolationKind::multipass};

// A dense problem, which every rank holds whole, dealt out by a map.
struct Distributed {
  DistMatrix<double> A;
  StrongFlags strong;
  Splitting splitting;
  std::vector<GlobalOrdinal> fineOfCoarse;  // global row of each global coarse point

  Distributed(const DenseInterpolation& problem, const Teuchos::RCP<const Map>& map)
      : A(rows(problem, map)), strong(flags(problem, A)), fineOfCoarse(problem.n, 0) {
    std::vector<char> types;
    std::vector<LocalOrdinal> coarseIndex;
    LocalOrdinal numCoarse = 0;
    for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
      types.push_back(problem.types[map->getGlobalElement(row)]);
      coarseIndex.push_back(types.back() == coarsePoint ? numCoarse++ : -1);
    }
    splitting.types = toView("types", types);
    splitting.coarseIndex = toView("coarseIndex", coarseIndex);
    splitting.coarseMap = Teuchos::rcp(new Map(sumOverRanks(*world(), static_cast<long long>(numCoarse)),
                                               static_cast<std::size_t>(numCoarse), 0, world()));
    for (LocalOrdinal row = 0; row < A.numRows(); ++row)
      if (coarseIndex[row] >= 0)
        fineOfCoarse[splitting.coarseMap->getGlobalElement(coarseIndex[row])] = map->getGlobalElement(row);
    MPI_Allreduce(MPI_IN_PLACE, fineOfCoarse.data(), problem.n, MPI_LONG_LONG, MPI_SUM, rawComm(*world()));
  }

  static DistMatrix<double> rows(const DenseInterpolation& problem, const Teuchos::RCP<const Map>& map) {
    std::vector<Offset> rowPtr{0};
    std::vector<GlobalOrdinal> globalColInd;
    std::vector<double> values;
    for (std::size_t local = 0; local < TrilinosVersion::numLocal(*map); ++local) {
      const auto& row = problem.a[map->getGlobalElement(static_cast<LocalOrdinal>(local))];
      for (int col = 0; col < problem.n; ++col) {
        if (row[col] == 0) continue;
        globalColInd.push_back(col);
        values.push_back(row[col]);
      }
      rowPtr.push_back(values.size());
    }
    return DistMatrix<double>(map, map, toView("rowPtr", rowPtr), toView("columns", globalColInd),
                              toView("values", values));
  }

  static StrongFlags flags(const DenseInterpolation& problem, const DistMatrix<double>& A) {
    const auto local = toHost(A.local());
    std::vector<char> result;
    for (LocalOrdinal row = 0; row < local.numRows; ++row)
      for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
        result.push_back(problem.strong[A.rowMap()->getGlobalElement(row)][globalColumn(A, local.colInd[e])]);
    return toView("strong", result);
  }

  static GlobalOrdinal globalColumn(const DistMatrix<double>& M, LocalOrdinal col) {
    return col < M.numOwnedCols() ? M.domainMap()->getGlobalElement(col)
                                  : M.halo()->haloGlobals()[col - M.numOwnedCols()];
  }

  /// Owned rows of P by global row, columns being global fine points.
  std::map<GlobalOrdinal, Weights> weights(const DistMatrix<double>& P) const {
    EXPECT_TRUE(P.rowMap()->isSameAs(*A.rowMap()));
    EXPECT_TRUE(P.domainMap()->isSameAs(*splitting.coarseMap));
    const auto local = toHost(P.local());
    std::map<GlobalOrdinal, Weights> result;
    for (LocalOrdinal row = 0; row < local.numRows; ++row)
      for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
        result[P.rowMap()->getGlobalElement(row)][static_cast<int>(fineOfCoarse[globalColumn(P, local.colInd[e])])] =
            local.values[e];
    return result;
  }
};

Weights expectedRow(const DenseInterpolation& problem, int i, InterpolationKind kind) {
  if (problem.types[i] == coarsePoint) return {{i, 1.0}};
  if (problem.types[i] == isolatedPoint) return {};
  if (kind == InterpolationKind::classical) return formulaWeights(problem, i, problem.neighbours(i, true), false);
  return formulaWeights(problem, i,
                        kind == InterpolationKind::hybrid ? greedyCover(problem, i) : extendedSet(problem, i), true);
}

std::vector<Weights> expectedRows(const DenseInterpolation& problem, InterpolationKind kind) {
  if (kind == InterpolationKind::multipass) return multipassWeights(problem);
  std::vector<Weights> rows;
  for (int i = 0; i < problem.n; ++i) rows.push_back(expectedRow(problem, i, kind));
  return rows;
}

void expectRow(const Weights& weights, const Weights& expected, GlobalOrdinal row) {
  ASSERT_EQ(weights.size(), expected.size()) << "row " << row;
  for (const auto& [col, value] : expected) {
    ASSERT_EQ(weights.count(col), 1u) << "row " << row << " column " << col;
    EXPECT_NEAR(weights.at(col), value, 1e-11 * (1 + value * value)) << "row " << row << " column " << col;
  }
}

void check(const DenseInterpolation& problem) {
  for (const auto& map : testMaps(problem.n)) {
    const Distributed distributed(problem, map);
    for (InterpolationKind kind : kinds) {
      InterpolationParameters parameters;
      parameters.kind = kind;
      const std::vector<Weights> expected = expectedRows(problem, kind);
      const auto weights =
          distributed.weights(interpolate(distributed.A, distributed.strong, distributed.splitting, parameters));
      for (LocalOrdinal row = 0; row < distributed.A.numRows(); ++row) {
        const GlobalOrdinal global = map->getGlobalElement(row);
        const auto found = weights.find(global);
        expectRow(found == weights.end() ? Weights() : found->second, expected[global], global);
      }
    }
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
  parameters.kind = InterpolationKind::multipass;
  for (const auto& map : testMaps(chain.n)) {
    const Distributed distributed(chain, map);
    const auto weights =
        distributed.weights(interpolate(distributed.A, distributed.strong, distributed.splitting, parameters));
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
  for (InterpolationKind kind : kinds) {
    const std::vector<Weights> whole = expectedRows(problem, kind);
    InterpolationParameters parameters;
    parameters.kind = kind;
    parameters.truncation = 0.2;
    parameters.maxEntries = 3;
    for (const auto& map : testMaps(problem.n)) {
      const Distributed distributed(problem, map);
      const DistMatrix<double> P = interpolate(distributed.A, distributed.strong, distributed.splitting, parameters);
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
