// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "RandomMatrix.hpp"

#include <BelosBlockCGSolMgr.hpp>
#include <BelosLinearProblem.hpp>
#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosSolverFactory.hpp>
#include <BelosSolverFactory_Tpetra.hpp>
#include <BelosTpetraAdapter.hpp>
#include <Teuchos_XMLParameterListHelpers.hpp>

#include <gtest/gtest.h>

#include <sstream>

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

// What an application has in a file: a name that Belos' factory must know, and Belos' own parameters.
const char* const xmlOfApplication = R"(
  <ParameterList name="Linear Solver">
    <Parameter name="Solver Type" type="string" value="Chronos Flexible CG"/>
    <ParameterList name="Solver">
      <Parameter name="Convergence Tolerance" type="double" value="1e-9"/>
      <Parameter name="Maximum Iterations" type="int" value="200"/>
      <Parameter name="Implicit Residual Scaling" type="string" value="Norm of RHS"/>
    </ParameterList>
  </ParameterList>)";

using Factory = Belos::SolverFactory<double, TpetraMultiVector, TpetraOperator>;

struct FactorySystem {
  Problem problem;
  Teuchos::RCP<Preconditioner<>> M;
  Teuchos::RCP<MatrixOperator> A;
  Teuchos::RCP<TpetraMultiVector> B, X;
  Teuchos::RCP<Problem4> belos;
};

// A K cycle, for which Belos' conjugate gradients are not made.
FactorySystem factorySystem(std::size_t numColumns) {
  ProblemOptions options;
  options.nx = 12;
  FactorySystem system;
  system.problem = makeProblem("laplace3d7", options, world());
  system.M = Teuchos::rcp(new Preconditioner<>(system.problem.matrix));
  Parameters parameters = preset("flow");
  parameters.amg.cycle = CycleKind::K;
  parameters.amg.coarseSize = 20;
  system.M->setParameters(parameters);
  system.M->compute();
  system.A = Teuchos::rcp(new MatrixOperator(system.M->distMatrix()));
  system.B = Teuchos::rcp(new TpetraMultiVector(system.problem.matrix->getRangeMap(), numColumns));
  for (std::size_t j = 0; j < numColumns; ++j) {
    const auto column = system.B->getDataNonConst(j);
    for (int i = 0; i < column.size(); ++i)
      column[i] = globalUniform(7 + j, static_cast<std::uint64_t>(system.B->getMap()->getGlobalElement(i)));
  }
  system.X = Teuchos::rcp(new TpetraMultiVector(system.problem.matrix->getDomainMap(), numColumns));
  system.belos = Teuchos::rcp(new Problem4(system.A, system.X, system.B));
  system.belos->setLeftPrec(system.M);
  EXPECT_TRUE(system.belos->setProblem());
  return system;
}

double worstResidual(const FactorySystem& system) {
  TpetraMultiVector R(*system.B, Teuchos::Copy);
  system.problem.matrix->apply(*system.X, R, Teuchos::NO_TRANS, -1.0, 1.0);
  Teuchos::Array<double> r(R.getNumVectors()), b(R.getNumVectors());
  R.norm2(r());
  system.B->norm2(b());
  double worst = 0;
  for (int j = 0; j < r.size(); ++j) worst = std::max(worst, r[j] / b[j]);
  return worst;
}

TEST(MpiBelos, FactoryMakesFlexibleCgByName) {
  const auto list = Teuchos::getParametersFromXmlString(xmlOfApplication);
  const auto solverList = Teuchos::sublist(list, "Solver");
  for (std::size_t numColumns : {1, 3}) {
    const FactorySystem system = factorySystem(numColumns);
    const auto manager = Factory().create(list->get<std::string>("Solver Type"), solverList);
    ASSERT_FALSE(manager.is_null());
    manager->setProblem(system.belos);
    EXPECT_EQ(manager->solve(), Belos::Converged);
    EXPECT_LE(worstResidual(system), 1.01e-9);
    EXPECT_LE(manager->achievedTol(), 1e-9);
    EXPECT_FALSE(manager->isLOADetected());
    // The same as solve() by itself.
    SolverParameters parameters;
    parameters.tolerance = 1e-9;
    TpetraMultiVector X(system.X->getMap(), numColumns);
    const SolveResult alone = solve(system.A, system.M, *system.B, X, parameters);
    EXPECT_EQ(alone.method, KrylovMethod::flexibleCg);
    EXPECT_EQ(manager->getNumIters(), alone.iterations);
    // From its own result there is nothing to do.
    manager->reset(Belos::Problem);
    EXPECT_EQ(manager->solve(), Belos::Converged);
    EXPECT_EQ(manager->getNumIters(), 0);
  }
}

TEST(MpiBelos, FlexibleCgTakesBelosParametersAndRefusesOthers) {
  const FactorySystem system = factorySystem(1);
  const auto make = [](const Teuchos::RCP<Teuchos::ParameterList>& list) {
    return Factory().create("CHRONOS FLEXIBLE CG", list);
  };
  const auto listWith = [](const std::string& name, auto value) {
    const auto list = Teuchos::parameterList();
    list->set(name, value);
    return list;
  };
  EXPECT_THROW(make(listWith("Block Size", 4)), std::logic_error);
  EXPECT_THROW(make(listWith("Convergence Tolerance", -1.0)), std::logic_error);
  EXPECT_THROW(make(listWith("Maximum Iterations", std::string("many"))), std::logic_error);
  EXPECT_THROW(make(listWith("Implicit Residual Scaling", std::string("None"))), std::logic_error);
  EXPECT_THROW(make(Teuchos::parameterList())->solve(), std::invalid_argument);

  const auto few = make(listWith("Maximum Iterations", 2));
  few->setProblem(system.belos);
  EXPECT_EQ(few->solve(), Belos::Unconverged);
  EXPECT_EQ(few->getNumIters(), 2);
  EXPECT_FALSE(few->isLOADetected());
  EXPECT_EQ(few->getCurrentParameters()->get<int>("Maximum Iterations"), 2);

  std::ostringstream text;
  const auto told = listWith("Verbosity", int(Belos::FinalSummary) + int(Belos::StatusTestDetails));
  told->set("Output Frequency", 2);
  told->set("Output Stream", Teuchos::RCP<std::ostream>(Teuchos::rcpFromRef(text)));
  const auto teller = make(told);
  teller->setProblem(system.belos);
  EXPECT_EQ(teller->solve(), Belos::Converged);
  EXPECT_EQ(text.str().find("iteration 2,") != std::string::npos, world()->getRank() == 0) << text.str();
  EXPECT_EQ(text.str().find("converged in") != std::string::npos, world()->getRank() == 0);

  const auto both = make(Teuchos::parameterList());
  system.belos->setRightPrec(system.M);
  both->setProblem(system.belos);
  EXPECT_THROW(both->solve(), std::invalid_argument);
}

}  // namespace
}  // namespace Chronos::Test
