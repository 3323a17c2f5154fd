// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InverseFactor.hpp"

#include "Chronos_TileOperations.hpp"
#include "DenseMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace Chronos::Test {
namespace {

std::vector<double> randomTile(std::uint64_t seed) {
  std::vector<double> tile(tileEntries);
  for (int i = 0; i < tileEntries; ++i) tile[i] = globalUniform(seed, static_cast<std::uint64_t>(i));
  return tile;
}

double productEntry(const std::vector<double>& A, const std::vector<double>& B, int row, int col) {
  double sum = 0;
  for (int k = 0; k < tileEdge; ++k) sum += A[k * tileEdge + row] * B[k * tileEdge + col];
  return sum;
}

TEST(TileOperations, AProductWithWideAndNarrowLanesAsEntryByEntry) {
  const auto A = randomTile(1), B = randomTile(2), before = randomTile(3);
  for (bool wide : {false, hasWideLanes()}) {
    auto found = before;
    subtractProduct(A.data(), B.data(), found.data(), wide);
    for (int col = 0; col < tileEdge; ++col)
      for (int row = 0; row < tileEdge; ++row) {
        const int place = col * tileEdge + row;
        EXPECT_NEAR(found[place], before[place] - productEntry(A, B, row, col), 1e-13);
      }
  }
}

TEST(TileOperations, ATriangleTimesWhatWasDividedByItIsWhatWasThere) {
  auto L = randomTile(1);
  for (int k = 0; k < tileEdge; ++k) L[k * tileEdge + k] = 3;
  const auto before = randomTile(2);
  for (bool wide : {false, hasWideLanes()}) {
    auto X = before, lower = L;
    divideByTransposed(L.data(), X.data(), wide);
    for (int col = 1; col < tileEdge; ++col) std::fill_n(&lower[col * tileEdge], col, 0.0);
    for (int col = 0; col < tileEdge; ++col)
      for (int row = 0; row < tileEdge; ++row)
        EXPECT_NEAR(productEntry(X, lower, row, col), before[col * tileEdge + row], 1e-12);
  }
}

// In storage that is aligned to a single entry.
TEST(TileOperations, NeedNoAlignment) {
  std::vector<double> tiles(4 * tileEntries + 1, 0.0);
  for (int k = 0; k < tileEdge; ++k) tiles[1 + k * tileEdge + k] = 2;
  double *const L = &tiles[1], *const B = L + tileEntries, *const C = B + tileEntries;
  std::fill_n(B, tileEntries, 1.0);
  for (bool wide : {false, hasWideLanes()}) {
    std::fill_n(C, tileEntries, 5.0);
    subtractProduct(L, B, C, wide);
    divideByTransposed(L, C, wide);
    for (int place = 0; place < tileEntries; ++place) EXPECT_EQ(C[place], 1.5);
  }
}

TEST(TileOperations, TimesAVectorAsEntryByEntry) {
  const auto A = randomTile(1), vectors = randomTile(2);
  const std::vector<double> x(vectors.begin(), vectors.begin() + tileEdge),
      before(vectors.begin() + tileEdge, vectors.begin() + 2 * tileEdge);
  auto y = before, transposed = before;
  addProduct(-0.5, A.data(), x.data(), y.data());
  addTransposedProduct(-0.5, A.data(), x.data(), transposed.data());
  for (int row = 0; row < tileEdge; ++row) {
    double sum = 0, ofTransposed = 0;
    for (int k = 0; k < tileEdge; ++k) {
      sum += A[k * tileEdge + row] * x[k];
      ofTransposed += A[row * tileEdge + k] * x[k];
    }
    EXPECT_NEAR(y[row], before[row] - 0.5 * sum, 1e-13);
    EXPECT_NEAR(transposed[row], before[row] - 0.5 * ofTransposed, 1e-13);
  }
}

TiledCholesky tilesOf(const std::vector<double>& A, int n) {
  TiledCholesky tiles(n);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col <= row; ++col) tiles.at(row, col) = A[row * n + col];
  return tiles;
}

// Sizes around a tile, four of them and eight.
constexpr int sizes[] = {1, 2, 31, 32, 33, 64, 65, 127, 128, 129, 200, 257, 300};

TEST(InverseFactor, SolvesSeveralColumns) {
  for (int n : sizes) {
    const std::vector<double> A = spdDense(n);
    TiledCholesky tiles = tilesOf(A, n);
    ASSERT_GT(tiles.factor(), 0);
    const InverseFactor inverse(tiles);
    for (int numColumns : {1, 3}) {
      std::vector<double> expected(n * numColumns), x(n * numColumns, 0.0);
      for (int i = 0; i < n * numColumns; ++i) expected[i] = globalUniform(5, static_cast<std::uint64_t>(i));
      for (int c = 0; c < numColumns; ++c)
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) x[c * n + i] += A[i * n + j] * expected[c * n + j];
      inverse.apply(x.data(), numColumns);
      for (int i = 0; i < n * numColumns; ++i) ASSERT_NEAR(x[i], expected[i], 1e-9) << n << " rows, place " << i;
    }
  }
}

// L by its definition, column after column.
std::vector<double> cholesky(std::vector<double> A, int n) {
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < k; ++j)
      for (int i = k; i < n; ++i) A[i * n + k] -= A[i * n + j] * A[k * n + j];
    const double diagonal = std::sqrt(A[k * n + k]);
    for (int i = k; i < n; ++i) A[i * n + k] /= diagonal;
  }
  return A;
}

TEST(TiledCholesky, HasTheFactorBelowItsDiagonalTilesAndTellsTheSmallestPivot) {
  for (int n : sizes) {
    const std::vector<double> A = spdDense(n), L = cholesky(A, n);
    TiledCholesky tiles = tilesOf(A, n);
    double smallest = 1;  // of the rows that fill the last tile up, or more
    for (int i = 0; i < n; ++i) smallest = std::min(smallest, L[i * n + i] * L[i * n + i]);
    EXPECT_NEAR(tiles.factor(), smallest, 1e-10 * smallest);
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < row / tileEdge * tileEdge; ++col)
        ASSERT_NEAR(tiles.at(row, col), L[row * n + col], 1e-9) << n << ": " << row << ", " << col;
  }
}

// Of A + t, where a bad row has what is given on its diagonal.
double smallestWith(int n, int bad, double diagonal) {
  std::vector<double> A(n * n, 0.0);
  for (int i = 0; i < n; ++i) A[i * n + i] = i == bad ? diagonal : 1;
  return tilesOf(A, n).factor();
}

TEST(TiledCholesky, TellsWhatIsNotPositiveDefinite) {
  EXPECT_EQ(tilesOf({1, 2, 2, 1}, 2).factor(), 0);
  for (int bad : {0, 31, 32, 140, 199})
    for (double diagonal : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
      EXPECT_EQ(smallestWith(200, bad, diagonal), 0) << bad;
  for (int row : {0, 31, 32, 140, 199}) EXPECT_DOUBLE_EQ(smallestWith(200, row, 1e-13), 1e-13);
}

// A Gaussian kernel and a ridge, whose pivots fall to 1e-9: blocks of unknowns are as ill-conditioned as the whole.
std::vector<double> nearlySingular(int n) {
  std::vector<double> A(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double distance = 20.0 * (i - j) / n;
      A[i * n + j] = std::exp(-distance * distance) + (i == j ? 1e-12 : 0);
    }
  return A;
}

TEST(TiledCholesky, IsAsAccurateAsColumnByColumnWhereDiagonalTilesAreNearlySingular) {
  constexpr int n = 400;
  const std::vector<double> A = nearlySingular(n), L = cholesky(A, n);
  double expected = 1;
  for (int i = 0; i < n; ++i) expected = std::min(expected, L[i * n + i] * L[i * n + i]);
  TiledCholesky tiles = tilesOf(A, n);
  const double found = tiles.factor();
  EXPECT_GT(found, 0.5 * expected);
  EXPECT_LT(found, 2 * expected);
  // A^{-1} A e = e in the norm of A: what rounding takes away is the condition of L, 1e6, times 1e-16, and some rows.
  std::vector<double> e(n), x(n, 0.0);
  for (int i = 0; i < n; ++i) e[i] = globalUniform(5, static_cast<std::uint64_t>(i));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) x[i] += A[i * n + j] * e[j];
  const std::vector<double> b = x;
  InverseFactor(tiles).apply(x.data(), 1);
  double residual = 0, largest = 0;
  for (int i = 0; i < n; ++i) {
    double difference = b[i];
    for (int j = 0; j < n; ++j) difference -= A[i * n + j] * x[j];
    residual = std::max(residual, std::abs(difference));
    largest = std::max(largest, std::abs(b[i]));
  }
  EXPECT_LT(residual, 1e-4 * largest);
}

TEST(InverseFactor, OfNothing) {
  TiledCholesky nothing(0);
  EXPECT_EQ(nothing.factor(), 1);
  InverseFactor(nothing).apply(nullptr, 3);
  InverseFactor().apply(nullptr, 3);
  EXPECT_EQ(InverseFactor(nothing).numBytes(), 0u);
}

}  // namespace
}  // namespace Chronos::Test
