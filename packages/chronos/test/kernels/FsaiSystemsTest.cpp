// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiSystems.hpp"

#include "FsaiBatch.hpp"
#include "KernelCases.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct SystemsOfFsai : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  using Batch = FsaiBatch<Scalar, DeviceType>;
  using Systems = FsaiSystems<Scalar, DeviceType>;
  static constexpr double tolerance = 1e4 * std::numeric_limits<Scalar>::epsilon();

  static void solve(const Batch& batch, const Systems& systems, const std::vector<int>& active,
                    const FsaiRules<Scalar>& rules, bool isInitial) {
    const typename DeviceType::execution_space space;
    const auto slots = toView<DeviceType>("active", active);
    const int numActive = static_cast<int>(active.size());
    gatherSystems<Scalar, DeviceType>(space, batch.matrix, batch.rows, systems, slots, numActive);
    solveSystems<Scalar, DeviceType>(space, batch.matrix, rules, batch.rows, systems, slots, numActive, isInitial);
  }

  static void expectSolved(const Batch& batch, int slot, const std::vector<LocalOrdinal>& pattern) {
    const LocalOrdinal row = toVector(batch.rows.row)[slot];
    const ReferenceFsaiRow expected = rowOnPattern(batch.scaled, row, pattern);
    const std::vector<Scalar> coefficients = toVector(batch.rows.coefficient);
    ASSERT_EQ(toVector(batch.rows.numEntries)[slot], static_cast<int>(pattern.size())) << "slot " << slot;
    for (std::size_t p = 0; p < pattern.size(); ++p)
      EXPECT_NEAR(coefficients[slot * batch.rows.capacity + p], expected.coefficient[p], tolerance)
          << "slot " << slot << " column " << pattern[p];
    EXPECT_NEAR(toVector(batch.rows.psi)[slot], expected.psi, tolerance) << "slot " << slot;
  }

  // One more column for each slot, behind those that are there.
  static void select(const Batch& batch, const std::vector<LocalOrdinal>& cols) {
    std::vector<LocalOrdinal> pattern = toVector(batch.rows.pattern);
    const std::vector<int> numEntries = toVector(batch.rows.numEntries);
    for (std::size_t slot = 0; slot < cols.size(); ++slot)
      pattern[slot * batch.rows.capacity + numEntries[slot]] = cols[slot];
    Kokkos::deep_copy(batch.rows.pattern, toView<DeviceType>("pattern", pattern));
    Kokkos::deep_copy(batch.rows.numSelected, 1);
  }
};
TYPED_TEST_SUITE(SystemsOfFsai, KernelCases, );

TYPED_TEST(SystemsOfFsai, SolveForAPatternAndThenForALargerOne) {
  using Scalar = typename TypeParam::Scalar;
  const std::vector<LocalOrdinal> wanted{40, 7, 0, 99};
  std::vector<std::vector<LocalOrdinal>> patterns{{3, 39, 12, 20, 8}, {6}, {}, {1, 98, 50}};
  const typename TestFixture::Batch batch(spdMatrix(100, 4, 3), wanted, patterns, 9);
  const typename TestFixture::Systems systems(4, 9);
  const auto rules = makeFsaiRules<Scalar>(10, 1, 0, StoppingRule::kaporinRatio);
  TestFixture::solve(batch, systems, {0, 1, 2, 3}, rules, true);
  for (int slot = 0; slot < 4; ++slot) TestFixture::expectSolved(batch, slot, patterns[slot]);
  EXPECT_EQ(toVector(systems.psiInitial), toVector(batch.rows.psi));

  TestFixture::select(batch, {25, 2, -1, 60});
  patterns[0].push_back(25);
  patterns[3].push_back(60);
  TestFixture::solve(batch, systems, {3, 0}, rules, false);  // slots 1 and 2 rest
  for (int slot = 0; slot < 4; ++slot) TestFixture::expectSolved(batch, slot, patterns[slot]);
  EXPECT_EQ(toVector(batch.rows.status), std::vector<int>(4, rowActive));
}

TYPED_TEST(SystemsOfFsai, StopByTheRuleAndWhenFull) {
  using Scalar = typename TypeParam::Scalar;
  const HostCsr<double> A = spdMatrix(60, 5, 0);
  const std::vector<LocalOrdinal> pattern{A.colInd[A.rowPtr[59]]};
  const double before = entryOf(A, 59, 59), after = rowOnPattern(A, 59, pattern).psi;
  ASSERT_LT(after, 0.999 * before);
  const auto statusOf = [&](double tolerance, StoppingRule rule, int capacity) {
    const typename TestFixture::Batch batch(A, {59}, {{}}, capacity);
    const typename TestFixture::Systems systems(1, capacity);
    const auto rules = makeFsaiRules<Scalar>(10, 1, tolerance, rule);
    TestFixture::solve(batch, systems, {0}, rules, true);
    TestFixture::select(batch, pattern);
    TestFixture::solve(batch, systems, {0}, rules, false);
    return toVector(batch.rows.status)[0];
  };
  EXPECT_EQ(statusOf(1.001 * after / before, StoppingRule::kaporinRatio, 5), rowDone);
  EXPECT_EQ(statusOf(0.999 * after / before, StoppingRule::kaporinRatio, 5), rowActive);
  EXPECT_EQ(statusOf(1.001 * (1 - after / before), StoppingRule::stepReduction, 5), rowDone);
  EXPECT_EQ(statusOf(0.999 * (1 - after / before), StoppingRule::stepReduction, 5), rowActive);
  EXPECT_EQ(statusOf(0, StoppingRule::kaporinRatio, 1), rowDone);
}

// Rows 0 and 1 are the same: the second of them has no pivot.
TYPED_TEST(SystemsOfFsai, KeepWhatTheyHaveWhenAPivotIsLost) {
  using Scalar = typename TypeParam::Scalar;
  HostCsr<double> A;
  A.numRows = A.numCols = 3;
  A.rowPtr = {0, 3, 6, 9};
  A.colInd = {0, 1, 2, 0, 1, 2, 0, 1, 2};
  A.values = {1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5, 1};
  const typename TestFixture::Batch batch(A, {2}, {{0, 1}}, 4);
  const typename TestFixture::Systems systems(1, 4);
  TestFixture::solve(batch, systems, {0}, makeFsaiRules<Scalar>(10, 1, 0, StoppingRule::kaporinRatio), true);
  EXPECT_EQ(toVector(batch.rows.status)[0], rowBrokeDown);
  TestFixture::expectSolved(batch, 0, {0});
}

}  // namespace
}  // namespace Chronos::Test
