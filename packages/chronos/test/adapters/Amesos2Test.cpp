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
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "SmootherColumns.hpp"

namespace Chronos::Test {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

Matrix distributed(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map) {
  return Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
}

bool isCalledOnRanks(const std::string& name) {
  return isDistributedAmesos2(name) || (name == "KLU2" && world()->getSize() == 1);
}

bool isOnRanks(const Smoother& solver) {
  return dynamic_cast<const Amesos2OnRanks*>(&solver) != nullptr;
}

// Every solver on rank 0; and those that are distributed as they are called, on one rank KLU2 too. On several ranks
// KLU2 called so gave other solutions and Tacho a segmentation fault, with Amesos2 of 13.2; why was not found out.
std::vector<Teuchos::RCP<const Smoother>> allOf(const Matrix& A) {
  std::vector<Teuchos::RCP<const Smoother>> solvers;
  for (const std::string& name : amesos2Solvers()) {
    CoarseSolverParameters parameters;
    parameters.kind = CoarseSolverKind::amesos2;
    parameters.amesos2Solver = name;
    solvers.push_back(makeCoarseSolver(A, parameters, {}));
    if (isCalledOnRanks(name)) solvers.push_back(Teuchos::rcp(new Amesos2OnRanks(*A, name)));
  }
  return solvers;
}

std::vector<double> solved(const Smoother& solver, const DistMatrix<double>& A, const std::vector<double>& x) {
  const auto r = toView("r", wrongValues<double>(x.size())), z = toView("z", wrongValues<double>(x.size()));
  A.apply<double>(toView("x", x), r);
  solver.apply(asBlock(r), asBlock(z));
  return toVector(z);
}

TEST(MpiAmesos2, AllSolversInvert) {
  ASSERT_FALSE(amesos2Solvers().empty());
  for (int n : {1, 2, 3, 33, 150}) {
    const HostCsr<double> A = spdMatrix(n, 4, 0.5);
    for (const auto& map : testMaps(n)) {
      const Matrix matrix = distributed(A, map);
      for (const auto& solver : allOf(matrix)) {
        const auto x = ownedVector<double>(*map, 4), z = solved(*solver, *matrix, x);
        SCOPED_TRACE(solver->report().name + (isOnRanks(*solver) ? " on ranks, " : " on rank 0, ") + std::to_string(n) +
                     " rows, here " + std::to_string(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(z[i], x[i], 1e-9);
        EXPECT_EQ(solver->report().diagonalShift, 0);
        EXPECT_GT(solver->report().bytes, 0);
        expectColumnsAsAlone(*solver, *map, 1e-9);
      }
    }
  }
}

TEST(MpiAmesos2, AddsToTheVectorBefore) {
  const HostCsr<double> A = spdMatrix(20, 3, 0.5);
  for (const auto& map : testMaps(20))
    for (const auto& solver : allOf(distributed(A, map))) {
      const auto r = toView("r", ownedVector<double>(*map, 8));
      const auto before = ownedVector<double>(*map, 9);
      const auto plain = toView("plain", wrongValues<double>(before.size())), added = toView("added", before);
      solver->apply(asBlock(r), asBlock(plain));
      solver->apply(asBlock(r), asBlock(added), 1, 1);
      const auto plainHost = toVector(plain), addedHost = toVector(added);
      for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(addedHost[i], before[i] + plainHost[i], 1e-13 * (1 + std::abs(plainHost[i])));
    }
}

TEST(MpiAmesos2, BadScalingIsNotSingularity) {
  const Matrix matrix = distributed(spdMatrix(40, 3, 4), cyclicMap(40));
  for (const auto& solver : allOf(matrix)) EXPECT_EQ(solver->report().diagonalShift, 0) << solver->report().name;
}

TEST(MpiAmesos2, SingularMatricesAreShiftedAndReported) {
  for (int n : {2, 25, 90})
    for (const auto& map : testMaps(n)) {
      const Matrix matrix = distributed(neumannLine(n), map);
      for (const auto& solver : allOf(matrix)) {
        EXPECT_EQ(solver->report().diagonalShift, 1e-12) << solver->report().name;
        const auto z = solved(*solver, *matrix, ownedVector<double>(*map, 4));
        for (const double entry : z) EXPECT_TRUE(std::isfinite(entry));
      }
    }
}

TEST(MpiAmesos2, UnsymmetricMatricesAreSolvedByTheirSymmetricPartOnOneRank) {
  Dense skewed(3), part(3);
  for (int i = 0; i < 3; ++i) skewed(i, i) = part(i, i) = 2;
  skewed(0, 1) = 1;
  part(0, 1) = part(1, 0) = 0.5;
  for (const auto& map : testMaps(3)) {
    CoarseSolverParameters parameters;
    parameters.kind = CoarseSolverKind::amesos2;
    const auto solver = makeCoarseSolver(distributed(sparseOf(skewed), map), parameters, {});
    const auto x = ownedVector<double>(*map, 4), z = solved(*solver, *distributed(sparseOf(part), map), x);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(z[i], x[i], 1e-12);
    EXPECT_NEAR(solver->report().asymmetry, 0.5, 1e-15);
  }
}

TEST(MpiAmesos2, IndefiniteMatricesAndNaNThrowOnAllRanks) {
  Dense hidden(3), negative(3), notANumber(3);
  for (int i = 0; i < 3; ++i) hidden(i, i) = negative(i, i) = notANumber(i, i) = 1;
  hidden(0, 2) = hidden(2, 0) = 2;
  negative(1, 1) = -1;
  notANumber(2, 1) = notANumber(1, 2) = std::numeric_limits<double>::quiet_NaN();
  for (const std::string& name : amesos2Solvers())
    for (const auto& map : testMaps(3)) {
      CoarseSolverParameters parameters;
      parameters.kind = CoarseSolverKind::amesos2;
      parameters.amesos2Solver = name;
      for (const Dense& A : {hidden, negative, notANumber})
        EXPECT_THROW(makeCoarseSolver(distributed(sparseOf(A), map), parameters, {}), BreakdownError) << name;
      if (!isCalledOnRanks(name)) continue;
      for (const Dense& A : {negative, notANumber})
        EXPECT_THROW(Amesos2OnRanks(*distributed(sparseOf(A), map), name), BreakdownError) << name;
    }
}

TEST(MpiAmesos2, NoUnknownsAtAll) {
  for (const auto& solver : allOf(distributed(HostCsr<double>(), evenMap(0)))) {
    const Block none("none", 0, 1);
    solver->apply(none, none);
  }
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
