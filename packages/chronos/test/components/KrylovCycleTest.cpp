// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amg.hpp"
#include "Chronos_CycleCost.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_KrylovSteps.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "ReductionCounter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace Chronos::Test {
namespace {

using Whole = std::vector<double>;
using WholeOperator = std::function<Whole(const Whole&)>;
using Correction = std::function<void(const ConstBlock&, const Block&)>;

double dotOf(const Whole& x, const Whole& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

Whole combined(double alpha, const Whole& x, double beta, const Whole& y) {
  Whole z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = alpha * x[i] + beta * y[i];
  return z;
}

WholeOperator times(const Dense& A) {
  return [A](const Whole& x) {
    Whole y(x.size(), 0.0);
    for (int row = 0; row < A.n; ++row)
      for (int col = 0; col < A.n; ++col) y[row] += A(row, col) * x[col];
    return y;
  };
}

// Notay and Vassilevski, as it stands.
struct Steps {
  Whole e;
  int number;
};
Steps krylovSteps(const WholeOperator& A, const WholeOperator& B, double tolerance, const Whole& r) {
  const Whole c1 = B(r), v1 = A(c1);
  const double rho1 = dotOf(c1, v1), alpha1 = dotOf(c1, r);
  const Whole rest = combined(1, r, -alpha1 / rho1, v1);
  if (dotOf(rest, rest) <= tolerance * tolerance * dotOf(r, r)) return {combined(alpha1 / rho1, c1, 0, c1), 1};
  const Whole c2 = B(rest), v2 = A(c2);
  const double gamma = dotOf(c2, v1), rho2 = dotOf(c2, v2) - gamma * gamma / rho1, alpha2 = dotOf(c2, rest);
  return {combined(alpha1 / rho1 - gamma * alpha2 / (rho1 * rho2), c1, alpha2 / rho2, c2), 2};
}

// A matrix on a map, with steps on it.
struct OneLevel {
  Teuchos::RCP<const Map> map;
  Dense dense;
  Teuchos::RCP<const LevelMatrix> A;

  OneLevel(const HostCsr<double>& matrix, const Teuchos::RCP<const Map>& rowMap)
      : map(rowMap),
        dense(denseOf(matrix)),
        A(asOperator(Teuchos::RCP<const DistMatrix<double>>(
            Teuchos::rcp(new DistMatrix<double>(distributeRows(matrix, rowMap)))))) {}

  std::size_t numRows() const { return TrilinosVersion::numLocal(*map); }
  int numGlobalRows() const { return dense.n; }

  // Column j of the right-hand sides, whole.
  Whole rightHandSide(int j) const {
    Whole b(numGlobalRows());
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = globalUniform(40 + j, i);
    return b;
  }

  // The first columns of a block; the others are zero.
  Block block(int numColumns, int width, const std::function<Whole(int)>& column) const {
    std::vector<double> entries(numRows() * width, 0.0);
    for (int j = 0; j < numColumns; ++j) {
      const Whole x = column(j);
      for (std::size_t i = 0; i < numRows(); ++i)
        entries[i * width + j] = x[map->getGlobalElement(static_cast<LocalOrdinal>(i))];
    }
    const Block result = allocateBlock("block", numRows(), width);
    Kokkos::deep_copy(asVector(result), toView("entries", entries));
    return result;
  }

  Whole column(const Block& x, int j) const {
    const auto entries = toVector(asVector(x));
    std::vector<double> mine(numRows());
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = entries[i * widthOf(x) + j];
    return wholeVector(*map, toView("column", mine));
  }
};

// B = a diagonal, far from that of the inverse.
double diagonalEntry(std::size_t i) {
  return 0.5 + 0.4 * globalUniform(9, i);
}
Whole byDiagonal(const Whole& r) {
  Whole z(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) z[i] = diagonalEntry(i) * r[i];
  return z;
}
Correction diagonalCorrection(const OneLevel& level) {
  std::vector<double> mine(level.numRows());
  for (std::size_t i = 0; i < mine.size(); ++i)
    mine[i] = diagonalEntry(static_cast<std::size_t>(level.map->getGlobalElement(static_cast<LocalOrdinal>(i))));
  return [mine](const ConstBlock& r, const Block& z) {
    auto entries = toVector(asVector(r));
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] *= mine[i / widthOf(r)];
    Kokkos::deep_copy(asVector(z), toView("z", entries));
  };
}

Block anything(const OneLevel& level, int width) {
  const Block x = allocateBlock("x", level.numRows(), width);
  Kokkos::deep_copy(x, std::nan(""));
  return x;
}

void expectNear(const Whole& found, const Whole& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-11) << i;
}

// Several columns take both steps, whatever the tolerance; unused ones stay zero and are no fallback.
TEST(MpiKrylovSteps, AreThoseOfNotayAndVassilevski) {
  for (const auto& map : testMaps(70)) {
    const OneLevel level(spdMatrix(70, 6, 1), map);
    const Correction correct = diagonalCorrection(level);
    for (double tolerance : {0.0, 0.25, 10.0})
      for (int numColumns : {1, 2, 3, 8}) {
        SCOPED_TRACE("t " + std::to_string(tolerance) + ", columns " + std::to_string(numColumns));
        const int width = blockWidth(numColumns);
        KrylovSteps steps(level.numRows());
        const Block r = level.block(numColumns, width, [&](int j) { return level.rightHandSide(j); });
        const Block x = anything(level, width);
        steps.take(*level.A, correct, tolerance, r, x, anything(level, width));
        for (int j = 0; j < numColumns; ++j)
          expectNear(
              level.column(x, j),
              krylovSteps(times(level.dense), byDiagonal, numColumns == 1 ? tolerance : 0, level.rightHandSide(j)).e);
        for (int j = numColumns; j < width; ++j) expectNear(level.column(x, j), Whole(70, 0.0));
        const KrylovCounts counts = steps.counts(*map->getComm());
        EXPECT_EQ(counts.firstSteps, 1);
        EXPECT_EQ(counts.secondSteps, numColumns == 1 && tolerance == 10 ? 0 : 1);
        EXPECT_EQ(counts.notPositive, 0);
        EXPECT_EQ(counts.dependent, 0);
      }
  }
}

// No other combination of the two directions has an error of less energy.
TEST(MpiKrylovSteps, MinimiseTheEnergyOfTheError) {
  const OneLevel level(spdMatrix(50, 6, 1), evenMap(50));
  KrylovSteps steps(level.numRows());
  const Whole b = level.rightHandSide(0);
  const Block x = anything(level, 1);
  steps.take(*level.A, diagonalCorrection(level), 0, level.block(1, 1, [&](int) { return b; }), x, anything(level, 1));
  const Whole e = level.column(x, 0);
  const WholeOperator A = times(level.dense);
  const Whole c1 = byDiagonal(b), rest = combined(1, b, -dotOf(c1, b) / dotOf(c1, A(c1)), A(c1)), c2 = byDiagonal(rest);
  // The residual is orthogonal to both.
  const Whole residual = combined(1, b, -1, A(e));
  EXPECT_NEAR(dotOf(residual, c1), 0, 1e-11);
  EXPECT_NEAR(dotOf(residual, c2), 0, 1e-11);
}

TEST(MpiKrylovSteps, OfAZeroResidualAreZero) {
  for (double tolerance : {0.0, 0.25})
    for (int width : {1, 4}) {
      const OneLevel level(spdMatrix(40, 6, 1), mapWithEmptyRank(40));
      KrylovSteps steps(level.numRows());
      const Block x = anything(level, width);
      steps.take(*level.A, diagonalCorrection(level), tolerance, level.block(0, width, {}), x, anything(level, width));
      for (int j = 0; j < width; ++j) EXPECT_EQ(level.column(x, j), Whole(40, 0.0));
      EXPECT_EQ(steps.counts(*level.map->getComm()).notPositive, 0);
    }
}

// One step solves; what is left for the second one is rounding, which must not be divided by.
TEST(MpiKrylovSteps, AboveAnExactSolverAreOneStep) {
  HostCsr<double> A;  // diagonal, so that the solver is exact to the last bit or nearly so
  A.numRows = A.numCols = 45;
  for (int row = 0; row < 45; ++row) {
    A.colInd.push_back(row);
    A.values.push_back(1 + row * 0.37);
    A.rowPtr.push_back(A.colInd.size());
  }
  const OneLevel level(A, mapWithEmptyRank(45));
  std::vector<double> mine(level.numRows());
  for (std::size_t i = 0; i < mine.size(); ++i)
    mine[i] = A.values[level.map->getGlobalElement(static_cast<LocalOrdinal>(i))];
  for (double noise : {0.0, 1e-15})
    for (int width : {1, 2}) {
      const Correction solve = [&](const ConstBlock& r, const Block& z) {
        auto entries = toVector(asVector(r));
        for (std::size_t i = 0; i < entries.size(); ++i) entries[i] *= (1 + noise * (i % 3)) / mine[i / widthOf(r)];
        Kokkos::deep_copy(asVector(z), toView("z", entries));
      };
      KrylovSteps steps(level.numRows());
      const Block x = anything(level, width);
      steps.take(*level.A, solve, 0, level.block(1, width, [&](int) { return level.rightHandSide(0); }), x,
                 anything(level, width));
      const Whole e = level.column(x, 0), b = level.rightHandSide(0);
      for (int i = 0; i < 45; ++i) EXPECT_NEAR(e[i], b[i] / A.values[i], 1e-14);
      EXPECT_EQ(steps.counts(*level.map->getComm()).dependent, 1);
    }
}

// On an operator that is not positive definite the correction is the cycle's own.
TEST(MpiKrylovSteps, WithoutAMinimumKeepTheCorrection) {
  HostCsr<double> A = spdMatrix(40, 6, 1);
  for (double& value : A.values) value = -value;
  const OneLevel level(A, mapWithEmptyRank(40));
  for (double tolerance : {0.0, 0.25})
    for (int width : {1, 2}) {
      KrylovSteps steps(level.numRows());
      const Block x = anything(level, width);
      steps.take(*level.A, diagonalCorrection(level), tolerance,
                 level.block(width, width, [&](int j) { return level.rightHandSide(j); }), x, anything(level, width));
      for (int j = 0; j < width; ++j) expectNear(level.column(x, j), byDiagonal(level.rightHandSide(j)));
      EXPECT_EQ(steps.counts(*level.map->getComm()).notPositive, width);
    }
}

// One reduction a step on several ranks; on one rank none.
TEST(MpiKrylovSteps, ReduceOnceAStep) {
  const OneLevel level(spdMatrix(70, 6, 1), evenMap(70));
  const bool isAlone = world()->getSize() == 1;
  const Block kept = level.block(1, 1, [&](int) { return level.rightHandSide(0); });
  // A correction that does not reduce.
  const Correction correct = [&](const ConstBlock& r, const Block& z) {
    Kokkos::deep_copy(Device::execution_space(), z, r);
  };
  for (double tolerance : {0.0, 1e-3}) {
    KrylovSteps steps(level.numRows());
    const Block r = allocateBlock("r", level.numRows(), 1), x = anything(level, 1), other = anything(level, 1);
    Kokkos::deep_copy(r, kept);
    const long long before = numReductions();
    steps.take(*level.A, correct, tolerance, r, x, other);
    EXPECT_EQ(numReductions() - before, isAlone ? 0 : 2);
    EXPECT_EQ(steps.counts(*level.map->getComm()).secondSteps, 1);
  }
}

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
  for (int minRowsPerRank : {0, 100})
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
  const auto hierarchy = buildHierarchy(system.A, withCycle(CycleKind::H));
  ASSERT_GT(hierarchy->levels.size(), 3u);
  EXPECT_TRUE(hierarchy->isFixedSymmetric());
  for (std::size_t level = 0; level < hierarchy->levels.size(); ++level)
    EXPECT_EQ(hierarchy->visitsTwice(level), level % 2 == 1 && level + 1 < hierarchy->levels.size());
  // On three levels it is W.
  AmgParameters three = withCycle(CycleKind::H);
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
  AmgParameters parameters = withCycle(CycleKind::V);
  EXPECT_NE(cycled(hierarchy, 1), cycled(buildHierarchy(system.A, parameters), 1));
}

}  // namespace
}  // namespace Chronos::Test
