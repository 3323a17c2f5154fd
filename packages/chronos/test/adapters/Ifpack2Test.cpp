// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Ifpack2Preconditioner.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SystemSolve.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

using Base = Ifpack2::Preconditioner<double, LocalOrdinal, GlobalOrdinal, Node>;

Problem elasticity() {
  ProblemOptions options;
  options.nx = options.ny = options.nz = 5;
  return makeProblem("elasticity3d", options, world());
}

Teuchos::ParameterList listOf(const std::string& key, const std::string& value, const Problem& problem) {
  Teuchos::ParameterList list;
  list.set(key, value);
  list.sublist("user data").set("Coordinates", problem.coordinates);
  return list;
}

// Through the interface of Ifpack2 alone, as an application has it.
TEST(MpiIfpack2, AllTypesApplyAsChronosDoes) {
  const Problem problem = elasticity();
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  std::vector<Teuchos::ParameterList> lists;
  for (const auto& type : preconditionerTypes()) lists.push_back(listOf("type", type.first, problem));
  for (const char* name : {"mechanics", "smoothed aggregation", "flow"})
    lists.push_back(listOf("preset", name, problem));
  for (const auto& list : lists) {
    Preconditioner<> expected(problem.matrix);
    expected.setParameters(list);
    expected.compute();
    const Teuchos::RCP<Base> M = Teuchos::rcp(new Ifpack2Preconditioner(problem.matrix));
    M->setParameters(list);
    EXPECT_FALSE(M->isInitialized());
    M->initialize();
    EXPECT_TRUE(M->isInitialized());
    EXPECT_FALSE(M->isComputed());
    M->compute();
    EXPECT_TRUE(M->isComputed());
    TpetraMultiVector x(b->getMap(), 1), y(b->getMap(), 1);
    M->apply(*b, x);
    expected.apply(*b, y);
    x.update(-1, y, 1);
    EXPECT_LE(x.getVector(0)->normInf(), 1e-12 * y.getVector(0)->normInf()) << list;
    EXPECT_EQ(M->getNumInitialize(), 1);
    EXPECT_EQ(M->getNumCompute(), 1);
    EXPECT_EQ(M->getNumApply(), 1);
    EXPECT_GT(M->getComputeTime(), 0);
    EXPECT_EQ(M->getMatrix().get(), problem.matrix.get());
  }
}

TEST(MpiIfpack2, ANewMatrixOfTheSamePatternNeedsNoInitialize) {
  const Problem problem = elasticity();
  Ifpack2Preconditioner M(problem.matrix);
  M.compute();
  const auto choice = M.preconditioner()->choice();
  M.setMatrix(toTpetra(fromTpetra(*problem.matrix)));
  EXPECT_TRUE(M.isInitialized());
  EXPECT_FALSE(M.isComputed());
  M.compute();
  EXPECT_EQ(M.getNumInitialize(), 1);
  EXPECT_EQ(M.preconditioner()->choice().get(), choice.get());
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(b->getMap(), 1);
  const SolverParameters solver;
  EXPECT_EQ(solve(Teuchos::RCP<const TpetraOperator>(problem.matrix), Teuchos::rcpFromRef(M), *b, x, solver).status,
            SolveStatus::converged);
}

TEST(MpiIfpack2, WrongInputIsRefused) {
  const Problem problem = elasticity();
  EXPECT_THROW(Ifpack2Preconditioner(Teuchos::null), InputError);
  Ifpack2Preconditioner M(problem.matrix);
  Teuchos::ParameterList list;
  list.set("relaxation: type", std::string("Jacobi"));
  EXPECT_THROW(M.setParameters(list), InputError);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1), y(problem.matrix->getDomainMap(), 1);
  EXPECT_THROW(M.apply(x, y), InputError);
}

}  // namespace
}  // namespace Chronos::Test
