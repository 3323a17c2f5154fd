// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BoundaryRows.hpp"

#include "ReferenceLocal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace Chronos::Test {
namespace {

// Rows of 0 to 5 entries in any order, with one that is long.
HostCsr<double> randomRows(LocalOrdinal numRows, LocalOrdinal numCols, unsigned seed) {
  std::mt19937 random(seed);
  HostCsr<double> rows;
  rows.numRows = numRows;
  rows.numCols = numCols;
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    const int length = row == numRows / 2 ? 300 : static_cast<int>(random() % 6);
    for (int k = 0; k < length; ++k) rows.colInd.push_back(static_cast<LocalOrdinal>(random() % numCols));
    rows.rowPtr.push_back(rows.colInd.size());
  }
  rows.values.assign(rows.colInd.size(), 1);
  return rows;
}

TEST(BoundaryRows, AreThoseWithAColumnInTheHalo) {
  for (LocalOrdinal numRows : {0, 1, 2, 1000})
    for (LocalOrdinal numOwned : {0, 50, 97, 100}) {
      const HostCsr<double> rows = randomRows(numRows, 100, 7 + numRows);
      std::vector<LocalOrdinal> expected;
      for (LocalOrdinal row = 0; row < numRows; ++row)
        if (std::any_of(rows.colInd.begin() + static_cast<std::ptrdiff_t>(rows.rowPtr[row]),
                        rows.colInd.begin() + static_cast<std::ptrdiff_t>(rows.rowPtr[row + 1]),
                        [&](LocalOrdinal col) { return col >= numOwned; }))
          expected.push_back(row);
      const auto A = toDevice<Device>(rows);
      EXPECT_EQ(toVector(boundaryRows(A.rowPtr, A.colInd, numRows, numOwned)), expected);
    }
}

}  // namespace
}  // namespace Chronos::Test
