// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CycleCost.hpp"

#include "Chronos_Chebyshev.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

class NoOperator : public Operator {
 public:
  void apply(const ConstBlock&, const Block&, double, double) const override {}
  Teuchos::RCP<const Map> domainMap() const override { return Teuchos::null; }
  Teuchos::RCP<const Map> rangeMap() const override { return Teuchos::null; }
  std::size_t numBytes() const override { return 0; }
};

// Levels of 1000, 100 and 10 entries; P has 20 and 2 entries, factors a tenth of the matrices.
Hierarchy threeLevels(CycleKind cycle) {
  Hierarchy hierarchy;
  hierarchy.cycle = cycle;
  hierarchy.krylovLevels = 100;
  const double entries[] = {1000, 100, 10};
  for (int index = 0; index < 3; ++index) {
    Level level;
    level.sweepsBefore = 2;
    level.sweepsAfter = 1;
    if (index < 2) level.P = level.R = Teuchos::rcp(new NoOperator);
    hierarchy.levels.push_back(level);
    LevelReport report;
    report.entries = static_cast<long long>(entries[index]);
    report.prolongationEntries = index < 2 ? report.entries / 50 : 0;
    report.smootherDensity = 0.1;
    hierarchy.report.levels.push_back(report);
  }
  return hierarchy;
}

TEST(CycleCost, CountsVisits) {
  // A visit: A for the second sweep, the residual and the sweep after; three sweeps of G and G^T; P and R.
  const double visit = 3 + 3 * 2 * 0.1 + 2 * 0.02, last = 2 * 0.1 * 0.01;
  EXPECT_NEAR(cycleCost(threeLevels(CycleKind::V)).readings, visit + 0.1 * visit + last, 1e-12);
  EXPECT_NEAR(cycleCost(threeLevels(CycleKind::W)).readings, visit + 2 * 0.1 * visit + 2 * last, 1e-12);
  EXPECT_NEAR(cycleCost(threeLevels(CycleKind::F)).readings, visit + 2 * 0.1 * visit + 2 * last, 1e-12);
  EXPECT_NEAR(cycleCost(threeLevels(CycleKind::H)).readings, visit + 2 * 0.1 * visit + 2 * last, 1e-12);
  // Two steps, each with a visit and a product.
  EXPECT_NEAR(cycleCost(threeLevels(CycleKind::K)).readings, visit + 2 * 0.1 * (visit + 1) + 2 * last, 1e-12);
  EXPECT_EQ(cycleCost(Hierarchy()).readings, 0);
}

TEST(CycleCost, CountsLevelsHoweverSmall) {
  EXPECT_EQ(cycleCost(threeLevels(CycleKind::V)).visits, 3);
  EXPECT_EQ(cycleCost(threeLevels(CycleKind::W)).visits, 1 + 2 + 2);
  EXPECT_EQ(cycleCost(Hierarchy()).visits, 0);
}

TEST(CycleCost, ALevelInSinglePrecisionCountsItsShare) {
  Hierarchy hierarchy = threeLevels(CycleKind::V);
  const double inDouble = cycleCost(hierarchy, 0.5).readings;
  EXPECT_EQ(inDouble, cycleCost(hierarchy, 1).readings);
  for (Level& level : hierarchy.levels) level.matrixCopy.isCopy = true;
  EXPECT_DOUBLE_EQ(cycleCost(hierarchy, 0.5).readings, inDouble / 2);
}

TEST(MpiCycleCost, APolynomialHasNoTranspose) {
  ProblemOptions options;
  options.nx = 4;
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*makeProblem("laplace3d7", options, world()).matrix)));
  Hierarchy hierarchy = threeLevels(CycleKind::V);
  const double before = cycleCost(hierarchy).readings;
  hierarchy.levels[0].smoother = Teuchos::rcp(new Chebyshev(A, ChebyshevParameters()));
  EXPECT_NEAR(cycleCost(hierarchy).readings, before - 3 * 0.1, 1e-12);
}

TEST(CycleCost, CountsSharedLevelsOnceWhereAsked) {
  for (const CycleKind cycle : {CycleKind::W, CycleKind::F, CycleKind::H}) {
    Hierarchy hierarchy = threeLevels(cycle);
    hierarchy.report.levels[1].activeRanks = 2;
    EXPECT_GT(cycleCost(hierarchy).readings, cycleCost(threeLevels(CycleKind::V)).readings);
    hierarchy.repeatsSharedLevels = false;
    EXPECT_EQ(cycleCost(hierarchy).readings, cycleCost(threeLevels(CycleKind::V)).readings);
  }
}

}  // namespace
}  // namespace Chronos::Test
