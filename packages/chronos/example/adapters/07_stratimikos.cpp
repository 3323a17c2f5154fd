// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Stratimikos with Chronos: of an XML that asks for MueLu only the type and the sublist are changed. The second system
// has new values, and what `reuse` says is kept. Fails where a solve does not converge.
//
//   mpirun -np 3 ./07_stratimikos [stratimikos_muelu.xml]
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>
#include <Chronos_RightHandSide.hpp>
#include <Chronos_Stratimikos.hpp>

#include <Stratimikos_DefaultLinearSolverBuilder.hpp>
#include <Teuchos_XMLParameterListCoreHelpers.hpp>
#include <Thyra_LinearOpWithSolveFactoryHelpers.hpp>
#include <Thyra_TpetraThyraWrappers.hpp>
#include <Tpetra_Core.hpp>

#include <cstdio>

using LO = Chronos::LocalOrdinal;
using GO = Chronos::GlobalOrdinal;
using Node = Chronos::Node;

int run(const std::string& file) {
  const auto comm = Tpetra::getDefaultComm();
  Chronos::ProblemOptions options;
  options.nx = options.ny = options.nz = 12;
  const Chronos::Problem problem = Chronos::makeProblem("elasticity3d", options, comm);
  const Teuchos::RCP<Chronos::TpetraCrsMatrix> A = problem.matrix;

  // The list of the application, with MueLu in it.
  const auto list = Teuchos::getParametersFromXmlFile(file);
  list->set("Preconditioner Type", std::string("Chronos"));
  auto& types = list->sublist("Preconditioner Types");
  types.remove("MueLu");
  types.sublist("Chronos").set("preset", std::string("smoothed aggregation"));
  types.sublist("Chronos").sublist("amg").set("reuse", std::string("prolongation"));
  types.sublist("Chronos").sublist("user data").set("Coordinates", problem.coordinates);

  Stratimikos::DefaultLinearSolverBuilder builder;
  Chronos::enableChronos(builder);
  builder.setParameterList(list);
  const auto factory = Thyra::createLinearSolveStrategy(builder);

  const Teuchos::RCP<Chronos::TpetraOperator> op = A;
  const auto thyraA = Thyra::createConstLinearOp<double, LO, GO, Node>(op);
  const Teuchos::RCP<Chronos::TpetraMultiVector> b = Chronos::makeRightHandSide("random", *A, 0);
  const auto x = Teuchos::rcp(new Chronos::TpetraMultiVector(A->getDomainMap(), 1));
  const auto thyraB = Thyra::createConstMultiVector<double, LO, GO, Node>(b, thyraA->range());
  const auto thyraX = Thyra::createMultiVector<double, LO, GO, Node>(x, thyraA->domain());

  bool allConverged = true;
  const auto solver = factory->createOp();
  for (int step = 0; step < 2; ++step) {
    if (step == 1) {
      A->resumeFill();
      A->scale(4);
      A->fillComplete(A->getDomainMap(), A->getRangeMap());
    }
    Thyra::initializeOp<double>(*factory, thyraA, solver.ptr());
    x->putScalar(0);
    const auto status = Thyra::solve<double>(*solver, Thyra::NOTRANS, *thyraB, thyraX.ptr());
    const int iterations = status.extraParameters.is_null() ? 0 : status.extraParameters->get("Iteration Count", 0);
    allConverged = allConverged && status.solveStatus == Thyra::SOLVE_STATUS_CONVERGED;
    Chronos::TpetraMultiVector r(*b, Teuchos::Copy);
    A->apply(*x, r, Teuchos::NO_TRANS, -1, 1);
    const double residual = r.getVector(0)->norm2() / b->getVector(0)->norm2();
    allConverged = allConverged && residual < 1e-7;
    if (comm->getRank() == 0) std::printf("system %d: %d iterations, residual %.1e\n", step, iterations, residual);
  }
  return allConverged ? 0 : 1;
}

int main(int argc, char* argv[]) {
  const Tpetra::ScopeGuard guard(&argc, &argv);
  return run(argc > 1 ? argv[1] : "stratimikos_muelu.xml");
}
