// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MultipassRows.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct MultipassRows : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  using Entries = std::vector<std::pair<LocalOrdinal, double>>;

  static Entries expectedRow(const HostCsr<Scalar>& A, const std::vector<char>& strong, const std::vector<char>& types,
                             const std::vector<char>& done, LocalOrdinal i) {
    if (done[i]) return {{i, 1.0}};
    double diagonal = 0, all = 0, used = 0;
    Entries row;
    for (Offset e = A.rowPtr[i]; e < A.rowPtr[i + 1]; ++e) {
      const LocalOrdinal k = A.colInd[e];
      if (k == i) diagonal = A.values[e];
      if (k == i) continue;
      all += A.values[e];
      if (!strong[e] || !done[k]) continue;
      used += A.values[e];
      row.emplace_back(k, A.values[e]);
    }
    if (types[i] != 0 || diagonal == 0 || used == 0) return {};
    for (auto& [col, value] : row) value *= -all / used / diagonal;
    return row;
  }

  static void check(const HostCsr<Scalar>& A, const std::vector<char>& strong, const std::vector<char>& types,
                    const std::vector<char>& done) {
    const HostCsr<Scalar> M = toHost(multipassRows<Scalar, DeviceType>(
        typename DeviceType::execution_space(), toDevice<DeviceType>(A), toView<DeviceType>("strong", strong),
        toView<DeviceType>("types", types), toView<DeviceType>("done", done)));
    ASSERT_EQ(M.numRows, A.numRows);
    EXPECT_EQ(M.numCols, A.numCols);
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      const Entries expected = expectedRow(A, strong, types, done, row);
      ASSERT_EQ(M.rowPtr[row + 1] - M.rowPtr[row], expected.size()) << "row " << row;
      for (std::size_t p = 0; p < expected.size(); ++p) {
        EXPECT_EQ(M.colInd[M.rowPtr[row] + p], expected[p].first) << "row " << row;
        EXPECT_NEAR(M.values[M.rowPtr[row] + p], expected[p].second,
                    100 * std::numeric_limits<Scalar>::epsilon() * (1 + std::abs(expected[p].second)))
            << "row " << row;
      }
    }
  }
};
TYPED_TEST_SUITE(MultipassRows, KernelCases, );

// Entries of one sign beside the diagonal, so that no sum cancels; the last columns are a halo.
TYPED_TEST(MultipassRows, EqualsTheFormula) {
  using Scalar = typename TypeParam::Scalar;
  for (LocalOrdinal n : {0, 1, 2, 40, 300}) {
    HostCsr<Scalar> A;
    A.numCols = n + 7;
    std::mt19937 random(3);
    for (LocalOrdinal row = 0; row < n; ++row) {
      std::set<LocalOrdinal> cols{row};
      for (int e = 0; e < (row == n / 2 ? n : row % 9); ++e)
        cols.insert(static_cast<LocalOrdinal>(random() % A.numCols));
      A.addRow(cols, random);
    }
    std::vector<char> strong, types, done;
    for (LocalOrdinal row = 0; row < n; ++row)
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        A.values[e] = A.colInd[e] == row ? Scalar(2) : -std::abs(A.values[e]) - Scalar(0.1);
        strong.push_back(A.colInd[e] != row && random() % 3 != 0);
      }
    for (LocalOrdinal col = 0; col < A.numCols; ++col) {
      types.push_back(col % 3 == 0 ? 1 : col % 11 == 5 ? 2 : 0);
      done.push_back(types[col] == 1 || col % 7 == 1);
    }
    shuffleRows(A);
    TestFixture::check(A, strong, types, done);
  }
}

// Row 1: sum of the entries that divide is zero; row 2: no diagonal; row 3: nobody near is done.
TYPED_TEST(MultipassRows, RowsThatCannotBeDividedAreEmpty) {
  using Scalar = typename TypeParam::Scalar;
  HostCsr<Scalar> A;
  A.numRows = A.numCols = 5;
  A.rowPtr = {0, 1, 4, 5, 7, 8};
  A.colInd = {0, 0, 1, 4, 0, 3, 2, 4};
  A.values = {1, 1, 2, -1, -1, 2, -1, 1};
  const std::vector<char> strong{0, 1, 0, 1, 1, 0, 1, 0}, types{1, 0, 0, 0, 1}, done{1, 0, 0, 0, 1};
  TestFixture::check(A, strong, types, done);
}

}  // namespace
}  // namespace Chronos::Test
