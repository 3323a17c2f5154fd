// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Aggregation by matching: the least memory and set-up for flow and heat. One entry a row of the prolongation needs a
// cycle and a Krylov method that make up for it, a K cycle and flexible conjugate gradients; V and plain ones beside.
//
//   mpirun -np 2 ./06_aggregation [points per edge]
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>
#include <cstdlib>

struct Outcome {
  Chronos::SystemResult result;
  double complexity = 0;
};

Outcome solveWith(const Chronos::Problem& heat, const Teuchos::ParameterList& list) {
  Chronos::Preconditioner<> M(heat.matrix);
  M.setParameters(list);
  M.compute();
  Chronos::TpetraMultiVector b(heat.matrix->getRangeMap(), 1), x(heat.matrix->getDomainMap(), 1);
  b.putScalar(1);
  // `solver/method` = automatic: flexible conjugate gradients where M is not the same in every application.
  Outcome outcome;
  outcome.result = Chronos::solve(M, b, x);
  outcome.complexity = M.hierarchy()->report.operatorComplexity();
  return outcome;
}

int run(int argc, char* argv[]) {
  const auto comm = Tpetra::getDefaultComm();
  // Stands for the application: heat in a cube.
  Chronos::ProblemOptions options;
  options.nx = argc > 1 ? std::atoi(argv[1]) : 60;
  const Chronos::Problem heat = Chronos::makeProblem("laplace3d7", options, comm);

  // The preset is a K cycle over aggregates of eight. On many ranks decoupled pairs send nothing; here the same pairs
  // as on one rank.
  Teuchos::ParameterList k;
  k.set("preset", "aggregation");
  k.sublist("amg").sublist("coarsening").sublist("matching").set("ranks", "across");
  Teuchos::ParameterList v = k;
  v.sublist("amg").set("cycle", "V");
  Teuchos::ParameterList classical;
  classical.set("preset", "flow");

  const struct {
    const char* name;
    Teuchos::ParameterList list;
  } methods[] = {{"aggregation, K cycle", k}, {"aggregation, V cycle", v}, {"flow", classical}};
  bool allConverged = true;
  for (const auto& method : methods) {
    const Outcome outcome = solveWith(heat, method.list);
    allConverged = allConverged && outcome.result.status == Chronos::SolveStatus::converged;
    if (comm->getRank() == 0)
      std::printf("%-22s %3d iterations of %-12s set up in %.2f s, solved in %.2f s, operator complexity %.2f\n",
                  method.name, outcome.result.iterations, Chronos::nameOf(outcome.result.method),
                  outcome.result.setupSeconds(), outcome.result.solveSeconds(), outcome.complexity);
  }
  return allConverged ? 0 : 1;
}

int main(int argc, char* argv[]) {
  Tpetra::ScopeGuard scope(&argc, &argv);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
