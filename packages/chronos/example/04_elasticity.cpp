// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Elasticity: multigrid that knows the rigid-body modes, because the application tells where its nodes are.
//
//   mpirun -np 2 ./04_elasticity
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>

int run() {
  const auto comm = Tpetra::getDefaultComm();

  // Stands for the application: bricks whose moduli differ by 1e4, clamped on one side, three unknowns a node.
  Chronos::ProblemOptions options;
  options.nx = 16;
  options.contrast = 1e4;
  const Chronos::Problem body = Chronos::makeProblem("elasticity3d", options, comm);

  // What an application adds to its parameter list, under MueLu's names. One row of coordinates a node.
  Teuchos::ParameterList parameters;
  parameters.set("preset", "mechanics");
  parameters.sublist("user data").set("Coordinates", body.coordinates);
  parameters.sublist("user data").set("number of equations", 3);

  const auto M = Teuchos::rcp(new Chronos::Preconditioner<>(body.matrix));
  M->setParameters(parameters);
  M->compute();

  Chronos::TpetraMultiVector b(body.matrix->getRangeMap(), 1), x(body.matrix->getDomainMap(), 1);
  b.putScalar(1);
  const auto A = Teuchos::rcp(new Chronos::MatrixOperator(M->distMatrix()));
  const Chronos::SolveResult result = Chronos::solve(A, M, b, x, M->parameters().solver);

  const Chronos::SetupReport& report = M->hierarchy()->report;
  if (comm->getRank() == 0) {
    for (const Chronos::LevelReport& level : report.levels)
      std::printf("%9lld rows, %6.1f entries a row, %s\n", level.rows, level.entriesPerRow(), level.smoother.c_str());
    std::printf("%d iterations, residual %.1e, operator complexity %.2f\n", result.iterations, result.relativeResidual,
                report.operatorComplexity());
  }
  return result.status == Chronos::SolveStatus::converged && result.iterations <= 35 ? 0 : 1;
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
