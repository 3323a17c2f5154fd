// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SymmetricPart.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace Chronos::Test {
namespace {

// Two of three entries, by places that are symmetric, where the value is not 0.
template <class Value>
RootMatrix matrixOf(std::int64_t n, const Value& value) {
  RootMatrix matrix;
  matrix.numRows = n;
  for (std::int64_t row = 0; row < n; ++row) {
    for (std::int64_t col = 0; col < n; ++col) {
      const double entry = row != col && (row + col) % 3 == 0 ? 0 : value(row, col);
      if (entry == 0) continue;
      matrix.colInd.push_back(col);
      matrix.values.push_back(entry);
    }
    matrix.rowPtr.push_back(static_cast<std::int64_t>(matrix.colInd.size()));
  }
  return matrix;
}

double symmetricValue(std::int64_t row, std::int64_t col) {
  return row == col ? 1 : globalUniform(3, static_cast<std::uint64_t>(std::min(row, col) * 1000 + std::max(row, col)));
}

TEST(SymmetricPart, OfASymmetricMatrixIsTheMatrix) {
  for (std::int64_t n : {0, 1, 31, 32, 33, 100}) {
    RootMatrix matrix = matrixOf(n, symmetricValue);
    const std::vector<double> values = matrix.values;
    EXPECT_EQ(takeSymmetricPart(matrix), 0);
    EXPECT_EQ(matrix.values, values);
  }
}

TEST(SymmetricPart, IsTheMeanWhereAnEntryDiffersOrHasNoMirrorImage) {
  constexpr std::int64_t n = 100;
  // In a piece of rows alone, across pieces, and the last ones; each once above and once below the diagonal.
  constexpr std::pair<std::int64_t, std::int64_t> places[] = {{0, 1}, {1, 0}, {5, 99}, {99, 5}, {31, 33}, {98, 99}};
  for (const auto& [changedRow, changedCol] : places)
    for (double factor : {0.0, 3.0}) {
      const auto value = [&, r = changedRow, c = changedCol](std::int64_t row, std::int64_t col) {
        return symmetricValue(row, col) * (row == r && col == c ? factor : 1);
      };
      RootMatrix matrix = matrixOf(n, value);
      const double entry = symmetricValue(changedRow, changedCol);
      EXPECT_DOUBLE_EQ(takeSymmetricPart(matrix), std::abs(entry * (factor - 1))) << changedRow << ", " << changedCol;
      const RootMatrix expected =
          matrixOf(n, [&](std::int64_t row, std::int64_t col) { return (value(row, col) + value(col, row)) / 2; });
      EXPECT_EQ(matrix.rowPtr, expected.rowPtr);
      EXPECT_EQ(matrix.colInd, expected.colInd);
      EXPECT_EQ(matrix.values, expected.values);
    }
}

TEST(SymmetricPart, WhatIsNoNumberIsNoSymmetry) {
  for (const bool isAbove : {false, true}) {
    RootMatrix matrix = matrixOf(50, [&](std::int64_t row, std::int64_t col) {
      return row == (isAbove ? 3 : 40) && col == (isAbove ? 40 : 3) ? std::nan("") : symmetricValue(row, col);
    });
    EXPECT_EQ(takeSymmetricPart(matrix), std::numeric_limits<double>::infinity());
    const auto numbers = std::count_if(matrix.values.begin(), matrix.values.end(), [](double v) { return v == v; });
    EXPECT_EQ(numbers, static_cast<long>(matrix.values.size()) - 2);
  }
}

}  // namespace
}  // namespace Chronos::Test
