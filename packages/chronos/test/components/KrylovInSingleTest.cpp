// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "PrecisionCases.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

namespace Chronos::Test {
namespace {

using namespace PrecisionCases;

Parameters inSingle(const char* name, StoragePrecision matrices, StoragePrecision vectors) {
  Parameters parameters = withPrecision(name, {matrices}, {matrices});
  parameters.amg.storage.vectors = {vectors};
  parameters.amg.storage.krylov = single;
  return parameters;
}

// What the method multiplies by is in single, whatever the cycle is stored in.
TEST(MpiKrylovInSingle, TakesAsManyIterationsAndTheSameResidual) {
  for (const auto& [problem, name] : std::vector<std::pair<Problem, const char*>>{
           {problemOf("jumps3d", 16, 1e4), "flow"}, {problemOf("elasticity3d", 9, 1e4), "mechanics"}})
    for (const auto& [matrices, vectors] : std::vector<std::pair<StoragePrecision, StoragePrecision>>{
             {wide, wide}, {single, wide}, {half, wide}, {single, single}, {half, single}}) {
      Parameters parameters = inSingle(name, matrices, vectors);
      parameters.amg.storage.krylov = wide;
      const Outcome inDouble = solved(problem, parameters);
      EXPECT_EQ(inDouble.result.corrections, 0);
      parameters.amg.storage.krylov = single;
      const Outcome run = solved(problem, parameters);
      SCOPED_TRACE(std::string(name) + ", " + nameOf(matrices) + ", " + nameOf(vectors));
      EXPECT_EQ(run.result.status, SolveStatus::converged);
      EXPECT_EQ(run.result.method, KrylovMethod::flexibleCg);
      // Mechanics takes 32 for 29: what corrections bring back of a direction has to be found again.
      EXPECT_LE(run.result.iterations, inDouble.result.iterations + 3);
      EXPECT_GE(run.result.corrections, 1);
      EXPECT_LE(run.result.corrections, 8) << "eight digits, one or more at a time";
      EXPECT_LE(run.result.relativeResidual, 1e-8);
      EXPECT_TRUE(run.result.message.empty()) << run.result.message;
      EXPECT_TRUE(run.notices.empty());
    }
}

// More digits than single precision has, from any size of right-hand side, with and without a guess.
TEST(MpiKrylovInSingle, ReachesWhatDoubleReaches) {
  const Problem problem = problemOf("laplace3d7", 14);
  const auto M = setUp(problem, inSingle("flow", single, single));
  ASSERT_TRUE(M->narrowSystem().takesSingleVectors());
  TpetraMultiVector x(problem.matrix->getRowMap(), 1), b(problem.matrix->getRowMap(), 1);
  for (int exponent : {0, -600, 600})
    for (InitialGuess guess : {InitialGuess::zero, InitialGuess::given, InitialGuess::preconditioned}) {
      b.randomize();
      b.scale(std::ldexp(1.0, exponent));
      x.randomize();
      x.scale(std::ldexp(1.0, exponent));
      SolverParameters parameters;
      parameters.tolerance = 1e-13;
      parameters.initialGuess = guess;
      const SolveResult result = solve(problem.matrix, M, b, x, parameters);
      SCOPED_TRACE(std::to_string(exponent) + ", guess " + std::to_string(static_cast<int>(guess)));
      EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
      EXPECT_GE(result.corrections, 2);
      TpetraMultiVector r(b, Teuchos::Copy);
      problem.matrix->apply(x, r, Teuchos::NO_TRANS, -1, 1);
      r.scale(std::ldexp(1.0, -exponent));
      b.scale(std::ldexp(1.0, -exponent));
      EXPECT_LE(r.getVector(0)->norm2(), 2e-13 * b.getVector(0)->norm2());
    }
}

TEST(MpiKrylovInSingle, TakesSeveralColumnsInDoubleVectors) {
  const Problem problem = problemOf("laplace3d7", 12);
  const auto M = setUp(problem, inSingle("flow", single, single));
  TpetraMultiVector x(problem.matrix->getRowMap(), 3), b(problem.matrix->getRowMap(), 3);
  b.randomize();
  b.getVectorNonConst(1)->putScalar(0);
  const SolveResult result = solve(problem.matrix, M, b, x, SolverParameters());
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_GE(result.columns[0].corrections, 1);
  EXPECT_EQ(result.columns[1].iterations, 0);
  EXPECT_GE(result.columns[2].corrections, 1);
}

// The cycle on vectors in single is the one that vectors in double go through, but for their rounding.
TEST(MpiKrylovInSingle, AppliesTheSameCycle) {
  const Problem problem = problemOf("laplace3d7", 14);
  const auto M = setUp(problem, inSingle("flow", half, single));
  const NarrowSystem system = M->narrowSystem();
  ASSERT_TRUE(system.takesSingleVectors());
  const std::size_t n = TrilinosVersion::numLocal(*M->hierarchy()->levels.front().A->rangeMap());
  const auto b = ownedVector<double>(*problem.matrix->getRowMap(), 3);
  const std::vector<float> singleB(b.begin(), b.end());
  const auto x = toView("x", wrongValues<double>(n));
  M->apply(asBlock(ConstVector(toView("b", std::vector<double>(singleB.begin(), singleB.end())))), asBlock(x));
  const auto once = toView("once", std::vector<float>(n, std::nanf("")));
  system.singlePreconditioner->apply(toView("b", singleB), once);
  const auto added = toView("added", singleB);
  system.singlePreconditioner->apply(toView("b", singleB), added, -2, 3);
  const auto expected = toVector(x);
  const auto found = toVector(once), combined = toVector(added);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-5 * (1 + std::fabs(expected[i])));
    EXPECT_NEAR(combined[i], -2 * expected[i] + 3 * singleB[i], 1e-5 * (4 + 2 * std::fabs(expected[i])));
  }
}

TEST(MpiKrylovInSingle, SaysWhereItHasNoEffect) {
  const Problem problem = problemOf("laplace3d7", 12);
  Parameters parameters = inSingle("flow", half, single);
  parameters.amg.maxLevels = 1;
  const Outcome solvedAtOnce = solved(problem, parameters);
  EXPECT_EQ(solvedAtOnce.result.corrections, 0);
  ASSERT_EQ(solvedAtOnce.notices.size(), 1u);
  EXPECT_NE(solvedAtOnce.notices.front().find("has no effect"), std::string::npos);
  for (KrylovMethod method :
       {KrylovMethod::cg, KrylovMethod::singleReductionCg, KrylovMethod::stationary, KrylovMethod::fgmres}) {
    parameters = inSingle("flow", half, single);
    parameters.solver.method = method;
    const Outcome plain = solved(problem, parameters);
    ASSERT_EQ(plain.notices.size(), 1u);
    EXPECT_NE(plain.notices.front().find("no effect on " + std::string(nameOf(method))), std::string::npos);
  }
  parameters = inSingle("flow", half, single);
  parameters.solver.nullSpace = NullSpaceKind::constants;
  EXPECT_EQ(setUp(problem, parameters)->notices().size(), 1u);
}

// Each hierarchy would make a copy of its own, and none of them takes vectors in single for the others.
TEST(MpiKrylovInSingle, CompositesHaveOneMatrixAndVectorsInDouble) {
  const Problem problem = problemOf("laplace3d7", 12);
  Parameters parameters = inSingle("aggregation", half, single);
  parameters.amg.cycle = CycleKind::V;
  parameters.amg.composite.maxHierarchies = 2;
  parameters.amg.composite.convergence = 0;
  const auto M = setUp(problem, parameters);
  ASSERT_EQ(M->multigrid()->parts().size(), 2u);
  EXPECT_FALSE(M->multigrid()->parts().front().cycle->hierarchy()->krylovMatrix.is_null());
  EXPECT_TRUE(M->multigrid()->parts().back().cycle->hierarchy()->krylovMatrix.is_null());
  EXPECT_TRUE(M->narrowSystem().exists());
  EXPECT_FALSE(M->narrowSystem().takesSingleVectors());
  TpetraMultiVector x(problem.matrix->getRowMap(), 1), b(problem.matrix->getRowMap(), 1);
  b.randomize();
  const SolveResult result = solve(problem.matrix, M, b, x, SolverParameters());
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_GE(result.corrections, 1);
}

// The copy of its own is held, and counted, where the cycle has another one.
TEST(MpiKrylovInSingle, CountsItsMatrix) {
  const Problem problem = problemOf("laplace3d7", 14);
  const auto bytesOf = [&](StoragePrecision matrices, StoragePrecision krylov) {
    Parameters parameters = inSingle("flow", matrices, single);
    parameters.amg.storage.krylov = krylov;
    return static_cast<double>(setUp(problem, parameters)->hierarchy()->numBytes());
  };
  EXPECT_EQ(bytesOf(single, single), bytesOf(single, wide));
  const double entries = static_cast<double>(problem.matrix->getLocalMatrixDevice().nnz());
  const double rows = static_cast<double>(TrilinosVersion::numLocal(*problem.matrix->getRowMap()));
  for (StoragePrecision matrices : {wide, half}) {
    // Four bytes of a value, two of a column where that is compact; the columns of the matrix are shared otherwise.
    const double more = bytesOf(matrices, single) - bytesOf(matrices, wide);
    EXPECT_GE(more, 4 * entries);
    EXPECT_LE(more, 6 * entries + 16 * rows + 4096);
  }
}

TEST(MpiKrylovInSingle, ReportsTheBytesOfItsMatrix) {
  const Problem problem = problemOf("laplace3d7", 14);
  Parameters parameters = inSingle("flow", half, single);
  const double with = solved(problem, parameters).bytes;
  parameters.amg.storage.krylov = wide;
  EXPECT_GE(with, solved(problem, parameters).bytes + 4 * static_cast<double>(problem.matrix->getGlobalNumEntries()));
}

// What an operator would give times a factor.
class Multiple : public SingleVectorOperator {
 public:
  Multiple(float factor, const SingleVectorOperator& of) : factor_(factor), of_(of) {}
  void apply(const ConstSingleVector& x, const SingleVector& y, float alpha, float beta) const override {
    of_.apply(x, y, factor_ * alpha, beta);
  }

 private:
  float factor_;
  const SingleVectorOperator& of_;
};

// A preconditioner whose narrow system is another one altogether.
class WithSystem : public Operator {
 public:
  WithSystem(const Teuchos::RCP<const Operator>& M, const NarrowSystem& system) : M_(M), system_(system) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    M_->apply(x, y, alpha, beta);
  }
  NarrowSystem narrowSystem() const override { return system_; }
  Teuchos::RCP<const Map> domainMap() const override { return M_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return M_->rangeMap(); }

 private:
  Teuchos::RCP<const Operator> M_;
  NarrowSystem system_;
};

void expectHandedOver(const Problem& problem, const Teuchos::RCP<const Operator>& misled, int columns,
                      const std::string& what = "The method ran") {
  TpetraMultiVector x(problem.matrix->getRowMap(), columns), b(problem.matrix->getRowMap(), columns);
  b.randomize();
  const SolveResult result = solve(problem.matrix, misled, b, x, SolverParameters());
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_LE(result.relativeResidual, 1e-8);
  EXPECT_NE(result.message.find(what + " in single up to iteration"), std::string::npos) << result.message;
}

TEST(MpiKrylovInSingle, IsHandedOverWhereCorrectionsDoNotHelp) {
  const Problem problem = problemOf("laplace3d7", 12);
  const auto M = setUp(problem, withPrecision("flow", {wide}));
  const auto A = M->hierarchy()->levels.front().A;
  for (int columns : {1, 3})
    for (double factor : {3.0, -1.0}) {
      const ScaledOperator other(factor, *A);
      expectHandedOver(problem, Teuchos::rcp(new WithSystem(M, {&other})), columns);
    }
}

TEST(MpiKrylovInSingle, IsHandedOverWhereVectorsInSingleDoNotHelp) {
  const Problem problem = problemOf("laplace3d7", 12);
  const auto M = setUp(problem, inSingle("flow", single, single));
  const NarrowSystem system = M->narrowSystem();
  ASSERT_TRUE(system.takesSingleVectors());
  const float infinity = std::numeric_limits<float>::infinity();
  for (const auto& [ofMatrix, ofPreconditioner] :
       std::vector<std::pair<float, float>>{{3.0f, 1.0f}, {-1.0f, 1.0f}, {1.0f, -1.0f}, {1.0f, infinity}}) {
    const Multiple A(ofMatrix, *system.singleMatrix), B(ofPreconditioner, *system.singlePreconditioner);
    expectHandedOver(problem, Teuchos::rcp(new WithSystem(M, {system.matrix, &A, &B})), 1);
  }
}

// The product is off by 0.3 %, the copy for vectors in double is not.
TEST(MpiKrylovInSingle, GivesUpVectorsFirstWhereTheyLoseMuch) {
  const Problem problem = problemOf("laplace3d7", 12);
  const auto M = setUp(problem, inSingle("flow", single, single));
  const NarrowSystem system = M->narrowSystem();
  ASSERT_TRUE(system.takesSingleVectors());
  const Multiple A(1.003f, *system.singleMatrix);
  expectHandedOver(problem, Teuchos::rcp(new WithSystem(M, {system.matrix, &A, system.singlePreconditioner})), 1,
                   "Vectors were");
  // The copy for vectors in double as well; several columns have no vectors in single to give up.
  const ScaledOperator wideA(1.003, *system.matrix);
  expectHandedOver(problem, Teuchos::rcp(new WithSystem(M, {&wideA, &A, system.singlePreconditioner})), 3);
}

}  // namespace
}  // namespace Chronos::Test
