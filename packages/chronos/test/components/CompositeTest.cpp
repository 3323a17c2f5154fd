// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_CompositeSetup.hpp"
#include "Chronos_CycleCost.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_SystemSolve.hpp"
#include "DenseOperators.hpp"
#include "TestVectorsOf.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace Chronos::Test {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;
using Composite = Teuchos::RCP<const CompositeCycle>;

// An anisotropy that is not along the grid: one hierarchy from the constant leaves it slow. One rank is empty.
Matrix rotated(int n = 24) {
  ProblemOptions options;
  options.nx = n;
  options.anisotropy = 1e-3;
  options.angle = 30;
  const HostCsr<double> A = wholeProblem("anisotropic2d", options);
  const auto map = mapWithEmptyRank(A.numRows);
  return Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, map, map)));
}

AmgParameters pairs(int maxHierarchies, Composition composition = Composition::symmetrised) {
  AmgParameters parameters = preset("aggregation").amg;
  parameters.cycle = CycleKind::V;
  parameters.coarseSize = 20;
  parameters.minRowsPerRank = 0;
  parameters.composite.maxHierarchies = maxHierarchies;
  parameters.composite.convergence = 0;
  parameters.composite.composition = composition;
  return parameters;
}

Vector vectorOf(const Map& map, std::uint64_t seed) {
  return toView("x", ownedVector<double>(map, seed));
}

Vector applied(const Operator& op, const Vector& x) {
  const auto y = toView("y", wrongValues<double>(TrilinosVersion::numLocal(*op.rangeMap())));
  op.apply(asBlock(x), asBlock(y));
  return y;
}

double dotOf(const Vector& x, const Vector& y) {
  const auto a = toVector(x), b = toVector(y);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sumOverRanks(*world(), sum);
}

double asymmetryOf(const Operator& B) {
  const Vector u = vectorOf(*B.rangeMap(), 1), v = vectorOf(*B.rangeMap(), 2);
  const Vector Bu = applied(B, u), Bv = applied(B, v);
  EXPECT_GT(dotOf(Bu, u), 0);
  return std::abs(dotOf(Bu, v) - dotOf(u, Bv)) / std::sqrt(dotOf(Bu, Bu) * dotOf(v, v));
}

// (I - B A) e, whole on all ranks.
std::vector<double> errorAfter(const DistMatrix<double>& A, const Operator& B, const std::vector<double>& e) {
  std::vector<double> mine(static_cast<std::size_t>(A.numRows()));
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = e[A.rowMap()->getGlobalElement(static_cast<LocalOrdinal>(i))];
  const Vector x = toView("e", mine);
  const Vector Ax = toView("Ae", wrongValues<double>(mine.size()));
  A.apply(asBlock(x), asBlock(Ax));
  const auto z = toVector(applied(B, Ax));
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] -= z[i];
  return wholeVector(*A.rowMap(), toView("error", mine));
}

void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], tolerance) << i;
}

TEST(MpiComposite, OneHierarchyIsThePlainOneBitForBit) {
  const Matrix A = rotated();
  AmgParameters parameters = pairs(1);
  const Vector b = vectorOf(*A->rowMap(), 3);
  const auto expected = toVector(applied(Amg(buildHierarchy(A, parameters)), b));
  const Composite one = compositeHierarchies(A, parameters);
  EXPECT_EQ(toVector(applied(*one, b)), expected);
  EXPECT_TRUE(std::isnan(one->parts().front().convergence));
  EXPECT_EQ(one->cost().readings, cycleCost(*one->parts().front().cycle->hierarchy()).readings);
  // One that is found good enough.
  parameters.composite.maxHierarchies = 3;
  parameters.composite.convergence = 1;
  const Composite enough = compositeHierarchies(A, parameters);
  ASSERT_EQ(enough->parts().size(), 1u);
  EXPECT_GT(enough->parts().front().convergence, 0);
  EXPECT_LT(enough->parts().front().convergence, 1);
  EXPECT_EQ(toVector(applied(*enough, b)), expected);
}

TEST(MpiComposite, ErrorsAreThoseOfTheProduct) {
  const Matrix A = rotated(16);
  std::vector<double> e(A->rowMap()->getGlobalNumElements());
  for (std::size_t i = 0; i < e.size(); ++i) e[i] = globalUniform(5, i);
  for (Composition composition : {Composition::multiplicative, Composition::symmetrised}) {
    const Composite B = compositeHierarchies(A, pairs(3, composition));
    ASSERT_EQ(B->parts().size(), 3u);
    std::vector<double> expected = e;
    double readings = 0;
    for (int part : {0, 1, 2, 2, 1, 0}) {
      expected = errorAfter(*A, *B->parts()[part].cycle, expected);
      readings += 1 + cycleCost(*B->parts()[part].cycle->hierarchy()).readings;
      if (composition == Composition::multiplicative && part == 2) break;
    }
    expectNear(errorAfter(*A, *B, e), expected, 1e-12);
    EXPECT_NEAR(B->cost().readings, readings - 1, 1e-10);
    EXPECT_EQ(B->isFixedSymmetric(), composition == Composition::symmetrised);
  }
}

TEST(MpiComposite, AdditiveIsAScaledSum) {
  const Matrix A = rotated(16);
  const Composite B = compositeHierarchies(A, pairs(2, Composition::additive));
  ASSERT_EQ(B->parts().size(), 2u);
  const Vector b = vectorOf(*A->rowMap(), 3);
  const auto found = toVector(applied(*B, b));
  const auto first = toVector(applied(*B->parts()[0].cycle, b)), second = toVector(applied(*B->parts()[1].cycle, b));
  double most = 0, scale = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    if (std::abs(first[i] + second[i]) > most) {
      most = std::abs(first[i] + second[i]);
      scale = found[i] / (first[i] + second[i]);
    }
  const double all = maxOverRanks(*world(), scale);
  EXPECT_GT(all, 0.4);  // no B_r alone exceeds A's inverse by much, so that the sum exceeds it twice at most
  EXPECT_LE(all, 1);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], all * (first[i] + second[i]), 1e-12);
}

TEST(MpiComposite, SymmetrisedAndAdditiveAreSymmetric) {
  const Matrix A = rotated();
  EXPECT_LT(asymmetryOf(*compositeHierarchies(A, pairs(3, Composition::symmetrised))), 1e-13);
  EXPECT_LT(asymmetryOf(*compositeHierarchies(A, pairs(3, Composition::additive))), 1e-13);
  EXPECT_GT(asymmetryOf(*compositeHierarchies(A, pairs(3, Composition::multiplicative))), 1e-10);
}

TEST(MpiComposite, ConvergenceFallsWithEachHierarchy) {
  const Matrix A = rotated(32);
  for (Composition composition : {Composition::multiplicative, Composition::symmetrised}) {
    const Composite B = compositeHierarchies(A, pairs(3, composition));
    ASSERT_EQ(B->parts().size(), 3u);
    for (std::size_t part = 1; part < 3; ++part)
      EXPECT_LT(B->parts()[part].convergence, B->parts()[part - 1].convergence - 0.01) << part;
  }
  // No more than are needed.
  AmgParameters parameters = pairs(5);
  const double second = compositeHierarchies(A, pairs(2))->parts().back().convergence;
  parameters.composite.convergence = second + 0.001;
  EXPECT_EQ(compositeHierarchies(A, parameters)->parts().size(), 2u);
}

TEST(MpiComposite, SeveralColumnsAndFactors) {
  const Matrix A = rotated(16);
  for (Composition composition : {Composition::multiplicative, Composition::symmetrised, Composition::additive}) {
    const Composite B = compositeHierarchies(A, pairs(2, composition));
    const auto numRows = static_cast<std::size_t>(A->numRows());
    const Block b = allocateBlock("b", numRows, 4), z = allocateBlock("z", numRows, 4);
    std::vector<double> entries(4 * numRows);
    for (std::size_t i = 0; i < numRows; ++i)
      for (std::size_t column = 0; column < 4; ++column)
        entries[4 * i + column] =
            globalUniform(60 + column, A->rowMap()->getGlobalElement(static_cast<LocalOrdinal>(i)));
    Kokkos::deep_copy(asVector(b), toView("entries", entries));
    Kokkos::deep_copy(z, 0.5);
    B->apply(b, z, 2, -3);
    const auto found = toVector(asVector(z));
    for (std::size_t column = 0; column < 4; ++column) {
      const auto alone = toVector(applied(*B, vectorOf(*A->rowMap(), 60 + column)));
      for (std::size_t i = 0; i < numRows; ++i) ASSERT_NEAR(found[4 * i + column], 2 * alone[i] - 1.5, 1e-12);
    }
  }
}

// M = D^-1 / 2, dense.
TEST(MpiComposite, SearchIsAPowerIteration) {
  class HalfJacobi : public Operator {
   public:
    explicit HalfJacobi(const Teuchos::RCP<const Map>& map) : map_(map) {}
    void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
      auto in = toVector(asVector(x)), out = toVector(asVector(y));
      for (std::size_t i = 0; i < in.size(); ++i) out[i] = alpha * in[i] / 8 + (beta == 0 ? 0 : beta * out[i]);
      Kokkos::deep_copy(asVector(y), toView("y", out));
    }
    Teuchos::RCP<const Map> domainMap() const override { return map_; }
    Teuchos::RCP<const Map> rangeMap() const override { return map_; }

   private:
    Teuchos::RCP<const Map> map_;
  };
  ProblemOptions options;
  options.nx = 5;
  const HostCsr<double> whole = wholeProblem("laplace3d7", options);
  const Dense dense = denseOf(whole);
  std::vector<double> e(static_cast<std::size_t>(dense.n));
  for (int i = 0; i < dense.n; ++i) e[i] = globalUniform(8, i);
  const auto times = [&](const std::vector<double>& x) {
    std::vector<double> y(x.size(), 0.0);
    for (int i = 0; i < dense.n; ++i)
      for (int j = 0; j < dense.n; ++j) y[i] += dense(i, j) * x[j];
    return y;
  };
  const auto norm = [&](const std::vector<double>& x) {
    const auto y = times(x);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return std::sqrt(sum);
  };
  double before = 0;
  std::vector<double> last;
  for (int iteration = 0; iteration < 4; ++iteration) {
    before = norm(e);
    last = e;
    const auto y = times(e);
    for (std::size_t i = 0; i < e.size(); ++i) e[i] -= y[i] / 8;
  }
  const auto map = mapWithEmptyRank(dense.n);
  const DistMatrix<double> A = rowsOnMap(whole, map, map);
  const Vector x = vectorOf(*map, 8);
  EXPECT_NEAR(reduceLeast(A, HalfJacobi(map), 4, x), norm(e) / before, 1e-13);
  const auto found = wholeVector(*map, x);
  for (std::size_t i = 0; i < e.size(); ++i) EXPECT_NEAR(found[i], e[i] / before, 1e-13);
  // Nothing is left where M is exact.
  const Vector zero = toView("zero", std::vector<double>(TrilinosVersion::numLocal(*map), 0.0));
  EXPECT_EQ(reduceLeast(A, HalfJacobi(map), 4, zero), 0);
}

// P P^T w = w on the finest level: the second hierarchy can make up for what the first one leaves.
TEST(MpiComposite, LaterHierarchiesKeepTheirVector) {
  const Matrix A = rotated();
  AmgParameters parameters = pairs(2);
  parameters.reuse = Reuse::prolongation;  // so that P and the vector are kept
  const Composite B = compositeHierarchies(A, parameters);
  const TestSpace kept = B->parts()[1].vector;
  ASSERT_EQ(kept.extent(1), 1u);
  const std::vector<double> w = wholeVector(*A->rowMap(), toView("w", toVector(column(kept, 0))));
  double largest = 0, mean = 0;
  for (double entry : w) {
    largest = std::max(largest, std::abs(entry));
    mean += entry / double(w.size());
  }
  EXPECT_NEAR(largest, 1, 1e-15);
  double deviation = 0;
  for (double entry : w) deviation = std::max(deviation, std::abs(entry - mean));
  EXPECT_GT(deviation, 0.1);
  const LevelRecord& record = B->parts()[1].cycle->hierarchy()->records.front();
  const auto& P = *record.coarse.P;
  const auto& R = *record.galerkin->restriction();
  const Vector coarse = toView("coarse", std::vector<double>(static_cast<std::size_t>(R.numRows())));
  const Vector back = toView("back", std::vector<double>(static_cast<std::size_t>(P.numRows())));
  const Vector x = toView("w", toVector(column(kept, 0)));
  R.apply(asBlock(x), asBlock(coarse));
  P.apply(asBlock(coarse), asBlock(back));
  expectNear(wholeVector(*A->rowMap(), back), w, 1e-13);
}

TEST(MpiComposite, ReuseKeepsEachHierarchy) {
  const Matrix A = rotated();
  auto doubled = toVector(A->local().values);
  for (double& value : doubled) value *= 2;
  const Matrix twice = Teuchos::rcp(new DistMatrix<double>(A->withValues(toView("values", doubled))));
  const Vector b = vectorOf(*A->rowMap(), 3);
  for (Reuse reuse : {Reuse::none, Reuse::pattern, Reuse::prolongation}) {
    AmgParameters parameters = pairs(3);
    parameters.reuse = reuse;
    const Composite former = compositeHierarchies(A, parameters);
    const Composite B = compositeHierarchies(twice, parameters, former);
    ASSERT_EQ(B->parts().size(), 3u);
    for (std::size_t part = 0; part < 3; ++part) {
      const Hierarchy &before = *former->parts()[part].cycle->hierarchy(), &now = *B->parts()[part].cycle->hierarchy();
      ASSERT_EQ(now.levels.size(), before.levels.size());
      EXPECT_EQ(now.records.empty(), reuse == Reuse::none);
      EXPECT_EQ(std::isnan(B->parts()[part].convergence), reuse == Reuse::prolongation);
      if (reuse == Reuse::prolongation) {
        EXPECT_EQ(now.records[0].coarse.P, before.records[0].coarse.P);
      }
    }
    const auto expected = wholeVector(*A->rowMap(), applied(*former, b));
    auto found = wholeVector(*A->rowMap(), applied(*B, b));
    for (double& entry : found) entry *= 2;
    expectNear(found, expected, 1e-9);
  }
}

TEST(MpiComposite, AVectorThatNobodyKeepsIsAnErrorOnAllRanks) {
  const Matrix A = rotated(16);
  for (const char* coarsening : {"pmis", "pgm"}) {
    AmgParameters parameters = pairs(2);
    parameters.level.coarsening.method.choose(coarsening);
    EXPECT_THROW(compositeHierarchies(A, parameters), InputError) << coarsening;
    parameters.composite.maxHierarchies = 1;
    EXPECT_NO_THROW(compositeHierarchies(A, parameters)) << coarsening;
  }
}

// Bodies: aggregates of nodes with rigid-body modes first, then with the vector alone.
TEST(MpiComposite, AggregatesOfNodesTakeAVector) {
  ProblemOptions options;
  options.nx = 6;
  options.contrast = 1e4;
  const Problem problem = makeProblem("elasticity3d", options, world());
  Parameters parameters = preset("smoothed aggregation");
  parameters.amg.coarseSize = 50;
  parameters.amg.level.strength.threshold = 0.02;  // small aggregates, which leave the second hierarchy something to do
  parameters.amg.composite.maxHierarchies = 2;
  parameters.amg.composite.convergence = 0;
  for (Composition composition : {Composition::symmetrised, Composition::multiplicative}) {
    parameters.amg.composite.composition = composition;
    Preconditioner<> M(problem.matrix);
    M.setParameters(parameters);
    M.setNearKernel(problem.nearKernel);
    M.compute();
    ASSERT_EQ(M.multigrid()->parts().size(), 2u);
    EXPECT_EQ(M.isFixedSymmetric(), composition == Composition::symmetrised);
    EXPECT_LT(M.multigrid()->parts()[1].convergence, M.multigrid()->parts()[0].convergence);
    EXPECT_EQ(M.hierarchy(), M.multigrid()->parts()[0].cycle->hierarchy());
    EXPECT_GT(M.report().bytes, M.multigrid()->parts()[0].cycle->report().bytes);
  }
}

TEST(MpiComposite, KCyclesConvergeByFlexibleConjugateGradients) {
  ProblemOptions options;
  options.nx = 30;
  options.anisotropy = 1e-3;
  options.angle = 30;
  const Problem problem = makeProblem("anisotropic2d", options, world());
  Parameters parameters = preset("aggregation");
  parameters.amg = pairs(2);
  parameters.amg.cycle = CycleKind::K;
  for (Composition composition : {Composition::multiplicative, Composition::symmetrised, Composition::additive}) {
    parameters.amg.composite.composition = composition;
    Preconditioner<> M(problem.matrix);
    M.setParameters(parameters);
    M.compute();
    EXPECT_FALSE(M.isFixedSymmetric());
    EXPECT_GT(M.krylovCounts().firstSteps, 0);  // of the search
    TpetraMultiVector b(problem.matrix->getRangeMap(), 3), x(problem.matrix->getDomainMap(), 3);
    b.randomize();
    const SystemResult result = solve(M, b, x);
    EXPECT_EQ(result.status, SolveStatus::converged);
    EXPECT_EQ(result.method, KrylovMethod::flexibleCg);
  }
}

}  // namespace
}  // namespace Chronos::Test
