// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

const KrylovMethod everyMethod[] = {KrylovMethod::bicgstab, KrylovMethod::fgmres};

// Diffusion and a wind along x on an n x n grid, upwind differences: unsymmetric, diagonally dominant.
Teuchos::RCP<TpetraCrsMatrix> wind(const Teuchos::RCP<const Map>& map, GlobalOrdinal n, double strength) {
  const auto A = Teuchos::rcp(new TpetraCrsMatrix(map, 5));
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(*map); ++i) {
    const GlobalOrdinal row = map->getGlobalElement(static_cast<LocalOrdinal>(i)), x = row % n, y = row / n;
    const auto insert = [&](GlobalOrdinal col, double value) {
      A->insertGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(col), Teuchos::tuple(value));
    };
    insert(row, 4 + strength);
    if (x > 0) insert(row - 1, -1 - strength);
    if (x + 1 < n) insert(row + 1, -1);
    if (y > 0) insert(row - n, -1);
    if (y + 1 < n) insert(row + n, -1);
  }
  A->fillComplete();
  return A;
}

TpetraMultiVector randomVectors(const Teuchos::RCP<const Map>& map, int numColumns, double size = 1) {
  TpetraMultiVector x(map, numColumns);
  for (int j = 0; j < numColumns; ++j) {
    const auto column = x.getDataNonConst(j);
    for (int i = 0; i < column.size(); ++i)
      column[i] = size * globalUniform(60 + j, static_cast<std::uint64_t>(map->getGlobalElement(i)));
  }
  return x;
}

double relativeResidual(const TpetraCrsMatrix& A, const TpetraMultiVector& b, const TpetraMultiVector& x, int j) {
  TpetraMultiVector r(b, Teuchos::Copy);
  A.apply(x, r, Teuchos::NO_TRANS, -1.0, 1.0);
  return r.getVector(j)->norm2() / b.getVector(j)->norm2();
}

Teuchos::ParameterList listOf(const std::string& type, KrylovMethod method) {
  Teuchos::ParameterList list;
  list.set("type", type);
  list.sublist("solver").set("method", std::string(nameOf(method)));
  return list;
}

TEST(MpiUnsymmetric, BothMethodsSolveWithEachPreconditioner) {
  for (const auto& map : testMaps(400)) {
    const auto A = wind(map, 20, 8);
    const TpetraMultiVector b = randomVectors(map, 3);
    for (KrylovMethod method : everyMethod)
      for (const char* type : {"none", "jacobi", "two-stage gauss-seidel"}) {
        SCOPED_TRACE(std::string(nameOf(method)) + " with " + type);
        TpetraMultiVector x(map, 3);
        x.putScalar(std::numeric_limits<double>::quiet_NaN());
        const SystemResult result = solve(A, b, x, listOf(type, method));
        EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
        EXPECT_EQ(result.method, method);
        ASSERT_EQ(result.columns.size(), 3u);
        for (int j = 0; j < 3; ++j) {
          const ColumnResult& column = result.columns[j];
          EXPECT_LE(column.relativeResidual, 1e-8);
          EXPECT_NEAR(relativeResidual(*A, b, x, j), column.relativeResidual, 1e-14);
          EXPECT_EQ(static_cast<int>(column.residualHistory.size()), column.iterations + 1);
          EXPECT_EQ(column.residualHistory.front(), 1);
        }
      }
  }
}

// A restart after a few vectors costs iterations, and the answer is as good.
TEST(MpiUnsymmetric, ASmallBasisBeginsAnew) {
  const auto map = evenMap(400);
  const auto A = wind(map, 20, 2);
  const TpetraMultiVector b = randomVectors(map, 1);
  int iterations[2];
  for (int small : {0, 1}) {
    TpetraMultiVector x(map, 1);
    Teuchos::ParameterList list = listOf("jacobi", KrylovMethod::fgmres);
    list.sublist("solver").set("basis size", small ? 5 : 200);
    const SystemResult result = solve(A, b, x, list);
    EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
    EXPECT_LE(relativeResidual(*A, b, x, 0), 1e-8);
    iterations[small] = result.iterations;
  }
  EXPECT_GT(iterations[1], iterations[0]);
}

TEST(MpiUnsymmetric, IsRefusedWhereSymmetryIsNeeded) {
  const auto map = evenMap(100);
  const auto A = wind(map, 10, 3);
  const TpetraMultiVector b = randomVectors(map, 1);
  TpetraMultiVector x(map, 1);
  for (const auto& [type, method] :
       std::vector<std::pair<std::string, KrylovMethod>>{{"jacobi", KrylovMethod::automatic},
                                                         {"jacobi", KrylovMethod::cg},
                                                         {"jacobi", KrylovMethod::flexibleCg},
                                                         {"amg", KrylovMethod::fgmres},
                                                         {"auto", KrylovMethod::bicgstab}})
    try {
      solve(A, b, x, listOf(type, method));
      ADD_FAILURE() << type << " took an unsymmetric matrix";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("fgmres"), std::string::npos) << error.what();
    }
}

// A symmetric system with a preconditioner of its own, and a matrix near it that lost its symmetry: automatic sees.
TEST(MpiUnsymmetric, AutomaticTakesFgmresForAnOperatorThatSaysSo) {
  ProblemOptions options;
  options.nx = 12;
  const Problem problem = makeProblem("laplace3d7", options, world());
  const auto map = problem.matrix->getRowMap();
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(preset("flow"));
  M->compute();
  const auto A = Teuchos::rcp(new TpetraCrsMatrix(*problem.matrix, Teuchos::Copy));
  A->resumeFill();
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(*map); ++i) {
    const GlobalOrdinal row = map->getGlobalElement(static_cast<LocalOrdinal>(i));
    if (row > 0) A->sumIntoGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(row - 1), Teuchos::tuple(-0.02));
  }
  A->fillComplete();
  const TpetraMultiVector b = randomVectors(map, 2);
  const Teuchos::RCP<const Operator> product = multiplyBy(A), preconditioner = M;
  for (KrylovMethod method : {KrylovMethod::automatic, KrylovMethod::bicgstab}) {
    TpetraMultiVector x(map, 2);
    SolverParameters parameters;
    parameters.method = method;
    const SolveResult result = solve(product, preconditioner, b, x, parameters);
    EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
    EXPECT_EQ(result.method, method == KrylovMethod::automatic ? KrylovMethod::fgmres : method);
    EXPECT_LT(result.iterations, 25);
    for (int j : {0, 1}) EXPECT_LE(relativeResidual(*A, b, x, j), 1e-8);
  }
  EXPECT_EQ(krylovMethod(SolverParameters(), M.get(), multiplyBy(A, true).get()), KrylovMethod::cg);
}

TEST(MpiUnsymmetric, TinyAndHugeRightHandSidesAndZero) {
  const auto map = mapWithEmptyRank(100);
  const auto A = wind(map, 10, 3);
  for (KrylovMethod method : everyMethod)
    for (double size : {1e-200, 1.0, 1e200}) {
      TpetraMultiVector b = randomVectors(map, 2, size), x(map, 2);
      b.getVectorNonConst(1)->putScalar(0.0);
      x.putScalar(3.0);
      const SystemResult result = solve(A, b, x, listOf("jacobi", method));
      EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
      const double norm = randomVectors(map, 1).getVector(0)->norm2();
      EXPECT_NEAR(result.columns[0].rightHandSideNorm / size, norm, 1e-12 * norm);
      EXPECT_LE(result.columns[0].relativeResidual, 1e-8);
      EXPECT_EQ(x.getVector(1)->normInf(), 0);
      EXPECT_EQ(result.columns[1].iterations, 0);
    }
}

TEST(MpiUnsymmetric, EndsAtItsLimitAndWhenInterrupted) {
  const auto map = evenMap(400);
  const auto A = wind(map, 20, 1);
  const TpetraMultiVector b = randomVectors(map, 1);
  for (KrylovMethod method : everyMethod) {
    SCOPED_TRACE(nameOf(method));
    SolverParameters parameters;
    parameters.method = method;
    parameters.maxIterations = 7;
    const Teuchos::RCP<const Operator> product = multiplyBy(A), none;
    TpetraMultiVector x(map, 1);
    const SolveResult limited = solve(product, none, b, x, parameters);
    EXPECT_EQ(limited.status, SolveStatus::notConverged);
    EXPECT_EQ(limited.iterations, 7);
    EXPECT_LE(limited.relativeResidual, 1);
    EXPECT_NEAR(relativeResidual(*A, b, x, 0), limited.relativeResidual, 1e-13);
    parameters.maxIterations = 1000;
    int told = 0;
    SolveMonitor monitor;
    monitor.progress = [&](int iteration, double) { told = iteration; };
    monitor.interrupted = [&] { return told >= 4; };
    const SolveResult stopped = solve(product, none, b, x, parameters, monitor);
    EXPECT_EQ(stopped.status, SolveStatus::interrupted);
    EXPECT_EQ(stopped.iterations, 4);
    EXPECT_LE(stopped.relativeResidual, 1);
  }
}

}  // namespace
}  // namespace Chronos::Test
