// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amesos2.hpp"

#include "Chronos_Amesos2Door.hpp"
#include "Chronos_Amesos2OnRanks.hpp"
#include "Chronos_CoarseSolver.hpp"
#include "Chronos_CreatePreconditioner.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SystemSolve.hpp"
#include "DirectSolverCases.hpp"

namespace Chronos::Test {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

bool isCalledOnRanks(const std::string& name) {
  return isDistributedAmesos2(name) || (name == "KLU2" && world()->getSize() == 1);
}

Teuchos::RCP<const Smoother> solverOf(const std::string& name, const Matrix& A) {
  CoarseSolverParameters parameters;
  parameters.kind = CoarseSolverKind::amesos2;
  parameters.amesos2Solver = name;
  return makeCoarseSolver(A, parameters, {});
}

// Every solver on rank 0; and those that are distributed as they are called, on one rank KLU2 too. On several ranks
// KLU2 called so gave other solutions and Tacho a segmentation fault, with Amesos2 of 13.2; why was not found out.
std::vector<Teuchos::RCP<const Smoother>> allOf(const Matrix& A) {
  std::vector<Teuchos::RCP<const Smoother>> solvers;
  for (const std::string& name : amesos2Solvers()) {
    solvers.push_back(solverOf(name, A));
    if (isCalledOnRanks(name)) solvers.push_back(Teuchos::rcp(new Amesos2OnRanks(*A, name)));
  }
  return solvers;
}

// Of the symmetric part, which distributed ones do not take.
std::vector<Teuchos::RCP<const Smoother>> rooted(const Matrix& A) {
  std::vector<Teuchos::RCP<const Smoother>> solvers;
  for (const std::string& name : amesos2Solvers())
    if (!isDistributedAmesos2(name)) solvers.push_back(solverOf(name, A));
  return solvers;
}

TEST(MpiAmesos2, AllSolversInvert) {
  ASSERT_FALSE(amesos2Solvers().empty());
  expectInverses(allOf);
}

TEST(MpiAmesos2, AddsToTheVectorBefore) {
  expectSumsWithTheVectorBefore(allOf);
}

TEST(MpiAmesos2, BadScalingIsNotSingularity) {
  expectNoShiftForBadScaling(allOf);
}

TEST(MpiAmesos2, SingularMatricesAreShiftedAndReported) {
  expectShiftsOfSingularMatrices(allOf, {2, 25, 90}, [](const std::string&) { return 1e-3; });
}

TEST(MpiAmesos2, UnsymmetricMatricesAreSolvedByTheirSymmetricPartOnOneRank) {
  expectSymmetricPartsSolved(rooted);
  Dense skewed(3), part(3);
  for (int i = 0; i < 3; ++i) skewed(i, i) = part(i, i) = 2;
  skewed(0, 1) = 1;
  part(0, 1) = part(1, 0) = 0.5;
  for (const auto& map : testMaps(3)) {
    const auto solver = solverOf("automatic", distributed(sparseOf(skewed), map));
    const auto x = ownedVector<double>(*map, 4), z = solved(*solver, *distributed(sparseOf(part), map), x);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(z[i], x[i], 1e-12);
    EXPECT_NEAR(solver->report().asymmetry, 0.5, 1e-15);
  }
}

TEST(MpiAmesos2, IndefiniteMatricesAndNaNThrowOnAllRanks) {
  const std::vector<Dense> spoilt = spoiltMatrices();
  for (const std::string& name : amesos2Solvers()) {
    expectBreakdown(spoilt, name, [&](const Matrix& A) { solverOf(name, A); });
    if (isCalledOnRanks(name))
      expectBreakdown({spoilt.begin() + 1, spoilt.end()}, name, [&](const Matrix& A) { Amesos2OnRanks(*A, name); });
  }
}

TEST(MpiAmesos2, NoUnknownsAtAll) {
  expectNothingOfNothing(allOf);
}

// As an application has it: by parameters alone, below several levels and as the only one.
TEST(MpiAmesos2, HierarchiesConvergeAsWithCholesky) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 6;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  const auto iterations = [&](const std::string& type, const std::string& solver, int maxLevels) {
    Teuchos::ParameterList list;
    list.set("preset", std::string("smoothed aggregation"));
    list.sublist("user data").set("Coordinates", problem.coordinates);
    Teuchos::ParameterList& coarse = list.sublist("amg").sublist("coarse solver");
    list.sublist("amg").set("maximum levels", maxLevels);
    list.sublist("amg").set("coarse size", 60);
    coarse.set("type", type);
    if (type == "amesos2") coarse.set("amesos2 solver", solver);
    const auto M = createPreconditioner(problem.matrix, list);
    TpetraMultiVector x(b->getMap(), 1);
    const SystemResult result = solve(*M, *b, x);
    EXPECT_EQ(result.status, SolveStatus::converged) << solver;
    return result.iterations;
  };
  for (int maxLevels : {1, 10}) {
    const int expected = iterations("cholesky", "", maxLevels);
    for (const std::string& name : amesos2Solvers())
      EXPECT_EQ(iterations("amesos2", name, maxLevels), expected) << name;
    EXPECT_EQ(iterations("amesos2", "automatic", maxLevels), expected);
  }
}

// What the text of an error says, empty where there is none.
std::string errorOf(const std::string& solver) {
  try {
    checkAmesos2(solver);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Amesos2, WhatIsMissingIsNamedWithARemedy) {
  for (const std::string& name : amesos2Names()) {
    const bool isThere = name == "automatic" || std::count(amesos2Solvers().begin(), amesos2Solvers().end(), name) > 0;
    const std::string text = errorOf(name);
    EXPECT_EQ(text.empty(), isThere) << name;
    if (isThere) continue;
    EXPECT_NE(text.find(name), std::string::npos) << text;
    EXPECT_NE(text.find(amesos2Solvers().front()), std::string::npos) << text;
  }
  const Amesos2Door whole = *amesos2Door();
  openAmesos2Door({{}, whole.best, whole.make});
  EXPECT_NE(errorOf("automatic").find("no solver at all"), std::string::npos);
  // As where the library is not linked.
  openAmesos2Door({});
  EXPECT_NE(errorOf("automatic").find("Chronos::amesos2"), std::string::npos);
  registerAmesos2();
  EXPECT_EQ(errorOf("automatic"), "");
}

}  // namespace
}  // namespace Chronos::Test
