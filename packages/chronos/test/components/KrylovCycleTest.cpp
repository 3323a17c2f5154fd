// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amg.hpp"
#include "Chronos_CycleCost.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "KrylovStepsReference.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

struct System {
  Problem problem;  // owns the arrays
  Teuchos::RCP<const DistMatrix<double>> A;
};

System laplacian(int n) {
  ProblemOptions options;
  options.nx = n;
  System system{makeProblem("laplace3d7", options, world()), {}};
  system.A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*system.problem.matrix)));
  return system;
}

AmgParameters withCycle(CycleKind cycle) {
  AmgParameters parameters;
  parameters.level.smoother.method.choose("jacobi");
  parameters.coarseSize = 10;
  parameters.minRowsPerRank = 0;
  parameters.cycle = cycle;
  return parameters;
}

// The levels of a hierarchy from one on, as a hierarchy.
Hierarchy below(const Hierarchy& hierarchy, std::size_t first) {
  Hierarchy result;
  result.levels.assign(hierarchy.levels.begin() + static_cast<std::ptrdiff_t>(first), hierarchy.levels.end());
  result.cycle = CycleKind::V;
  return result;
}

Whole appliedTo(const Operator& op, const Whole& x) {
  const Map &from = *op.domainMap(), &to = *op.rangeMap();
  std::vector<double> mine(TrilinosVersion::numLocal(from));
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = x[from.getGlobalElement(static_cast<LocalOrdinal>(i))];
  const auto y = toView("y", wrongValues<double>(TrilinosVersion::numLocal(to)));
  op.apply(asBlock(toView("x", mine)), asBlock(y));
  return wholeVector(to, y);
}

// Smooth, restrict, steps with the V cycle below, prolong, smooth: on a hierarchy of three levels K is nothing else.
// Coarse levels live on fewer ranks there, some of which are empty.
TEST(MpiKrylovCycle, TakesItsStepsOnTheLevelAboveTheExactOne) {
  const System system = laplacian(9);
  for (int minRowsPerRank : {0, 100, 100000})
    for (double tolerance : {0.0, 0.25, 1.0}) {
      AmgParameters parameters = withCycle(CycleKind::K);
      parameters.maxLevels = 3;
      parameters.minRowsPerRank = minRowsPerRank;
      parameters.krylovTolerance = tolerance;
      const auto hierarchy = buildHierarchy(system.A, parameters);
      ASSERT_EQ(hierarchy->levels.size(), 3u);
      EXPECT_FALSE(hierarchy->takesKrylov(0));
      EXPECT_TRUE(hierarchy->takesKrylov(1));
      EXPECT_FALSE(hierarchy->takesKrylov(2));
      const Hierarchy coarse = below(*hierarchy, 1);
      const Amg coarseCycle(Teuchos::rcpFromRef(coarse));
      const Level& fine = hierarchy->levels[0];
      const auto apply = [](const Operator& op) -> WholeOperator {
        return [&op](const Whole& x) { return appliedTo(op, x); };
      };
      Whole b(729);
      for (std::size_t i = 0; i < b.size(); ++i) b[i] = globalUniform(3, i);
      const auto smoothed = [&](const Whole& x) {
        return combined(1, x, fine.omega, appliedTo(*fine.smoother, combined(1, b, -1, appliedTo(*fine.A, x))));
      };
      Whole x = smoothed(Whole(729, 0.0));
      const Whole r = appliedTo(*fine.R, combined(1, b, -1, appliedTo(*fine.A, x)));
      const Steps steps = krylovSteps(apply(*hierarchy->levels[1].A), apply(coarseCycle), tolerance, r);
      x = smoothed(combined(1, x, 1, appliedTo(*fine.P, steps.e)));
      const Amg amg(hierarchy);
      expectNear(appliedTo(amg, b), x);
      EXPECT_EQ(amg.krylovCounts().firstSteps, 1);
      EXPECT_EQ(amg.krylovCounts().secondSteps, steps.number - 1);
    }
}

// Columns of a block come out as each does alone with t = 0.
TEST(MpiKrylovCycle, OfSeveralColumnsTakesBothSteps) {
  const System system = laplacian(9);
  AmgParameters parameters = withCycle(CycleKind::K);
  const auto together = buildHierarchy(system.A, parameters);
  parameters.krylovTolerance = 0;
  const auto alone = buildHierarchy(system.A, parameters);
  ASSERT_GT(together->levels.size(), 3u);
  const Amg wide(together), narrow(alone);
  const std::size_t n = system.A->numRows();
  for (int width : {2, 8, 4}) {
    std::vector<double> entries(n * width);
    for (int j = 0; j < width; ++j) {
      const auto column = ownedVector<double>(*system.A->rowMap(), 10 + j);
      for (std::size_t i = 0; i < n; ++i) entries[i * width + j] = column[i];
    }
    const auto r = toView("r", entries), z = toView("z", wrongValues<double>(n * width));
    wide.apply(ConstBlock(r.data(), n, width), Block(z.data(), n, width));
    const auto found = toVector(z);
    for (int j = 0; j < width; ++j) {
      const auto single = toView("z", wrongValues<double>(n));
      narrow.apply(asBlock(toView("r", ownedVector<double>(*system.A->rowMap(), 10 + j))), asBlock(single));
      const auto expected = toVector(single);
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found[i * width + j], expected[i], 1e-12);
    }
  }
}

TEST(MpiKrylovCycle, StandsOnItsFirstLevelsOnly) {
  const System system = laplacian(12);
  const auto cycled = [&](const AmgParameters& parameters) {
    const auto hierarchy = buildHierarchy(system.A, parameters);
    EXPECT_GT(hierarchy->levels.size(), 3u);
    const Amg amg(hierarchy);
    const auto z = toView("z", wrongValues<double>(system.A->numRows()));
    amg.apply(asBlock(toView("r", ownedVector<double>(*system.A->rowMap(), 1))), asBlock(z));
    return std::make_pair(toVector(z), amg.krylovCounts().firstSteps);
  };
  AmgParameters parameters = withCycle(CycleKind::K);
  parameters.krylovTolerance = 0;
  parameters.krylovLevels = 0;
  EXPECT_TRUE(buildHierarchy(system.A, parameters)->isFixedSymmetric());
  EXPECT_EQ(cycled(parameters).first, cycled(withCycle(CycleKind::V)).first);
  EXPECT_EQ(cycled(parameters).second, 0);
  parameters.krylovLevels = 1;
  EXPECT_FALSE(buildHierarchy(system.A, parameters)->isFixedSymmetric());
  EXPECT_EQ(cycled(parameters).second, 1);
  parameters.krylovLevels = 2;
  EXPECT_EQ(cycled(parameters).second, 3);
}

TEST(MpiKrylovCycle, IsRefusedOnLevelsThatAreNotSymmetric) {
  const System system = laplacian(9);
  AmgParameters parameters = withCycle(CycleKind::K);
  parameters.perLevel[1] = parameters.level;
  parameters.perLevel[1].operatorFiltering.share = 0.9;  // of the operator of level 2
  EXPECT_THROW(buildHierarchy(system.A, parameters), InputError);
  parameters.krylovLevels = 1;
  EXPECT_FALSE(buildHierarchy(system.A, parameters)->isFixedSymmetric());
  parameters.krylovLevels = 100;
  parameters.perLevel[1].operatorFiltering.compensation = Compensation::diagonal;
  EXPECT_FALSE(buildHierarchy(system.A, parameters)->isFixedSymmetric());
}

// With exact steps below, the second visit of a level adds to the first one as iterations do.
TEST(MpiHCycle, VisitsEverySecondLevelTwiceAndIsSymmetric) {
  const System system = laplacian(12);
  AmgParameters parameters = withCycle(CycleKind::H);
  parameters.repeatsSharedLevels = true;
  const auto hierarchy = buildHierarchy(system.A, parameters);
  ASSERT_GT(hierarchy->levels.size(), 3u);
  EXPECT_TRUE(hierarchy->isFixedSymmetric());
  for (std::size_t level = 0; level < hierarchy->levels.size(); ++level)
    EXPECT_EQ(hierarchy->visitsTwice(level), level % 2 == 1 && level + 1 < hierarchy->levels.size());
  // On three levels it is W.
  AmgParameters three = parameters;
  three.maxLevels = 3;
  const auto asH = buildHierarchy(system.A, three);
  three.cycle = CycleKind::W;
  const auto asW = buildHierarchy(system.A, three);
  const auto cycled = [&](const Teuchos::RCP<const Hierarchy>& levels, std::uint64_t seed) {
    const auto z = toView("z", wrongValues<double>(system.A->numRows()));
    Amg(levels).apply(asBlock(toView("r", ownedVector<double>(*system.A->rowMap(), seed))), asBlock(z));
    return wholeVector(*system.A->rowMap(), z);
  };
  EXPECT_EQ(cycled(asH, 1), cycled(asW, 1));
  const auto vectorOf = [&](std::uint64_t seed) {
    return wholeVector(*system.A->rowMap(), toView("x", ownedVector<double>(*system.A->rowMap(), seed)));
  };
  const double one = dotOf(cycled(hierarchy, 1), vectorOf(2)), other = dotOf(vectorOf(1), cycled(hierarchy, 2));
  EXPECT_NEAR(one, other, 1e-12 * (std::abs(one) + 1));
  EXPECT_NE(cycled(hierarchy, 1), cycled(buildHierarchy(system.A, withCycle(CycleKind::V)), 1));
}

}  // namespace
}  // namespace Chronos::Test
