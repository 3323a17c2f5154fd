// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BamgRows.hpp"

#include "BamgReference.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace Chronos::Test {
namespace {

// Candidates of all lengths that matter: none, fewer than vectors, more than lanes, more than scratch memory takes.
const std::vector<int> lengths = {0, 1, 3, 40, 0, 33, 7, 1500, 5};

struct Problem {
  int t, numPoints = 1600;
  std::vector<std::vector<int>> candidates;
  std::vector<std::vector<double>> paths;
  std::vector<LongVector> fine, coarse;

  explicit Problem(int vectors) : t(vectors) {
    std::uint64_t next = 0;
    const auto uniform = [&] { return globalUniform(11, next++); };
    for (int j = 0; j < numPoints; ++j) {
      coarse.emplace_back();
      for (int k = 0; k < t; ++k) coarse.back().push_back(uniform());
    }
    for (std::size_t row = 0; row < lengths.size(); ++row) {
      fine.emplace_back();
      for (int k = 0; k < t; ++k) fine.back().push_back(uniform());
      candidates.emplace_back();
      paths.emplace_back();
      for (int j = 0; j < lengths[row]; ++j) {
        candidates.back().push_back((j + 17 * static_cast<int>(row)) % numPoints);
        paths.back().push_back(0.1 + std::abs(uniform()));
      }
    }
  }
};

template <class DeviceType>
struct Solved {
  std::vector<GlobalOrdinal> points;
  std::vector<double> weights, residual, norm;
  std::vector<int> numPoints;

  Solved(const Problem& problem, const BamgRules& rules, std::vector<LocalOrdinal> wanted) {
    const int numRows = static_cast<int>(problem.candidates.size());
    std::vector<Offset> rowPtr{0};
    std::vector<LocalOrdinal> colInd;
    std::vector<double> values, fine, coarse;
    std::vector<GlobalOrdinal> globals;
    for (int row = 0; row < numRows; ++row) {
      colInd.insert(colInd.end(), problem.candidates[row].begin(), problem.candidates[row].end());
      values.insert(values.end(), problem.paths[row].begin(), problem.paths[row].end());
      rowPtr.push_back(colInd.size());
    }
    for (const LongVector& line : problem.fine) fine.insert(fine.end(), line.begin(), line.end());
    for (const LongVector& line : problem.coarse) coarse.insert(coarse.end(), line.begin(), line.end());
    for (int j = 0; j < problem.numPoints; ++j) globals.push_back(1000 + j);
    using Rows = Kokkos::View<double**, Kokkos::LayoutRight, DeviceType>;
    const auto rowsOf = [&](const std::vector<double>& entries) {
      const Rows rows("rows", entries.size() / problem.t, problem.t);
      Kokkos::deep_copy(Kokkos::View<double*, DeviceType>(rows.data(), entries.size()),
                        toView<DeviceType>("entries", entries));
      return rows;
    };
    const auto filled = [&](double value) { return rowsOf(std::vector<double>(numRows * problem.t, value)); };
    BamgSolutions<DeviceType> solutions;
    solutions.points = decltype(solutions.points)("points", numRows, problem.t);
    solutions.weights = filled(77);
    solutions.numPoints = toView<DeviceType>("numPoints", std::vector<int>(numRows, -1));
    solutions.residual = toView<DeviceType>("residual", std::vector<double>(numRows, -1));
    solutions.weightNorm = toView<DeviceType>("weightNorm", std::vector<double>(numRows, -1));
    const CsrMatrix<double, DeviceType> paths{numRows, problem.numPoints, toView<DeviceType>("rowPtr", rowPtr),
                                              toView<DeviceType>("colInd", colInd),
                                              toView<DeviceType>("values", values)};
    solveBamgRows<DeviceType>(typename DeviceType::execution_space(),
                              {paths, toView<DeviceType>("wanted", wanted), rowsOf(fine), rowsOf(coarse),
                               toView<DeviceType>("globals", globals)},
                              rules, solutions);
    points = toVector(Kokkos::View<GlobalOrdinal*, DeviceType>(solutions.points.data(), numRows * problem.t));
    weights = toVector(Kokkos::View<double*, DeviceType>(solutions.weights.data(), numRows * problem.t));
    numPoints = toVector(solutions.numPoints);
    residual = toVector(solutions.residual);
    norm = toVector(solutions.weightNorm);
  }
};

std::vector<LocalOrdinal> allRows() {
  std::vector<LocalOrdinal> rows;
  for (std::size_t row = 0; row < lengths.size(); ++row) rows.push_back(static_cast<LocalOrdinal>(row));
  return rows;
}

// Points by volume, weights that leave a residual outside of the span: compared with a Gram-Schmidt in long double.
template <class DeviceType>
void checkAgainstReference(int t, double pathPower) {
  const Problem problem(t);
  BamgRules rules;
  rules.pathPower = pathPower;
  const Solved<DeviceType> solved(problem, rules, allRows());
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    std::vector<LongVector> scaled, basis;
    for (int j = 0; j < lengths[row]; ++j) {
      scaled.push_back(problem.coarse[problem.candidates[row][j]]);
      for (long double& entry : scaled.back()) entry *= std::pow(problem.paths[row][j], pathPower);
    }
    std::vector<int> chosen;
    LongVector rest = problem.fine[row];
    ASSERT_EQ(solved.numPoints[row], std::min(t, lengths[row])) << row;
    for (int k = 0; k < solved.numPoints[row]; ++k) {
      const int expected = farthestCandidate(scaled, chosen);
      ASSERT_EQ(solved.points[row * t + k], 1000 + problem.candidates[row][expected]) << row << ", " << k;
      chosen.push_back(expected);
      basis.push_back(problem.coarse[problem.candidates[row][expected]]);
      for (int a = 0; a < t; ++a) rest[a] -= solved.weights[row * t + k] * basis.back()[a];
    }
    const LongVector expectedRest = outsideSpan(basis, problem.fine[row]);
    const long double length = std::sqrt(innerProductOf(problem.fine[row], problem.fine[row]));
    for (int a = 0; a < t; ++a) EXPECT_NEAR(double(rest[a]), double(expectedRest[a]), 1e-11) << row;
    EXPECT_NEAR(solved.residual[row], double(std::sqrt(innerProductOf(rest, rest)) / length), 1e-11);
  }
}

TEST(BamgRows, AgreeWithGramSchmidtInLongDouble) {
  for (int t : {1, 2, 6, 12}) {
    checkAgainstReference<Device>(t, 0.5);
    checkAgainstReference<HostDevice>(t, 0);
  }
}

TEST(BamgRows, AnExactPointIsAllThatIsTaken) {
  Problem problem(4);
  problem.paths[3].assign(problem.paths[3].size(), 1.0);
  const int point = farthestCandidate({problem.coarse.begin(), problem.coarse.begin() + 40}, {});
  ASSERT_GE(point, 0);
  for (int j = 0; j < 40; ++j) problem.candidates[3][j] = j;
  problem.fine[3] = problem.coarse[point];
  for (long double& entry : problem.fine[3]) entry *= 3;
  const Solved<Device> solved(problem, {}, allRows());
  EXPECT_EQ(solved.numPoints[3], 1);
  EXPECT_EQ(solved.points[3 * 4], 1000 + point);
  EXPECT_NEAR(solved.weights[3 * 4], 3, 1e-12);
  EXPECT_NEAR(solved.norm[3], 3, 1e-12);
  EXPECT_LE(solved.residual[3], 1e-14);
}

// Copies of a few points, but for rounding: dependent ones are left out, so weights stay small.
TEST(BamgRows, DependentCandidatesDoNotMakeWeightsExplode) {
  Problem problem(6);
  for (int j = 0; j < problem.numPoints; ++j)
    for (int k = 0; k < 6; ++k) problem.coarse[j][k] = problem.coarse[j % 3][k] * (1 + 1e-9L * ((j * 7 + k) % 5));
  problem.fine[7] = problem.coarse[0];
  for (int k = 0; k < 6; ++k) problem.fine[7][k] += problem.coarse[1][k] - problem.coarse[2][k] + (k == 0 ? 1e-3L : 0);
  const Solved<Device> solved(problem, {}, allRows());
  EXPECT_EQ(solved.numPoints[7], 3);
  EXPECT_LE(solved.norm[7], 10);
}

// Independence is a matter of the test vectors: weak paths make a point a late choice, not a dependent one.
TEST(BamgRows, WeakPathsLeadToIndependentCandidates) {
  Problem problem(4);
  for (std::size_t j = 1; j < problem.paths[3].size(); ++j) problem.paths[3][j] *= 1e-20;
  const Solved<Device> solved(problem, {}, allRows());
  EXPECT_EQ(solved.numPoints[3], 4);
  EXPECT_EQ(solved.points[3 * 4], 1000 + problem.candidates[3][0]);
  EXPECT_LE(solved.residual[3], 1e-12);
}

TEST(BamgRows, RowsThatAreNotWantedAreLeftAlone) {
  const Solved<Device> solved(Problem(2), {}, {3});
  for (std::size_t row = 0; row < lengths.size(); ++row) EXPECT_EQ(solved.numPoints[row], row == 3 ? 2 : -1) << row;
  EXPECT_EQ(solved.weights[0], 77);
  EXPECT_EQ(Solved<Device>(Problem(2), {}, {}).numPoints[3], -1);
}

TEST(BamgRows, ARowOfZerosNeedsNoPoint) {
  Problem problem(3);
  problem.fine[3].assign(3, 0);
  const Solved<Device> solved(problem, {}, allRows());
  EXPECT_EQ(solved.numPoints[3], 0);
  EXPECT_EQ(solved.residual[3], 0);
}

}  // namespace
}  // namespace Chronos::Test
