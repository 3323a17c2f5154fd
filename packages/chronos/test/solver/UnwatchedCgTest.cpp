// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnwatchedCg.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_CgIteration.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FlexibleConjugateGradient.hpp"
#include "Chronos_SingleVectorCg.hpp"
#include "Chronos_SingleVectors.hpp"
#include "CountedOperator.hpp"
#include "FsaiReference.hpp"
#include "NumbersOnDevice.hpp"
#include "PrecisionCases.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace Chronos::Test {
namespace {

constexpr int numRows = 5000;  // three blocks of sums
const ColumnIteration::Flags moves{true};

Block blockOf(const std::vector<double>& entries) {
  const Block block = allocateBlock("block", entries.size(), 1);
  Kokkos::deep_copy(asVector(block), toView("entries", entries));
  return block;
}

std::vector<double> entriesOf(const Block& x) {
  return toVector(asVector(x));
}

// By way of the host, where the transport of these tests has no such sums.
SumOverRanks sumsByHost() {
  if (world()->getSize() == 1) return {};
  const auto add = [](double* numbers, int count) {
    const Vector onDevice = Kokkos::View<double*, Device, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(numbers, count);
    const auto onHost = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), onDevice);
    std::vector<double> sums(onHost.data(), onHost.data() + count);
    sumOverRanks(*world(), sums.data(), count);
    Kokkos::deep_copy(onDevice, toView("sums", sums));
  };
  return {add, {}};
}

// What a step leaves behind, of a method that keeps its numbers on the device or has them come to the host.
struct Trace {
  std::vector<double> numbers;
  std::vector<std::vector<double>> residuals;
  std::vector<double> iterate;
  int numPreconditioned = 0;

  void add(ColumnIteration& iteration, double square, const Block& r) {
    EXPECT_FALSE(iteration.obstacle(0));
    for (double number : {square, iteration.alpha(0), iteration.beta(0)}) numbers.push_back(number);
    residuals.push_back(entriesOf(r));
  }
};

struct System {
  Teuchos::RCP<const Map> map = evenMap(numRows);
  CountedOperator A{spdMatrix(numRows, 6, 1), map}, M{spdMatrix(numRows, 3, 2), map};
  std::vector<double> start = ownedVector<double>(*map, 3);

  using Make = std::function<std::unique_ptr<ColumnIteration>(const Block& x, const Block& r)>;

  // Eight steps; somebody writes another residual behind the fourth and begins anew.
  Trace run(const Make& make, bool expectsAnother) {
    Trace trace;
    const Block x = blockOf(std::vector<double>(start.size(), 0)), r = blockOf(start);
    const auto iteration = make(x, r);
    iteration->replaceResidual();
    const int before = M.numApplied();
    for (int step = 0; step < 8; ++step) {
      if (step == 4) {
        scaleColumns({3}, r);
        iteration->restart(0);
        iteration->replaceResidual();
      }
      iteration->expectAnother(expectsAnother);
      iteration->prepare(moves);
      trace.add(*iteration, iteration->advance(moves, 1)[0], r);
      EXPECT_EQ(iteration->flagSum(), world()->getSize());
    }
    iteration->complete();
    trace.iterate = entriesOf(x);
    trace.numPreconditioned = M.numApplied() - before;
    return trace;
  }
};

void expectSameBits(const Trace& found, const Trace& expected) {
  EXPECT_EQ(found.numbers, expected.numbers);
  EXPECT_EQ(found.residuals, expected.residuals);
  EXPECT_EQ(found.iterate, expected.iterate);
}

TEST(MpiUnwatchedCg, HasTheBitsOfConjugateGradients) {
  System system;
  const Trace expected = system.run(
      [&](const Block& x, const Block& r) { return std::make_unique<CgIteration>(system.A, &system.M, x, r); }, false);
  EXPECT_EQ(expected.numPreconditioned, 8);
  for (bool expectsAnother : {false, true}) {
    const Trace found = system.run(
        [&](const Block& x, const Block& r) {
          return std::make_unique<UnwatchedCg>(system.A, system.M, x, r, sumsByHost());
        },
        expectsAnother);
    expectSameBits(found, expected);
    // Once in vain where the residual is written anew, and behind the last step.
    EXPECT_EQ(found.numPreconditioned, expectsAnother ? 10 : 8);
  }
}

// Four columns, of which the third stops behind the second step and two others go on alone behind the fourth.
struct ColumnsTrace {
  std::vector<double> numbers, residuals, iterates;
};

ColumnsTrace runColumns(bool leaves, bool expectsAnother) {
  const auto map = evenMap(numRows);
  const CountedOperator A(spdMatrix(numRows, 6, 1), map), M(spdMatrix(numRows, 3, 2), map);
  const std::size_t numOwned = ownedVector<double>(*map, 1).size();
  const auto zeros = [&](int width) {
    const Block block = allocateBlock("block", numOwned, width);
    fillBlock(block, 0);
    return block;
  };
  Block x = zeros(4), r = zeros(4);
  for (int c = 0; c < 4; ++c) placeColumn(blockOf(ownedVector<double>(*map, 3 + c)), 0, r, c);
  std::unique_ptr<ColumnIteration> iteration;
  if (leaves) iteration = std::make_unique<UnwatchedCg>(A, M, x, r, sumsByHost());
  else iteration = std::make_unique<CgIteration>(A, &M, x, r);
  iteration->replaceResidual();
  ColumnsTrace trace;
  for (int step = 0; step < 7; ++step) {
    if (step == 4) {
      iteration->complete();
      const std::vector<int> rest{3, 1};
      const Block fewerX = zeros(2), fewerR = zeros(2);
      chooseColumns(x, rest, fewerX);
      chooseColumns(r, rest, fewerR);
      x = fewerX;
      r = fewerR;
      iteration->narrow(rest, x, r);
    }
    if (step == 5) iteration->restart(0);
    ColumnIteration::Flags columns{};
    for (int c = 0; c < iteration->width(); ++c) columns[c] = step < 2 || step >= 4 || c != 2;
    iteration->expectAnother(expectsAnother);
    iteration->prepare(columns);
    const ColumnScalars squares = iteration->advance(columns);
    for (int c = 0; c < iteration->width(); ++c)
      if (columns[c])
        for (double number : {squares[c], iteration->alpha(c), iteration->beta(c)}) trace.numbers.push_back(number);
  }
  iteration->complete();
  trace.residuals = entriesOf(r);
  trace.iterates = entriesOf(x);
  return trace;
}

TEST(MpiUnwatchedCg, ColumnsHaveTheBitsOfConjugateGradients) {
  const ColumnsTrace expected = runColumns(false, false);
  for (bool expectsAnother : {false, true}) {
    const ColumnsTrace found = runColumns(true, expectsAnother);
    EXPECT_EQ(found.numbers, expected.numbers);
    EXPECT_EQ(found.residuals, expected.residuals);
    EXPECT_EQ(found.iterates, expected.iterates);
  }
}

TEST(MpiUnwatchedCg, FlexibleStepsHaveTheSameBits) {
  System system;
  const auto make = [&](const std::optional<SumOverRanks>& overRanks) {
    return [&, overRanks](const Block& x, const Block& r) {
      return std::make_unique<FlexibleConjugateGradient>(system.A, &system.M, x, r, overRanks);
    };
  };
  const Trace expected = system.run(make({}), false);
  EXPECT_EQ(expected.numPreconditioned, 8);
  for (bool expectsAnother : {false, true}) {
    const Trace found = system.run(make(sumsByHost()), expectsAnother);
    expectSameBits(found, expected);
    EXPECT_EQ(found.numPreconditioned, expectsAnother ? 10 : 8);
  }
}

// y = Op x in double, for vectors in single.
class InSingle : public SingleVectorOperator {
 public:
  explicit InSingle(const Operator& op) : op_(op) {}
  void apply(const ConstSingleVector& x, const SingleVector& y, float alpha, float beta) const override {
    ASSERT_EQ(alpha, 1);
    ASSERT_EQ(beta, 0);
    const Block wideX = allocateBlock("x", x.extent(0), 1), wideY = allocateBlock("y", x.extent(0), 1);
    widenVector(x, 0, asVector(wideX));
    op_.apply(wideX, wideY);
    copyToSingle(asVector(ConstBlock(wideY)), y);
  }

 private:
  const Operator& op_;
};

TEST(MpiUnwatchedCg, StepsOfVectorsInSingleHaveTheSameBits) {
  System system;
  const InSingle A(system.A), M(system.M);
  const auto make = [&](const std::optional<SumOverRanks>& overRanks) {
    return [&, overRanks](const Block& x, const Block& r) {
      return std::make_unique<SingleVectorCg>(system.A, A, M, x, r, overRanks);
    };
  };
  const Trace expected = system.run(make({}), false);
  for (bool expectsAnother : {false, true}) expectSameBits(system.run(make(sumsByHost()), expectsAnother), expected);
}

// A step that cannot be taken leaves residual and iterate as they were, and says why.
TEST(UnwatchedCg, WhatIsNotPositiveStopsNothingElse) {
  const auto map = evenMap(numRows);
  HostCsr<double> negative = spdMatrix(numRows, 6, 1);
  for (double& value : negative.values) value = -value;
  const CountedOperator definite(spdMatrix(numRows, 6, 1), map), indefinite(negative, map);
  const std::vector<double> start = ownedVector<double>(*map, 3);
  const auto expectObstacle = [&](ColumnIteration& iteration, const Block& x, const Block& r, const char* what) {
    iteration.prepare(moves);
    const auto obstacle = iteration.obstacle(0);
    ASSERT_TRUE(obstacle);
    EXPECT_LT(obstacle->value, 0);
    EXPECT_EQ(obstacle->what, what);
    iteration.advance({});
    iteration.complete();
    EXPECT_EQ(entriesOf(r), start);
    EXPECT_EQ(entriesOf(x), std::vector<double>(start.size(), 0));
  };
  for (bool isMatrix : {false, true}) {
    const Operator &A = isMatrix ? indefinite : definite, &M = isMatrix ? definite : indefinite;
    const Block x = blockOf(std::vector<double>(start.size(), 0)), r = blockOf(start);
    UnwatchedCg iteration(A, M, x, r, SumOverRanks());
    expectObstacle(iteration, x, r, isMatrix ? "p^T A p" : "r^T M^{-1} r");
    if (isMatrix) {
      EXPECT_LT(iteration.curvatureShare(0), 0);
    }
    const Block flexibleX = blockOf(std::vector<double>(start.size(), 0)), flexibleR = blockOf(start);
    FlexibleConjugateGradient flexible(A, &M, flexibleX, flexibleR, SumOverRanks());
    if (isMatrix) expectObstacle(flexible, flexibleX, flexibleR, "d^T A d");
  }
}

// Whole solves, with corrections and hand-overs; more ranks than one have such sums between GPUs alone.
TEST(UnwatchedCg, SolvesTakeTheSameSteps) {
  using namespace PrecisionCases;
  const Problem problem = problemOf("jumps3d", 12, 1e4);
  const auto with = [](CycleKind cycle, const Precisions& matrices, StoragePrecision vectors, StoragePrecision krylov) {
    Parameters parameters = withPrecision("flow", matrices, matrices);
    parameters.amg.cycle = cycle;
    parameters.amg.storage.vectors = {vectors};
    parameters.amg.storage.krylov = krylov;
    return parameters;
  };
  for (const Parameters& parameters :
       {with(CycleKind::V, {wide}, wide, wide), with(CycleKind::V, {single}, single, wide),
        with(CycleKind::K, {wide}, wide, wide), with(CycleKind::V, {half}, wide, single),
        with(CycleKind::V, {half}, single, single)}) {
    const auto run = [&](bool leaves) {
      const NumbersOnDevice numbers(leaves);
      return solved(problem, parameters).result;
    };
    const SolveResult watched = run(false), unwatched = run(true);
    EXPECT_EQ(unwatched.status, SolveStatus::converged);
    EXPECT_EQ(unwatched.iterations, watched.iterations);
    EXPECT_EQ(unwatched.corrections, watched.corrections);
    EXPECT_EQ(unwatched.message, watched.message);
    ASSERT_EQ(unwatched.residualHistory.size(), watched.residualHistory.size());
    for (std::size_t i = 0; i < watched.residualHistory.size(); ++i)
      EXPECT_NEAR(unwatched.residualHistory[i], watched.residualHistory[i], 1e-9 * watched.residualHistory[i]);
    EXPECT_NEAR(unwatched.conditionEstimate, watched.conditionEstimate, 1e-6 * watched.conditionEstimate);
  }
}

// A preconditioner that refuses what is no number is applied ahead of the watch that finds the breakdown.
TEST(UnwatchedCg, ABreakdownStaysABreakdown) {
  const auto map = evenMap(100);
  const CountedOperator A(spdMatrix(100, 6, 1), map);
  const CountedOperator M(spdMatrix(100, 3, 2), map, [](int number, const ConstBlock&, const Block&) {
    if (number > 0) throw InputError("refused");
  });
  const Block x = blockOf(std::vector<double>(100, 0)), r = blockOf(ownedVector<double>(*map, 3));
  UnwatchedCg iteration(A, M, x, r, SumOverRanks());
  iteration.expectAnother(true);
  iteration.prepare(moves);
  EXPECT_FALSE(iteration.obstacle(0));
  iteration.advance(moves);
  EXPECT_THROW(iteration.prepare(moves), InputError);
}

}  // namespace
}  // namespace Chronos::Test
