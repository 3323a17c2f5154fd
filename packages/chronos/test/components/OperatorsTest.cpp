// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockDiagonalOperator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_InverseOperator.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_MatrixOperators.hpp"
#include "Chronos_PolynomialPreconditioner.hpp"
#include "Chronos_ProductOperator.hpp"
#include "Chronos_ScaledOperator.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_SumOperator.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"

namespace Chronos::Test {
namespace {

using Factors = std::vector<Teuchos::RCP<const Operator>>;

// A plain rectangular table: the oracle of everything here.
struct Table {
  int rows, cols;
  std::vector<double> entries;
  Table(int r, int c) : rows(r), cols(c), entries(static_cast<std::size_t>(r) * c, 0.0) {}
  double& operator()(int i, int j) { return entries[static_cast<std::size_t>(i) * cols + j]; }
  double operator()(int i, int j) const { return entries[static_cast<std::size_t>(i) * cols + j]; }
};

Table tableOf(const HostCsr<double>& A) {
  Table table(A.numRows, A.numCols);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) table(row, A.colInd[e]) += A.values[e];
  return table;
}

Table tableOf(const Dense& A) {
  Table table(A.n, A.n);
  for (int i = 0; i < A.n; ++i)
    for (int j = 0; j < A.n; ++j) table(i, j) = A(i, j);
  return table;
}

Table transposedOf(const Table& A) {
  Table result(A.cols, A.rows);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.cols; ++j) result(j, i) = A(i, j);
  return result;
}

Table operator*(const Table& A, const Table& B) {
  Table result(A.rows, B.cols);
  for (int i = 0; i < A.rows; ++i)
    for (int k = 0; k < A.cols; ++k)
      for (int j = 0; j < B.cols; ++j) result(i, j) += A(i, k) * B(k, j);
  return result;
}

// alpha A + beta B
Table combined(double alpha, const Table& A, double beta, const Table& B) {
  Table result(A.rows, A.cols);
  for (std::size_t i = 0; i < result.entries.size(); ++i)
    result.entries[i] = alpha * A.entries[i] + beta * B.entries[i];
  return result;
}

TpetraMultiVector randomVectors(const Teuchos::RCP<const Map>& map, int numColumns, std::uint64_t seed) {
  TpetraMultiVector x(map, numColumns);
  for (int j = 0; j < numColumns; ++j) {
    const auto column = x.getDataNonConst(j);
    for (int i = 0; i < column.size(); ++i)
      column[i] = globalUniform(seed + j, static_cast<std::uint64_t>(map->getGlobalElement(i)));
  }
  return x;
}

std::vector<double> wholeColumn(const TpetraMultiVector& x, int j) {
  const auto view = x.getVector(j)->getLocalViewDevice(Tpetra::Access::ReadOnly);
  const Vector copy("copy", view.extent(0));
  Kokkos::deep_copy(copy, Kokkos::subview(view, Kokkos::ALL(), 0));
  return wholeVector(*x.getMap(), copy);
}

// Through the door of Tpetra: one column and three, y overwritten and updated.
void expectIsTable(const CommonOperator& op, const Table& table, double tolerance) {
  for (int numColumns : {1, 3, 9})
    for (const auto& [alpha, beta] : std::vector<std::pair<double, double>>{{1, 0}, {0.375, -2}}) {
      const TpetraMultiVector x = randomVectors(op.getDomainMap(), numColumns, 3);
      const TpetraMultiVector before = randomVectors(op.getRangeMap(), numColumns, 30);
      TpetraMultiVector y(before, Teuchos::Copy);
      if (beta == 0) y.putScalar(std::numeric_limits<double>::quiet_NaN());
      op.apply(x, y, Teuchos::NO_TRANS, alpha, beta);
      for (int j = 0; j < numColumns; ++j) {
        const auto in = wholeColumn(x, j), old = wholeColumn(before, j), found = wholeColumn(y, j);
        for (int row = 0; row < table.rows; ++row) {
          double expected = beta * old[row], size = std::abs(expected);
          for (int col = 0; col < table.cols; ++col) {
            expected += alpha * table(row, col) * in[col];
            size += std::abs(alpha * table(row, col) * in[col]);
          }
          EXPECT_NEAR(found[row], expected, tolerance * (1 + size)) << "row " << row << ", column " << j;
        }
      }
    }
}

Teuchos::RCP<const TpetraCrsMatrix> tpetraOf(const HostCsr<double>& A, const Teuchos::RCP<const Map>& rowMap,
                                             const Teuchos::RCP<const Map>& domainMap) {
  return toTpetra(rowsOnMap(A, rowMap, domainMap));
}

constexpr int numFine = 41, numCoarse = 13;

// A square, B rectangular, on maps that have an empty rank and a cyclic order.
struct Pieces {
  HostCsr<double> A = spdMatrix(numFine, 5, 1), B = raggedMatrix<double>(numFine, numCoarse, 6);
  Table a = tableOf(A), b = tableOf(B);
  Teuchos::RCP<const TpetraCrsMatrix> matrixA, matrixB;
  Pieces(const Teuchos::RCP<const Map>& fine, const Teuchos::RCP<const Map>& coarse)
      : matrixA(tpetraOf(A, fine, fine)), matrixB(tpetraOf(B, fine, coarse)) {}
};

TEST(MpiOperators, ProductsAndSumsAreThoseOfTheMatrices) {
  for (const auto& fine : testMaps(numFine)) {
    const Pieces p(fine, cyclicMap(numCoarse, true));
    const auto A = multiplyBy(p.matrixA, true), B = multiplyBy(p.matrixB), Bt = transposed(p.matrixB);
    expectIsTable(*B, p.b, 1e-14);
    expectIsTable(*Bt, transposedOf(p.b), 1e-14);
    const auto galerkin = Teuchos::rcp(new ProductOperator({Bt, A, B}, Symmetry::symmetric));
    const Table coarse = transposedOf(p.b) * p.a * p.b;
    expectIsTable(*galerkin, coarse, 1e-12);
    EXPECT_TRUE(galerkin->isFixedSymmetric());
    const ProductOperator longer({B, galerkin, Bt, A});
    expectIsTable(longer, p.b * coarse * transposedOf(p.b) * p.a, 1e-11);
    EXPECT_FALSE(longer.isFixedSymmetric());
    expectIsTable(ProductOperator({A}), p.a, 1e-14);
    const auto scaled = Teuchos::rcp(new ScaledOperator(-0.5, galerkin));
    expectIsTable(*scaled, combined(-0.5, coarse, 0, coarse), 1e-12);
    const Table twice = p.a * p.a;
    const SumOperator sum({A, Teuchos::rcp(new ScaledOperator(3, Teuchos::rcp(new ProductOperator({A, A}))))});
    expectIsTable(sum, combined(1, p.a, 3, twice), 1e-12);
    EXPECT_FALSE(sum.isFixedSymmetric());
    EXPECT_TRUE(SumOperator({A, A}).isFixedSymmetric());
  }
}

TEST(MpiOperators, CountsAFactorThatComesAgainOnce) {
  const Pieces p(evenMap(numFine), evenMap(numCoarse));
  const auto A = multiplyBy(p.matrixA, true);
  EXPECT_EQ(ProductOperator({A, A, A}).numBytes(), A->numBytes());
  EXPECT_EQ(SumOperator({A, A}).numBytes(), A->numBytes());
}

TEST(MpiOperators, RefusesWhatDoesNotFit) {
  const Pieces p(evenMap(numFine), evenMap(numCoarse));
  const Teuchos::RCP<const Operator> A = multiplyBy(p.matrixA), B = multiplyBy(p.matrixB), Bt = transposed(p.matrixB);
  EXPECT_THROW(ProductOperator(Factors{}), InputError);
  EXPECT_THROW(ProductOperator({A, Teuchos::null}), InputError);
  EXPECT_THROW(ProductOperator({B, A}), InputError);
  EXPECT_THROW(ProductOperator({A, B}, Symmetry::symmetric), InputError);
  EXPECT_THROW(SumOperator(Factors{}), InputError);
  EXPECT_THROW(SumOperator({A, Teuchos::null}), InputError);
  EXPECT_THROW(SumOperator({B, Bt}), InputError);
  EXPECT_THROW(multiplyBy(Teuchos::null), InputError);
  const TpetraMultiVector x(evenMap(numFine), 1);
  TpetraMultiVector y(evenMap(numFine), 1);
  EXPECT_THROW(ProductOperator({A, A}).apply(x, y, Teuchos::TRANS), InputError);
}

// B^T A^{-1} B, the inverse by conjugate gradients.
TEST(MpiOperators, AnInverseIsAFactor) {
  for (const auto& fine : testMaps(numFine)) {
    const Pieces p(fine, evenMap(numCoarse));
    const auto A = multiplyBy(p.matrixA, true);
    SolverParameters parameters;
    parameters.tolerance = 1e-12;
    const auto inverse = Teuchos::rcp(new InverseOperator(A, Teuchos::null, parameters));
    expectIsTable(ProductOperator({inverse, A}), tableOf(denseOf(Identity(evenMap(numFine)), *evenMap(numFine))), 1e-9);
    EXPECT_GT(inverse->iterations(), 0);
    const ProductOperator schur({transposed(p.matrixB), inverse, multiplyBy(p.matrixB)});
    const Dense found = denseOf(schur, *evenMap(numCoarse));
    expectSymmetric(found, 1e-9);
    // A X = B column by column: A times what the inverse made is B again.
    expectIsTable(ProductOperator({A, inverse, multiplyBy(p.matrixB)}), p.b, 1e-9);
    parameters.maxIterations = 2;
    const InverseOperator early(A, Teuchos::null, parameters);
    TpetraMultiVector y(fine, 1);
    EXPECT_THROW(static_cast<const CommonOperator&>(early).apply(randomVectors(fine, 1, 5), y), BreakdownError);
  }
}

// Newton's method written down, in tables.
TEST(MpiPolynomialPreconditioner, IsNewtonsMethodWithCentredSpectra) {
  const HostCsr<double> A = spdMatrix(30, 4, 1);
  for (const auto& map : testMaps(30)) {
    const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
    const Teuchos::RCP<const Operator> product = Teuchos::rcp(new StoredMatrix<double>(matrix));
    const auto jacobi = Teuchos::rcp(new Jacobi(*matrix));
    const Teuchos::RCP<const Operator> none;
    for (const auto& seed : {Teuchos::RCP<const Operator>(jacobi), none}) {
      const Dense p = seed.is_null() ? denseOf(Identity(map), *map) : denseOf(*jacobi, *map);
      const auto spectrum = eigenvaluesOfProduct(denseOf(A), p);
      PolynomialParameters parameters;
      parameters.smallest = 0.9 * spectrum.front();
      parameters.largest = 1.1 * spectrum.back();
      const double centre = (parameters.largest + parameters.smallest) / 2,
                   radius = (parameters.largest - parameters.smallest) / 2;
      Table newton = combined(1 / centre, tableOf(p), 0, tableOf(p));
      double sigma = centre / radius;
      for (parameters.doublings = 0; parameters.doublings <= 5; ++parameters.doublings) {
        const PolynomialPreconditioner found(product, seed, parameters);
        EXPECT_EQ(found.degree(), (1 << parameters.doublings) - 1);
        EXPECT_TRUE(found.isFixedSymmetric());
        expectIsTable(found, newton, 1e-11);
        const double zeta = 2 * sigma * sigma / (2 * sigma * sigma - 1);
        newton = combined(2 * zeta, newton, -zeta, newton * tableOf(A) * newton);
        sigma = 2 * sigma * sigma - 1;
      }
    }
  }
}

TEST(MpiPolynomialPreconditioner, EstimatesItsBoundsAndSavesIterations) {
  ProblemOptions options;
  options.nx = options.ny = 30;
  const HostCsr<double> A = wholeProblem("anisotropic2d", options);
  const auto map = evenMap(A.numRows);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
  const Teuchos::RCP<const Operator> product = Teuchos::rcp(new StoredMatrix<double>(matrix));
  const Teuchos::RCP<const Operator> jacobi = Teuchos::rcp(new Jacobi(*matrix));
  const TpetraMultiVector b = randomVectors(map, 1, 9);
  std::vector<int> iterations;
  for (int doublings : {0, 2, 4}) {
    PolynomialParameters parameters;
    parameters.doublings = doublings;
    const Teuchos::RCP<const Operator> M = Teuchos::rcp(new PolynomialPreconditioner(product, jacobi, parameters));
    TpetraMultiVector x(map, 1);
    const SolveResult result = solve(product, M, b, x, SolverParameters());
    EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
    EXPECT_EQ(result.method, KrylovMethod::cg);
    iterations.push_back(result.iterations);
  }
  EXPECT_LT(iterations[1], iterations[0] / 2.5);
  EXPECT_LT(iterations[2], iterations[1] / 2.5);
}

TEST(MpiPolynomialPreconditioner, RefusesWhatIsImpossible) {
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(spdMatrix(6, 2, 1), evenMap(6))));
  const Teuchos::RCP<const Operator> product = Teuchos::rcp(new StoredMatrix<double>(matrix)),
                                     negative = Teuchos::rcp(new ScaledOperator(-1, product));
  const auto with = [](int doublings, double smallest, double largest) {
    PolynomialParameters parameters;
    parameters.doublings = doublings;
    parameters.smallest = smallest;
    parameters.largest = largest;
    return parameters;
  };
  EXPECT_THROW(PolynomialPreconditioner(Teuchos::null, Teuchos::null), InputError);
  EXPECT_THROW(PolynomialPreconditioner(product, Teuchos::null, with(-1, 0, 0)), InputError);
  EXPECT_THROW(PolynomialPreconditioner(product, Teuchos::null, with(3, 2, 1)), InputError);
  EXPECT_THROW(PolynomialPreconditioner(negative, Teuchos::null), BreakdownError);
}

// Blocks of `size` rows, contiguous; each a random sparse symmetric matrix with a dominant diagonal.
HostCsr<double> blockMatrix(int numBlocks, int size) {
  HostCsr<double> A;
  A.numRows = A.numCols = numBlocks * size;
  for (int block = 0; block < numBlocks; ++block)
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        const std::uint64_t low = std::min(i, j), high = std::max(i, j);
        const double number = globalUniform(block, low * size + high);
        const bool isNeighbour = high - low <= 1;
        if (!isNeighbour && std::abs(number) > 6.0 / size) continue;
        A.colInd.push_back(block * size + j);
        A.values.push_back(i == j ? 3.0 : isNeighbour ? number : number * size / 6);
      }
      A.rowPtr.push_back(A.colInd.size());
    }
  // Rows of the diagonal by what stands beside it.
  for (int row = 0; row < A.numRows; ++row) {
    double sum = 0;
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] != row) sum += std::abs(A.values[e]);
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] == row) A.values[e] = sum + 0.1;
  }
  return A;
}

// Whole blocks on each rank, in turn.
Teuchos::RCP<const Map> mapOfBlocks(int numBlocks, int size) {
  std::vector<GlobalOrdinal> mine;
  for (int block = world()->getRank(); block < numBlocks; block += world()->getSize())
    for (int i = 0; i < size; ++i) mine.push_back(static_cast<GlobalOrdinal>(block) * size + i);
  return Teuchos::rcp(new Map(static_cast<GlobalOrdinal>(numBlocks) * size, mine.data(),
                              static_cast<LocalOrdinal>(mine.size()), 0, world()));
}

TEST(MpiBlockDiagonalOperator, SolvesEachBlockAsLapackDoes) {
  constexpr int numBlocks = 1000, size = 150;
  const HostCsr<double> A = blockMatrix(numBlocks, size);
  const auto map = mapOfBlocks(numBlocks, size);
  const auto matrix = tpetraOf(A, map, map);
  const int mine = static_cast<int>(TrilinosVersion::numLocal(*map)) / size;
  const BlockDiagonalOperator blocks(matrix, std::vector<int>(mine, size));
  EXPECT_EQ(blocks.numBlocks(), mine);
  const TpetraMultiVector b = randomVectors(map, 3, 4);
  TpetraMultiVector x(map, 3);
  static_cast<const CommonOperator&>(blocks).apply(b, x);
  double worst = 0;
  for (int block = 0; block < mine; ++block) {
    const int first = static_cast<int>(map->getGlobalElement(block * size));
    std::vector<double> dense(size * size, 0.0), solution;
    for (int row = 0; row < size; ++row)
      for (Offset e = A.rowPtr[first + row]; e < A.rowPtr[first + row + 1]; ++e)
        dense[row * size + A.colInd[e] - first] = A.values[e];
    for (int j = 0; j < 3; ++j) {
      const auto column = b.getData(j);
      solution.insert(solution.end(), column.begin() + block * size, column.begin() + (block + 1) * size);
    }
    int info = 0;
    Teuchos::LAPACK<int, double>().POSV('U', size, 3, dense.data(), size, solution.data(), size, &info);
    ASSERT_EQ(info, 0);
    for (int j = 0; j < 3; ++j) {
      const auto column = x.getData(j);
      double largest = 0, difference = 0;
      for (int i = 0; i < size; ++i) {
        largest = std::max(largest, std::abs(solution[j * size + i]));
        difference = std::max(difference, std::abs(solution[j * size + i] - column[block * size + i]));
      }
      worst = std::max(worst, difference / largest);
    }
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(MpiBlockDiagonalOperator, FindsBlocksAndIsTheInverse) {
  const HostCsr<double> A = blockMatrix(9, 4);
  const auto map = mapOfBlocks(9, 4);
  const auto matrix = tpetraOf(A, map, map);
  const BlockDiagonalOperator found(matrix);
  EXPECT_EQ(found.numBlocks(), static_cast<int>(TrilinosVersion::numLocal(*map)) / 4);
  EXPECT_TRUE(found.isFixedSymmetric());
  const Table inverse = tableOf(denseOf(found, *map)), identity = tableOf(denseOf(Identity(map), *map));
  const Table product = inverse * tableOf(A);
  for (std::size_t i = 0; i < product.entries.size(); ++i) EXPECT_NEAR(product.entries[i], identity.entries[i], 1e-13);
  expectIsTable(found, inverse, 1e-13);
}

TEST(MpiBlockDiagonalOperator, RefusesWhatIsNotBlocks) {
  const auto map = mapOfBlocks(6, 4);
  const auto matrix = tpetraOf(blockMatrix(6, 4), map, map);
  const int mine = static_cast<int>(TrilinosVersion::numLocal(*map)) / 4;
  EXPECT_THROW(BlockDiagonalOperator{Teuchos::null}, InputError);
  EXPECT_THROW(BlockDiagonalOperator(matrix, std::vector<int>(mine + 1, 4)), InputError);
  EXPECT_THROW(BlockDiagonalOperator(matrix, std::vector<int>(2 * mine, 2)), InputError);
  HostCsr<double> negative = blockMatrix(6, 4);
  for (double& value : negative.values) value = -value;
  EXPECT_THROW(BlockDiagonalOperator(tpetraOf(negative, map, map)), BreakdownError);
  if (world()->getSize() == 1) return;
  // Cyclic rows split every block.
  const auto split = cyclicMap(24);
  EXPECT_THROW(BlockDiagonalOperator(tpetraOf(blockMatrix(6, 4), split, split)), InputError);
}

}  // namespace
}  // namespace Chronos::Test
