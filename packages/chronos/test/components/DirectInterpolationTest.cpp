// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DirectRows.hpp"

#include "InterpolationOnRanks.hpp"
#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

// Stueben's formula on the whole matrix, one sign after the other.
Weights directWeights(const DenseInterpolation& problem, int i) {
  if (problem.types[i] == coarsePoint) return {{i, 1.0}};
  if (problem.types[i] == isolatedPoint) return {};
  const std::vector<double>& row = problem.a[i];
  const PointSet coarse = problem.neighbours(i, true);
  double diagonal = row[i];
  Weights scaled;
  for (bool negative : {true, false}) {
    const double sign = (row[i] > 0) == negative ? -1 : 1;
    double all = 0, used = 0;
    for (int j = 0; j < problem.n; ++j)
      if (j != i && sign * row[j] > 0) {
        all += row[j];
        used += coarse.count(j) > 0 ? row[j] : 0;
      }
    if (used == 0) diagonal += all;
    for (int j : coarse)
      if (sign * row[j] > 0) scaled[j] = -all / used * row[j];
  }
  for (auto& weight : scaled) weight.second /= diagonal;
  return scaled;
}

std::vector<Weights> directWeights(const DenseInterpolation& problem) {
  std::vector<Weights> rows;
  for (int i = 0; i < problem.n; ++i) rows.push_back(directWeights(problem, i));
  return rows;
}

template <class Case>
struct DirectRows : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static void expectRows(const DenseInterpolation& problem, const std::vector<Weights>& expected, double tolerance) {
    HostCsr<Scalar> A;
    std::vector<char> strong;
    A.numRows = A.numCols = problem.n;
    for (int row = 0; row < problem.n; ++row) {
      for (int col = problem.n; col-- > 0;) {
        if (problem.a[row][col] == 0) continue;
        A.colInd.push_back(col);
        A.values.push_back(static_cast<Scalar>(problem.a[row][col]));
        strong.push_back(problem.strong[row][col]);
      }
      A.rowPtr.push_back(A.colInd.size());
    }
    const HostCsr<Scalar> W = toHost(directRows<Scalar, DeviceType>(
        typename DeviceType::execution_space(), toDevice<DeviceType>(A), toView<DeviceType>("strong", strong),
        toView<DeviceType>("types", problem.types)));
    ASSERT_EQ(W.numRows, problem.n);
    for (int row = 0; row < problem.n; ++row) {
      const Weights& weights = expected[row];
      ASSERT_EQ(W.rowPtr[row + 1] - W.rowPtr[row], weights.size()) << "row " << row;
      for (Offset e = W.rowPtr[row]; e < W.rowPtr[row + 1]; ++e) {
        ASSERT_EQ(weights.count(W.colInd[e]), 1u) << "row " << row << " column " << W.colInd[e];
        const double weight = weights.at(W.colInd[e]);
        EXPECT_NEAR(W.values[e], weight, tolerance * (1 + weight * weight)) << "row " << row;
      }
    }
  }
};
TYPED_TEST_SUITE(DirectRows, KernelCases, );

// Point 0 is fine, 1 and 3 are coarse, 2 and 4 fine; all is strong.
DenseInterpolation star(const std::vector<double>& row) {
  DenseInterpolation problem;
  problem.n = 5;
  problem.types = {finePoint, coarsePoint, finePoint, coarsePoint, finePoint};
  problem.a.assign(5, std::vector<double>(5, 0.0));
  problem.strong.assign(5, std::vector<char>(5, 0));
  for (int j = 0; j < 5; ++j) {
    problem.a[0][j] = row[j];
    problem.a[j][j] = row[0];
    problem.strong[0][j] = j > 0;
  }
  return problem;
}

TYPED_TEST(DirectRows, ByHand) {
  const double tolerance = 8 * std::numeric_limits<typename TypeParam::Scalar>::epsilon();
  const auto expect = [&](const std::vector<double>& row, const Weights& weights) {
    TestFixture::expectRows(star(row), {weights, {{1, 1.0}}, {}, {{3, 1.0}}, {}}, tolerance);
  };
  // Signs apart, each with a partner.
  expect({4, -1, -1, 0.5, 0.25}, {{1, 0.5}, {3, -0.1875}});
  // The same row times -1.
  expect({-4, 1, 1, -0.5, -0.25}, {{1, 0.5}, {3, -0.1875}});
  // Positive entries without a partner go to the diagonal, and so do negative ones.
  expect({4, -1, -2, -2, 1}, {{1, 1.0 / 3}, {3, 2.0 / 3}});
  expect({4, 1, -2, 0.5, 0}, {{1, -0.5}, {3, -0.25}});
  // What is left of the diagonal is nothing to divide by.
  expect({2, 1, -2, 0.5, 0}, {});
  // Nor is what rounding leaves of it.
  expect({0.3, 0.05, -0.1, 0, -0.2}, {});
}

TYPED_TEST(DirectRows, EqualsTheFormula) {
  const double tolerance = 200 * std::numeric_limits<typename TypeParam::Scalar>::epsilon();
  for (bool zeroSum : {true, false})
    for (int n : {1, 2, 70}) {
      const DenseInterpolation problem = randomInterpolation(n, 0.1, zeroSum, 5 + n);
      TestFixture::expectRows(problem, directWeights(problem), tolerance);
    }
}

TEST(MpiDirectInterpolation, EqualsTheFormulaOnTheWholeMatrix) {
  InterpolationParameters parameters;
  parameters.method.choose("direct");
  for (int n : {1, 2, 60})
    for (bool zeroSum : {true, false}) {
      const DenseInterpolation problem = randomInterpolation(n, 0.08, zeroSum, 3 + n);
      expectRows(problem, parameters, directWeights(problem));
    }
}

TEST(MpiDirectInterpolation, KeepsConstantsWhereRowSumsVanish) {
  const DenseInterpolation problem = randomInterpolation(60, 0.12, true, 8);
  InterpolationParameters parameters;
  parameters.method.choose("direct");
  parameters.maxEntries = 2;
  for (const auto& map : testMaps(problem.n)) {
    const InterpolationOnRanks distributed(problem, map);
    const auto weights =
        distributed.weights(interpolate(distributed.A, distributed.strong, distributed.splitting, parameters).P);
    for (int row = 0; row < problem.n; ++row)
      if (map->isNodeGlobalElement(row) && !directWeights(problem, row).empty()) {
        EXPECT_EQ(weights.count(row), 1u) << "row " << row;
      }
    for (const auto& [row, entries] : weights) {
      double sum = 0;
      for (const auto& [col, value] : entries) sum += value;
      EXPECT_NEAR(sum, 1, 1e-12) << "row " << row;
      EXPECT_LE(entries.size(), 2u) << "row " << row;
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
