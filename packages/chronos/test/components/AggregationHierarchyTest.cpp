// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Agglomeration.hpp"
#include "Chronos_Cycle.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_SingleEntryOperator.hpp"
#include "PairwiseCases.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

Block blockOfNumbers(std::size_t numRows, int width, int seed) {
  const Block block = allocateBlock("block", numRows, width);
  std::vector<double> numbers(block.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = globalUniform(seed, i);
  Kokkos::deep_copy(Vector(block.data(), block.size()), toView("numbers", numbers));
  return block;
}

std::vector<double> numbersOf(const Block& block) {
  return toVector(Vector(block.data(), block.size()));
}

TEST(MpiAggregationHierarchy, CyclesNeedNoRowPointersOfAProlongation) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(7));
  for (const auto& map : testMaps(whole.numRows)) {
    const DistMatrix<double> A = distributeRows(whole, map);
    const Unknowns unknowns(TestSpaceParameters(), false, {});
    const CoarseSpace coarse = coarsen({A, unknowns, on(RankCoupling::decoupled, byMatching(2)), {}});
    ASSERT_EQ(SingleEntryOperator::isPossible(*coarse.P), A.numRows() > 0);
    if (A.numRows() == 0) continue;
    const SingleEntryOperator P(*coarse.P);
    EXPECT_LT(P.numBytes(), coarse.P->numBytes());
    for (int width : {1, 2, 8})
      for (double beta : {0.0, 1.0}) {
        const Block x = blockOfNumbers(coarse.P->local().numCols, width, 3);
        const Block expected = blockOfNumbers(A.numRows(), width, 4), found = blockOfNumbers(A.numRows(), width, 4);
        coarse.P->apply(x, expected, 0.5, beta);
        P.apply(x, found, 0.5, beta);
        EXPECT_EQ(numbersOf(found), numbersOf(expected)) << width << ", " << beta;
      }
  }
}

TEST(MpiAggregationHierarchy, RowPointersStayWhereRowsDifferOrRanksTalk) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(6));
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const auto isPossibleWith = [&](const HostCsr<double>& matrix, const CoarseRanks& ranks) {
    const DistMatrix<double> A = distributeRows(matrix, evenMap(matrix.numRows));
    const auto P = coarsen({A, unknowns, on(RankCoupling::decoupled, byMatching(1)), ranks}).P;
    return SingleEntryOperator::isPossible(*P);
  };
  const bool isAlone = evenMap(whole.numRows)->getComm()->getSize() == 1;
  const CoarseRanks onOneRank{1000000, false};
  EXPECT_TRUE(isPossibleWith(whole, {}));
  EXPECT_FALSE(isPossibleWith(withIsolatedRows(whole), {}));
  EXPECT_EQ(isPossibleWith(whole, onOneRank), isAlone);
}

AmgParameters hierarchyOf(const CoarseSpaceParameters& coarse) {
  AmgParameters parameters;
  static_cast<CoarseSpaceParameters&>(parameters.level) = coarse;
  parameters.level.smoother.method.choose("l1 jacobi");
  parameters.coarseSize = 12;
  parameters.minRowsPerRank = 0;
  parameters.reuse = Reuse::prolongation;  // so that the set-up's matrices are kept
  return parameters;
}

// The constant of the finest level is in the range of all prolongations together, times what singles and pairs make it.
TEST(MpiAggregationHierarchy, KeepsOneVectorThroughAllLevels) {
  const HostCsr<double> whole = wholeProblem("jumps3d", sized(9));
  for (const RankCoupling ranks : {RankCoupling::decoupled, RankCoupling::across})
    for (const int minRowsPerRank : {0, 60}) {
      const auto map = minRowsPerRank == 0 ? mapWithEmptyRank(whole.numRows) : evenMap(whole.numRows);
      const Matrix A = Teuchos::rcp(new DistMatrix<double>(distributeRows(whole, map)));
      AmgParameters parameters = hierarchyOf(on(ranks, byMatching(2)));
      parameters.minRowsPerRank = minRowsPerRank;
      const auto hierarchy = buildHierarchy(A, parameters);
      ASSERT_GT(hierarchy->records.size(), 2u);
      Kokkos::View<const double*, Device> w = toView("w", std::vector<double>(A->numRows(), 1));
      for (const LevelRecord& record : hierarchy->records) {
        const DistMatrix<double>&P = *record.coarse.P, &R = *record.galerkin->restriction();
        const Kokkos::View<double*, Device> coarse("coarse", R.numRows()), back("back", P.numRows());
        R.apply<double>(w, coarse);
        P.apply<double>(coarse, back);
        const auto expected = toVector(w), found = toVector(back);
        for (std::size_t i = 0; i < found.size(); ++i)
          EXPECT_NEAR(found[i], expected[i], 1e-14 * std::abs(expected[i]));
        w = coarse;
      }
    }
}

TEST(MpiAggregationHierarchy, ReuseOfThePatternKeepsAggregates) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(8));
  const Matrix A = Teuchos::rcp(new DistMatrix<double>(distributeRows(whole, mapWithEmptyRank(whole.numRows))));
  HostCsr<double> changed = whole;  // strong along x where the former had no direction
  for (LocalOrdinal row = 0; row < whole.numRows; ++row)
    for (Offset e = whole.rowPtr[row]; e < whole.rowPtr[row + 1]; ++e) {
      if (std::abs(whole.colInd[e] - row) == 1) changed.values[e] *= 100;
      if (whole.colInd[e] == row) changed.values[e] += 198;
    }
  const Matrix B = Teuchos::rcp(new DistMatrix<double>(distributeRows(changed, A->rowMap())));
  for (const RankCoupling ranks : {RankCoupling::decoupled, RankCoupling::across}) {
    AmgParameters parameters = hierarchyOf(on(ranks, byMatching(2)));
    parameters.reuse = Reuse::pattern;
    parameters.fingerprints = true;
    const auto former = buildHierarchy(A, parameters);
    const auto kept = buildHierarchy(B, parameters, former), fresh = buildHierarchy(B, parameters);
    ASSERT_EQ(kept->levels.size(), former->levels.size());
    for (std::size_t level = 0; level + 1 < kept->levels.size(); ++level)
      EXPECT_EQ(kept->report.levels[level].splittingFingerprint, former->report.levels[level].splittingFingerprint);
    EXPECT_NE(kept->report.levels[0].splittingFingerprint, fresh->report.levels[0].splittingFingerprint);
    // New values on kept prolongations have the bits of a fresh product.
    parameters.reuse = Reuse::prolongation;
    const auto first = buildHierarchy(A, parameters), again = buildHierarchy(A, parameters, first);
    for (std::size_t level = 0; level < first->levels.size(); ++level)
      EXPECT_EQ(again->report.levels[level].matrixFingerprint, first->report.levels[level].matrixFingerprint);
  }
}

TEST(MpiAggregationHierarchy, HierarchiesHoldRowPointersForRenewalAlone) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(8));
  const Matrix A = Teuchos::rcp(new DistMatrix<double>(distributeRows(whole, evenMap(whole.numRows))));
  AmgParameters parameters = hierarchyOf(on(RankCoupling::decoupled, byMatching(2)));
  parameters.reuse = Reuse::none;
  const auto lean = buildHierarchy(A, parameters);
  parameters.reuse = Reuse::prolongation;
  const auto kept = buildHierarchy(A, parameters);
  ASSERT_EQ(kept->levels.size(), lean->levels.size());
  ASSERT_GE(lean->levels.size(), 2u);
  EXPECT_EQ(lean->levels[0].P->numBytes() + (A->numRows() + 1) * sizeof(Offset), kept->levels[0].P->numBytes());
  const Block b = blockOfNumbers(A->numRows(), 1, 5), x = blockOfNumbers(A->numRows(), 1, 6),
              expected = blockOfNumbers(A->numRows(), 1, 7);
  cycle(*lean, CycleWork(*lean), b, x);
  cycle(*kept, CycleWork(*kept), b, expected);
  EXPECT_EQ(numbersOf(x), numbersOf(expected));
}

}  // namespace
}  // namespace Chronos::Test
