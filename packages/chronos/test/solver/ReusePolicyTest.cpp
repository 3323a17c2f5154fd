// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ReusePolicy.hpp"

#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace Chronos::Test {
namespace {

// A set-up of 10 s, iterations of 0.1 s.
ReusePolicy afterSetUp(int iterations, const ReuseRule& rule = ReuseRule()) {
  ReusePolicy policy(rule);
  policy.renewed(Renewal::setUp, 10);
  policy.solved(true, iterations, 0.1 * iterations);
  return policy;
}

Problem cube(int n) {
  ProblemOptions options;
  options.nx = n;
  return makeProblem("laplace3d7", options, world());
}

Teuchos::RCP<TpetraCrsMatrix> scaledCopy(const TpetraCrsMatrix& A, double factor) {
  const auto copy = toTpetra(fromTpetra(A));
  copy->resumeFill();
  copy->scale(factor);
  copy->fillComplete(A.getDomainMap(), A.getRangeMap());
  return copy;
}

void scaleInPlace(TpetraCrsMatrix& A, double factor) {
  A.resumeFill();
  A.scale(factor);
  A.fillComplete();
}

Teuchos::RCP<Preconditioner<>> made(const Teuchos::RCP<const TpetraCrsMatrix>& A, const std::string& preset,
                                    const std::string& reuse = "none") {
  Teuchos::ParameterList list;
  list.set(preset == "flow" ? "preset" : "type", preset);
  if (reuse != "none") list.sublist("amg").set("reuse", reuse);
  const auto M = Teuchos::rcp(new Preconditioner<>(A));
  M->setParameters(list);
  EXPECT_EQ(M->renew(Renewal::setUp), Renewal::setUp);
  return M;
}

// M^{-1} of a fixed vector.
Teuchos::RCP<TpetraMultiVector> applied(const Preconditioner<>& M) {
  const auto b = makeRightHandSide("random", *M.matrix(), 3);
  const auto x = Teuchos::rcp(new TpetraMultiVector(M.getDomainMap(), 1));
  M.apply(*b, *x);
  return x;
}

double distance(const TpetraMultiVector& x, double factor, const TpetraMultiVector& y) {
  TpetraMultiVector difference(x.getMap(), 1);
  difference.update(1, x, -factor, y, 0);
  Teuchos::Array<double> norm(1), whole(1);
  difference.norm2(norm());
  x.norm2(whole());
  return norm[0] / whole[0];
}

}  // namespace

TEST(ReusePolicy, KeepsWhileItFits) {
  ReusePolicy policy;
  EXPECT_EQ(policy.next(), Renewal::setUp);
  policy.renewed(Renewal::setUp, 10);
  EXPECT_EQ(policy.next(), Renewal::keep);
  for (const int iterations : {20, 19, 22, 21, 25, 20}) {
    policy.solved(true, iterations, 0.1 * iterations);
    EXPECT_EQ(policy.next(), Renewal::keep) << policy.reason();
    policy.renewed(Renewal::keep, 0);
  }
  EXPECT_NEAR(policy.lostSeconds(), 0.2 + 0.1 + 0.5, 1e-12);
}

TEST(ReusePolicy, IterationsAboveTheFactorAskForNewValuesThenForASetUp) {
  ReusePolicy policy = afterSetUp(20);
  policy.solved(true, 30, 3);
  EXPECT_EQ(policy.next(), Renewal::keep);
  policy.solved(true, 31, 3.1);
  EXPECT_EQ(policy.next(), Renewal::newValues);
  EXPECT_NE(policy.reason().find("31 iterations, 20"), std::string::npos) << policy.reason();
  policy.renewed(Renewal::newValues, 4);
  policy.solved(true, 24, 2.4);
  EXPECT_EQ(policy.next(), Renewal::keep);
  policy.renewed(Renewal::keep, 0);
  policy.solved(true, 33, 3.3);
  EXPECT_EQ(policy.next(), Renewal::newValues);
  policy.renewed(Renewal::newValues, 4);
  policy.solved(true, 31, 3.1);
  EXPECT_EQ(policy.next(), Renewal::setUp);
  policy.renewed(Renewal::setUp, 10);
  policy.solved(true, 40, 4);  // the first one counts from here on
  EXPECT_EQ(policy.next(), Renewal::keep);
}

TEST(ReusePolicy, SecondsLostAskForTheCureThatCostsAsMuch) {
  ReusePolicy policy = afterSetUp(20);
  for (int step = 0; step < 10; ++step) {  // each loses half a second; half a set-up is 5 s
    EXPECT_EQ(policy.next(), Renewal::keep) << step;
    policy.renewed(Renewal::keep, 0);
    policy.solved(true, 25, 2.5);
  }
  policy.solved(true, 25, 2.5);
  EXPECT_EQ(policy.next(), Renewal::newValues) << policy.lostSeconds();
  policy.renewed(Renewal::newValues, 1);
  policy.solved(true, 28, 2.8);
  EXPECT_EQ(policy.next(), Renewal::keep);
  policy.solved(true, 25, 2.5);
  EXPECT_EQ(policy.next(), Renewal::newValues);  // 1.3 s: new values are known to take 1 s
  policy.renewed(Renewal::newValues, 1);
  for (int step = 0; step < 4; ++step) policy.solved(true, 30, 3);
  EXPECT_GT(policy.lostSeconds(), 10);
  EXPECT_EQ(policy.next(), Renewal::setUp);
}

TEST(ReusePolicy, TheRuleCanBeNarrowed) {
  ReuseRule rule;
  rule.countsSeconds = false;
  ReusePolicy blind = afterSetUp(20, rule);
  for (int step = 0; step < 1000; ++step) blind.solved(true, 29, 1000);
  EXPECT_EQ(blind.next(), Renewal::keep);
  rule.keeps = false;
  ReusePolicy fresh = afterSetUp(20, rule);
  EXPECT_EQ(fresh.next(), Renewal::newValues);
  fresh.renewed(Renewal::newValues, 1);
  fresh.solved(true, 31, 3);
  EXPECT_EQ(fresh.next(), Renewal::setUp);
  for (const double factor : {0.99, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    rule.iterationFactor = factor;
    EXPECT_THROW(ReusePolicy{rule}, InputError);
  }
}

TEST(ReusePolicy, WhatDidNotConvergeIsSetUpAgain) {
  ReusePolicy policy = afterSetUp(20);
  policy.solved(false, 5, 1);
  EXPECT_EQ(policy.next(), Renewal::setUp);
  policy.renewed(Renewal::setUp, 10);
  EXPECT_EQ(policy.next(), Renewal::keep);
}

// Nobody's values: a cycle that multiplies by the new matrix and smooths for the old one may diverge.
TEST(MpiRenew, KeptIsThePreconditionerOfFormerValues) {
  const Problem problem = cube(12);
  for (const char* preset : {"flow", "chebyshev", "adaptive fsai"}) {
    const auto A = scaledCopy(*problem.matrix, 1);
    const auto M = made(A, preset);
    const auto before = applied(*M);
    const auto B = scaledCopy(*problem.matrix, 5);
    EXPECT_TRUE(M->setMatrix(B));
    EXPECT_EQ(M->renew(Renewal::keep), Renewal::keep) << preset;
    EXPECT_EQ(distance(*before, 1, *applied(*M)), 0) << preset;
    EXPECT_EQ(M->distMatrix()->local().values.data(), fromTpetra(*B).local().values.data());
    const auto b = makeRightHandSide("random", *B, 0);
    TpetraMultiVector x(B->getDomainMap(), 1);
    EXPECT_EQ(solve(*M, *b, x).status, SolveStatus::converged) << preset;
    M->setMatrix(B);
    EXPECT_EQ(M->renew(Renewal::newValues), std::string(preset) == "flow" ? Renewal::newValues : Renewal::setUp);
    EXPECT_LT(distance(*before, 5, *applied(*M)), 1e-12) << preset;
  }
}

TEST(MpiRenew, ValuesThatChangeInPlaceAreKeptApartOrGivenOn) {
  const Problem problem = cube(12);
  struct {
    const char *preset, *reuse;
    Renewal done;
  } const cases[] = {{"flow", "none", Renewal::newValues},
                     {"flow", "all", Renewal::keep},
                     {"chebyshev", "none", Renewal::setUp},
                     {"adaptive fsai", "none", Renewal::keep}};
  for (const auto& one : cases) {
    const auto A = scaledCopy(*problem.matrix, 1);
    const auto M = made(A, one.preset, one.reuse);
    const auto before = applied(*M);
    scaleInPlace(*A, 5);
    EXPECT_EQ(M->renew(Renewal::keep), one.done) << one.preset << one.reuse;
    EXPECT_LT(distance(*before, one.done == Renewal::keep ? 1 : 5, *applied(*M)), 1e-12) << one.preset << one.reuse;
  }
}

TEST(MpiRenew, NewValuesGoOntoTheOldProlongationsWhateverReuseSays) {
  const Problem problem = cube(12);
  for (const char* reuse : {"none", "prolongation", "all"}) {
    const auto M = made(problem.matrix, "flow", reuse);
    const auto former = M->hierarchy();
    M->setMatrix(scaledCopy(*problem.matrix, 3));
    EXPECT_EQ(M->renew(Renewal::newValues), Renewal::newValues);
    ASSERT_NE(M->hierarchy().get(), former.get());
    EXPECT_EQ(M->hierarchy()->records[0].coarse.P.get(), former->records[0].coarse.P.get()) << reuse;
    M->setMatrix(scaledCopy(*problem.matrix, 4));
    EXPECT_EQ(M->renew(Renewal::setUp), Renewal::setUp);
    EXPECT_NE(M->hierarchy()->records[0].coarse.P.get(), former->records[0].coarse.P.get()) << reuse;
  }
}

TEST(MpiRenew, ANewPatternAndAFirstCallAreSetUp) {
  const Problem problem = cube(8), larger = cube(9);
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  EXPECT_EQ(M->renew(Renewal::keep), Renewal::setUp);
  const auto choice = M->choice();
  EXPECT_TRUE(M->setMatrix(scaledCopy(*problem.matrix, 2)));
  M->renew(Renewal::newValues);
  EXPECT_EQ(M->choice().get(), choice.get());
  EXPECT_FALSE(M->setMatrix(larger.matrix));
  EXPECT_EQ(M->renew(Renewal::keep), Renewal::setUp);
  EXPECT_NE(M->choice().get(), choice.get());
}

// The loop of a program with time steps: the rule and the preconditioner together.
TEST(MpiRenew, StepsUnderTheRule) {
  const Problem problem = cube(14);
  const auto A = scaledCopy(*problem.matrix, 1);
  const auto M = made(A, "flow", "all");
  ReuseRule rule;
  rule.countsSeconds = false;
  ReusePolicy policy(rule);
  policy.renewed(Renewal::setUp, M->computeSeconds());
  const auto b = makeRightHandSide("random", *A, 0);
  int renewals[3] = {};
  for (int step = 0; step < 12; ++step) {
    if (step > 0) {
      // Reaction that grows: the preconditioner of the first step fits worse and worse.
      A->resumeFill();
      for (LocalOrdinal row = 0; row < static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*A->getRowMap())); ++row) {
        const GlobalOrdinal global = A->getRowMap()->getGlobalElement(row);
        A->sumIntoGlobalValues(global, Teuchos::tuple(global), Teuchos::tuple(3.0));
      }
      A->fillComplete();
      const Renewal done = M->renew(policy.next());
      policy.renewed(done, M->computeSeconds());
      ++renewals[static_cast<int>(done)];
    }
    TpetraMultiVector x(A->getDomainMap(), 1);
    const SystemResult result = solve(*M, *b, x);
    ASSERT_EQ(result.status, SolveStatus::converged);
    policy.solved(true, result.iterations, result.solveSeconds());
  }
  EXPECT_GT(renewals[static_cast<int>(Renewal::keep)], 0);
  EXPECT_GT(renewals[static_cast<int>(Renewal::newValues)], 0);
  EXPECT_EQ(renewals[static_cast<int>(Renewal::setUp)], 0);
}

}  // namespace Chronos::Test
