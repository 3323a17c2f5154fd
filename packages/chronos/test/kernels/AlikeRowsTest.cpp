// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AlikeRows.hpp"

#include "KernelCases.hpp"
#include "NodeMatrix.hpp"

#include <algorithm>

namespace Chronos::Test {
namespace {

template <class Case>
struct AlikeRowsOfMatrix : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  static AlikeRows<DeviceType> find(const HostCsr<Scalar>& A) {
    return findAlikeRows<Scalar, DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A));
  }

  static std::vector<char> flagsOf(const HostCsr<Scalar>& A) { return toVector(find(A).flags); }

  static std::vector<char> expected(const HostCsr<Scalar>& A) {
    std::vector<char> flags;
    std::vector<LocalOrdinal> former;
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      const std::vector<LocalOrdinal> columns(A.colInd.begin() + A.rowPtr[row], A.colInd.begin() + A.rowPtr[row + 1]);
      flags.push_back(row % AlikeRows<DeviceType>::longestRun != 0 && columns == former);
      former = columns;
    }
    return flags;
  }
};
TYPED_TEST_SUITE(AlikeRowsOfMatrix, KernelCases, );

TYPED_TEST(AlikeRowsOfMatrix, FollowTheRowBefore) {
  using Scalar = typename TypeParam::Scalar;
  const int sizes[] = {2, 3, 6, 40};
  for (const int size : sizes) {
    SCOPED_TRACE(size);
    const auto A = expanded(raggedMatrix<Scalar>(31, 50, 20, 50, 3), size, 1);
    EXPECT_EQ(this->flagsOf(A), this->expected(A));
  }
}

TYPED_TEST(AlikeRowsOfMatrix, AreNoneWhereFewFollow) {
  using Scalar = typename TypeParam::Scalar;
  EXPECT_FALSE(this->find(HostCsr<Scalar>()).exist());
  EXPECT_FALSE(this->find(raggedMatrix<Scalar>(1, 4, 2)).exist());
  EXPECT_FALSE(this->find(raggedMatrix<Scalar>(300, 400, 9, 0, 3)).exist());
}

// Each column counts, whichever lane compares it.
TYPED_TEST(AlikeRowsOfMatrix, DifferByAnyColumn) {
  using Scalar = typename TypeParam::Scalar;
  const Offset places[] = {0, 1, 7, 8, 13, 200};
  for (const Offset wanted : places) {
    SCOPED_TRACE(wanted);
    auto A = expanded(raggedMatrix<Scalar>(12, 90, 30, 90, 3), 4, 1);
    for (LocalOrdinal row = 1; row < A.numRows; row += 8) {
      const Offset length = A.rowPtr[row + 1] - A.rowPtr[row];
      if (length == 0) continue;
      LocalOrdinal& column = A.colInd[A.rowPtr[row] + std::min(wanted, length - 1)];
      column = (column + 1) % A.numCols;
    }
    const auto flags = this->flagsOf(A);
    EXPECT_EQ(flags, this->expected(A));
    EXPECT_EQ(std::count(flags.begin(), flags.end(), 0), 12 + 5 * 2) << "nodes, changed rows and those behind them";
  }
}

// The same columns in another order are others.
TYPED_TEST(AlikeRowsOfMatrix, DifferByOrder) {
  using Scalar = typename TypeParam::Scalar;
  auto A = expanded(raggedMatrix<Scalar>(12, 90, 30, 90, 3), 4, 1);
  for (LocalOrdinal row = 1; row < A.numRows; row += 8)
    std::reverse(A.colInd.begin() + A.rowPtr[row], A.colInd.begin() + A.rowPtr[row + 1]);
  EXPECT_EQ(this->flagsOf(A), this->expected(A));
}

TEST(AlikeRows, LeadersAreFirst) {
  const std::vector<char> flags{0, 1, 1, 0, 0, 1};
  const AlikeRows<HostDevice> alike{toView<HostDevice>("flags", flags)};
  const std::vector<LocalOrdinal> leaders{0, 0, 0, 3, 4, 4};
  for (LocalOrdinal row = 0; row < 6; ++row) EXPECT_EQ(alike.leaderOf(row), leaders[row]);
  EXPECT_FALSE(alike.follows(6)) << "rows beyond, which a rank received, lead";
  EXPECT_FALSE(AlikeRows<HostDevice>().follows(0));
}

}  // namespace
}  // namespace Chronos::Test
