// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_JacobiOperator.hpp"
#include "JacobiReference.hpp"
#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct JacobiOperator : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  // Rows of n x (n + 7), diagonals at the reversed columns; some are missing, some negative.
  static HostCsr<Scalar> matrix(int n, int longest, int veryLong) {
    HostCsr<Scalar> A = raggedMatrix<Scalar>(n, n + 7, longest, veryLong, 3);
    shuffleRows(A);
    HostCsr<Scalar> result;
    result.numCols = A.numCols;
    for (int row = 0; row < n; ++row) {
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        if (A.colInd[e] == diagonalOf(n, row)) continue;
        result.colInd.push_back(A.colInd[e]);
        result.values.push_back(A.values[e]);
      }
      if (row % 6 != 5) {
        result.colInd.push_back(diagonalOf(n, row));
        result.values.push_back(static_cast<Scalar>(row % 7 == 3 ? -1.5 : row % 3 == 0 ? 0.3 : 4));
      }
      result.rowPtr.push_back(result.colInd.size());
      ++result.numRows;
    }
    return result;
  }

  static LocalOrdinal diagonalOf(int n, int row) { return n - 1 - row; }

  static void check(const HostCsr<Scalar>& A, bool withWeak, bool withKept) {
    std::vector<LocalOrdinal> diagonals;
    std::vector<char> strong, kept;
    std::vector<JacobiReferenceRow> reference(A.numRows);
    for (int row = 0; row < A.numRows; ++row) {
      diagonals.push_back(diagonalOf(A.numRows, row));
      kept.push_back(withKept && row % 4 == 1);
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        strong.push_back(A.colInd[e] != diagonals.back() && e % 3 != 0);
        reference[row].entries[A.colInd[e]] = A.values[e];
        reference[row].weak[A.colInd[e]] = withWeak && !strong.back();
      }
    }
    JacobiRows<Scalar, DeviceType> rows{toDevice<DeviceType>(A), toView<DeviceType>("diagonals", diagonals), {}, {}};
    if (withWeak) rows.strong = toView<DeviceType>("strong", strong);
    if (withKept) rows.keptRow = toView<DeviceType>("kept", kept);
    const typename DeviceType::execution_space space;
    const double omega = 0.7;
    const HostCsr<Scalar> S = toHost(jacobiOperator<Scalar, DeviceType>(space, rows, omega));
    ASSERT_EQ(S.numRows, A.numRows);
    EXPECT_EQ(S.numCols, A.numCols);
    double bound = 0;
    for (int row = 0; row < A.numRows; ++row) {
      const auto expected = reference[row].step(diagonals[row], omega, kept[row]);
      bound = std::max(bound, reference[row].ratio(diagonals[row], kept[row]));
      ASSERT_EQ(S.rowPtr[row + 1] - S.rowPtr[row], expected.size()) << "row " << row;
      for (Offset e = S.rowPtr[row]; e < S.rowPtr[row + 1]; ++e) {
        ASSERT_EQ(expected.count(S.colInd[e]), 1u) << "row " << row;
        const double value = expected.at(S.colInd[e]);
        EXPECT_NEAR(S.values[e], value, 50 * (1 + std::abs(value)) * std::numeric_limits<Scalar>::epsilon())
            << "row " << row;
      }
    }
    EXPECT_NEAR((gershgorinBound<Scalar, DeviceType>(space, rows)), bound, 1e-12 * bound);
  }
};
TYPED_TEST_SUITE(JacobiOperator, KernelCases, );

TYPED_TEST(JacobiOperator, EqualsTheFormula) {
  for (int n : {0, 1, 2, 50, 300})
    for (bool withWeak : {false, true})
      for (bool withKept : {false, true}) TestFixture::check(TestFixture::matrix(n, 9, n), withWeak, withKept);
}

}  // namespace
}  // namespace Chronos::Test
