// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Parameters.hpp"
#include "Chronos_Agglomeration.hpp"
#include "Chronos_Amg.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Cycle.hpp"
#include "Chronos_CycleCost.hpp"
#include "Chronos_Fingerprint.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_PairwiseCoarsening.hpp"
#include "Chronos_SplitUnknowns.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"
#include "LaunchCounter.hpp"
#include "ReferenceDistributed.hpp"
#include "SmallHierarchies.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace Chronos::Test {
namespace {

TEST(MpiCycle, VAndWAreSymmetricUnlessSweepsDiffer) {
  const System system = laplacian(9);
  for (const SmootherMethod& smoother : smootherTable(SmootherUse::smoothing)) {
    SCOPED_TRACE(smoother.name);
    AmgParameters parameters = smallCoarse(smoother.name);
    for (CycleKind kind : {CycleKind::V, CycleKind::W}) {
      parameters.cycle = kind;
      expectSymmetric(*buildHierarchy(system.A, parameters), true);
    }
    parameters.cycle = CycleKind::V;
    parameters.level.smoother.sweepsAfter = 2;
    expectSymmetric(*buildHierarchy(system.A, parameters), false);
  }
  AmgParameters parameters = smallCoarse();
  parameters.cycle = CycleKind::F;
  const auto hierarchy = buildHierarchy(system.A, parameters);
  ASSERT_GT(hierarchy->levels.size(), 3u);
  expectSymmetric(*hierarchy, false);
}

TEST(MpiCycle, SinglePrecisionIsSymmetricAndCloseToDouble) {
  const System system = laplacian(10);
  AmgParameters parameters = smallCoarse();
  const auto inDouble = buildHierarchy(system.A, parameters);
  parameters.precision = CyclePrecision::singlePrecision;
  const auto inSingle = buildHierarchy(system.A, parameters);
  EXPECT_LT(inSingle->levels[0].A->numBytes(), inDouble->levels[0].A->numBytes());
  expectSymmetric(*inSingle, true);
  const Vector b = vectorOf(*system.A, 4);
  const auto expected = toVector(cycled(*inDouble, b)), found = toVector(cycled(*inSingle, b));
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    difference = std::max(difference, std::abs(found[i] - expected[i]));
  }
  EXPECT_LE(difference, 1e-5 * largest);
  if (!found.empty()) {
    EXPECT_GT(difference, 0);
  }
}

TEST(MpiCycle, EntriesOutOfTheRangeOfSingleAreScaledRowByRow) {
  const System system = laplacian(8);
  auto scaled = toVector(system.A->local().values);
  for (double& value : scaled) value *= 0x1p-200;
  const Matrix tiny = Teuchos::rcp(new DistMatrix<double>(system.A->withValues(toView("values", scaled))));
  AmgParameters parameters = smallCoarse();
  parameters.precision = CyclePrecision::singlePrecision;
  const Vector b = vectorOf(*system.A, 4);
  const auto expected = toVector(cycled(*buildHierarchy(system.A, parameters), b));
  const auto hierarchy = buildHierarchy(tiny, parameters);
  EXPECT_TRUE(hierarchy->report.notes.empty());
  const auto found = toVector(cycled(*hierarchy, b));
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i] * 0x1p-200, expected[i], 1e-5);
}

TEST(MpiHierarchy, TrafficIsThatOfItsMatricesOnce) {
  const System system = laplacian(8);
  AmgParameters parameters = smallCoarse("adaptive fsai");
  parameters.reuse = Reuse::prolongation;  // so that the set-up's matrices are kept
  parameters.level.coarsening.ranks = RankCoupling::across;
  const auto hierarchy = buildHierarchy(system.A, parameters);
  const auto sizeOf = [](const Matrix& matrix) {
    return sumOverRanks(*matrix->rowMap()->getComm(), double(matrix->numBytes()));
  };
  ASSERT_GT(hierarchy->levels.size(), 2u);
  const LevelRecord& fine = hierarchy->records[0];
  std::map<std::string, double> traffic;
  for (const auto& [stage, bytes] : hierarchy->report.levels[0].traffic) traffic[stage] = bytes;
  EXPECT_EQ(traffic["galerkin"], sizeOf(system.A) + sizeOf(fine.coarse.P) + sizeOf(fine.galerkin->restriction()) +
                                     sizeOf(fine.galerkin->coarse()));
  EXPECT_EQ(traffic["interpolation"], sizeOf(system.A) + sizeOf(fine.coarse.P));
  EXPECT_GT(traffic["smoother"], sizeOf(system.A));
  // Those of the levels are added up in the report of the preconditioner.
  const Amg amg(hierarchy);
  double sum = 0, whole = 0;
  for (const auto& level : hierarchy->report.levels)
    for (const auto& stage : level.traffic) sum += stage.second;
  for (const auto& stage : amg.report().traffic) whole += stage.second;
  EXPECT_DOUBLE_EQ(whole, sum);
}

// Error propagation of (2.7), step by step on the fine level, with the exact coarse solution.
void expectSmoothCorrectSmooth(const System& system, int before, int after) {
  AmgParameters parameters = smallCoarse();
  parameters.maxLevels = 2;
  parameters.level.smoother.sweepsBefore = before;
  parameters.level.smoother.sweepsAfter = after;
  const auto hierarchy = buildHierarchy(system.A, parameters);
  ASSERT_EQ(hierarchy->levels.size(), 2u);
  const Level& fine = hierarchy->levels[0];
  const Level& coarse = hierarchy->levels[1];
  const Vector b = vectorOf(*system.A, 3), x("x", b.extent(0)), r("r", b.extent(0));
  const auto sweep = [&] {
    fine.A->residual(asBlock(b), asBlock(x), asBlock(r));
    auto xHost = toVector(x);
    const auto zHost = toVector(applied(*fine.smoother, r));
    for (std::size_t i = 0; i < xHost.size(); ++i) xHost[i] += fine.omega * zHost[i];
    Kokkos::deep_copy(x, toView("x", xHost));
  };
  for (int i = 0; i < before; ++i) sweep();
  fine.A->residual(asBlock(b), asBlock(x), asBlock(r));
  const Vector eCoarse = applied(*coarse.smoother, applied(*fine.R, r));
  fine.P->apply(asBlock(eCoarse), asBlock(x), 1, 1);
  for (int i = 0; i < after; ++i) sweep();
  const auto expected = toVector(x), found = toVector(cycled(*hierarchy, b));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
}

TEST(MpiCycle, TwoLevelsAreSmoothCorrectSmooth) {
  const System system = laplacian(7);
  for (int before : {0, 1, 2})
    for (int after : {0, 1, 2}) expectSmoothCorrectSmooth(system, before, after);
}

TEST(MpiHierarchy, CoarseMatricesAreGalerkinProductsOnAnyNumberOfRanks) {
  const System system = laplacian(10);
  for (int minRowsPerRank : {0, 200, 100000}) {
    AmgParameters parameters = smallCoarse();
    parameters.minRowsPerRank = minRowsPerRank;
    const auto hierarchy = buildHierarchy(system.A, parameters);
    const auto& levels = hierarchy->levels;
    ASSERT_GT(levels.size(), 2u);
    for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
      // u^T (P^T A P) v = (P u)^T A (P v)
      const Map& map = *levels[k + 1].A->rangeMap();
      const Vector u = vectorOf(map, 5), v = vectorOf(map, 6);
      const double expected = dotOf(applied(*levels[k].P, u), applied(*levels[k].A, applied(*levels[k].P, v)));
      EXPECT_NEAR(dotOf(u, applied(*levels[k + 1].A, v)), expected, 1e-10 * (1 + std::abs(expected)));
    }
    if (minRowsPerRank == 100000) {
      EXPECT_EQ(hierarchy->report.levels[1].activeRanks, 1);
    }
    const LevelReport& fine = hierarchy->report.levels[0];
    EXPECT_EQ(fine.rows, 1000);
    EXPECT_EQ(fine.entries, system.A->numGlobalEntries());
    EXPECT_GT(hierarchy->report.operatorComplexity(), 1);
    EXPECT_GT(hierarchy->report.bytes(), 0);
  }
}

TEST(MpiHierarchy, FirstSplittingDoesNotDependOnRanks) {
  const System system = laplacian(12);
  AmgParameters parameters = smallCoarse();
  parameters.level.coarsening.ranks = RankCoupling::across;
  parameters.fingerprints = true;
  const auto report = buildHierarchy(system.A, parameters)->report;
  // One value for 1, 2, 3 and 4 ranks, hosts and GPUs.
  EXPECT_EQ(report.levels[0].splittingFingerprint, 0x76819308c7c5fc2dULL)
      << std::hex << report.levels[0].splittingFingerprint;
  EXPECT_EQ(report.levels[1].rows, 634);
}

TEST(MpiHierarchy, SetUpTwiceIsTheSameBitByBit) {
  const System system = laplacian(12);
  AmgParameters parameters = smallCoarse("adaptive fsai");
  parameters.fingerprints = true;
  const auto first = buildHierarchy(system.A, parameters), second = buildHierarchy(system.A, parameters);
  ASSERT_EQ(first->levels.size(), second->levels.size());
  for (std::size_t k = 0; k < first->levels.size(); ++k) {
    EXPECT_EQ(first->report.levels[k].matrixFingerprint, second->report.levels[k].matrixFingerprint);
    EXPECT_EQ(first->levels[k].omega, second->levels[k].omega);
  }
}

TEST(MpiHierarchy, ReuseKeepsWhatItSays) {
  const System system = laplacian(10);
  AmgParameters parameters = smallCoarse();
  EXPECT_TRUE(buildHierarchy(system.A, parameters)->records.empty());
  parameters.reuse = Reuse::prolongation;
  const auto first = buildHierarchy(system.A, parameters);
  auto scaled = toVector(system.A->local().values);
  for (double& value : scaled) value *= 3;
  const Matrix tripled = Teuchos::rcp(new DistMatrix<double>(system.A->withValues(toView("values", scaled))));

  parameters.reuse = Reuse::pattern;
  const auto pattern = buildHierarchy(tripled, parameters, first);
  const auto typesOf = [](const Hierarchy& hierarchy) {
    return dynamic_cast<const SplittingRecord&>(*hierarchy.records[0].coarse.record).splitting.types.data();
  };
  EXPECT_EQ(typesOf(*pattern), typesOf(*first));
  EXPECT_TRUE(pattern->records[0].coarse.P.is_null());

  parameters.reuse = Reuse::prolongation;
  const auto kept = buildHierarchy(tripled, parameters, first);
  ASSERT_EQ(kept->levels.size(), first->levels.size());
  EXPECT_EQ(kept->records[0].coarse.P, first->records[0].coarse.P);
  // B of 3 A is B of A over 3, and the former hierarchy is what it was.
  const Vector b = vectorOf(*system.A, 9);
  const auto xFirst = toVector(cycled(*first, b));
  for (const auto& hierarchy : {pattern, kept}) {
    const auto x = toVector(cycled(*hierarchy, b));
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(3 * x[i], xFirst[i], 1e-11);
  }
}

// New values promote other points of the finest level, so that the next one has other rows than those that are kept.
TEST(MpiHierarchy, ReuseOfAPatternEndsWhereALevelHasOtherRows) {
  const System system = laplacian(12);
  Teuchos::ParameterList list;
  list.set("preset", std::string("mechanics"));
  list.sublist("amg").sublist("interpolation").sublist("bamg").set("weight norm", 1.0);  // so that rows are promoted
  AmgParameters parameters = readParameters(list).amg;
  parameters.coarseMinimum = 40;
  parameters.coarseFactor = 0;
  parameters.reuse = Reuse::pattern;
  Teuchos::RCP<const Hierarchy> former = buildHierarchy(system.A, parameters);
  const long long before = former->report.levels[1].rows;
  auto shifted = toVector(system.A->local().values);
  const auto local = toHost(system.A->local());
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset entry = local.rowPtr[row]; entry < local.rowPtr[row + 1]; ++entry)
      if (local.colInd[entry] == row) shifted[entry] += double(1 + system.A->rowMap()->getGlobalElement(row) % 7);
  const Matrix changed = Teuchos::rcp(new DistMatrix<double>(system.A->withValues(toView("values", shifted))));
  const auto kept = buildHierarchy(changed, parameters, former);
  ASSERT_GT(kept->report.levels.size(), 2u);
  EXPECT_GT(kept->report.levels[1].rows, before);
  for (std::size_t level = 1; level + 1 < kept->report.levels.size(); ++level)
    EXPECT_LT(kept->report.levels[level + 1].rows, kept->report.levels[level].rows);
  const Vector b = vectorOf(*changed, 9);
  for (const double value : toVector(cycled(*kept, b))) EXPECT_TRUE(std::isfinite(value));
}

// Lines without boundary conditions: `begins` are the first unknowns of lines, and the number of all unknowns.
struct FreeLines {
  std::vector<GlobalOrdinal> begins;
  double shiftOfFirst = 0;

  bool hasLeft(GlobalOrdinal row) const { return std::count(begins.begin(), begins.end(), row) == 0; }
  double entry(GlobalOrdinal row, GlobalOrdinal col) const {
    if (row == col) return hasLeft(row) + hasLeft(row + 1) + (row < begins[1] ? shiftOfFirst : 0);
    return std::abs(row - col) == 1 && hasLeft(std::max(row, col)) ? -1 : 0;
  }
  Matrix matrix() const {
    const GlobalOrdinal n = begins.back();
    return Teuchos::rcp(new DistMatrix<double>(rowsOnMap(wholeMatrix(*this, n, n), evenMap(n), evenMap(n))));
  }
};

// Of a pair of unknowns that is free to move nothing is left on the next level: a row of zeros has no smoother.
TEST(MpiHierarchy, ALevelWithoutASmootherIsSolved) {
  const Matrix A = FreeLines{{0, 60, 62}, 0.1}.matrix();
  AmgParameters parameters = smallCoarse("adaptive fsai");
  const auto hierarchy = buildHierarchy(A, parameters);
  EXPECT_TRUE(hasNote(*hierarchy, "the smoother of level 1 broke down"));
  EXPECT_EQ(hierarchy->levels.size(), 2u);
  EXPECT_EQ(hierarchy->report.stop, "not positive definite to rounding");
  for (double entry : toVector(cycled(*hierarchy, vectorOf(*A, 3)))) EXPECT_TRUE(std::isfinite(entry));
  parameters.coarseSolver.kind = CoarseSolverKind::sweeps;
  EXPECT_THROW(buildHierarchy(A, parameters), BreakdownError) << "sweeps need the smoother";
}

TEST(MpiHierarchy, AShiftOfTheLastLevelIsReported) {
  const Matrix line = FreeLines{{0, 30}}.matrix();
  AmgParameters parameters;
  for (CoarseSolverKind kind : {CoarseSolverKind::cholesky, CoarseSolverKind::denseInverse}) {
    parameters.coarseSolver.kind = kind;
    EXPECT_TRUE(hasNote(*buildHierarchy(line, parameters), "singular to working precision"));
    EXPECT_TRUE(buildHierarchy(laplacian(5).A, parameters)->report.notes.empty());
  }
}

// The smoother that the level had before it turned out to be the last one solves it by sweeps.
TEST(MpiHierarchy, TheSmootherOfAStalledLevelIsKept) {
  const System system = laplacian(6);
  AmgParameters parameters = smallCoarse();
  parameters.level.strength.threshold = 1e6;
  parameters.coarseSolver.kind = CoarseSolverKind::sweeps;
  const LaunchCounter launches;
  const auto hierarchy = buildHierarchy(system.A, parameters);
  ASSERT_EQ(hierarchy->levels.size(), 1u);
  EXPECT_EQ(hierarchy->report.levels[0].smoother, "sweeps");
  EXPECT_EQ(launches.of("Chronos::DiagonalSmoother::invert"), 1);
}

// All unknowns hang on one, so a matching finds a pair or two a step, and levels hardly shrink.
Matrix star(int n) {
  Dense A(n);
  for (int i = 0; i < n; ++i) A(i, i) = i == 0 ? n : 1.5;
  for (int i = 1; i < n; ++i) A(0, i) = A(i, 0) = -1;
  return Teuchos::rcp(new DistMatrix<double>(distributeRows(sparseOf(A), evenMap(n))));
}

TEST(MpiCycle, LevelsThatHardlyShrinkAreVisitedABoundedNumberOfTimes) {
  const Matrix A = star(300);
  AmgParameters parameters = smallCoarse();
  parameters.maxCoarseRatio = 1;
  parameters.level.coarsening.method.choose("matching");
  parameters.level.coarsening.method.of<MatchingParameters>("matching").singles = Singles::keep;
  for (const CycleKind kind : {CycleKind::W, CycleKind::H, CycleKind::K}) {
    parameters.cycle = kind;
    const auto hierarchy = buildHierarchy(A, parameters);
    ASSERT_GE(hierarchy->levels.size(), 20u);
    EXPECT_TRUE(hasNote(*hierarchy, "levels shrink too little for this cycle"));
    EXPECT_LT(cycleCost(*hierarchy).readings, 8.0 * 8 * double(hierarchy->levels.size()));
    EXPECT_EQ(hierarchy->isFixedSymmetric(), kind != CycleKind::K);
    const Vector b = vectorOf(*A, 3);
    cycled(*hierarchy, b);  // 2^23 visits would not end
  }
  parameters.cycle = CycleKind::V;
  EXPECT_FALSE(hasNote(*buildHierarchy(A, parameters), "levels shrink too little"));
}

// With no level moved to fewer ranks all of them are shared, if there are ranks to share them.
TEST(MpiCycle, SharedLevelsAreVisitedOnceWhereAsked) {
  const System system = laplacian(12);
  const Vector b = vectorOf(*system.A, 3);
  AmgParameters parameters = smallCoarse();
  const auto vCycled = toVector(cycled(*buildHierarchy(system.A, parameters), b));
  parameters.repeatsSharedLevels = false;
  for (const CycleKind kind : {CycleKind::W, CycleKind::F, CycleKind::H}) {
    parameters.cycle = kind;
    const auto hierarchy = buildHierarchy(system.A, parameters);
    ASSERT_GT(hierarchy->levels.size(), 3u);
    const bool isShared = world()->getSize() > 1;
    EXPECT_EQ(hierarchy->report.levels[2].activeRanks > 1, isShared);
    EXPECT_EQ(hasNote(*hierarchy, "are visited once in a cycle"), isShared);
    EXPECT_EQ(toVector(cycled(*hierarchy, b)) == vCycled, isShared || vCycled.empty());
    EXPECT_EQ(hierarchy->isFixedSymmetric(), isShared || kind != CycleKind::F);
  }
}

TEST(MpiCycle, LevelsBelowSharedOnesAreVisitedAsTheCycleSays) {
  const System system = laplacian(12);
  AmgParameters parameters = smallCoarse();
  parameters.cycle = CycleKind::W;
  parameters.minRowsPerRank = 200;
  parameters.repeatsSharedLevels = false;
  const auto hierarchy = buildHierarchy(system.A, parameters);
  const std::vector<LevelReport>& levels = hierarchy->report.levels;
  ASSERT_GT(levels.size(), 3u);
  EXPECT_EQ(levels[levels.size() - 2].activeRanks, 1);
  EXPECT_EQ(levels[1].activeRanks > 1, world()->getSize() > 1);
  for (std::size_t level = 1; level + 1 < levels.size(); ++level)
    EXPECT_EQ(hierarchy->visitsTwice(level), levels[level].activeRanks == 1);
  expectSymmetric(*hierarchy, true);
}

TEST(MpiHierarchy, DegenerateSystems) {
  for (GlobalOrdinal n : {1, 2, 3, 300}) {
    const auto map = evenMap(n);
    std::vector<Offset> rowPtr{0};
    std::vector<GlobalOrdinal> cols;
    for (std::size_t i = 0; i < TrilinosVersion::numLocal(*map); ++i) {
      cols.push_back(map->getGlobalElement(static_cast<LocalOrdinal>(i)));
      rowPtr.push_back(cols.size());
    }
    const Matrix diagonal =
        Teuchos::rcp(new DistMatrix<double>(map, map, toView("rowPtr", rowPtr), toView("cols", cols),
                                            toView("values", std::vector<double>(cols.size(), 4.0))));
    const auto hierarchy = buildHierarchy(diagonal, smallCoarse());
    const Vector b = vectorOf(*diagonal, 1);
    const auto x = toVector(cycled(*hierarchy, b)), bHost = toVector(b);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], bHost[i] / 4, 1e-12);
  }
}

TEST(MpiAgglomeration, MovesColumnsAndKeepsEntries) {
  const int ranks = world()->getSize();
  for (GlobalOrdinal numCols : {1, 5, 40})
    for (int numActive = 1; numActive <= ranks; ++numActive) {
      const auto P = distribute<double>({60, numCols}, cyclicMap(60), evenMap(numCols));
      const auto map = agglomeratedMap(*P.domainMap(), numActive);
      EXPECT_LE(numActiveRanks(*map), numActive);
      const auto moved = agglomerate(P, map, numActive);
      EXPECT_EQ(globalEntriesOf(moved), globalEntriesOf(P));
      EXPECT_TRUE(moved.domainMap()->isSameAs(*map));
    }
}

}  // namespace
}  // namespace Chronos::Test
