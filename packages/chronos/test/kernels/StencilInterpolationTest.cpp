// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StencilInterpolation.hpp"

#include "InterpolationReference.hpp"
#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

// The first rows of a dense problem as owned ones, those that they reach as received ones; columns numbered
// in that order.
template <class Scalar, class DeviceType>
struct Segmentation {
  std::vector<int> points;  // of each column, in the dense problem
  InterpolationInput<Scalar, DeviceType> input;

  Segmentation(const DenseInterpolation& problem, int numOwned) {
    std::vector<char> reached(problem.n, 0);
    for (int i = 0; i < numOwned; ++i)
      for (int j = numOwned; j < problem.n; ++j)
        if (problem.a[i][j] != 0) reached[j] = 1;
    for (int i = 0; i < numOwned; ++i) points.push_back(i);
    for (char wanted : {1, 0})
      for (int j = numOwned; j < problem.n; ++j)
        if (reached[j] == wanted) points.push_back(j);
    const int numRows = numOwned + static_cast<int>(std::count(reached.begin(), reached.end(), 1));
    std::vector<char> flags, types;
    std::vector<GlobalOrdinal> globals(points.begin(), points.end());
    for (int point : points) types.push_back(problem.types[point]);
    input.A.owned = rows(problem, 0, numOwned, flags);
    input.ownedStrong = toView<DeviceType>("strong", flags);
    input.A.received = rows(problem, numOwned, numRows, flags);
    input.receivedStrong = toView<DeviceType>("strong", flags);
    input.A.numCols = problem.n;
    input.types = toView<DeviceType>("types", types);
    input.globals = toView<DeviceType>("globals", globals);
  }

  CsrMatrix<Scalar, DeviceType> rows(const DenseInterpolation& problem, int begin, int end,
                                     std::vector<char>& flags) const {
    HostCsr<Scalar> local;
    flags.clear();
    for (int row = begin; row < end; ++row) {
      for (int col = problem.n; col-- > 0;) {
        const double value = problem.a[points[row]][points[col]];
        if (value == 0) continue;
        local.colInd.push_back(col);
        local.values.push_back(static_cast<Scalar>(value));
        flags.push_back(problem.strong[points[row]][points[col]]);
      }
      local.rowPtr.push_back(local.colInd.size());
    }
    local.numRows = end - begin;
    local.numCols = problem.n;
    return toDevice<DeviceType>(local);
  }
};

template <class Scalar>
Weights rowOf(const HostCsr<Scalar>& W, const std::vector<int>& points, int row) {
  Weights weights;
  for (Offset e = W.rowPtr[row]; e < W.rowPtr[row + 1]; ++e) {
    EXPECT_EQ(weights.count(points[W.colInd[e]]), 0u);
    weights[points[W.colInd[e]]] = W.values[e];
  }
  return weights;
}

template <class Case>
struct StencilInterpolation : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static std::vector<RowAccumulation> accumulations() {
    if (defaultRowAccumulation<DeviceType>() == RowAccumulation::tables) return {RowAccumulation::tables};
    return {RowAccumulation::markers, RowAccumulation::tables};
  }

  static Weights expectedRow(const DenseInterpolation& problem, int i, InterpolatorySet set) {
    if (problem.types[i] == 1) return {{i, 1.0}};
    if (problem.types[i] == 2) return {};
    if (set == InterpolatorySet::direct) return formulaWeights(problem, i, problem.neighbours(i, true), false);
    return formulaWeights(problem, i,
                          set == InterpolatorySet::hybrid ? greedyCover(problem, i) : extendedSet(problem, i), true);
  }

  static void check(const DenseInterpolation& problem, int numOwned) {
    const Segmentation<Scalar, DeviceType> segments(problem, numOwned);
    for (InterpolatorySet set : {InterpolatorySet::direct, InterpolatorySet::extended, InterpolatorySet::hybrid})
      for (RowAccumulation accumulation : accumulations()) {
        const HostCsr<Scalar> W = toHost(stencilInterpolation<Scalar, DeviceType>(
            typename DeviceType::execution_space(), segments.input, set, accumulation));
        ASSERT_EQ(W.numRows, numOwned);
        EXPECT_EQ(W.numCols, problem.n);
        EXPECT_TRUE(accumulation == RowAccumulation::markers || columnsAscend(W));
        for (int i = 0; i < numOwned; ++i) expectEqual(rowOf(W, segments.points, i), expectedRow(problem, i, set), i);
      }
  }

  static void expectEqual(const Weights& weights, const Weights& expected, int row) {
    ASSERT_EQ(weights.size(), expected.size()) << "row " << row;
    double largest = 1;
    for (const auto& [col, value] : expected) largest = std::max(largest, std::abs(value));
    for (const auto& [col, value] : expected) {
      ASSERT_EQ(weights.count(col), 1u) << "row " << row << " column " << col;
      EXPECT_NEAR(weights.at(col), value, 2000 * largest * largest * std::numeric_limits<Scalar>::epsilon())
          << "row " << row << " column " << col;
    }
  }
};
TYPED_TEST_SUITE(StencilInterpolation, KernelCases, );

TYPED_TEST(StencilInterpolation, EqualsTheFormulasOnMMatrices) {
  for (int n : {0, 1, 2, 5, 40, 90})
    for (int numOwned : {n, n / 2}) TestFixture::check(randomInterpolation(n, 0.12, true, 7 + n), numOwned);
}

TYPED_TEST(StencilInterpolation, EqualsTheFormulasWithMixedSigns) {
  for (int n : {2, 5, 40, 90})
    for (int numOwned : {n, n / 3}) TestFixture::check(randomInterpolation(n, 0.12, false, 3 + n), numOwned);
}

// Sets of 49 to 768 and of more points have tables of their own.
TYPED_TEST(StencilInterpolation, StandsLongRows) {
  TestFixture::check(randomInterpolation(180, 0.7, true, 5), 30);
  DenseInterpolation star = randomInterpolation(1500, 0.0, true, 6);
  for (int j = 1; j < star.n; ++j) {
    star.a[0][j] = star.a[j][0] = -1;
    star.strong[0][j] = star.strong[j][0] = 1;
    star.types[j] = j % 4 != 0;
  }
  star.types[0] = star.types[4] = 0;
  TestFixture::check(star, 9);
}

TYPED_TEST(StencilInterpolation, WeightsSumToOneWhereTheMatrixHasRowSumsZero) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const DenseInterpolation problem = randomInterpolation(120, 0.1, true, 21);
  const Segmentation<Scalar, DeviceType> segments(problem, problem.n);
  for (InterpolatorySet set : {InterpolatorySet::direct, InterpolatorySet::extended, InterpolatorySet::hybrid}) {
    const HostCsr<Scalar> W =
        toHost(stencilInterpolation<Scalar, DeviceType>(typename DeviceType::execution_space(), segments.input, set));
    for (int i = 0; i < problem.n; ++i) {
      const Weights weights = rowOf(W, segments.points, i);
      double sum = 0;
      for (const auto& [col, value] : weights) sum += value;
      EXPECT_NEAR(sum, weights.empty() ? 0 : 1, 500 * std::numeric_limits<Scalar>::epsilon());
    }
  }
}

// Five points in a line: a_i = 2, -1; points 0 and 4 coarse. By hand: point 1 has its own coarse neighbour 0
// and, through point 2, none; point 2 has none at distance one.
TYPED_TEST(StencilInterpolation, LineByHand) {
  DenseInterpolation line;
  line.n = 5;
  line.a.assign(5, std::vector<double>(5, 0.0));
  line.strong.assign(5, std::vector<char>(5, 0));
  line.types = {1, 0, 0, 0, 1};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      line.a[i][j] = i == j ? 2 : (std::abs(i - j) == 1 ? -1 : 0);
      line.strong[i][j] = std::abs(i - j) == 1;
    }
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const Segmentation<Scalar, DeviceType> segments(line, 5);
  const auto weights = [&](InterpolatorySet set, int row) {
    return rowOf(
        toHost(stencilInterpolation<Scalar, DeviceType>(typename DeviceType::execution_space(), segments.input, set)),
        segments.points, row);
  };
  for (InterpolatorySet set : {InterpolatorySet::extended, InterpolatorySet::hybrid}) {
    // d_1 = 2 - 1 (point 2 gives all to 1): w = 1. d_2 = 2 - 1/2 - 1/2, w = 1/2 from either side.
    EXPECT_EQ(weights(set, 1), (Weights{{0, 1.0}}));
    EXPECT_EQ(weights(set, 2), (Weights{{0, 0.5}, {4, 0.5}}));
  }
  EXPECT_EQ(weights(InterpolatorySet::direct, 1), (Weights{{0, 1.0}}));
  EXPECT_EQ(weights(InterpolatorySet::direct, 2), Weights());
  EXPECT_EQ(weights(InterpolatorySet::direct, 0), (Weights{{0, 1.0}}));
}

}  // namespace
}  // namespace Chronos::Test
