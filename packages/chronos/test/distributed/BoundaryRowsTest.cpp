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

void check(const HostCsr<double>& rows, LocalOrdinal numOwned) {
  const BoundaryRows<Device> expected = boundaryOf<Device>(rows, numOwned);
  const auto A = toDevice<Device>(rows);
  const BoundaryRows<Device> found = boundaryRows(A.rowPtr, A.colInd, rows.numRows, numOwned);
  EXPECT_EQ(found.numEntries, expected.numEntries);
  const auto expectedRows = toVector(expected.rows), foundRows = toVector(found.rows);
  ASSERT_EQ(foundRows.size(), expectedRows.size());
  for (std::size_t i = 0; i < foundRows.size(); ++i) {
    ASSERT_EQ(foundRows[i].row, expectedRows[i].row);
    ASSERT_EQ(foundRows[i].begin, expectedRows[i].begin);
    ASSERT_EQ(foundRows[i].length, expectedRows[i].length);
  }
}

TEST(BoundaryRows, AreThoseWithAColumnInTheHalo) {
  for (LocalOrdinal numRows : {0, 1, 2, 1000})
    for (LocalOrdinal numOwned : {0, 50, 97, 100}) check(randomRows(numRows, 100, 7 + numRows), numOwned);
}

// So many rows are looked at block by block; the last block is short.
TEST(BoundaryRows, AreFoundAmongMany) {
  constexpr LocalOrdinal numRows = 70001, numCols = 1000;
  HostCsr<double> rows = randomRows(numRows, numCols, 3);
  for (LocalOrdinal numOwned : {0, 999, numCols}) check(rows, numOwned);
  for (LocalOrdinal& col : rows.colInd) col = std::min(col, 899);
  const auto reachAt = [&](LocalOrdinal row) {
    while (rows.rowPtr[row] == rows.rowPtr[row + 1]) ++row;
    rows.colInd[rows.rowPtr[row]] = 950;
  };
  check(rows, 900);
  for (LocalOrdinal row : {0, 63, 64, 30000, numRows - 20}) reachAt(row);
  rows.colInd.back() = 999;
  check(rows, 900);
}

// One lane serves few entries, many lanes many; a host has one.
TEST(BoundaryRows, AreSharedByLanesAsTheyAreLong) {
  const Kokkos::View<BoundaryRow*, Device> ten("rows", 10);
  const auto lanesOf = [&](int numEntries) { return BoundaryRows<Device>{ten, numEntries}.lanes(); };
  constexpr bool isHost = std::is_same_v<Device::memory_space, Kokkos::HostSpace>;
  EXPECT_EQ(lanesOf(10), 1);
  EXPECT_EQ(lanesOf(25), 1);
  EXPECT_EQ(lanesOf(60), isHost ? 1 : 4);
  EXPECT_EQ(lanesOf(270), isHost ? 1 : 16);
}

}  // namespace
}  // namespace Chronos::Test
