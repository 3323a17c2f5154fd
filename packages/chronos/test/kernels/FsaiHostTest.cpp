// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiHost.hpp"

#include "FsaiBatch.hpp"
#include "KernelCases.hpp"

namespace Chronos::Test {
namespace {

template <class Scalar>
struct RowsOnHost : ::testing::Test {
  static constexpr bool single = sizeof(Scalar) == sizeof(float);

  // Each column was the best, or as good as, when it came; the row solves its system; it ended when it had to.
  static void check(const HostCsr<double>& A, const std::vector<std::vector<LocalOrdinal>>& initial, int maxSteps,
                    double tolerance) {
    std::vector<LocalOrdinal> wanted(A.numRows);
    std::iota(wanted.begin(), wanted.end(), 0);
    std::size_t longest = 0;
    for (const auto& pattern : initial) longest = std::max(longest, pattern.size());
    const FsaiBatch<Scalar, HostDevice> batch(A, wanted, initial, static_cast<int>(longest) + maxSteps,
                                              CandidateRanking::scaledGradient);
    const auto rules = makeFsaiRules<Scalar>(maxSteps, 1, tolerance, StoppingRule::kaporinRatio);
    buildFsaiRowsOnHost<Scalar>({}, batch.matrix, rules, batch.rows);
    const std::vector<int> numEntries = toVector(batch.rows.numEntries);
    EXPECT_EQ(toVector(batch.rows.status), std::vector<int>(A.numRows, rowDone));
    for (LocalOrdinal i = 0; i < A.numRows; ++i) {
      SCOPED_TRACE(i);
      const std::vector<LocalOrdinal> pattern = batch.columns(i, 0, numEntries[i]);
      ASSERT_GE(pattern.size(), initial[i].size());
      EXPECT_TRUE(std::equal(initial[i].begin(), initial[i].end(), pattern.begin()));
      const double psiInitial = rowOnPattern(batch.scaled, i, initial[i]).psi;
      for (std::size_t m = initial[i].size(); m <= pattern.size(); ++m) {
        const ReferenceFsaiRow row =
            rowOnPattern(batch.scaled, i, std::vector<LocalOrdinal>(pattern.begin(), pattern.begin() + m));
        std::map<LocalOrdinal, double> scores = candidatesOf(batch.scaled, i, row);
        double best = 0;
        for (auto& [col, score] : scores) {
          score = std::abs(score) / std::sqrt(entryOf(batch.scaled, col, col));
          best = std::max(best, score);
        }
        const bool isFirst = m == initial[i].size();
        if (m < pattern.size()) {
          EXPECT_TRUE(isFirst || row.psi > 0.999 * tolerance * psiInitial) << "goes on at " << m;
          ASSERT_EQ(scores.count(pattern[m]), 1u) << "column " << pattern[m];
          EXPECT_GE(scores[pattern[m]], (1 - (single ? 1e-2 : 1e-7)) * best) << "step " << m;
        } else {
          const bool isFull = m - initial[i].size() == static_cast<std::size_t>(maxSteps);
          const double noise = 1000 * std::numeric_limits<Scalar>::epsilon();
          EXPECT_TRUE(isFull || row.psi <= 1.001 * tolerance * psiInitial || best <= noise) << "ends at " << m;
          expectSolved(batch, i, row);
        }
      }
    }
  }

  static void expectSolved(const FsaiBatch<Scalar, HostDevice>& batch, LocalOrdinal slot,
                           const ReferenceFsaiRow& expected) {
    const double tolerance = 1e4 * std::numeric_limits<Scalar>::epsilon();
    EXPECT_NEAR(toVector(batch.rows.psi)[slot], expected.psi, tolerance);
    const std::vector<Scalar> coefficients = toVector(batch.rows.coefficient);
    for (std::size_t p = 0; p < expected.pattern.size(); ++p)
      EXPECT_NEAR(coefficients[slot * batch.rows.capacity + p], expected.coefficient[p], tolerance);
  }
};
using Precisions = ::testing::Types<double, float>;
TYPED_TEST_SUITE(RowsOnHost, Precisions, );

TYPED_TEST(RowsOnHost, GrowByTheBestColumn) {
  for (LocalOrdinal n : {1, 2, 80})
    for (double tolerance : {0.0, 0.9}) {
      const std::vector<std::vector<LocalOrdinal>> none(n);
      TestFixture::check(spdMatrix(n, 4, 3), none, 7, tolerance);
    }
}

TYPED_TEST(RowsOnHost, BeginWithAPattern) {
  const HostCsr<double> A = spdMatrix(60, 3, 0);
  std::vector<std::vector<LocalOrdinal>> initial;
  for (LocalOrdinal row = 0; row < 60; ++row) initial.push_back(referenceStaticPattern(A, row, 0.3, 1));
  TestFixture::check(A, initial, 4, 0.95);
  TestFixture::check(A, initial, 0, 0.01);
}

}  // namespace
}  // namespace Chronos::Test
