// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Eigenpairs: the lowest frequencies at which a body vibrates, K x = lambda M x with a stiffness and a mass matrix, and
// what becomes of them where the body floats.
//
//   mpirun -np 2 ./08_eigenpairs
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>

#include <Tpetra_Core.hpp>

#include <cmath>
#include <cstdio>

using Matrix = Teuchos::RCP<Chronos::TpetraCrsMatrix>;

constexpr int numModes = 6;

// The mass of each node on the diagonal, where the application has nothing better.
Matrix lumpedMass(const Teuchos::RCP<const Chronos::Map>& map, double mass) {
  const auto M = Teuchos::rcp(new Chronos::TpetraCrsMatrix(map, 1));
  for (Chronos::GlobalOrdinal row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row)
    M->insertGlobalValues(row, Teuchos::tuple(row), Teuchos::tuple(mass));
  M->fillComplete();
  return M;
}

// A rod that nothing holds: the rows of a matrix without boundary conditions sum to zero.
Matrix freeRod(Chronos::GlobalOrdinal n, const Teuchos::RCP<const Teuchos::Comm<int>>& comm) {
  const auto map = Teuchos::rcp(new const Chronos::Map(n, 0, comm));
  const auto A = Teuchos::rcp(new Chronos::TpetraCrsMatrix(map, 3));
  for (Chronos::GlobalOrdinal row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row) {
    const bool isFirst = row == 0, isLast = row == n - 1;
    A->insertGlobalValues(row, Teuchos::tuple(row), Teuchos::tuple(isFirst || isLast ? 1.0 : 2.0));
    if (!isFirst) A->insertGlobalValues(row, Teuchos::tuple(row - 1), Teuchos::tuple(-1.0));
    if (!isLast) A->insertGlobalValues(row, Teuchos::tuple(row + 1), Teuchos::tuple(-1.0));
  }
  A->fillComplete();
  return A;
}

int run() {
  const auto comm = Tpetra::getDefaultComm();
  const bool isRoot = comm->getRank() == 0;

  // Stands for the application: bricks, clamped on one side, three unknowns a node.
  Chronos::ProblemOptions options;
  options.nx = 12;
  const Chronos::Problem body = Chronos::makeProblem("elasticity3d", options, comm);
  const Matrix M = lumpedMass(body.matrix->getRowMap(), 0.5);

  // The list `eigen` is for the iteration, the rest for the preconditioner; an empty one would do.
  Teuchos::ParameterList list;
  list.set("preset", "mechanics");
  list.sublist("eigen").set("tolerance", 1e-8);
  list.sublist("user data").set("Coordinates", body.coordinates);
  list.sublist("user data").set("number of equations", 3);
  for (const char* method : {"lobpcg", "srqcg"}) {
    list.sublist("eigen").set("method", method);
    const Chronos::EigenResult result = Chronos::eigenpairs(body.matrix, M, numModes, list);
    if (isRoot)
      std::printf("%s: %d iterations, %lld products, %lld preconditionings\n", method, result.iterations,
                  result.products, result.preconditionings);
    // Vectors are columns of result.vectors, orthonormal in M. A pair that did not converge says so, each for itself.
    for (const Chronos::Eigenpair& pair : result.pairs)
      if (isRoot) std::printf("  frequency %.6f, residual %.1e\n", std::sqrt(pair.value), pair.residual);
    if (result.status != Chronos::EigenStatus::converged) return 1;
  }

  // Of a body that floats the first values are zero but for rounding; the vibrations come behind them.
  const Chronos::EigenResult rod = Chronos::eigenpairs(freeRod(2000, comm), Teuchos::null, 3);
  for (const Chronos::Eigenpair& pair : rod.pairs)
    if (isRoot) std::printf("free rod: %.9e%s\n", pair.value, pair.isZero ? ", zero but for rounding" : "");
  const bool isRight = rod.pairs[0].isZero && !rod.pairs[1].isZero;
  return rod.status == Chronos::EigenStatus::converged && isRight ? 0 : 1;
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
