// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Operators as building blocks: a saddle-point problem by its Schur complement S = B^T A^{-1} B + C, which is never
// formed. A is a body of many separate blocks, solved exactly and without communication; the polynomial preconditioner
// asks for nothing but products.
#include <Chronos.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>

using Index = Chronos::GlobalOrdinal;
using Matrix = Teuchos::RCP<Chronos::TpetraCrsMatrix>;
using MapPointer = Teuchos::RCP<const Chronos::Map>;

constexpr Index blockSize = 20, numBlocks = 400;

void insert(const Matrix& A, Index row, Index col, double value) {
  A->insertGlobalValues(row, Teuchos::tuple<Index>(col), Teuchos::tuple(value));
}

// Whole blocks on each rank.
MapPointer mapOf(Index rowsOfBlock) {
  const auto comm = Tpetra::getDefaultComm();
  const Index ranks = comm->getSize(), rank = comm->getRank();
  const Index mine = numBlocks / ranks + (rank < numBlocks % ranks ? 1 : 0);
  return Teuchos::rcp(new Chronos::Map(numBlocks * rowsOfBlock, static_cast<std::size_t>(mine * rowsOfBlock), 0, comm));
}

// Rods of different stiffness that do not touch.
Matrix rods(const MapPointer& map) {
  const auto A = Teuchos::rcp(new Chronos::TpetraCrsMatrix(map, 3));
  for (Index row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row) {
    const double stiffness = 1 + row / blockSize % 7;
    insert(A, row, row, 2.1 * stiffness);
    if (row % blockSize > 0) insert(A, row, row - 1, -stiffness);
    if (row % blockSize < blockSize - 1) insert(A, row, row + 1, -stiffness);
  }
  A->fillComplete();
  return A;
}

// A multiplier for each rod holds its end to the beginning of the next one.
Matrix coupling(const MapPointer& rows, const MapPointer& columns) {
  const auto B = Teuchos::rcp(new Chronos::TpetraCrsMatrix(rows, 2));
  for (Index row = rows->getMinGlobalIndex(); row <= rows->getMaxGlobalIndex(); ++row) {
    const Index block = row / blockSize;
    if (row % blockSize == blockSize - 1) insert(B, row, block, 1);
    if (row % blockSize == 0 && block > 0) insert(B, row, block - 1, -1);
  }
  B->fillComplete(columns, rows);
  return B;
}

Matrix smallDiagonal(const MapPointer& map) {
  const auto C = Teuchos::rcp(new Chronos::TpetraCrsMatrix(map, 1));
  for (Index row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row) insert(C, row, row, 0.01);
  C->fillComplete();
  return C;
}

int run() {
  const MapPointer unknowns = mapOf(blockSize), multipliers = mapOf(1);
  const Matrix A = rods(unknowns), B = coupling(unknowns, multipliers), C = smallDiagonal(multipliers);

  // Right to left, as one reads it. A product does not know that it is symmetric: this one is.
  const auto inverse = Teuchos::rcp(new Chronos::BlockDiagonalOperator(A));
  const Teuchos::RCP<const Chronos::Operator> reduced = Teuchos::rcp(new Chronos::ProductOperator(
      {Chronos::transposed(B), inverse, Chronos::multiplyBy(B)}, Chronos::Symmetry::symmetric));
  const Teuchos::RCP<const Chronos::Operator> S =
      Teuchos::rcp(new Chronos::SumOperator({reduced, Chronos::multiplyBy(C, true)}));

  Chronos::TpetraMultiVector b(multipliers, 2), x(multipliers, 2);
  b.randomize();

  Chronos::SolverParameters parameters;
  parameters.tolerance = 1e-10;
  int former = 0;
  for (int doublings : {0, 1, 2, 3}) {
    Chronos::PolynomialParameters polynomial;
    polynomial.doublings = doublings;
    const auto M = Teuchos::rcp(new Chronos::PolynomialPreconditioner(S, Teuchos::null, polynomial));
    const Chronos::SolveResult result = Chronos::solve(S, M, b, x, parameters);
    if (multipliers->getComm()->getRank() == 0)
      std::printf("degree %d: %d iterations, residual %.1e\n", M->degree(), result.iterations, result.relativeResidual);
    if (result.status != Chronos::SolveStatus::converged) return 1;
    if (former > 0 && result.iterations >= former) return 1;
    former = result.iterations;
  }
  return 0;
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
