// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_EigenMethods.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

using Matrix = Teuchos::RCP<TpetraCrsMatrix>;

Matrix onMap(const Dense& dense, const Teuchos::RCP<const Map>& map) {
  return toTpetra(rowsOnMap(sparseOf(dense), map, map));
}

// Ascending eigenvalues of A x = lambda M x by LAPACK.
std::vector<double> denseEigenvalues(Dense A, Dense M) {
  const int n = A.n;
  std::vector<double> values(n), work(8 * n + 8);
  int info = 0;
  Teuchos::LAPACK<int, double>().SYGV(1, 'N', 'L', n, A.entries.data(), n, M.entries.data(), n, values.data(),
                                      work.data(), static_cast<int>(work.size()), &info);
  EXPECT_EQ(info, 0);
  return values;
}

Dense identity(int n) {
  Dense I(n);
  for (int i = 0; i < n; ++i) I(i, i) = 1;
  return I;
}

Dense diagonal(const std::vector<double>& values) {
  Dense D(static_cast<int>(values.size()));
  for (int i = 0; i < D.n; ++i) D(i, i) = values[i];
  return D;
}

// Five points on nx x ny nodes with stiffness that grows along x; the nodes beyond the edge are held.
Dense plate(int nx, int ny) {
  Dense A(nx * ny);
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      const int row = y * nx + x;
      const double stiffness = 1 + 0.3 * x;
      A(row, row) = 4 * stiffness + 0.3;
      if (x + 1 < nx) A(row, row + 1) = A(row + 1, row) = -stiffness;
      if (y + 1 < ny) A(row, row + nx) = A(row + nx, row) = -stiffness;
    }
  return A;
}

// Of linear elements along the numbering, with a density that varies.
Dense massOf(int n) {
  Dense M(n);
  for (int i = 0; i < n; ++i) {
    M(i, i) = 4 + i % 5;
    if (i + 1 < n) M(i, i + 1) = M(i + 1, i) = 1;
  }
  return M;
}

Teuchos::ParameterList listOf(const std::string& method, const std::string& which, double tolerance) {
  Teuchos::ParameterList list;
  list.set("type", "adaptive fsai");
  list.sublist("eigen").set("method", method);
  list.sublist("eigen").set("which", which);
  list.sublist("eigen").set("tolerance", tolerance);
  return list;
}

// Vectors of a result on every rank, by columns.
std::vector<std::vector<double>> wholeVectors(const EigenResult& result) {
  std::vector<std::vector<double>> columns;
  for (std::size_t j = 0; j < result.vectors->getNumVectors(); ++j) {
    const auto x = result.vectors->getVector(j)->getLocalViewDevice(Tpetra::Access::ReadOnly);
    columns.push_back(wholeVector(*result.vectors->getMap(), Kokkos::subview(x, Kokkos::ALL(), 0)));
  }
  return columns;
}

double form(const Dense& A, const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (int row = 0; row < A.n; ++row)
    for (int col = 0; col < A.n; ++col) sum += x[row] * A(row, col) * y[col];
  return sum;
}

double relativeResidual(const Dense& A, const Dense& M, double value, const std::vector<double>& x) {
  double residual = 0, size = 0;
  for (int row = 0; row < A.n; ++row) {
    double r = 0, m = 0;
    for (int col = 0; col < A.n; ++col) {
      r += (A(row, col) - value * M(row, col)) * x[col];
      m += M(row, col) * x[col];
    }
    residual += r * r;
    size += m * m;
  }
  return std::sqrt(residual / size) / std::abs(value);
}

// Values by LAPACK, residuals and lengths by dense products.
void expectPairs(const Dense& A, const Dense& M, const EigenResult& result, bool isSmallest, double tolerance) {
  const std::vector<double> all = denseEigenvalues(A, M);
  const auto vectors = wholeVectors(result);
  for (std::size_t j = 0; j < result.pairs.size(); ++j) {
    SCOPED_TRACE("pair " + std::to_string(j));
    const double expected = isSmallest ? all[j] : all[all.size() - 1 - j];
    EXPECT_NEAR(result.pairs[j].value, expected, 1e-9 * std::abs(expected));
    EXPECT_TRUE(result.pairs[j].isConverged);
    const double residual = relativeResidual(A, M, result.pairs[j].value, vectors[j]);
    EXPECT_LE(residual, 1.01 * tolerance);
    EXPECT_NEAR(residual, result.pairs[j].residual, 1e-2 * tolerance);
    for (std::size_t i = 0; i < result.pairs.size(); ++i)
      EXPECT_NEAR(form(M, vectors[i], vectors[j]), i == j ? 1 : 0, 1e-12);
  }
}

class MpiEigenpairs : public ::testing::TestWithParam<std::string> {};

TEST_P(MpiEigenpairs, AreThoseOfLapackAtBothEndsWithAndWithoutAMassMatrix) {
  const Dense A = plate(13, 8), M = massOf(A.n);
  const auto map = mapWithEmptyRank(A.n);
  const double tolerance = 1e-6;
  for (const char* which : {"smallest", "largest"})
    for (const bool hasMass : {false, true}) {
      SCOPED_TRACE(std::string(which) + (hasMass ? ", mass" : ""));
      const EigenResult result =
          eigenpairs(onMap(A, map), hasMass ? onMap(M, map) : Teuchos::null, 5, listOf(GetParam(), which, tolerance));
      EXPECT_EQ(result.status, EigenStatus::converged) << result.message;
      EXPECT_GT(result.iterations, 0);
      EXPECT_EQ(result.massProducts > 0, hasMass);
      expectPairs(A, hasMass ? M : identity(A.n), result, std::string(which) == "smallest", tolerance);
    }
}

// Rayleigh-Ritz over all of them, whatever the method.
TEST_P(MpiEigenpairs, AsManyAsThereAreUnknowns) {
  const Dense A = plate(3, 3), M = massOf(9);
  const auto map = mapWithEmptyRank(9);
  for (const char* which : {"smallest", "largest"}) {
    const EigenResult result = eigenpairs(onMap(A, map), onMap(M, map), 9, listOf(GetParam(), which, 1e-10));
    EXPECT_EQ(result.status, EigenStatus::converged) << result.message;
    EXPECT_EQ(result.iterations, 0);
    expectPairs(A, M, result, std::string(which) == "smallest", 1e-10);
  }
}

TEST_P(MpiEigenpairs, WhatHasNotConvergedSaysSo) {
  const Dense A = plate(13, 8);
  const auto map = mapWithEmptyRank(A.n);
  Teuchos::ParameterList list = listOf(GetParam(), "smallest", 1e-10);
  list.sublist("eigen").set("maximum iterations", 3);
  const EigenResult result = eigenpairs(onMap(A, map), Teuchos::null, 4, list);
  EXPECT_EQ(result.status, EigenStatus::notConverged);
  EXPECT_EQ(result.iterations, 3);
  EXPECT_LT(result.numConverged(), 4);
  EXPECT_NE(result.message.find("of 4 pairs converged in 3 iterations"), std::string::npos) << result.message;
  const auto vectors = wholeVectors(result);
  for (int j = 0; j < 4; ++j) {
    const Eigenpair& pair = result.pairs[j];
    EXPECT_EQ(pair.isConverged, pair.residual <= 1e-10);
    EXPECT_NEAR(pair.residual, relativeResidual(A, identity(A.n), pair.value, vectors[j]), 1e-8 * pair.residual);
  }
}

INSTANTIATE_TEST_SUITE_P(MpiMethods, MpiEigenpairs, ::testing::Values("lobpcg", "srqcg", "power"));

TEST(MpiEigenpairsOf, TheTableOfMethodsIsTested) {
  std::vector<std::string> names;
  for (const auto& method : eigenMethods()) names.push_back(method.name);
  EXPECT_EQ(names, (std::vector<std::string>{"lobpcg", "srqcg", "power"}));
}

// 2 (cos) in each direction; all orders of three different numbers have the same sum.
TEST(MpiEigenpairsOf, ACubeAreAnalyticWithTheirMultiplicities) {
  ProblemOptions options;
  options.nx = 12;
  const Problem problem = makeProblem("laplace3d7", options, world());
  std::vector<double> expected;
  const auto line = [&](int i) { return 2 - 2 * std::cos(M_PI * i / (options.nx + 1)); };
  for (int i = 1; i <= options.nx; ++i)
    for (int j = 1; j <= options.nx; ++j)
      for (int k = 1; k <= options.nx; ++k) expected.push_back(line(i) + line(j) + line(k));
  std::sort(expected.begin(), expected.end());
  for (const char* which : {"smallest", "largest"}) {
    Teuchos::ParameterList list;
    list.sublist("eigen").set("which", which);
    const EigenResult result = eigenpairs(problem.matrix, Teuchos::null, 12, list);
    ASSERT_EQ(result.status, EigenStatus::converged) << result.message;
    for (int j = 0; j < 12; ++j)
      EXPECT_NEAR(result.pairs[j].value, *which == 's' ? expected[j] : expected[expected.size() - 1 - j], 1e-9);
  }
}

TEST(MpiEigenpairsOf, AClusterAreAllFound) {
  std::vector<double> values{1, 1, 1, 1 + 1e-10, 1 + 1e-5, 1.001};
  for (int i = 0; i < 200; ++i) values.push_back(2 + i);
  const Dense A = diagonal(values);
  const auto map = mapWithEmptyRank(A.n);
  EigenParameters parameters;
  parameters.tolerance = 1e-8;
  for (const int k : {4, 5, 7}) {
    const EigenResult result = eigenpairs(multiplyBy(onMap(A, map), true), Teuchos::null, Teuchos::null, k, parameters);
    ASSERT_EQ(result.status, EigenStatus::converged) << result.message;
    EXPECT_EQ(result.blockSize, k + 2);
    for (int j = 0; j < k; ++j) EXPECT_NEAR(result.pairs[j].value, values[j], 1e-10);
  }
}

// Penalties of 1e12 make the norm of A large; a value of 1 is no rounding of theirs.
TEST(MpiEigenpairsOf, AMatrixWithPenaltiesAreNotTakenForZeros) {
  Dense A = plate(9, 9);
  for (int i = 0; i < A.n; i += 7) A(i, i) += 1e13;
  const auto map = mapWithEmptyRank(A.n);
  const EigenResult result = eigenpairs(onMap(A, map), Teuchos::null, 3, listOf("lobpcg", "smallest", 1e-6));
  EXPECT_EQ(result.status, EigenStatus::converged) << result.message;
  Dense held = plate(9, 9);
  for (int i = 0; i < held.n; i += 7)
    for (int j = 0; j < held.n; ++j) held(i, j) = held(j, i) = i == j ? 1e3 : 0;
  const std::vector<double> expected = denseEigenvalues(held, identity(held.n));
  for (int j = 0; j < 3; ++j) {
    EXPECT_FALSE(result.pairs[j].isZero);
    EXPECT_NEAR(result.pairs[j].value, expected[j], 1e-8 * expected[j]);
  }
}

TEST(MpiEigenpairsOf, StartVectorsMayBeZeroOrDependent) {
  const Dense A = plate(13, 8);
  const auto map = mapWithEmptyRank(A.n);
  const auto kernel = Teuchos::rcp(new TpetraMultiVector(map, 3));
  kernel->getVectorNonConst(0)->putScalar(1.0);
  kernel->getVectorNonConst(1)->putScalar(-2.0);
  kernel->getVectorNonConst(2)->putScalar(3.0);
  Teuchos::ParameterList list = listOf("lobpcg", "smallest", 1e-6);
  list.sublist("user data").set("Nullspace", kernel);
  const EigenResult result = eigenpairs(onMap(A, map), Teuchos::null, 2, list);
  EXPECT_EQ(result.status, EigenStatus::converged) << result.message;
  expectPairs(A, identity(A.n), result, true, 1e-6);
}

// Tolerance zero: the best that there is, and no word of convergence.
TEST(MpiEigenpairsOf, RoundingEndsWhatNoIterationCanBetter) {
  const Dense A = plate(13, 8);
  const auto map = mapWithEmptyRank(A.n);
  const EigenResult result = eigenpairs(onMap(A, map), Teuchos::null, 3, listOf("lobpcg", "smallest", 0));
  EXPECT_EQ(result.status, EigenStatus::notConverged);
  EXPECT_LT(result.iterations, 1000);
  for (const Eigenpair& pair : result.pairs) EXPECT_LT(pair.residual, 1e-11);
}

TEST(MpiEigenpairsOf, OneRankInterruptsAll) {
  const Dense A = plate(13, 8);
  EigenMonitor monitor;
  int calls = 0, seen = -1;
  monitor.interrupted = [&] { return world()->getRank() == world()->getSize() - 1 && ++calls > 2; };
  monitor.progress = [&](int iteration, int, double) { seen = iteration; };
  const EigenResult result =
      eigenpairs(onMap(A, evenMap(A.n)), Teuchos::null, 3, listOf("lobpcg", "smallest", 1e-12), monitor);
  EXPECT_EQ(result.status, EigenStatus::interrupted);
  EXPECT_EQ(result.iterations, 2);
  EXPECT_EQ(seen, 2);
}

class CountingOperator : public Operator {
 public:
  explicit CountingOperator(const Teuchos::RCP<const Operator>& op) : op_(op) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
    for (std::size_t col = 0; col < host.extent(1); ++col) {
      long long isUsed = 0;
      for (std::size_t row = 0; row < host.extent(0); ++row) isUsed = isUsed || host(row, col) != 0;
      count += maxOverRanks(*op_->domainMap()->getComm(), isUsed);
    }
    op_->apply(x, y, alpha, beta);
  }
  Teuchos::RCP<const Map> domainMap() const override { return op_->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return op_->rangeMap(); }
  mutable long long count = 0;

 private:
  Teuchos::RCP<const Operator> op_;
};

TEST(MpiEigenpairsOf, ApplicationsAreCounted) {
  const Dense A = plate(13, 8), M = massOf(A.n);
  const auto map = mapWithEmptyRank(A.n);
  for (const char* method : {"lobpcg", "srqcg", "power"})
    for (const SpectrumEnd which : {SpectrumEnd::smallest, SpectrumEnd::largest}) {
      SCOPED_TRACE(method);
      const auto a = Teuchos::rcp(new CountingOperator(multiplyBy(onMap(A, map), true)));
      const auto m = Teuchos::rcp(new CountingOperator(multiplyBy(onMap(M, map), true)));
      EigenParameters parameters;
      parameters.method = method;
      parameters.tolerance = 1e-3;
      parameters.which = which;
      const EigenResult result = eigenpairs(a, m, Teuchos::null, 3, parameters);
      EXPECT_EQ(result.status, EigenStatus::converged) << result.message;
      EXPECT_EQ(result.products, a->count);
      EXPECT_EQ(result.massProducts, m->count);
      EXPECT_EQ(result.preconditionings, 0);
      EXPECT_EQ(static_cast<int>(result.residualHistory.size()), result.iterations + 1);
    }
}

std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  } catch (const BreakdownError& error) {
    return std::string("breakdown: ") + error.what();
  }
  return "no error";
}

TEST(MpiEigenpairsOf, WhatDoesNotFitIsRefusedInWords) {
  const Dense dense = plate(4, 4);
  const auto map = mapWithEmptyRank(16);
  const Matrix A = onMap(dense, map);
  const auto expectError = [&](const std::string& part, const Matrix& M, int k, const Teuchos::ParameterList& list) {
    const std::string error = errorOf([&] { eigenpairs(A, M, k, list); });
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  const Teuchos::ParameterList good = listOf("lobpcg", "smallest", 1e-6);
  expectError("17 are wanted of a matrix that has 16 rows", Teuchos::null, 17, good);
  expectError("ask for 1 or more, not 0", Teuchos::null, 0, good);
  expectError("the mass matrix has 15 rows and the matrix 16", onMap(massOf(15), mapWithEmptyRank(15)), 2, good);
  if (world()->getSize() > 1) expectError("distributed in another way", onMap(massOf(16), evenMap(16)), 2, good);
  Dense negative = massOf(16);
  negative(3, 3) = -1;
  expectError("mass matrix: ", onMap(negative, map), 2, good);
  Dense indefinite = massOf(16);
  indefinite(3, 4) = indefinite(4, 3) = 100;
  expectError("breakdown: Eigenpairs: the mass matrix is not positive definite", onMap(indefinite, map), 16, good);
  expectError("'magic'", Teuchos::null, 2, listOf("magic", "smallest", 1e-6));
  expectError("'middle'", Teuchos::null, 2, listOf("lobpcg", "middle", 1e-6));
  expectError("tolerance", Teuchos::null, 2, listOf("lobpcg", "smallest", -1));
  Teuchos::ParameterList unknown = good;
  unknown.sublist("eigen").set("shift", 1.0);
  expectError("'shift'", Teuchos::null, 2, unknown);
  EXPECT_NE(errorOf([] {
              eigenpairs(Teuchos::RCP<const Operator>(), Teuchos::null, Teuchos::null, 1, {});
            }).find("null pointer"),
            std::string::npos);
}

}  // namespace
}  // namespace Chronos::Test
