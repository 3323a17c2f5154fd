// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleReductionCg.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_CgIteration.hpp"
#include "Chronos_GlobalHash.hpp"
#include "CountedOperator.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "LaunchCounter.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

Block randomBlock(const Map& map, int width, int seed) {
  const Block block = allocateBlock("block", TrilinosVersion::numLocal(map), width);
  std::vector<double> entries(block.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = globalUniform(seed + i % width,
                               static_cast<std::uint64_t>(map.getGlobalElement(static_cast<LocalOrdinal>(i / width))));
  Kokkos::deep_copy(asVector(block), toView("entries", entries));
  return block;
}

Block zeros(const Block& like) {
  const Block block = allocateBlock("zeros", like.extent(0), widthOf(like));
  Kokkos::deep_copy(block, 0.0);
  return block;
}

Block copyOf(const Block& x) {
  const Block block = allocateBlock("copy", x.extent(0), widthOf(x));
  Kokkos::deep_copy(block, x);
  return block;
}

ColumnIteration::Flags allOf(int width) {
  ColumnIteration::Flags flags{};
  for (int c = 0; c < width; ++c) flags[c] = true;
  return flags;
}

// Residuals, lengths of steps, factors and iterate are those of conjugate gradients.
TEST(MpiSingleReductionCg, TakesTheStepsOfConjugateGradients) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  for (const auto& map : testMaps(80))
    for (int width : {1, 2, 4, 8})
      for (bool hasPreconditioner : {false, true}) {
        const CountedOperator product(A, map), same(A, map);
        const HostCsr<double> M = spdMatrix(80, 3, 2);
        const CountedOperator preconditioner(M, map);
        const Operator* B = hasPreconditioner ? &preconditioner : nullptr;
        const Block r = randomBlock(*map, width, 3), plainR = copyOf(r), x = zeros(r), plainX = zeros(r);
        SingleReductionCg iteration(product, B, x, r);
        CgIteration plain(same, B, plainX, plainR);
        const auto moves = allOf(width);
        for (int step = 0; step < 6; ++step) {
          iteration.prepare(moves);
          plain.prepare(moves);
          const ColumnScalars squares = iteration.advance(moves, 1), expected = plain.advance(moves);
          EXPECT_EQ(iteration.flagSum(), world()->getSize());
          for (int c = 0; c < width; ++c) {
            EXPECT_FALSE(iteration.obstacle(c));
            EXPECT_NEAR(squares[c], expected[c], 1e-7 * expected[c]);
            EXPECT_NEAR(iteration.alpha(c), plain.alpha(c), 1e-7 * plain.alpha(c));
            EXPECT_NEAR(iteration.beta(c), plain.beta(c), 1e-7 * plain.beta(c));
          }
        }
        plain.complete();
        const auto found = toVector(asVector(ConstBlock(x))), sought = toVector(asVector(ConstBlock(plainX)));
        for (std::size_t i = 0; i < found.size(); ++i)
          EXPECT_NEAR(found[i], sought[i], 1e-8 * (1 + std::abs(sought[i])));
      }
}

// One product and one application more than steps; an update and the sums are one pass each, prepare() is none.
TEST(SingleReductionCg, TakesTwoPassesOverItsVectorsAStep) {
  const auto map = evenMap(60);
  const CountedOperator product(spdMatrix(60, 6, 1), map), preconditioner(spdMatrix(60, 3, 2), map);
  const Block r = randomBlock(*map, 1, 3), x = zeros(r);
  SingleReductionCg iteration(product, &preconditioner, x, r);
  iteration.prepare({true});
  iteration.advance({true});
  const LaunchCounter launches;
  iteration.prepare({true});
  EXPECT_EQ(launches.of("Chronos::sumBlocks"), 0);
  EXPECT_EQ(product.numApplied(), 2);
  iteration.advance({true});
  EXPECT_EQ(launches.of("Chronos::advanceStep"), 1);
  EXPECT_EQ(launches.of("Chronos::sumBlocks"), 1);
  EXPECT_EQ(product.numApplied(), 3);
  EXPECT_EQ(preconditioner.numApplied(), 3);
}

// A column that does not move keeps its iterate and its residual, to the last bit; one that begins anew goes on as from
// the start, beside another that does not.
TEST(MpiSingleReductionCg, ColumnsRestAndBeginAnewOneByOne) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  const auto map = cyclicMap(80);
  const CountedOperator product(A, map);
  const Block r = randomBlock(*map, 2, 3), x = zeros(r);
  SingleReductionCg iteration(product, nullptr, x, r);
  for (int step = 0; step < 3; ++step) iteration.prepare({true, true}), iteration.advance({true, true});
  const Block restingX = copyOf(x), restingR = copyOf(r);
  iteration.prepare({true, false});
  iteration.advance({true, false});
  const auto column = [](const Block& block, int c) {
    const Block one = allocateBlock("one", block.extent(0), 1);
    placeColumn(block, c, one, 0);
    return toVector(asVector(ConstBlock(one)));
  };
  EXPECT_EQ(column(x, 1), column(restingX, 1));
  EXPECT_EQ(column(r, 1), column(restingR, 1));
  EXPECT_NE(column(x, 0), column(restingX, 0));
  const Block other = randomBlock(*map, 2, 9), fresh = allocateBlock("fresh", r.extent(0), 1), freshX = zeros(fresh);
  placeColumn(other, 1, fresh, 0);
  placeColumn(other, 1, r, 1);
  iteration.restart(1);
  SingleReductionCg alone(product, nullptr, freshX, fresh);
  for (int step = 0; step < 4; ++step) {
    iteration.prepare({true, true});
    alone.prepare({true});
    const double square = iteration.advance({true, true})[1], expected = alone.advance({true})[0];
    EXPECT_NEAR(square, expected, 1e-12 * expected);
    EXPECT_EQ(iteration.beta(1) == 0, step == 0);
    EXPECT_NE(iteration.beta(0), 0);
  }
}

// Of four columns two go on in narrower blocks, as if nothing had been.
TEST(MpiSingleReductionCg, GoesOnInNarrowerBlocks) {
  const auto map = cyclicMap(80);
  const CountedOperator product(spdMatrix(80, 6, 1), map), preconditioner(spdMatrix(80, 3, 2), map);
  for (const Operator* B : {static_cast<const Operator*>(nullptr), static_cast<const Operator*>(&preconditioner)}) {
    const Block r = randomBlock(*map, 4, 3), x = zeros(r), wideR = copyOf(r), wideX = zeros(r);
    SingleReductionCg iteration(product, B, x, r), wide(product, B, wideX, wideR);
    for (int step = 0; step < 3; ++step)
      for (SingleReductionCg* one : {&iteration, &wide}) one->prepare(allOf(4)), one->advance(allOf(4));
    const std::vector<int> columns = {3, 1};
    const Block narrowR = allocateBlock("r", r.extent(0), 2), narrowX = allocateBlock("x", r.extent(0), 2);
    chooseColumns(r, columns, narrowR);
    chooseColumns(x, columns, narrowX);
    iteration.narrow(columns, narrowX, narrowR);
    const int before = product.numApplied();
    for (int step = 0; step < 3; ++step) {
      iteration.prepare(allOf(2));
      wide.prepare(allOf(4));
      const ColumnScalars squares = iteration.advance(allOf(2)), expected = wide.advance(allOf(4));
      for (int c = 0; c < 2; ++c) EXPECT_NEAR(squares[c], expected[columns[c]], 1e-12 * expected[columns[c]]);
    }
    EXPECT_EQ(product.numApplied(), before + 6);
  }
}

// A product that goes wrong spoils s, and with it p^T A p of the next direction d. What is formed anew is right:
// the step is as long as d^T A d says.
TEST(MpiSingleReductionCg, FormsTheImageOfItsDirectionAnew) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  const auto map = cyclicMap(80);
  const Dense dense = denseOf(A);
  // How far the third step is from that length, relative.
  const auto error = [&](bool spoils, bool renews) {
    const CountedOperator product(A, map, [&](int number, const ConstBlock& v, const Block& y) {
      if (spoils && number == 1) combineVectors(1, asVector(ConstBlock(y)), 0.1, asVector(v), asVector(y));
    });
    const Block r = randomBlock(*map, 1, 3), x = zeros(r);
    SingleReductionCg iteration(product, nullptr, x, r);
    double square = 0;
    std::vector<double> before;
    for (int step = 0; step < 3; ++step) {
      if (step == 2) {
        before = wholeVector(*map, asVector(ConstBlock(x)));
        square = iteration.dot(r, r)[0];
        if (renews) iteration.renew({true});
      }
      iteration.prepare({true});
      iteration.advance({true});
    }
    const auto after = wholeVector(*map, asVector(ConstBlock(x)));
    double energy = 0;
    for (int row = 0; row < dense.n; ++row)
      for (int col = 0; col < dense.n; ++col)
        energy += (after[row] - before[row]) * dense(row, col) * (after[col] - before[col]);
    return std::abs(energy / (iteration.alpha(0) * square) - 1);
  };
  EXPECT_LE(error(false, false), 1e-12);
  EXPECT_LE(error(false, true), 1e-12);
  EXPECT_GT(error(true, false), 1e-4);
  EXPECT_LE(error(true, true), 1e-12);
}

// Where p^T A p looks negative by what the recurrences carry along it is formed from the direction.
TEST(MpiSingleReductionCg, AsksTheDirectionBeforeItCallsAMatrixIndefinite) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  const auto map = cyclicMap(80);
  const auto run = [&](bool spoilsAll) {
    const CountedOperator product(A, map, [&](int number, const ConstBlock& v, const Block& y) {
      if (number == 2 || (spoilsAll && number > 2))
        combineVectors(1, asVector(ConstBlock(y)), -1e6, asVector(v), asVector(y));
    });
    const Block r = randomBlock(*map, 2, 3), x = zeros(r);
    SingleReductionCg iteration(product, nullptr, x, r);
    for (int step = 0; step < 2; ++step) iteration.prepare({true, true}), iteration.advance({true, true});
    iteration.prepare({true, false});
    EXPECT_EQ(product.numApplied(), 4);
    EXPECT_EQ(iteration.curvatureShare(0) < 0, spoilsAll);
    return iteration.obstacle(0);
  };
  EXPECT_FALSE(run(false));
  const auto obstacle = run(true);
  ASSERT_TRUE(obstacle);
  EXPECT_TRUE(obstacle->isCurvature);
  EXPECT_LT(obstacle->value, 0);
}

}  // namespace
}  // namespace Chronos::Test
