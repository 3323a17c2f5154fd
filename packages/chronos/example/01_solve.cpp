// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// An application with its own Tpetra matrix and Belos solver takes Chronos as the preconditioner.
//
//   mpirun -np 2 ./01_solve [parameters.xml]
#include <Chronos.hpp>

#include <BelosLinearProblem.hpp>
#include <BelosSolverFactory.hpp>
#include <BelosTpetraAdapter.hpp>
#include <Tpetra_Core.hpp>

#include <cstdio>
#include <vector>

using Matrix = Tpetra::CrsMatrix<>;
using Vector = Tpetra::MultiVector<>;
using Operator = Tpetra::Operator<>;
using GlobalIndex = Tpetra::Map<>::global_ordinal_type;

// 5-point Laplacian on a square of side x side points, zero on the boundary.
Teuchos::RCP<Matrix> laplacian(GlobalIndex side, const Teuchos::RCP<const Teuchos::Comm<int>>& comm) {
  const auto map = Teuchos::rcp(new Tpetra::Map<>(side * side, 0, comm));
  const auto A = Teuchos::rcp(new Matrix(map, 5));
  for (GlobalIndex row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row) {
    const GlobalIndex i = row % side, j = row / side;
    std::vector<GlobalIndex> cols = {row};
    std::vector<double> values = {4};
    const auto couple = [&](bool inside, GlobalIndex col) {
      if (!inside) return;
      cols.push_back(col);
      values.push_back(-1);
    };
    couple(i > 0, row - 1);
    couple(i + 1 < side, row + 1);
    couple(j > 0, row - side);
    couple(j + 1 < side, row + side);
    A->insertGlobalValues(row, int(cols.size()), values.data(), cols.data());
  }
  A->fillComplete();
  return A;
}

int run(int argc, char* argv[]) {
  const auto comm = Tpetra::getDefaultComm();
  const auto A = laplacian(200, comm);
  const auto b = Teuchos::rcp(new Vector(A->getRangeMap(), 1));
  const auto x = Teuchos::rcp(new Vector(A->getDomainMap(), 1));
  b->putScalar(1);

  // Chronos: the life cycle of every Trilinos preconditioner. Without parameters it chooses a method by itself.
  const auto M = Teuchos::rcp(new Chronos::Preconditioner<>(A));
  if (argc > 1) M->setParameters(*Chronos::readXml(argv[1], *comm));
  M->initialize();
  M->compute();

  // Belos, as with any other preconditioner.
  const auto belos = Teuchos::parameterList();
  belos->set("Convergence Tolerance", 1e-8);
  belos->set("Maximum Iterations", 2000);
  belos->set("Implicit Residual Scaling", "Norm of RHS");
  const auto problem = Teuchos::rcp(new Belos::LinearProblem<double, Vector, Operator>(A, x, b));
  problem->setLeftPrec(M);
  problem->setProblem();
  Belos::SolverFactory<double, Vector, Operator> factory;
  const auto solver = factory.create("Pseudoblock CG", belos);
  solver->setProblem(problem);
  const bool converged = solver->solve() == Belos::Converged;

  Vector r(*b, Teuchos::Copy);
  A->apply(*x, r, Teuchos::NO_TRANS, -1, 1);
  Teuchos::Array<double> rNorm(1), bNorm(1);
  r.norm2(rNorm());
  b->norm2(bNorm());
  if (comm->getRank() == 0)
    std::printf("%s: %d iterations, true residual %.2e, %s with density %.2f\n",
                converged ? "converged" : "not converged", solver->getNumIters(), rNorm[0] / bNorm[0],
                M->report().name.c_str(), M->report().density);
  return converged && rNorm[0] <= 1e-7 * bNorm[0] ? 0 : 1;
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
