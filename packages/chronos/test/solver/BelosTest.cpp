// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "RandomMatrix.hpp"

#include <BelosBlockCGSolMgr.hpp>
#include <BelosLinearProblem.hpp>
#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosTpetraAdapter.hpp>

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

using Problem4 = Belos::LinearProblem<double, TpetraMultiVector, TpetraOperator>;
using Manager = Belos::SolverManager<double, TpetraMultiVector, TpetraOperator>;

Teuchos::RCP<Manager> managerOf(const std::string& name) {
  const auto list = Teuchos::parameterList();
  list->set("Convergence Tolerance", 1e-8);
  list->set("Maximum Iterations", 1000);
  list->set("Verbosity", 0);
  const auto noProblem = Teuchos::rcp(new Problem4);
  if (name == "pseudo-block")
    return Teuchos::rcp(new Belos::PseudoBlockCGSolMgr<double, TpetraMultiVector, TpetraOperator>(noProblem, list));
  list->set("Block Size", 4);
  return Teuchos::rcp(new Belos::BlockCGSolMgr<double, TpetraMultiVector, TpetraOperator>(noProblem, list));
}

// Belos hands over all columns at once, and the working set without a stride once one of them has converged.
TEST(MpiBelos, SeveralColumnsThroughBlockMethods) {
  ProblemOptions options;
  options.nx = 6;
  options.contrast = 100;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  Parameters parameters = preset("mechanics");
  parameters.amg.coarseSize = 60;
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->compute();
  const auto A = Teuchos::rcp(new MatrixOperator(M->distMatrix()));
  const auto B = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getRangeMap(), 4));
  for (std::size_t j = 0; j < 4; ++j) {
    const auto column = B->getDataNonConst(j);
    for (int i = 0; i < column.size(); ++i)
      column[i] = globalUniform(7 + j, static_cast<std::uint64_t>(B->getMap()->getGlobalElement(i)));
  }
  for (const std::string name : {"pseudo-block", "block"}) {
    SCOPED_TRACE(name);
    const auto X = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getDomainMap(), 4));
    const auto system = Teuchos::rcp(new Problem4(A, X, B));
    system->setLeftPrec(M);
    ASSERT_TRUE(system->setProblem());
    const auto manager = managerOf(name);
    manager->setProblem(system);
    EXPECT_EQ(manager->solve(), Belos::Converged);
    TpetraMultiVector R(*B, Teuchos::Copy);
    problem.matrix->apply(*X, R, Teuchos::NO_TRANS, -1.0, 1.0);
    Teuchos::Array<double> r(4), b(4);
    R.norm2(r());
    B->norm2(b());
    for (int j = 0; j < 4; ++j) EXPECT_LE(r[j], 1e-6 * b[j]);
  }
}

}  // namespace
}  // namespace Chronos::Test
