// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrengthPaths.hpp"

#include "InterpolationOnRanks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace Chronos::Test {
namespace {

constexpr int maxDistance = 5;

using Dense = std::vector<std::vector<double>>;

Dense product(const Dense& A, const Dense& B) {
  Dense C(A.size(), std::vector<double>(B.front().size(), 0));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t k = 0; k < B.size(); ++k)
      if (A[i][k] != 0)
        for (std::size_t j = 0; j < B[k].size(); ++j) C[i][j] += A[i][k] * B[k][j];
  return C;
}

/// Each point with those before and behind it, others at random; `weak` of 10 connections are, both ways.
DenseInterpolation system(int n, double density, int weak, bool symmetric = true) {
  DenseInterpolation problem;
  problem.n = n;
  problem.a.assign(n, std::vector<double>(n, 0));
  problem.strong.assign(n, std::vector<char>(n, 0));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const auto index = static_cast<std::uint64_t>(symmetric ? std::min(i, j) * n + std::max(i, j) : i * n + j);
      const bool isNeighbour = std::abs(i - j) == 1 || globalUniform(3, index) > 1 - 2 * density;
      if (i == j) problem.a[i][j] = 2 + globalUniform(4, i);
      else if (isNeighbour) problem.a[i][j] = -1.1 + globalUniform(5, index);
      problem.strong[i][j] = i != j && isNeighbour && static_cast<int>(globalHash(index + 7) % 10) >= weak;
    }
  for (int i = 0; i < n; ++i) {
    bool isIsolated = true;
    for (int j = 0; j < n; ++j) isIsolated = isIsolated && !problem.strong[i][j] && !problem.strong[j][i];
    problem.types.push_back(isIsolated ? isolatedPoint : globalHash(i + 11) % 4 == 0 ? coarsePoint : finePoint);
  }
  return problem;
}

/// Paths by powers of a dense matrix.
class PathsOracle {
 public:
  explicit PathsOracle(const DenseInterpolation& problem) : all_(problem.a), strong_(problem.a), coarse_(problem.a) {
    for (int i = 0; i < problem.n; ++i)
      for (int j = 0; j < problem.n; ++j) {
        all_[i][j] = i == j ? 1 : std::abs(problem.a[i][j]) / std::sqrt(problem.a[i][i] * problem.a[j][j]);
        strong_[i][j] = i == j || problem.strong[i][j] ? all_[i][j] : 0;
        coarse_[i][j] = problem.types[j] == coarsePoint ? strong_[i][j] : 0;
      }
  }
  /// What points reach over so many strong connections.
  Dense within(int distance) const {
    Dense reached = coarse_;
    for (int l = 1; l < distance; ++l) reached = product(strong_, reached);
    return reached;
  }
  Dense throughWeak(int strongSteps) const { return product(all_, within(strongSteps)); }

 private:
  Dense all_, strong_, coarse_;
};

/// Some rows of this rank, by a rule over global rows.
struct WantedRows {
  const InterpolationOnRanks& problem;
  std::function<bool(GlobalOrdinal)> isWanted;

  Kokkos::View<const char*, Device> flags() const {
    std::vector<char> result;
    for (LocalOrdinal row = 0; row < problem.A.numRows(); ++row)
      result.push_back(isWanted(problem.A.rowMap()->getGlobalElement(row)) ? 1 : 0);
    return toView("wanted", result);
  }
};

void expectRows(const InterpolationOnRanks& problem, const StrengthPaths& paths, const WantedRows& wanted,
                const Dense& expected) {
  const DistMatrix<double>& found = paths.coarsePoints();
  ASSERT_TRUE(found.domainMap()->isSameAs(*problem.splitting.coarseMap));
  const auto local = toHost(found.local());
  ASSERT_EQ(local.numRows, problem.A.numRows());
  for (LocalOrdinal row = 0; row < local.numRows; ++row) {
    const GlobalOrdinal i = problem.A.rowMap()->getGlobalElement(row);
    if (!wanted.isWanted(i)) continue;
    std::map<GlobalOrdinal, double> values;
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
      values[problem.fineOfCoarse[InterpolationOnRanks::globalColumn(found, local.colInd[e])]] = local.values[e];
    for (std::size_t j = 0; j < expected[i].size(); ++j) {
      const bool has = values.count(static_cast<GlobalOrdinal>(j)) > 0;
      ASSERT_EQ(has, expected[i][j] != 0) << i << ", " << j;
      if (!has) continue;
      ASSERT_NEAR(values[static_cast<GlobalOrdinal>(j)], expected[i][j], 1e-13 * expected[i][j]) << i;
    }
  }
}

/// All rows go on for `together` distances, then few do until the last one; then these and the isolated ones through
/// weak connections, and once more without them.
void followPaths(const DenseInterpolation& problem, const InterpolationOnRanks& onRanks, int together, int last) {
  const PathsOracle oracle(problem);
  const WantedRows all{onRanks, [](GlobalOrdinal) { return true; }},
      few{onRanks, [](GlobalOrdinal row) { return row % 6 == 4; }},
      fewer{onRanks, [](GlobalOrdinal row) { return row % 12 == 4; }},
      inTheEnd{onRanks, [&](GlobalOrdinal row) { return fewer.isWanted(row) || problem.types[row] == isolatedPoint; }};
  StrengthPaths paths(onRanks.A, onRanks.strong, onRanks.splitting);
  expectRows(onRanks, paths, all, oracle.within(1));
  for (int distance = 2; distance <= last; ++distance) {
    const WantedRows& wanted = distance <= together ? all : distance == together + 1 ? few : fewer;
    paths.extend(wanted.flags());
    ASSERT_EQ(paths.distance(), distance);
    SCOPED_TRACE("distance " + std::to_string(distance));
    expectRows(onRanks, paths, wanted, oracle.within(distance));
  }
  paths.goThroughWeak(inTheEnd.flags());
  {
    SCOPED_TRACE("through weak connections");
    expectRows(onRanks, paths, inTheEnd, oracle.throughWeak(std::max(2, std::min(together, last))));
  }
  SCOPED_TRACE("behind weak connections");
  paths.extend(fewer.flags());
  ASSERT_EQ(paths.distance(), last + 1);
  expectRows(onRanks, paths, fewer, oracle.within(last + 1));
}

/// All rows on the first rank but one on each other.
Teuchos::RCP<const Map> mapWithSingleRows(GlobalOrdinal n) {
  const int rank = world()->getRank(), others = world()->getSize() - 1;
  return Teuchos::rcp(new Map(n, rank == 0 ? static_cast<std::size_t>(n - others) : 1, 0, world()));
}

std::vector<Teuchos::RCP<const Map>> mapsOf(int n) {
  std::vector<Teuchos::RCP<const Map>> maps = testMaps(n);
  maps.push_back(mapWithSingleRows(n));
  return maps;
}

void followAll(const DenseInterpolation& problem) {
  for (const auto& map : mapsOf(problem.n)) {
    const InterpolationOnRanks onRanks(problem, map);
    for (int together : {1, 2, 3, 5})
      for (int last : {1, 2, 3, maxDistance}) {
        SCOPED_TRACE("together " + std::to_string(together) + ", last " + std::to_string(last));
        followPaths(problem, onRanks, together, last);
      }
  }
}

// A path is as long as it can be: through all ranks, where these own a row or two each.
TEST(MpiStrengthPaths, ChainsLeadFromRankToRank) {
  for (int n : {5, 13, 31}) followAll(system(n, 0, 0));
}

// Rows dealt out in turn: each step leaves a rank, every second or so comes back.
TEST(MpiStrengthPaths, PathsLeaveARankAndComeBack) {
  followAll(system(37, 0.03, 0));
  followAll(system(37, 0.03, 3));
}

TEST(MpiStrengthPaths, ConnectionsMayHoldInOneDirection) {
  followAll(system(33, 0.05, 4, false));
}

TEST(MpiStrengthPaths, WeakConnectionsLeadIsolatedPointsToOtherRanks) {
  followAll(system(29, 0.04, 7));
  followAll(system(29, 0, 10));
}

// A sixth of the rows has more than four entries for each row of A: the coarse points of those that it meets are made
// first, until a twelfth goes on by itself.
TEST(MpiStrengthPaths, LongFrontsGoOverTheCoarsePointsOfOthers) {
  followAll(system(61, 0.6, 1));
}

}  // namespace
}  // namespace Chronos::Test
