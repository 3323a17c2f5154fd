// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Amg.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "GaussSeidelReference.hpp"
#include "SmootherColumns.hpp"

namespace Chronos::Test {
namespace {

const std::string name = "gauss-seidel";

Teuchos::ParameterList listOf(int rowsOfPiece) {
  Teuchos::ParameterList list;
  list.sublist(name).set("rows of a piece", rowsOfPiece);
  return list;
}

Teuchos::RCP<const Smoother> smootherOf(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map, int rowsOfPiece) {
  return smootherOf(name, listOf(rowsOfPiece), A, map);
}

// One piece a rank, and pieces that few and that many couplings reach beyond.
const std::vector<int> pieceSizes{1024, 8, 2};

HostCsr<double> withStoredZeros(HostCsr<double> A) {
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] != row && (A.colInd[e] + row) % 3 == 0) A.values[e] = 0;
  return A;
}

std::vector<HostCsr<double>> problems() {
  ProblemOptions laplacian;
  laplacian.nx = 3;
  return {anisotropicGrid(6), smallElasticProblem(), spdMatrix(1, 1, 1),
          withStoredZeros(wholeProblem("laplace3d27", laplacian))};
}

std::vector<std::pair<Teuchos::RCP<const Map>, int>> mapsWithPieces(GlobalOrdinal n) {
  std::vector<std::pair<Teuchos::RCP<const Map>, int>> all;
  for (const auto& map : testMaps(n))
    for (const int rowsOfPiece : pieceSizes) all.emplace_back(map, rowsOfPiece);
  return all;
}

TEST(MpiGaussSeidel, IsTheProductThatItSays) {
  for (const HostCsr<double>& A : problems())
    for (const auto& [map, rowsOfPiece] : mapsWithPieces(A.numRows)) {
      const Dense inverse = denseOf(*smootherOf(A, map, rowsOfPiece), *map);
      expectSymmetric(inverse, 1e-13);
      EXPECT_TRUE(Reference::isPositiveDefinite(inverse));
      const Dense unit = product(inverse, symmetricGaussSeidel(partsOf(A, *map, rowsOfPiece), 0.5));
      for (int row = 0; row < unit.n; ++row)
        for (int col = 0; col < unit.n; ++col) EXPECT_NEAR(unit(row, col), row == col, 1e-11);
      EXPECT_LT(eigenvaluesOfProduct(denseOf(A), inverse).back(), 1 + 1e-12);
    }
}

TEST(MpiGaussSeidel, HalvesAreAdjointAndConverge) {
  for (const HostCsr<double>& A : problems())
    for (const auto& [map, rowsOfPiece] : mapsWithPieces(A.numRows)) {
      const auto smoother = smootherOf(A, map, rowsOfPiece);
      const Dense before = denseOf(smoother->before(), *map), after = denseOf(smoother->after(), *map);
      expectNear(before, transposed(after), 1e-13);
      // Of (I - M^{-T} A) (I - M^{-1} A), M^{-1} + M^{-T} - M^{-T} A M^{-1} is the inverse that it applies.
      Dense both = product(product(after, denseOf(A)), before);
      for (std::size_t i = 0; i < both.entries.size(); ++i)
        both.entries[i] = before.entries[i] + after.entries[i] - both.entries[i];
      const std::vector<double> values = eigenvaluesOfProduct(denseOf(A), both);
      EXPECT_GT(values.front(), 0);
      EXPECT_LT(values.back(), 1 + 1e-12);
    }
}

struct Sweeps {
  Teuchos::RCP<const Map> map;
  Teuchos::RCP<const LevelMatrix> A;
  Teuchos::RCP<const Smoother> smoother;
  std::size_t numRows;

  Sweeps(const HostCsr<double>& whole, const Teuchos::RCP<const Map>& rows, int rowsOfPiece)
      : map(rows),
        A(asOperator<double>(Teuchos::rcp(new DistMatrix<double>(distributeRows(whole, rows))))),
        smoother(smootherOf(whole, rows, rowsOfPiece)),
        numRows(TrilinosVersion::numLocal(*rows)) {}

  Vector vector(int seed) const { return toView("x", ownedVector<double>(*map, seed)); }
  Vector empty() const { return Vector("y", numRows); }
};

void expectAlike(const Vector& found, const Vector& expected) {
  const auto a = toVector(found), b = toVector(expected);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-12 * (1 + std::abs(b[i])));
}

// x + M^{-1} (b - A x), formed in place where no rank has a halo.
TEST(MpiGaussSeidel, SweepsAreThoseOfTheResidual) {
  for (const HostCsr<double>& A : problems())
    for (const auto& [map, rowsOfPiece] : mapsWithPieces(A.numRows)) {
      const Sweeps sweeps(A, map, rowsOfPiece);
      for (const Smoother* half : {&sweeps.smoother->before(), &sweeps.smoother->after()})
        for (double omega : {1.0, 0.5}) {
          const Vector b = sweeps.vector(1), x = sweeps.vector(2), other = sweeps.empty(), expected = sweeps.vector(2);
          sweeps.A->residual(asBlock(ConstVector(b)), asBlock(ConstVector(x)), asBlock(other));
          half->apply(asBlock(ConstVector(other)), asBlock(expected), omega, 1);
          half->sweep(*sweeps.A, asBlock(ConstVector(b)), asBlock(x), asBlock(sweeps.empty()), omega, Guess::given);
          expectAlike(x, expected);
          const Vector start = sweeps.empty(), rest = sweeps.empty();
          half->startSweep(*sweeps.A, asBlock(ConstVector(b)), asBlock(start), asBlock(rest), omega);
          half->apply(asBlock(ConstVector(b)), asBlock(expected), omega, 0);
          expectAlike(start, expected);
          sweeps.A->residual(asBlock(ConstVector(b)), asBlock(ConstVector(expected)), asBlock(other));
          expectAlike(rest, other);
        }
    }
}

// A GPU's compiler fuses products and sums as it likes, in each width another way.
TEST(MpiGaussSeidel, ColumnsHaveTheSameBitsInAnyWidth) {
  const HostCsr<double> A = smallElasticProblem();
  const auto map = mapWithEmptyRank(A.numRows);
  for (const int rowsOfPiece : pieceSizes) {
    const auto smoother = smootherOf(A, map, rowsOfPiece);
    const double tolerance = runsOnHost<Device> ? 0 : 1e-13;
    expectColumnsAsAlone(*smoother, *map, tolerance);
    expectColumnsAsAlone(smoother->before(), *map, tolerance);
    expectColumnsAsAlone(smoother->after(), *map, tolerance);
  }
}

// Threads that take pieces at once must not read what others write: any order of the pieces of a kind gives these bits.
TEST(GaussSeidel, ThreadsHaveTheBitsOfOne) {
  ProblemOptions options;
  options.nx = 12;
  const Teuchos::RCP<const Comm> alone = Teuchos::rcp(new Teuchos::SerialComm<int>);
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*makeProblem("laplace3d27", options, alone).matrix)));
  const int rowsOfPiece = 16, numRows = A->numRows();  // couplings reach to the tenth piece
  SmootherChoice choice(smootherTable(SmootherUse::smoothing), name);
  ParameterBinding binding("");
  choice.bindSublists(binding);
  binding.read(listOf(rowsOfPiece));
  const auto smoother = choice.make(A, UnknownNodes());
  const auto rowPtr = toVector(A->local().rowPtr);
  const auto colInd = toVector(A->local().colInd);
  const auto values = toVector(A->local().values);
  const std::vector<double> b = ownedVector<double>(*A->rowMap(), 1), start = ownedVector<double>(*A->rowMap(), 2);
  std::vector<double> x = start;
  const auto isApart = [&](int row, int col) {
    const int own = row / rowsOfPiece, other = col / rowsOfPiece;
    return own != other && own % 2 == other % 2;
  };
  for (int kind = 0; kind < 2; ++kind)
    for (int row = 0; row < numRows; ++row) {
      if (row / rowsOfPiece % 2 != kind) continue;
      double sum = b[row], apart = 0, diagonal = 0;
      for (Offset e = rowPtr[row]; e < rowPtr[row + 1]; ++e) {
        if (colInd[e] == row) diagonal = values[e];
        else sum -= values[e] * (isApart(row, colInd[e]) ? start : x)[colInd[e]];
        if (isApart(row, colInd[e])) apart += std::abs(values[e]) / 2;
      }
      x[row] = (sum + apart * start[row]) / (diagonal + apart);
    }
  const Vector found = toView("x", start), other("other", b.size());
  const auto level = asOperator<double>(A);
  const auto sweepOnce = [&](const Vector& y) {
    smoother->before().sweep(*level, asBlock(ConstVector(toView("b", b))), asBlock(y), asBlock(other), 1, Guess::given);
  };
  sweepOnce(found);
  const auto entries = toVector(found);
  for (int row = 0; row < numRows; ++row) EXPECT_NEAR(entries[row], x[row], 1e-13) << row;
  for (int again = 0; again < 20; ++again) {
    const Vector same = toView("x", start);
    sweepOnce(same);
    EXPECT_EQ(toVector(same), entries);
  }
}

TEST(GaussSeidel, RowsNeedNotBeSorted) {
  const HostCsr<double> sorted = anisotropicGrid(7);
  HostCsr<double> A = sorted;
  shuffleRows(A);
  const Teuchos::RCP<const Comm> alone = Teuchos::rcp(new Teuchos::SerialComm<int>);
  const auto map = Teuchos::rcp(new Map(A.numRows, 0, alone));
  const auto halo = distributeRows(sorted, map).halo();
  const auto inverseOf = [&](const HostCsr<double>& rows) {
    const SmootherChoice choice(smootherTable(SmootherUse::smoothing), name);
    return denseOf(
        *choice.make(Teuchos::rcp(new DistMatrix<double>(map, halo, toDevice<Device>(rows))), UnknownNodes()), *map);
  };
  expectNear(inverseOf(A), inverseOf(sorted), 1e-13);
}

TEST(MpiGaussSeidel, SmoothsAHierarchy) {
  ProblemOptions options;
  options.nx = 20;
  const Problem problem = makeProblem("laplace3d7", options, world());
  for (const char* cycle : {"V", "W"}) {
    Teuchos::ParameterList list;
    list.set("type", std::string("amg"));
    list.sublist("amg").set("coarse size", 50).set("cycle", std::string(cycle));
    list.sublist("amg").sublist("smoother").set("type", name);
    EXPECT_LE(iterationsOf(problem, list), 9) << cycle;
  }
}

// Conjugate gradients want a symmetric cycle, whatever the sweeps.
TEST(MpiGaussSeidel, CyclesAreSymmetric) {
  ProblemOptions options;
  options.nx = 7;
  const Problem problem = makeProblem("laplace3d7", options, world());
  for (const char* cycle : {"V", "W"})
    for (int sweeps : {1, 2}) {
      SCOPED_TRACE(cycle + std::to_string(sweeps));
      Teuchos::ParameterList list;
      list.set("type", std::string("amg"));
      list.sublist("amg").set("coarse size", 8).set("cycle", std::string(cycle));
      list.sublist("amg")
          .sublist("smoother")
          .set("type", name)
          .set("sweeps before", sweeps)
          .set("sweeps after", sweeps);
      Preconditioner<> M(problem.matrix);
      M.setParameters(list);
      M.compute();
      ASSERT_GE(M.hierarchy()->levels.size(), 3u);
      const Dense whole = denseOf(Amg(M.hierarchy()), *problem.matrix->getRowMap());
      expectSymmetric(whole, 1e-12);
      EXPECT_TRUE(Reference::isPositiveDefinite(whole));
    }
}

// The only level takes the whole smoother: half of it is not symmetric.
TEST(MpiGaussSeidel, SufficesAlone) {
  ProblemOptions options;
  options.nx = 6;
  const Problem problem = makeProblem("laplace3d7", options, world());
  Teuchos::ParameterList list;
  list.set("type", std::string("amg"));
  list.sublist("amg").set("coarse size", 8).set("one level iterations", 1000);
  list.sublist("amg").sublist("one level smoother").set("type", name);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  ASSERT_EQ(M.hierarchy()->levels.size(), 1u);
  expectSymmetric(denseOf(Amg(M.hierarchy()), *problem.matrix->getRowMap()), 1e-13);
}

TEST(MpiGaussSeidel, ADiagonalThatIsNotPositiveIsABreakdown) {
  for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    HostCsr<double> A = anisotropicGrid(5);
    for (Offset e = A.rowPtr[7]; e < A.rowPtr[8]; ++e)
      if (A.colInd[e] == 7) A.values[e] = wrong;
    EXPECT_THROW(smootherOf(A, cyclicMap(A.numRows), 4), BreakdownError) << wrong;
  }
}

}  // namespace
}  // namespace Chronos::Test
