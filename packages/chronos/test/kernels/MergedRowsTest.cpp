// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MergedRows.hpp"

#include "KernelCases.hpp"
#include "NodeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

template <class DeviceType>
MergedRows<DeviceType> merge(const HostCsr<double>& A) {
  const auto device = toDevice<DeviceType>(A);
  return mergeRows<DeviceType>(device.rowPtr, device.colInd, A.numRows);
}

template <class DeviceType>
struct MergedRowsOf : ::testing::Test {};
TYPED_TEST_SUITE(MergedRowsOf, KernelDevices, );

TYPED_TEST(MergedRowsOf, HaveEachColumnOnceAndTheirPlacesInTheRows) {
  for (LocalOrdinal numNodes : {1, 2, 300}) {
    const auto A = alikeMatrix<double>(numNodes, 700);
    const auto merged = merge<TypeParam>(A);
    ASSERT_TRUE(merged.exists());
    const auto firstEntry = toVector(merged.firstEntry);
    const auto entries = toVector(merged.entries);
    ASSERT_EQ(firstEntry.size(), std::size_t(numNodes) + 1);
    ASSERT_EQ(firstEntry.back(), entries.size());
    for (LocalOrdinal node = 0; node < numNodes; ++node)
      for (int r = 0; r < nodeSize; ++r) {
        const Offset begin = A.rowPtr[nodeSize * node + r], end = A.rowPtr[nodeSize * node + r + 1];
        Offset next = begin;
        for (Offset at = firstEntry[node]; at < firstEntry[node + 1]; ++at) {
          if (at > firstEntry[node]) {
            EXPECT_GT(entries[at].column, entries[at - 1].column);
          }
          if (!entries[at].isIn(r)) continue;
          EXPECT_EQ(begin + entries[at].placeIn(r), next);
          EXPECT_EQ(A.colInd[next], entries[at].column);
          ++next;
        }
        EXPECT_EQ(next, end) << "node " << node << ", row " << r;
      }
  }
}

TYPED_TEST(MergedRowsOf, DoNotExistWhereTheySaveLittle) {
  EXPECT_FALSE(merge<TypeParam>(raggedMatrix<double>(600, 600, 40)).exists());
  EXPECT_FALSE(merge<TypeParam>(alikeMatrix<double>(300, 700, 1, 2)).exists()) << "short rows";
  EXPECT_FALSE(merge<TypeParam>(HostCsr<double>()).exists());
  auto A = alikeMatrix<double>(300, 700);
  std::mt19937 random(6);
  A.addRow({1, 2, 3}, random);
  EXPECT_FALSE(merge<TypeParam>(A).exists()) << "rows that do not come in threes";
}

// Only behind the rows that are looked at first, and so many that counts of them must not overflow.
TYPED_TEST(MergedRowsOf, DoNotExistWhereManyRowsAreOtherThanTheFirst) {
  auto A = alikeMatrix<double>(45000, 700, 3, 4);
  const LocalOrdinal firstOther = 300 * nodeSize;
  for (LocalOrdinal row = firstOther; row < A.numRows; ++row)
    std::swap(A.colInd[A.rowPtr[row]], A.colInd[A.rowPtr[row] + 1]);
  EXPECT_FALSE(merge<TypeParam>(A).exists());

  auto alike = alikeMatrix<double>(300, 700);
  const auto other = raggedMatrix<double>(3000, 700, 40);
  for (LocalOrdinal row = 0; row < other.numRows; ++row) {
    alike.colInd.insert(alike.colInd.end(), other.colInd.begin() + other.rowPtr[row],
                        other.colInd.begin() + other.rowPtr[row + 1]);
    alike.rowPtr.push_back(alike.colInd.size());
  }
  alike.numRows += other.numRows;
  alike.values.resize(alike.colInd.size());
  EXPECT_FALSE(merge<TypeParam>(alike).exists()) << "rows that are not alike";
}

// Beyond the rows that are looked at first, too.
TYPED_TEST(MergedRowsOf, DoNotExistWherePlacesCannotBeTold) {
  for (LocalOrdinal row : {1, 899}) {
    auto A = alikeMatrix<double>(300, 700);
    std::swap(A.colInd[A.rowPtr[row]], A.colInd[A.rowPtr[row] + 1]);
    EXPECT_FALSE(merge<TypeParam>(A).exists()) << "columns of row " << row << " do not ascend";
  }
  for (LocalOrdinal length : {1023, 1024}) {
    auto A = alikeMatrix<double>(300, 1100);
    std::set<LocalOrdinal> columns;
    for (LocalOrdinal col = 0; col < length; ++col) columns.insert(col);
    std::mt19937 random(7);
    for (int row = 0; row < nodeSize; ++row) A.addRow(columns, random);
    EXPECT_EQ(merge<TypeParam>(A).exists(), length == 1023) << "a row of " << length;
  }
}

}  // namespace
}  // namespace Chronos::Test
