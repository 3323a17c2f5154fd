// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_CoarseSolver.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "TrueResidual.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <map>

namespace Chronos::Test {
namespace {

// A plate of n x n nodes, simply supported, on springs or not: the five-point Laplacian twice (13 points). No multigrid
// here is for it.
Teuchos::RCP<TpetraCrsMatrix> plate(LocalOrdinal n, double foundation = 0) {
  const auto neighbours = [n](LocalOrdinal node) {
    std::map<LocalOrdinal, double> row{{node, 4.0}};
    if (node % n > 0) row[node - 1] = -1;
    if (node % n < n - 1) row[node + 1] = -1;
    if (node >= n) row[node - n] = -1;
    if (node < n * n - n) row[node + n] = -1;
    return row;
  };
  HostCsr<double> A;
  A.numCols = n * n;
  for (; A.numRows < n * n; ++A.numRows) {
    std::map<LocalOrdinal, double> row;
    for (const auto& [middle, first] : neighbours(A.numRows))
      for (const auto& [column, second] : neighbours(middle)) row[column] += first * second;
    row[A.numRows] += foundation;
    for (const auto& [column, value] : row) {
      A.colInd.push_back(column);
      A.values.push_back(value);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  const auto map = evenMap(A.numRows);
  return toTpetra(rowsOnMap(A, map, map));
}

// Thousands of iterations otherwise.
TEST(MpiTurnToFactor, AOneRankThatWouldIterateForLongFactors) {
  const auto A = plate(130);
  const auto b = makeRightHandSide("random", *A, 0);
  TpetraMultiVector x(A->getDomainMap(), 1), y(A->getDomainMap(), 1);
  const SystemResult result = solve(A, *b, x);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_LE(trueResidual(*A, x, *b), 1.01e-8);
  const bool mayFactor = runsOnHost<Device> && haveSparseCholesky() && world()->getSize() == 1;
  EXPECT_EQ(result.stages.back().method == "direct", mayFactor);
  if (!mayFactor) return;
  EXPECT_LE(result.iterations, 80);
  EXPECT_EQ(solve(A, *b, y).residualHistory, result.residualHistory);

  Preconditioner<> M(A);
  M.chooseFor(ChoiceUse::solve);
  M.setParameters(Parameters());
  M.compute();
  solve(M, *b, x);
  EXPECT_NE(M.choice()->because.back().find("the matrix is factored"), std::string::npos);
  EXPECT_EQ(M.choice()->rungs[M.rung()].name, "direct");
  EXPECT_FALSE(M.choice()->direct);
  y.putScalar(0);
  EXPECT_LE(solve(M, *b, y).iterations, 2) << "the next right-hand side finds the factor";

  // The factor of former values is slow, and still what there is.
  ASSERT_TRUE(M.setMatrix(plate(130, 0.02)));
  M.renew(Renewal::keep);
  y.putScalar(0);
  EXPECT_GT(solve(M, *b, y).iterations, 20);
  EXPECT_EQ(M.choice()->rungs[M.rung()].name, "direct");
}

}  // namespace
}  // namespace Chronos::Test
