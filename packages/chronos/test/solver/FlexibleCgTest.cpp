// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_FlexibleConjugateGradient.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "DenseOperators.hpp"
#include "FixedPreconditioners.hpp"
#include "FlexibleCgReference.hpp"
#include "FsaiReference.hpp"
#include "LaunchCounter.hpp"
#include "MessageCounter.hpp"
#include "NumbersOnDevice.hpp"
#include "TrueResidual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace Chronos::Test {
namespace {

// An operator made of a function of the number of its application, from 0 on.
class Applied : public Operator {
 public:
  using Function = std::function<void(int number, const ConstBlock& x, const Block& y)>;
  Applied(const Teuchos::RCP<const Map>& map, bool isFixed, const Function& function)
      : map_(map), isFixed_(isFixed), function_(function) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    ASSERT_EQ(alpha, 1);
    ASSERT_EQ(beta, 0);
    function_(number_++, x, y);
  }
  bool isFixedSymmetric() const override { return isFixed_; }
  Teuchos::RCP<const Map> domainMap() const override { return map_; }
  Teuchos::RCP<const Map> rangeMap() const override { return map_; }
  int numApplied() const { return number_; }
  void beginAnew() { number_ = 0; }

 private:
  Teuchos::RCP<const Map> map_;
  bool isFixed_;
  Function function_;
  mutable int number_ = 0;
};

// What another application divides by: another diagonal each time, far from constant.
double varying(int number, GlobalOrdinal row) {
  return 1 + 0.6 * globalUniform(100 + number, static_cast<std::uint64_t>(row));
}

Teuchos::RCP<Applied> varyingPreconditioner(const Teuchos::RCP<const Map>& map) {
  return Teuchos::rcp(new Applied(map, false, [map](int number, const ConstBlock& x, const Block& y) {
    auto entries = toVector(asVector(x));
    const int width = widthOf(x);
    for (std::size_t i = 0; i < entries.size(); ++i)
      entries[i] *= varying(number, map->getGlobalElement(static_cast<LocalOrdinal>(i / width)));
    Kokkos::deep_copy(asVector(y), toView("z", entries));
  }));
}

TEST(MpiFlexibleCg, IsNotaysForAPreconditionerThatVaries) {
  const HostCsr<double> A = spdMatrix(60, 6, 1);
  std::vector<double> b(60);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = globalUniform(5, i);
  for (const auto& map : testMaps(60)) {
    const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
    const Teuchos::RCP<const Operator> product = Teuchos::rcp(new StoredMatrix<double>(matrix));
    const Teuchos::RCP<const Operator> M = varyingPreconditioner(map);
    TpetraMultiVector x(map, 1), right(map, 1);
    for (std::size_t i = 0; i < TrilinosVersion::numLocal(*map); ++i)
      right.replaceLocalValue(static_cast<LocalOrdinal>(i), 0, b[map->getGlobalElement(static_cast<LocalOrdinal>(i))]);
    SolverParameters parameters;
    parameters.tolerance = 0;
    parameters.maxIterations = 12;
    const SolveResult result = solve(product, M, right, x, parameters);
    EXPECT_EQ(result.method, KrylovMethod::flexibleCg);
    EXPECT_EQ(result.conditionEstimate, 0);
    const auto expected = referenceHistory(denseOf(A), b, 12, varying);
    ASSERT_EQ(result.residualHistory.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_NEAR(result.residualHistory[k], expected[k], 1e-9 * expected[k] + 1e-13) << "iteration " << k;
  }
}

Problem elasticity(int n = 6) {
  ProblemOptions options;
  options.nx = n;
  options.contrast = 100;
  return makeProblem("elasticity3d", options, world());
}

Problem laplacian(int n) {
  ProblemOptions options;
  options.nx = n;
  return makeProblem("laplace3d7", options, world());
}

struct Solved {
  SolveResult result;
  Teuchos::RCP<Preconditioner<>> M;
};

Solved solved(const Problem& problem, Parameters parameters, KrylovMethod method = KrylovMethod::automatic) {
  parameters.solver.method = method;
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->compute();
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  const SolveResult result = solve(*M, *b, x);
  const double residual = trueResidual(*problem.matrix, x, *b);
  EXPECT_NEAR(residual, result.relativeResidual, 1e-14 + 1e-3 * residual);
  return {result, M};
}

// Where the preconditioner is fixed and symmetric both methods are one, but for rounding.
TEST(MpiFlexibleCg, TakesTheIterationsOfConjugateGradientsForEveryFixedPreconditioner) {
  for (const Problem& problem : {elasticity(), laplacian(12)})
    for (const Parameters& parameters : fixedPreconditioners()) {
      const Solved plain = solved(problem, parameters, KrylovMethod::cg);
      const Solved flexible = solved(problem, parameters, KrylovMethod::flexibleCg);
      SCOPED_TRACE(parameters.type);
      EXPECT_TRUE(plain.M->isFixedSymmetric());
      EXPECT_EQ(plain.result.method, KrylovMethod::cg);
      EXPECT_EQ(flexible.result.method, KrylovMethod::flexibleCg);
      EXPECT_EQ(flexible.result.status, SolveStatus::converged);
      EXPECT_EQ(flexible.result.message, "");
      const int iterations = plain.result.iterations;
      EXPECT_NEAR(flexible.result.iterations, iterations, iterations < 100 ? 1 : 0.02 * iterations);
      EXPECT_NEAR(flexible.result.conditionEstimate, plain.result.conditionEstimate,
                  0.02 * plain.result.conditionEstimate);
    }
}

// Two reductions an iteration, where conjugate gradients take three; on one rank none, nor where sums stay on devices.
TEST(MpiFlexibleCg, ReducesTwiceAnIteration) {
  const NumbersOnDevice onHost(false);
  const Problem problem = laplacian(10);
  const auto reductionsOf = [&](KrylovMethod method, int iterations) {
    Parameters parameters;
    parameters.type = "jacobi";
    parameters.solver.method = method;
    parameters.solver.maxIterations = iterations;
    parameters.solver.tolerance = 0;
    Preconditioner<> M(problem.matrix);
    M.setParameters(parameters);
    M.compute();
    const auto b = makeRightHandSide("random", *problem.matrix, 0);
    TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
    const long long before = messageCounts().reductions;
    EXPECT_EQ(solve(M, *b, x).iterations, iterations);
    return messageCounts().reductions - before;
  };
  const int some = 5, more = 10;
  const int perIteration = world()->getSize() == 1 ? 0 : 2;
  EXPECT_EQ(reductionsOf(KrylovMethod::flexibleCg, more) - reductionsOf(KrylovMethod::flexibleCg, some),
            perIteration * (more - some));
  EXPECT_EQ(reductionsOf(KrylovMethod::cg, more) - reductionsOf(KrylovMethod::cg, some),
            (world()->getSize() == 1 ? 0 : 3) * (more - some));
}

// Three products in one pass, two updates of which the second one sums r^T r.
TEST(FlexibleCg, TakesThreePassesOverItsVectorsAStep) {
  const HostCsr<double> A = spdMatrix(60, 6, 1);
  const auto map = evenMap(60);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
  const StoredMatrix<double> product(matrix);
  const Block x = allocateBlock("x", 60, 1), r = allocateBlock("r", 60, 1);
  Kokkos::deep_copy(x, 0.0);
  Kokkos::deep_copy(r, 1.0);
  FlexibleConjugateGradient iteration(product, nullptr, x, r);
  const LaunchCounter launches;
  iteration.prepare({true});
  EXPECT_EQ(launches.of("Chronos::sumBlocks"), 1);
  iteration.advance({true});
  EXPECT_EQ(launches.of("Chronos::advanceAlong"), 1);
  EXPECT_EQ(launches.of("Chronos::sumBlocks"), 2);
}

// A product that goes wrong spoils what the recurrences carry along, so that the next direction is not A-orthogonal to
// the last one. What is formed anew is right.
TEST(MpiFlexibleCg, FormsTheImageOfItsDirectionAnew) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  const auto map = cyclicMap(80);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
  const StoredMatrix<double> stored(matrix);
  // Cosine of the angle between the third direction and the second one.
  const auto cosine = [&](bool spoils, bool renews) {
    const Applied product(map, true, [&](int number, const ConstBlock& v, const Block& y) {
      stored.apply(v, y);
      if (spoils && number == 1) combineVectors(1, asVector(ConstBlock(y)), 0.1, asVector(v), asVector(y));
    });
    const std::size_t n = TrilinosVersion::numLocal(*map);
    const Block x = allocateBlock("x", n, 1), r = allocateBlock("r", n, 1);
    Kokkos::deep_copy(x, 0.0);
    Kokkos::deep_copy(asVector(r), toView("r", ownedVector<double>(*map, 3)));
    FlexibleConjugateGradient iteration(product, nullptr, x, r);
    std::vector<std::vector<double>> iterates;
    for (int step = 0; step < 3; ++step) {
      if (step == 2 && renews) iteration.renew({true});
      iteration.prepare({true});
      iteration.advance({true});
      iterates.push_back(wholeVector(*map, asVector(ConstBlock(x))));
    }
    EXPECT_EQ(product.numApplied(), renews ? 4 : 3);
    std::vector<double> last(A.numRows), next(A.numRows);
    for (int i = 0; i < A.numRows; ++i) {
      last[i] = iterates[1][i] - iterates[0][i];
      next[i] = iterates[2][i] - iterates[1][i];
    }
    const Dense dense = denseOf(A);
    const auto energy = [&](const std::vector<double>& u, const std::vector<double>& v) {
      double sum = 0;
      for (int row = 0; row < dense.n; ++row)
        for (int col = 0; col < dense.n; ++col) sum += u[row] * dense(row, col) * v[col];
      return sum;
    };
    return std::abs(energy(last, next)) / std::sqrt(energy(last, last) * energy(next, next));
  };
  EXPECT_LE(cosine(false, false), 1e-12);
  EXPECT_LE(cosine(false, true), 1e-12);
  EXPECT_GT(cosine(true, false), 1e-4);
  EXPECT_LE(cosine(true, true), 1e-12);
}

Parameters amgWith(CycleKind cycle) {
  Parameters parameters;
  parameters.type = "amg";
  parameters.amg.coarseSize = 20;
  parameters.amg.minRowsPerRank = 0;
  parameters.amg.cycle = cycle;
  parameters.amg.repeatsSharedLevels = true;
  return parameters;
}

TEST(MpiFlexibleCg, IsTakenByItselfWhereThePreconditionerNeedsIt) {
  const Problem problem = laplacian(12);
  for (CycleKind cycle : {CycleKind::V, CycleKind::W, CycleKind::F, CycleKind::H, CycleKind::K}) {
    SCOPED_TRACE(static_cast<int>(cycle));
    const Solved run = solved(problem, amgWith(cycle));
    ASSERT_GT(run.M->hierarchy()->levels.size(), 3u);
    const bool isFlexible = cycle == CycleKind::F || cycle == CycleKind::K;
    EXPECT_EQ(run.result.method, isFlexible ? KrylovMethod::flexibleCg : KrylovMethod::cg);
    EXPECT_EQ(run.M->isFixedSymmetric(), !isFlexible);
    EXPECT_EQ(run.M->hasTransposeApply(), !isFlexible);
    EXPECT_EQ(run.result.status, SolveStatus::converged);
    EXPECT_LE(run.result.iterations, 20);
    EXPECT_EQ(run.result.conditionEstimate > 0, !isFlexible);
    EXPECT_EQ(run.M->krylovCounts().firstSteps > 0, cycle == CycleKind::K);
  }
  Parameters parameters = amgWith(CycleKind::V);
  parameters.amg.level.smoother.sweepsAfter = 2;
  const Solved run = solved(problem, parameters);
  EXPECT_EQ(run.result.method, KrylovMethod::flexibleCg);
  EXPECT_EQ(run.result.status, SolveStatus::converged);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1), y(problem.matrix->getDomainMap(), 1);
  EXPECT_THROW(run.M->apply(x, y, Teuchos::TRANS), InputError);
}

TEST(MpiFlexibleCg, ConvergesWithAFilteredOperator) {
  const Problem problem = elasticity(8);
  Parameters parameters = preset("strong mechanics");
  parameters.amg.coarseSize = 30;
  parameters.amg.level.operatorFiltering.share = 0.99;
  const Solved run = solved(problem, parameters);
  EXPECT_FALSE(run.M->hierarchy()->gaveUpFiltering);
  EXPECT_EQ(run.result.method, KrylovMethod::flexibleCg);
  EXPECT_EQ(run.result.status, SolveStatus::converged);
  EXPECT_LE(run.result.iterations, 40);
  parameters.amg.cycle = CycleKind::K;
  Preconditioner<> M(problem.matrix);
  M.setParameters(parameters);
  M.setNearKernel(problem.nearKernel);
  EXPECT_THROW(M.compute(), InputError);
}

// Columns end one by one, and go on in narrower blocks.
TEST(MpiFlexibleCg, EachColumnIsSolvedAsIfItWereAlone) {
  const Problem problem = elasticity();
  for (const std::string type : {"none", "jacobi", "adaptive fsai"}) {
    Parameters parameters;
    parameters.type = type;
    Preconditioner<> M(problem.matrix);
    M.setParameters(parameters);
    M.compute();
    parameters.solver.method = KrylovMethod::flexibleCg;
    const auto A = Teuchos::rcp(new MatrixOperator(M.distMatrix()));
    for (std::size_t numColumns : {3, 8}) {
      SCOPED_TRACE(type + ", columns: " + std::to_string(numColumns));
      TpetraMultiVector B(problem.matrix->getRowMap(), numColumns), X(problem.matrix->getRowMap(), numColumns);
      for (std::size_t j = 0; j < numColumns; ++j)
        for (std::size_t i = 0; i < TrilinosVersion::numLocal(*B.getMap()); ++i) {
          const auto global = B.getMap()->getGlobalElement(static_cast<LocalOrdinal>(i));
          // The first one is smooth and ends early.
          B.replaceLocalValue(static_cast<LocalOrdinal>(i), j,
                              j == 0 ? 1.0 : globalUniform(100 + j, static_cast<std::uint64_t>(global)));
        }
      const SolveResult result = solve(A, Teuchos::rcpFromRef(M), B, X, parameters.solver);
      for (std::size_t j = 0; j < numColumns; ++j) {
        TpetraMultiVector x(B.getMap(), 1);
        const SolveResult alone = solve(A, Teuchos::rcpFromRef(M), *B.getVector(j), x, parameters.solver);
        EXPECT_EQ(result.columns[j].status, SolveStatus::converged);
        EXPECT_NEAR(result.columns[j].iterations, alone.iterations, 1 + 0.05 * alone.iterations);
        EXPECT_LE(result.columns[j].relativeResidual, 1e-8);
      }
    }
  }
}

// B = -I once, then I: the direction begins anew, and a note says so. B = -I for good, or A = -I: a breakdown.
TEST(MpiFlexibleCg, BeginsAnewOnceAndBreaksDownTheSecondTime) {
  const HostCsr<double> A = spdMatrix(60, 6, 1);
  const auto map = mapWithEmptyRank(60);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
  const Teuchos::RCP<const Operator> product = Teuchos::rcp(new StoredMatrix<double>(matrix));
  const auto signedIdentity = [&](const std::function<double(int)>& sign) {
    return Teuchos::RCP<const Operator>(
        Teuchos::rcp(new Applied(map, false, [sign](int number, const ConstBlock& r, const Block& z) {
          combineVectors(sign(number), asVector(r), 0, asVector(ConstBlock(z)), asVector(z));
        })));
  };
  const auto solveWith = [&](const Teuchos::RCP<const Operator>& op, const Teuchos::RCP<const Operator>& M) {
    TpetraMultiVector x(map, 1), b(map, 1);
    b.putScalar(1.0);
    SolverParameters parameters;
    parameters.method = KrylovMethod::flexibleCg;
    return solve(op, M, b, x, parameters);
  };
  const SolveResult once = solveWith(product, signedIdentity([](int number) { return number == 4 ? -1.0 : 1.0; }));
  EXPECT_EQ(once.status, SolveStatus::converged);
  EXPECT_NE(once.message.find("began anew in iteration 5"), std::string::npos) << once.message;
  const SolveResult always = solveWith(product, signedIdentity([](int) { return -1.0; }));
  EXPECT_EQ(always.status, SolveStatus::breakdown);
  EXPECT_NE(always.message.find("the preconditioner is not positive definite"), std::string::npos) << always.message;
  EXPECT_EQ(always.iterations, 1);
  const SolveResult negative =
      solveWith(signedIdentity([](int) { return -1.0; }), signedIdentity([](int) { return 1.0; }));
  EXPECT_EQ(negative.status, SolveStatus::breakdown);
  EXPECT_NE(negative.message.find("the matrix is not positive definite"), std::string::npos) << negative.message;
  // No progress: the same residual again.
  const SolveResult nothing = solveWith(product, signedIdentity([](int) { return 0.0; }));
  EXPECT_EQ(nothing.status, SolveStatus::breakdown);
}

TEST(MpiFlexibleCg, PlainOnesAskedForAgainstAdviceSayWhatToTake) {
  const HostCsr<double> A = spdMatrix(60, 6, 1);
  const auto map = evenMap(60);
  const auto matrix = Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)));
  const Teuchos::RCP<const Operator> product = Teuchos::rcp(new StoredMatrix<double>(matrix));
  TpetraMultiVector x(map, 1), b(map, 1);
  b.putScalar(1.0);
  SolverParameters parameters;
  parameters.method = KrylovMethod::cg;
  parameters.maxIterations = 2;
  const SolveResult result = solve(product, Teuchos::RCP<const Operator>(varyingPreconditioner(map)), b, x, parameters);
  EXPECT_EQ(result.method, KrylovMethod::cg);
  EXPECT_EQ(result.status, SolveStatus::notConverged);
  EXPECT_NE(result.message.find("flexible cg"), std::string::npos);
  EXPECT_EQ(result.conditionEstimate, 0);
}

}  // namespace
}  // namespace Chronos::Test
