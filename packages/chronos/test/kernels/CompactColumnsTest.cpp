// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CompactColumns.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct CompactColumnsOn : ::testing::Test {};
TYPED_TEST_SUITE(CompactColumnsOn, KernelDevices, );

// The columns of every row, as the codes say.
template <class DeviceType>
std::vector<std::vector<LocalOrdinal>> decoded(const CompactColumns<DeviceType>& columns) {
  const auto firstEntry = toVector(columns.firstEntry);
  const auto firstOfRow = toVector(columns.firstOfRow);
  const auto firstPage = toVector(columns.firstPage);
  const auto pageBits = toVector(columns.pageBits);
  const auto pages = toVector(columns.pages);
  const auto codes = toVector(columns.codes);
  std::vector<std::vector<LocalOrdinal>> rows(columns.numRows);
  for (LocalOrdinal row = 0; row < columns.numRows; ++row) {
    const LocalOrdinal block = columns.blockOf(row);
    const auto place = columns.placeOf(row);
    for (int entry = firstOfRow[place]; entry < firstOfRow[place + 1]; ++entry) {
      const int code = codes[firstEntry[block] + entry], bits = pageBits[block];
      EXPECT_LT(firstPage[block] + (code >> bits), firstPage[block + 1]);
      rows[row].push_back(pages[firstPage[block] + (code >> bits)] + (code & ((1 << bits) - 1)));
    }
  }
  return rows;
}

template <class DeviceType>
CompactColumns<DeviceType> check(const HostCsr<double>& A, Diagonal diagonal) {
  const auto columns = compactColumns<DeviceType, double>({}, toDevice<DeviceType>(A), diagonal);
  const auto rows = decoded(columns);
  EXPECT_EQ(rows.size(), std::size_t(A.numRows));
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    std::vector<LocalOrdinal> expected;
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
      if (diagonal == Diagonal::kept || A.colInd[entry] != row) expected.push_back(A.colInd[entry]);
    EXPECT_EQ(rows[row], expected) << "row " << row;
  }
  return columns;
}

TYPED_TEST(CompactColumnsOn, CodesStandForTheColumnsInTheOrderOfTheRows) {
  for (Diagonal diagonal : {Diagonal::kept, Diagonal::leftOut}) {
    check<TypeParam>(raggedMatrix<double>(1000, 1000, 9), diagonal);
    auto shuffled = raggedMatrix<double>(777, 900, 40);
    shuffleRows(shuffled);
    check<TypeParam>(shuffled, diagonal);
    check<TypeParam>(raggedMatrix<double>(300, 5000, 9, entriesOfColumnBlock), diagonal);
    check<TypeParam>(raggedMatrix<double>(1, 1, 1), diagonal);
  }
}

TYPED_TEST(CompactColumnsOn, RowsWithoutADiagonalKeepAllOfTheirEntries) {
  // The page of the diagonals is not in the lists; then in one block alone, where one row has its own.
  auto A = raggedMatrix<double>(1000, 3000, 9);
  A.numCols += 9000;
  for (LocalOrdinal& col : A.colInd) col += 9000;
  check<TypeParam>(A, Diagonal::leftOut);
  A.colInd[A.rowPtr[300]] = 300;
  const auto columns = check<TypeParam>(A, Diagonal::leftOut);
  EXPECT_EQ(columns.numEntries(), A.colInd.size() - 1);
}

// Columns on the first 200 of every 10,000, of which there are so many.
HostCsr<double> clusters(LocalOrdinal count) {
  auto A = raggedMatrix<double>(2560, count * 200, 8);
  A.numCols = count * 10000;
  for (LocalOrdinal& col : A.colInd) col = col / 200 * 10000 + col % 200;
  return A;
}

TYPED_TEST(CompactColumnsOn, PagesBecomeSmallerWhereColumnsLieFarApart) {
  const auto expectBits = [](const CompactColumns<TypeParam>& columns, int bits) {
    EXPECT_EQ(columns.rowBits, 8);
    for (int found : toVector(columns.pageBits)) EXPECT_EQ(found, bits);
    EXPECT_EQ(columns.hasFewPages, bits == 12 && !runsOnHost<TypeParam>);
  };
  expectBits(check<TypeParam>(raggedMatrix<double>(2560, 60000, 8), Diagonal::kept), 12);
  expectBits(check<TypeParam>(clusters(100), Diagonal::kept), 8);
  expectBits(check<TypeParam>(raggedMatrix<double>(2560, 50000000, 8), Diagonal::kept), 4);
}

TYPED_TEST(CompactColumnsOn, BlocksWithLargePagesStandBesideOthers) {
  for (Diagonal diagonal : {Diagonal::kept, Diagonal::leftOut}) {
    auto A = raggedMatrix<double>(2560, 50000000, 8);
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      const int kind = row / 256 % 3;
      for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1] && kind < 2; ++entry) {
        LocalOrdinal& col = A.colInd[entry];
        col = kind == 0 ? col / 1000 : col / 2500 / 200 * 10000 + col / 2500 % 200;
      }
    }
    const auto columns = check<TypeParam>(A, diagonal);
    ASSERT_EQ(columns.rowBits, 8);
    const auto bits = toVector(columns.pageBits);
    for (std::size_t block = 0; block < bits.size(); ++block) EXPECT_EQ(int(bits[block]), 12 - 4 * int(block % 3));
    EXPECT_FALSE(columns.hasFewPages);
  }
}

// A row of 100 entries makes blocks of 16 rows, of which a warp would see two.
TYPED_TEST(CompactColumnsOn, WarpsThatReachIntoTheNextBlockDoNotHoldPages) {
  const auto columns = check<TypeParam>(raggedMatrix<double>(2560, 60000, 8, 100), Diagonal::kept);
  EXPECT_LT(columns.rowBits, 5);
  for (int found : toVector(columns.pageBits)) EXPECT_EQ(found, 12);
  EXPECT_FALSE(columns.hasFewPages);
}

TYPED_TEST(CompactColumnsOn, DoesNotExistWithoutRowsOrWithARowThatIsTooLong) {
  EXPECT_FALSE(
      (compactColumns<TypeParam, double>({}, toDevice<TypeParam>(HostCsr<double>()), Diagonal::kept).exists()));
  const auto A = raggedMatrix<double>(30, 5000, 9, entriesOfColumnBlock + 1);
  EXPECT_FALSE((compactColumns<TypeParam, double>({}, toDevice<TypeParam>(A), Diagonal::kept).exists()));
}

TYPED_TEST(CompactColumnsOn, TakesTheLongestRowFromThoseWhoKnowIt) {
  const auto A = toDevice<TypeParam>(raggedMatrix<double>(700, 900, 40));
  const auto found = compactColumns<TypeParam, double>({}, A, Diagonal::kept);
  EXPECT_GT(found.longestRow, 20);
  const auto told = compactColumns<TypeParam, double>({}, A, Diagonal::kept, found.longestRow);
  EXPECT_EQ(decoded(told), decoded(found));
  EXPECT_EQ(told.rowBits, found.rowBits);
  EXPECT_FALSE((compactColumns<TypeParam, double>({}, A, Diagonal::kept, entriesOfColumnBlock + 1).exists()));
}

TYPED_TEST(CompactColumnsOn, TakesLittleBesideTheCodes) {
  const auto columns = check<TypeParam>(raggedMatrix<double>(20000, 20000, 12), Diagonal::kept);
  // 2 bytes a row and a page of 4 a block.
  EXPECT_LT(columns.patternBytes(), 20000u * 3);
}

}  // namespace
}  // namespace Chronos::Test
