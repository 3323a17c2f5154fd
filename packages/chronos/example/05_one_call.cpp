// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// One call from matrix to solution: Chronos chooses the method, watches it, and takes a stronger one where that pays.
//
//   mpirun -np 2 ./05_one_call
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>

int run() {
  const auto comm = Tpetra::getDefaultComm();

  // Stands for the application: an elastic beam, and where its nodes are.
  Chronos::ProblemOptions options;
  options.nx = 60;
  options.ny = options.nz = 9;
  const Chronos::Problem beam = Chronos::makeProblem("elasticity3d", options, comm);
  Chronos::TpetraMultiVector b(beam.matrix->getRangeMap(), 1), x(beam.matrix->getDomainMap(), 1);
  b.putScalar(1);

  // Nothing has to be said; what is said helps.
  Teuchos::ParameterList list;
  list.sublist("solver").set("tolerance", 1e-6);
  list.sublist("user data").set("Coordinates", beam.coordinates);
  const Chronos::SystemResult result = Chronos::solve(beam.matrix, b, x, list);

  if (comm->getRank() == 0)
    for (const Chronos::SolveStage& stage : result.stages)
      std::printf("%s: set up in %.2f s, %d iterations in %.2f s, residual %.1e %s\n", stage.method.c_str(),
                  stage.setupSeconds, stage.iterations, stage.solveSeconds, stage.relativeResidual,
                  stage.ended.c_str());
  return result.status == Chronos::SolveStatus::converged ? 0 : 1;
}

int main(int argc, char* argv[]) {
  Tpetra::ScopeGuard scope(&argc, &argv);
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
