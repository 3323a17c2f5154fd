// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LinearSolverFactory.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

Problem laplace() {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 9;
  return makeProblem("laplace3d7", options, world());
}

auto solverOf(const std::string& name) {
  return Trilinos::Details::getLinearSolver<TpetraMultiVector, TpetraOperator, double>("Chronos", name);
}

double residualOf(const TpetraCrsMatrix& A, const TpetraMultiVector& x, const TpetraMultiVector& b) {
  TpetraMultiVector r(b, Teuchos::Copy);
  A.apply(x, r, Teuchos::NO_TRANS, -1, 1);
  return r.getVector(0)->norm2() / b.getVector(0)->norm2();
}

TEST(MpiLinearSolverFactory, ChronosIsFoundByNameAndSolves) {
  const Problem problem = laplace();
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  for (const char* name : {"", "flow", "adaptive fsai"}) {
    const auto solver = solverOf(name);
    ASSERT_FALSE(solver.is_null());
    EXPECT_TRUE(solver->getMatrix().is_null());
    solver->setMatrix(problem.matrix);
    solver->symbolic();
    solver->numeric();
    TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
    solver->solve(x, *b);
    EXPECT_LE(residualOf(*problem.matrix, x, *b), 1.01e-8) << name;

    const auto other = toTpetra(fromTpetra(*problem.matrix));
    other->resumeFill();
    other->scale(3);
    other->fillComplete(other->getDomainMap(), other->getRangeMap());
    solver->setMatrix(other);
    EXPECT_EQ(solver->getMatrix().get(), other.get());
    solver->solve(x, *b);
    EXPECT_LE(residualOf(*other, x, *b), 1.01e-8) << name;
  }
}

TEST(MpiLinearSolverFactory, ParametersAndErrors) {
  const Problem problem = laplace();
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  EXPECT_THROW(solverOf("no such preset"), InputError);
  const auto solver = solverOf("");
  EXPECT_THROW(solver->solve(x, *b), InputError);
  EXPECT_THROW(solver->symbolic(), InputError);
  solver->setMatrix(problem.matrix);
  const auto list = Teuchos::parameterList();
  list->set("type", std::string("jacobi"));
  list->sublist("solver").set("maximum iterations", 2);
  solver->setParameters(list);
  EXPECT_THROW(solver->solve(x, *b), BreakdownError);
  list->sublist("solver").set("maximum iterations", 500);
  solver->setParameters(list);
  solver->solve(x, *b);
  EXPECT_LE(residualOf(*problem.matrix, x, *b), 1.01e-8);
  list->set("tipe", 1);
  EXPECT_THROW(solver->setParameters(list), InputError);
}

}  // namespace
}  // namespace Chronos::Test
