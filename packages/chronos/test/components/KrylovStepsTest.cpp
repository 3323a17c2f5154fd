// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_KrylovSteps.hpp"

#include "Chronos_StoredMatrix.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "KrylovStepsReference.hpp"
#include "MessageCounter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace Chronos::Test {
namespace {

using Correction = std::function<void(const ConstBlock&, const Block&)>;

WholeOperator times(const Dense& A) {
  return [A](const Whole& x) {
    Whole y(x.size(), 0.0);
    for (int row = 0; row < A.n; ++row)
      for (int col = 0; col < A.n; ++col) y[row] += A(row, col) * x[col];
    return y;
  };
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
    const long long before = messageCounts().reductions;
    steps.take(*level.A, correct, tolerance, r, x, other);
    EXPECT_EQ(messageCounts().reductions - before, isAlone ? 0 : 2);
    EXPECT_EQ(steps.counts(*level.map->getComm()).secondSteps, 1);
  }
}

// Where one rank owns all rows the others take part in the decision of t > 0 alone.
TEST(MpiKrylovSteps, OfALevelOnOneRankAreNotReduced) {
  const int last = world()->getSize() - 1;
  const Teuchos::RCP<const Map> map = Teuchos::rcp(new Map(70, world()->getRank() == last ? 70 : 0, 0, world()));
  const OneLevel level(spdMatrix(70, 6, 1), map);
  const Correction correct = diagonalCorrection(level);
  const Block kept = level.block(1, 1, [&](int) { return level.rightHandSide(0); });
  for (double tolerance : {0.0, 1e-3}) {
    KrylovSteps steps(level.numRows(), false);
    const Block r = allocateBlock("r", level.numRows(), 1), x = anything(level, 1), other = anything(level, 1);
    Kokkos::deep_copy(r, kept);
    const long long before = messageCounts().reductions;
    steps.take(*level.A, correct, tolerance, r, x, other);
    const bool decides = tolerance > 0 && last > 0;
    EXPECT_EQ(messageCounts().reductions - before, decides ? 1 : 0);
    EXPECT_EQ(steps.counts(*map->getComm()).secondSteps, 1);
    EXPECT_EQ(steps.counts(*map->getComm()).dependent, 0);
    expectNear(level.column(x, 0), krylovSteps(times(level.dense), byDiagonal, tolerance, level.rightHandSide(0)).e);
  }
}

}  // namespace
}  // namespace Chronos::Test
