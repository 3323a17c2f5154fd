// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowWaves.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace Chronos::Test {
namespace {

std::vector<int> waveOfRow(const RowWaves<Device>& waves) {
  const auto rows = toVector(waves.rows);
  std::vector<int> wave(rows.size(), -1);
  for (int w = 0; w < waves.number(); ++w)
    for (LocalOrdinal place = waves.begins[w]; place < waves.begins[w + 1]; ++place) {
      EXPECT_EQ(wave[rows[place]], -1);
      wave[rows[place]] = w;
      EXPECT_TRUE(place == waves.begins[w] || rows[place - 1] < rows[place]);
    }
  EXPECT_EQ(std::count(wave.begin(), wave.end(), -1), 0);
  return wave;
}

HostCsr<double> band(LocalOrdinal numRows, int width) {
  HostCsr<double> A;
  A.numCols = numRows;
  for (; A.numRows < numRows; ++A.numRows) {
    for (LocalOrdinal col = std::max(0, A.numRows - width); col <= std::min(numRows - 1, A.numRows + width); ++col) {
      A.colInd.push_back(col);
      A.values.push_back(1);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

// A row that couples to another, in one row alone even, is in a later wave than that if it is behind it.
TEST(RowWaves, EachWaitsForThoseBeforeIt) {
  for (unsigned seed : {1u, 2u, 3u}) {
    const auto A = raggedMatrix<double>(200, 260, 5, 0, seed);
    const auto wave = waveOfRow(rowWaves(toDevice<Device>(A)));
    std::vector<int> earliest(wave.size(), 0);
    for (LocalOrdinal row = 0; row < A.numRows; ++row)
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        const LocalOrdinal col = A.colInd[e];
        if (col == row || col >= A.numRows) continue;
        const LocalOrdinal first = std::min(row, col), second = std::max(row, col);
        EXPECT_LT(wave[first], wave[second]);
        earliest[second] = std::max(earliest[second], wave[first] + 1);
      }
    EXPECT_EQ(wave, earliest);  // and none waits for longer
  }
}

TEST(RowWaves, AreAsManyAsTheLongestChain) {
  EXPECT_EQ(rowWaves(toDevice<Device>(band(50, 0))).number(), 1);
  EXPECT_EQ(rowWaves(toDevice<Device>(band(50, 1))).number(), 50);
  EXPECT_EQ(rowWaves(toDevice<Device>(band(0, 0))).number(), 0);
}

}  // namespace
}  // namespace Chronos::Test
