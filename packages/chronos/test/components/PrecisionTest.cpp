// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_StorageCheck.hpp"
#include "PrecisionCases.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace Chronos::Test {
namespace {

using namespace PrecisionCases;

TEST(MpiPrecision, IterationsStayAndBytesFall) {
  for (const auto& [problem, name] :
       std::vector<std::pair<Problem, const char*>>{{problemOf("laplace3d7", 20), "flow"},
                                                    {problemOf("jumps3d", 16, 1e4), "flow"},
                                                    {problemOf("elasticity3d", 9, 1e4), "mechanics"}}) {
    const Outcome exact = solved(problem, withPrecision(name, {wide}));
    ASSERT_EQ(exact.result.status, SolveStatus::converged);
    const int iterations = exact.result.iterations;
    struct Case {
      Precisions matrices;
      int more;
      double bytes;
    };
    for (const Case& c : {Case{{single}, 1, 0.8}, Case{{half}, 2, 0.7}, Case{{bfloat16}, 3, 0.7},
                          Case{{wide, half}, 2, 1.0}, Case{{single, half}, 2, 0.8}}) {
      SCOPED_TRACE(std::string(name) + " " + nameOf(c.matrices.front()) + " " + nameOf(c.matrices.back()));
      const Outcome run = solved(problem, withPrecision(name, c.matrices, c.matrices));
      EXPECT_EQ(run.result.status, SolveStatus::converged);
      EXPECT_LE(run.result.iterations, iterations + c.more);
      EXPECT_LT(run.bytes, c.bytes * exact.bytes);
    }
  }
}

TEST(MpiPrecision, ALevelThatIsVisitedTwiceKeepsMoreDigitsAndTheReportSaysSo) {
  const Problem problem = problemOf("elasticity3d", 9);
  Parameters parameters = withPrecision("mechanics", {half});
  for (const auto& [cycle, keeps] : std::vector<std::pair<CycleKind, bool>>{
           {CycleKind::V, false}, {CycleKind::W, true}, {CycleKind::H, true}, {CycleKind::K, true}}) {
    parameters.amg.cycle = cycle;
    const Outcome run = solved(problem, parameters);
    EXPECT_EQ(run.result.status, SolveStatus::converged);
    EXPECT_EQ(says(run, "level 1: A is not stored in half"), keeps) << static_cast<int>(cycle);
    EXPECT_FALSE(says(run, "level 0: "));
  }
}

TEST(MpiPrecision, FactorsOfFsaiBecomeNarrowAndOtherSmoothersSayWhyNot) {
  const Problem problem = problemOf("laplace3d7", 16);
  Parameters parameters = withPrecision("flow", {half});
  parameters.amg.level.smoother.method.choose("adaptive fsai");
  const double before = solved(problem, parameters).bytes;
  parameters.amg.storage.smoother = {half};
  const Outcome narrow = solved(problem, parameters);
  EXPECT_LT(narrow.bytes, 0.85 * before);
  EXPECT_TRUE(narrow.notes.empty());
  parameters.amg.level.smoother.method.choose("two-stage gauss-seidel");
  EXPECT_TRUE(says(solved(problem, parameters), "level 0: the smoother is not stored in half: this kind has no"));
}

TEST(MpiPrecision, EntriesOutOfRangeMakeALevelWider) {
  const Problem problem = problemOf("laplace3d7", 12);
  problem.matrix->resumeFill();
  problem.matrix->scale(0x1p-850);
  problem.matrix->fillComplete();
  const Outcome run = solved(problem, withPrecision("flow", {half}));
  EXPECT_EQ(run.result.status, SolveStatus::converged);
  EXPECT_TRUE(says(run, "A is not stored in half: entries are out of its range"));
  EXPECT_TRUE(says(run, "A is not stored in single: entries are out of its range"));
}

TEST(MpiPrecision, EntriesFarBeyondTheRangeOfTheStorageAreScaled) {
  for (const auto& [name, size, method] : std::vector<std::tuple<const char*, int, const char*>>{
           {"laplace3d7", 12, "flow"}, {"elasticity3d", 8, "mechanics"}})
    for (const Precisions& matrices : {Precisions{half}, Precisions{single}, Precisions{half, single}}) {
      const int iterations = solved(problemOf(name, size), withPrecision(method, {wide})).result.iterations;
      for (double factor : {0x1p600, 0x1p-600, 1e9}) {
        const Problem scaled = problemOf(name, size);
        scaled.matrix->resumeFill();
        scaled.matrix->scale(factor);
        scaled.matrix->fillComplete();
        const Outcome run = solved(scaled, withPrecision(method, matrices));
        EXPECT_EQ(run.result.status, SolveStatus::converged) << name << " times " << factor;
        EXPECT_LE(run.result.iterations, iterations + 1);
      }
    }
}

// A long rod held at one end: rounding moves the energy of its bending by more than that is.
TEST(MpiPrecision, LevelsBecomeWiderWhereOneCycleDiffersTooMuch) {
  ProblemOptions options;
  options.nx = 60;
  options.ny = options.nz = 4;
  const Problem problem = makeProblem("elasticity3d", options, world());
  Parameters parameters = withPrecision("smoothed aggregation", {wide});
  parameters.amg.precision = CyclePrecision::doublePrecision;
  const int iterations = solved(problem, parameters).result.iterations;
  parameters.amg.storage.matrices = parameters.amg.storage.smoother = {bfloat16};
  const Outcome run = solved(problem, parameters);
  EXPECT_EQ(run.result.status, SolveStatus::converged);
  EXPECT_LE(run.result.iterations, iterations + std::max(2, iterations / 10));
  EXPECT_TRUE(says(run, ", not in bfloat16: one cycle differs by"));
  EXPECT_GE(run.report.storageDifference, 0);
  EXPECT_LE(run.report.storageDifference, greatestDifference);
  const auto& levels = run.report.levels;
  // P was at fault on the finest level, and A below it.
  EXPECT_EQ(levels[0].transferStorage, "single");
  EXPECT_EQ(levels[0].matrixStorage, "bfloat16");
  EXPECT_EQ(levels[0].widened.size(), 1u);
  EXPECT_EQ(levels[1].matrixStorage, "single");
  for (const LevelReport& level : levels) EXPECT_LE(level.bytes, level.bytesInDouble);
}

TEST(LevelStorage, BecomesWiderInParts) {
  LevelStorage storage;
  storage.matrix = storage.transfers = half;
  storage.smoother = bfloat16;
  storage.vectors = single;
  storage = storage.wider();
  EXPECT_EQ(std::make_tuple(storage.matrix, storage.transfers, storage.smoother),
            std::make_tuple(half, single, bfloat16));
  storage = storage.wider();
  EXPECT_EQ(std::make_tuple(storage.matrix, storage.transfers, storage.smoother),
            std::make_tuple(single, single, bfloat16));
  storage = storage.wider();
  EXPECT_EQ(std::make_tuple(storage.matrix, storage.transfers, storage.smoother),
            std::make_tuple(single, single, single));
  EXPECT_EQ(storage.vectors, single);
  EXPECT_FALSE(storage.wider().isNarrow());
  EXPECT_FALSE(storage.wider().hasSingleVectors());
}

TEST(MpiPrecision, LevelsStayNarrowWhereOneCycleHardlyDiffers) {
  for (const auto& [problem, name] : std::vector<std::pair<Problem, const char*>>{
           {problemOf("laplace3d7", 16), "flow"}, {problemOf("elasticity3d", 8), "smoothed aggregation"}}) {
    Parameters parameters = withPrecision(name, {bfloat16}, {bfloat16});
    parameters.amg.precision = CyclePrecision::doublePrecision;
    const Outcome run = solved(problem, parameters);
    EXPECT_GT(run.report.storageDifference, 1e-6) << name;
    EXPECT_LT(run.report.storageDifference, 0.1) << name;
    EXPECT_EQ(run.report.levels.front().matrixStorage, "bfloat16");
    EXPECT_EQ(run.report.levels.back().matrixStorage, "double");
    EXPECT_TRUE(run.report.levels.front().widened.empty());
    EXPECT_LT(run.report.bytes(), 0.8 * run.report.bytesInDouble());
  }
}

TEST(MpiPrecision, NothingIsComparedWhereNothingHasSixteenBits) {
  const Outcome run = solved(problemOf("laplace3d7", 12), withPrecision("flow", {single}, {single}));
  EXPECT_LT(run.report.storageDifference, 0);
  EXPECT_EQ(storageText(run.report.levels.front()).substr(0, 6), "single");
}

TEST(MpiStorageCheck, IsNothingBetweenACycleAndItselfAndGrowsWithRounding) {
  const Problem problem = problemOf("laplace3d7", 16);
  const auto exact = setUp(problem, withPrecision("flow", {wide})),
             close = setUp(problem, withPrecision("flow", {half})),
             far = setUp(problem, withPrecision("flow", {bfloat16}));
  const CycleWork work(*exact->hierarchy());
  const auto difference = [&](const Teuchos::RCP<Preconditioner<>>& M) {
    return cycleDifference(*M->hierarchy(), *exact->hierarchy(), *exact->distMatrix(), 0, work);
  };
  EXPECT_EQ(difference(exact), 0);
  EXPECT_GT(difference(close), 0);
  EXPECT_GT(difference(far), 3 * difference(close));
}

// The check of vectors takes over the cycle that the check of copies ended with.
TEST(MpiStorageCheck, OfVectorsIsTheDifferenceFromTheSameCopiesWithVectorsInDouble) {
  const Problem problem = problemOf("laplace3d7", 16);
  Parameters parameters = withPrecision("flow", {half});
  parameters.amg.storage.vectors = {wide};
  const auto inDouble = setUp(problem, parameters);
  parameters.amg.storage.vectors = {single};
  const auto inSingle = setUp(problem, parameters);
  const CycleWork work(*inDouble->hierarchy());
  const double expected =
      cycleDifference(*inSingle->hierarchy(), *inDouble->hierarchy(), *inDouble->distMatrix(), 0, work);
  EXPECT_GT(expected, 1e-9);
  EXPECT_NEAR(inSingle->hierarchy()->report.vectorDifference, expected, 0.1 * expected);
}

TEST(MpiPrecision, AutomaticTakesCopiesWhereTheyWin) {
  const Outcome flow = solved(problemOf("laplace3d7", 12),
                              withPrecision("flow", {StoragePrecision::automatic}, {StoragePrecision::automatic}));
  EXPECT_EQ(storageText(flow.report.levels.front()), "double");
  EXPECT_EQ(flow.report.bytes(), flow.report.bytesInDouble());
  // On a GPU this one is too small to win anything.
  const Outcome body = solved(problemOf("elasticity3d", 9),
                              withPrecision("mechanics", {StoragePrecision::automatic}, {StoragePrecision::automatic}));
  EXPECT_EQ(body.result.status, SolveStatus::converged);
  EXPECT_EQ(body.report.levels.front().matrixStorage, runsOnHost<Device> ? "single" : "double");
}

TEST(MpiPrecision, OneWordStandsForAllLists) {
  const Problem problem = problemOf("laplace3d7", 16);
  for (StoragePrecision precision : {single, half, bfloat16}) {
    Parameters parameters = withPrecision("flow", {precision}, {precision});
    parameters.amg.storage.vectors = {single};
    const Outcome lists = solved(problem, parameters);
    parameters.amg.storage = {};
    parameters.amg.storage.all = precision;
    const Outcome word = solved(problem, parameters);
    EXPECT_EQ(word.result.residualHistory, lists.result.residualHistory);
    EXPECT_EQ(storageText(word.report.levels.front()), storageText(lists.report.levels.front()));
    EXPECT_EQ(word.report.levels.front().vectorStorage, "single");
    parameters.amg.storage.matrices = {single};
    EXPECT_THROW(solved(problem, parameters), InputError);
  }
}

TEST(MpiPrecision, PolynomialsMultiplyByTheMatrixOfTheCycle) {
  const Problem problem = problemOf("elasticity3d", 10);
  for (const char* smoother : {"chebyshev", "block chebyshev"}) {
    Parameters parameters = withPrecision("smoothed aggregation", {half});
    parameters.amg.precision = CyclePrecision::doublePrecision;
    parameters.amg.level.smoother.method.choose(smoother);
    const Outcome kept = solved(problem, parameters);
    parameters.amg.storage.smoother = {half};
    const Outcome shared = solved(problem, parameters);
    EXPECT_EQ(shared.result.status, SolveStatus::converged);
    EXPECT_LE(shared.result.iterations, kept.result.iterations + 2);
    EXPECT_LT(shared.bytes, 0.7 * kept.bytes) << smoother;
    EXPECT_FALSE(says(shared, "the smoother is"));
  }
}

TEST(MpiPrecision, TwoWordsForOneThingAreRefused) {
  const Problem problem = problemOf("laplace3d7", 6);
  Parameters parameters = withPrecision("flow", {half});
  parameters.amg.precision = CyclePrecision::singlePrecision;
  EXPECT_THROW(solved(problem, parameters), InputError);
  parameters.amg.storage = {};
  parameters.amg.storage.columns = ColumnStorage::compact;
  EXPECT_THROW(solved(problem, parameters), InputError);
  parameters.amg.storage = {{wide}, {half}};
  EXPECT_THROW(solved(problem, parameters), InputError);
  parameters.amg.precision = CyclePrecision::doublePrecision;
  parameters.amg.storage = {{}, {half}};
  EXPECT_THROW(solved(problem, parameters), InputError);
  parameters.amg.precision = CyclePrecision::singlePrecision;
  parameters.amg.storage = {};
  parameters.amg.storage.vectors = {single};
  EXPECT_THROW(solved(problem, parameters), InputError);
}

}  // namespace
}  // namespace Chronos::Test
