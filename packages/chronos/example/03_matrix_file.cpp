// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a Matrix Market file and solves with it by Chronos' own solver, which checks the true residual. The toolkit
// that reads files and makes problems is a library of its own, Chronos::toolkit.
//
//   mpirun -np 2 ./03_matrix_file [A.mtx | A.mtx.gz]
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>
#include <Chronos_MatrixMarket.hpp>
#include <Chronos_RightHandSide.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>
#include <string>

// Without a file in the arguments the example writes one.
std::string writeSample(const Teuchos::RCP<const Chronos::Comm>& comm) {
  Chronos::ProblemOptions options;
  options.nx = 8;
  const Chronos::Problem problem = Chronos::makeProblem("elasticity3d", options, comm);
  const std::string path = "03_matrix_file_" + std::to_string(comm->getSize()) + ".mtx";
  Chronos::writeMatrixMarket(path, *problem.matrix, Chronos::MatrixMarketTriangle::lower);
  return path;
}

int run(int argc, char* argv[]) {
  const auto comm = Tpetra::getDefaultComm();
  const std::string path = argc > 1 ? argv[1] : writeSample(comm);
  const auto A = Chronos::readMatrixMarket(path, comm);
  const auto b = Chronos::makeRightHandSide("A*ones", *A);
  Chronos::TpetraMultiVector x(A->getDomainMap(), 1);

  const auto M = Teuchos::rcp(new Chronos::Preconditioner<>(A));
  M->setParameters(Chronos::preset("strong"));
  M->compute();

  // The product with A is by the kernels of Chronos; A itself would do as well.
  const auto product = Teuchos::rcp(new Chronos::MatrixOperator(M->distMatrix()));
  Chronos::SolverParameters solver;
  solver.tolerance = 1e-10;
  const Chronos::SolveResult result = Chronos::solve(product, M, *b, x, solver);

  // The solution is 1 everywhere.
  Chronos::TpetraMultiVector error(A->getDomainMap(), 1);
  error.putScalar(1);
  error.update(-1, x, 1);
  Teuchos::Array<double> largest(1);
  error.normInf(largest());
  if (comm->getRank() == 0)
    std::printf("%s: %d iterations, true residual %.2e, condition number about %.0f, largest error %.2e\n",
                path.c_str(), result.iterations, result.relativeResidual, result.conditionEstimate, largest[0]);
  return result.status == Chronos::SolveStatus::converged ? 0 : 3;
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
