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

Teuchos::RCP<const Smoother> smootherOf(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map) {
  return smootherOf(name, Teuchos::ParameterList(), A, map);
}

std::vector<HostCsr<double>> problems() {
  ProblemOptions options;
  options.nx = options.ny = 2;
  options.nz = 3;
  return {anisotropicGrid(6), wholeProblem("elasticity3d", options), spdMatrix(1, 1, 1)};
}

TEST(MpiGaussSeidel, IsTheProductThatItSays) {
  for (const HostCsr<double>& A : problems())
    for (const auto& map : testMaps(A.numRows)) {
      const Dense inverse = denseOf(*smootherOf(A, map), *map);
      expectSymmetric(inverse, 1e-13);
      EXPECT_TRUE(Reference::isPositiveDefinite(inverse));
      const Dense unit = product(inverse, symmetricGaussSeidel(partsOf(A, *map), 0.5));
      for (int row = 0; row < unit.n; ++row)
        for (int col = 0; col < unit.n; ++col) EXPECT_NEAR(unit(row, col), row == col, 1e-11);
      EXPECT_LT(eigenvaluesOfProduct(denseOf(A), inverse).back(), 1 + 1e-12);
    }
}

TEST(MpiGaussSeidel, HalvesAreAdjointAndConverge) {
  for (const HostCsr<double>& A : problems())
    for (const auto& map : testMaps(A.numRows)) {
      const auto smoother = smootherOf(A, map);
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

  Sweeps(const HostCsr<double>& whole, const Teuchos::RCP<const Map>& rows)
      : map(rows),
        A(asOperator<double>(Teuchos::rcp(new DistMatrix<double>(distributeRows(whole, rows))))),
        smoother(smootherOf(whole, rows)),
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
    for (const auto& map : testMaps(A.numRows)) {
      const Sweeps sweeps(A, map);
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
  const HostCsr<double> A = problems()[1];
  const auto map = mapWithEmptyRank(A.numRows);
  const auto smoother = smootherOf(A, map);
  const double tolerance = runsOnHost<Device> ? 0 : 1e-13;
  expectColumnsAsAlone(*smoother, *map, tolerance);
  expectColumnsAsAlone(smoother->before(), *map, tolerance);
  expectColumnsAsAlone(smoother->after(), *map, tolerance);
}

// Rows enough for threads to share waves: what they write is what one would, row by row.
TEST(GaussSeidel, ThreadsHaveTheBitsOfOne) {
  ProblemOptions options;
  options.nx = 34;
  const Teuchos::RCP<const Comm> alone = Teuchos::rcp(new Teuchos::SerialComm<int>);
  const auto A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*makeProblem("laplace3d27", options, alone).matrix)));
  const SmootherChoice choice(smootherTable(SmootherUse::smoothing), name);
  const auto smoother = choice.make(A, UnknownNodes());
  const auto rowPtr = toVector(A->local().rowPtr);
  const auto colInd = toVector(A->local().colInd);
  const auto values = toVector(A->local().values);
  std::vector<double> b = ownedVector<double>(*A->rowMap(), 1), x(b.size());
  for (std::size_t row = 0; row < b.size(); ++row) {
    double sum = b[row], diagonal = 0;
    for (Offset entry = rowPtr[row]; entry < rowPtr[row + 1]; ++entry) {
      if (colInd[entry] < LocalOrdinal(row)) sum -= values[entry] * x[colInd[entry]];
      else if (colInd[entry] == LocalOrdinal(row)) diagonal = values[entry];
    }
    x[row] = sum * (1 / diagonal);
  }
  const Vector found("x", b.size());
  smoother->before().apply(asBlock(ConstVector(toView("b", b))), asBlock(found));
  const auto entries = toVector(found);
  for (std::size_t row = 0; row < b.size(); ++row) {
    EXPECT_NEAR(entries[row], x[row], runsOnHost<Device> ? 0 : 1e-13) << row;
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
  options.nx = 5;
  const Problem problem = makeProblem("laplace3d27", options, world());
  for (const char* cycle : {"V", "W", "F"})
    for (int sweeps : {1, 2}) {
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
      ASSERT_GE(M.hierarchy()->levels.size(), 2u);
      const Dense whole = denseOf(Amg(M.hierarchy()), *problem.matrix->getRowMap());
      expectSymmetric(whole, 1e-12);
      EXPECT_TRUE(Reference::isPositiveDefinite(whole));
    }
}

}  // namespace
}  // namespace Chronos::Test
