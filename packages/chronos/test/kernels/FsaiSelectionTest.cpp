// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiSelection.hpp"

#include "FsaiBatch.hpp"
#include "KernelCases.hpp"

#include <set>

namespace Chronos::Test {
namespace {

template <class Case>
struct SelectionOfFsai : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  using Batch = FsaiBatch<Scalar, DeviceType>;

  static void select(const Batch& batch, int numPerStep, Accumulation accumulation) {
    const HostCsr<double>& A = batch.scaled;
    const int numSlots = static_cast<int>(batch.rows.row.extent(0));
    std::vector<int> active(numSlots);
    std::iota(active.begin(), active.end(), 0);
    int longestRow = 0, longestPattern = 0;
    for (LocalOrdinal row = 0; row < A.numRows; ++row)
      longestRow = std::max(longestRow, static_cast<int>(A.rowPtr[row + 1] - A.rowPtr[row]));
    for (int number : toVector(batch.rows.numEntries)) longestPattern = std::max(longestPattern, number);
    const SelectionMemory<DeviceType> memory(numSlots);
    const auto rules = makeFsaiRules<Scalar>(10, numPerStep, 0, StoppingRule::kaporinRatio);
    selectCandidates<Scalar, DeviceType>(typename DeviceType::execution_space(), batch.matrix, rules, batch.rows,
                                         toView<DeviceType>("active", active), numSlots, longestPattern, longestRow,
                                         double(A.colInd.size()) / A.numRows, accumulation, memory);
  }

  // The s largest, one after the other, or all candidates there are.
  static void check(const HostCsr<double>& A, const std::vector<LocalOrdinal>& wanted,
                    const std::vector<std::vector<LocalOrdinal>>& patterns, int numPerStep, CandidateRanking ranking,
                    Accumulation accumulation) {
    const int capacity = 30;
    Batch batch(A, wanted, patterns, capacity, ranking);
    std::vector<ReferenceFsaiRow> rows;
    std::vector<Scalar> coefficients(wanted.size() * capacity);
    for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
      rows.push_back(rowOnPattern(batch.scaled, wanted[slot], patterns[slot]));
      std::copy(rows[slot].coefficient.begin(), rows[slot].coefficient.end(), coefficients.begin() + slot * capacity);
    }
    batch.rows.coefficient = toView<DeviceType>("coefficients", coefficients);
    Kokkos::deep_copy(batch.rows.numEntries, batch.rows.numSelected);
    select(batch, numPerStep, accumulation);
    const std::vector<int> numSelected = toVector(batch.rows.numSelected), status = toVector(batch.rows.status);
    for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
      SCOPED_TRACE(wanted[slot]);
      // Scores do not depend on the scaling, but for a factor of the row.
      std::map<LocalOrdinal, double> scores = candidatesOf(batch.scaled, wanted[slot], rows[slot]);
      for (auto& [col, score] : scores) {
        const double shift = std::ldexp(1.0, toVector(batch.matrix.exponent)[col]);
        score = std::abs(score) *
                (ranking == CandidateRanking::gradient ? shift : 1 / std::sqrt(entryOf(batch.scaled, col, col)));
      }
      EXPECT_EQ(numSelected[slot], std::min<int>(numPerStep, static_cast<int>(scores.size())));
      EXPECT_EQ(status[slot], scores.empty() ? rowDone : rowActive);
      for (LocalOrdinal col :
           batch.columns(static_cast<int>(slot), static_cast<int>(patterns[slot].size()), numSelected[slot])) {
        ASSERT_EQ(scores.count(col), 1u) << "column " << col;
        double best = 0;
        for (const auto& [other, score] : scores) best = std::max(best, score);
        EXPECT_GE(scores[col], (1 - (sizeof(Scalar) == 4 ? 1e-3 : 1e-8)) * best) << "column " << col;
        scores.erase(col);
      }
    }
  }
};
TYPED_TEST_SUITE(SelectionOfFsai, KernelCases, );

constexpr Accumulation accumulations[] = {Accumulation::hash, Accumulation::merge};

TYPED_TEST(SelectionOfFsai, TakesTheLargestOfTheGradient) {
  for (LocalOrdinal n : {100, 900}) {
    const HostCsr<double> A = spdMatrix(n, 5, 2);
    std::mt19937 random(4);
    std::vector<LocalOrdinal> wanted;
    std::vector<std::vector<LocalOrdinal>> patterns;
    for (LocalOrdinal row = 0; row < n; row += 9) {
      std::set<LocalOrdinal> cols;
      for (int p = 0; p < row % 14 && p < row; ++p) cols.insert(static_cast<LocalOrdinal>(random() % row));
      wanted.push_back(row);
      patterns.emplace_back(cols.rbegin(), cols.rend());
    }
    for (Accumulation accumulation : accumulations)
      for (int numPerStep : {1, 3})
        for (CandidateRanking ranking : {CandidateRanking::gradient, CandidateRanking::scaledGradient})
          TestFixture::check(A, wanted, patterns, numPerStep, ranking, accumulation);
  }
}

// All couplings are alike: the hash of the global index decides.
TYPED_TEST(SelectionOfFsai, TiesGoByHash) {
  const LocalOrdinal n = 50;
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal row = 0; row < n; ++row) {
    for (LocalOrdinal col = 0; col < n; ++col) {
      A.colInd.push_back(col);
      A.values.push_back(row == col ? 1 : 0.25);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  for (Accumulation accumulation : accumulations) {
    const typename TestFixture::Batch batch(A, {n - 1}, {{}}, 5);
    TestFixture::select(batch, 2, accumulation);
    std::vector<LocalOrdinal> cols(n - 1);
    std::iota(cols.begin(), cols.end(), 0);
    std::sort(cols.begin(), cols.end(), [](LocalOrdinal a, LocalOrdinal b) { return globalHash(a) < globalHash(b); });
    cols.resize(2);
    EXPECT_EQ(batch.columns(0, 0, 2), cols);
  }
}

}  // namespace
}  // namespace Chronos::Test
