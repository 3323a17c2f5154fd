// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleReductionCg.hpp"

#include "Chronos.hpp"
#include "Chronos_BlockUpdates.hpp"
#include "Chronos_CgIteration.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"
#include "LaunchCounter.hpp"
#include "MessageCounter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace Chronos::Test {
namespace {

using Spoil = std::function<void(int number, const ConstBlock& x, const Block& y)>;

// A matrix whose product may be spoiled, by the number of the product, from 0 on.
class Counted : public Operator {
 public:
  Counted(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map, const Spoil& spoil = {})
      : matrix_(Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map)))), stored_(matrix_), spoil_(spoil) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    stored_.apply(x, y, alpha, beta);
    if (spoil_) spoil_(number_, x, y);
    ++number_;
  }
  bool isFixedSymmetric() const override { return true; }
  Teuchos::RCP<const Map> domainMap() const override { return stored_.domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return stored_.rangeMap(); }
  int numApplied() const { return number_; }

 private:
  Teuchos::RCP<DistMatrix<double>> matrix_;
  StoredMatrix<double> stored_;
  Spoil spoil_;
  mutable int number_ = 0;
};

Block randomBlock(const Map& map, int width, int seed) {
  const Block block = allocateBlock("block", TrilinosVersion::numLocal(map), width);
  std::vector<double> entries(block.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = globalUniform(seed + i % width,
                               static_cast<std::uint64_t>(map.getGlobalElement(static_cast<LocalOrdinal>(i / width))));
  Kokkos::deep_copy(asVector(block), toView("entries", entries));
  return block;
}

Block zeros(const Block& like) {
  const Block block = allocateBlock("zeros", like.extent(0), widthOf(like));
  Kokkos::deep_copy(block, 0.0);
  return block;
}

Block copyOf(const Block& x) {
  const Block block = allocateBlock("copy", x.extent(0), widthOf(x));
  Kokkos::deep_copy(block, x);
  return block;
}

ColumnIteration::Flags allOf(int width) {
  ColumnIteration::Flags flags{};
  for (int c = 0; c < width; ++c) flags[c] = true;
  return flags;
}

// Residuals, lengths of steps, factors and iterate are those of conjugate gradients.
TEST(MpiSingleReductionCg, TakesTheStepsOfConjugateGradients) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  for (const auto& map : testMaps(80))
    for (int width : {1, 2, 4, 8})
      for (bool hasPreconditioner : {false, true}) {
        const Counted product(A, map), same(A, map);
        const HostCsr<double> M = spdMatrix(80, 3, 2);
        const Counted preconditioner(M, map);
        const Operator* B = hasPreconditioner ? &preconditioner : nullptr;
        const Block r = randomBlock(*map, width, 3), plainR = copyOf(r), x = zeros(r), plainX = zeros(r);
        SingleReductionCg iteration(product, B, x, r);
        CgIteration plain(same, B, plainX, plainR);
        const auto moves = allOf(width);
        for (int step = 0; step < 6; ++step) {
          iteration.prepare(moves);
          plain.prepare(moves);
          const ColumnScalars squares = iteration.advance(moves, 1), expected = plain.advance(moves);
          EXPECT_EQ(iteration.flagSum(), world()->getSize());
          for (int c = 0; c < width; ++c) {
            EXPECT_FALSE(iteration.obstacle(c));
            EXPECT_NEAR(squares[c], expected[c], 1e-7 * expected[c]);
            EXPECT_NEAR(iteration.alpha(c), plain.alpha(c), 1e-7 * plain.alpha(c));
            EXPECT_NEAR(iteration.beta(c), plain.beta(c), 1e-7 * plain.beta(c));
          }
        }
        const auto found = toVector(asVector(ConstBlock(x))), sought = toVector(asVector(ConstBlock(plainX)));
        for (std::size_t i = 0; i < found.size(); ++i)
          EXPECT_NEAR(found[i], sought[i], 1e-8 * (1 + std::abs(sought[i])));
      }
}

// One product and one application more than steps; an update and the sums are one pass each, prepare() is none.
TEST(SingleReductionCg, TakesTwoPassesOverItsVectorsAStep) {
  const auto map = evenMap(60);
  const Counted product(spdMatrix(60, 6, 1), map), preconditioner(spdMatrix(60, 3, 2), map);
  const Block r = randomBlock(*map, 1, 3), x = zeros(r);
  SingleReductionCg iteration(product, &preconditioner, x, r);
  iteration.prepare({true});
  iteration.advance({true});
  const LaunchCounter launches;
  iteration.prepare({true});
  EXPECT_EQ(launches.of("Chronos::sumBlocks"), 0);
  EXPECT_EQ(product.numApplied(), 2);
  iteration.advance({true});
  EXPECT_EQ(launches.of("Chronos::advanceStep"), 1);
  EXPECT_EQ(launches.of("Chronos::sumBlocks"), 1);
  EXPECT_EQ(product.numApplied(), 3);
  EXPECT_EQ(preconditioner.numApplied(), 3);
}

// A column that does not move keeps its iterate and its residual, to the last bit; one that begins anew goes on as from
// the start, beside another that does not.
TEST(MpiSingleReductionCg, ColumnsRestAndBeginAnewOneByOne) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  const auto map = cyclicMap(80);
  const Counted product(A, map);
  const Block r = randomBlock(*map, 2, 3), x = zeros(r);
  SingleReductionCg iteration(product, nullptr, x, r);
  for (int step = 0; step < 3; ++step) iteration.prepare({true, true}), iteration.advance({true, true});
  const Block restingX = copyOf(x), restingR = copyOf(r);
  iteration.prepare({true, false});
  iteration.advance({true, false});
  const auto column = [](const Block& block, int c) {
    const Block one = allocateBlock("one", block.extent(0), 1);
    placeColumn(block, c, one, 0);
    return toVector(asVector(ConstBlock(one)));
  };
  EXPECT_EQ(column(x, 1), column(restingX, 1));
  EXPECT_EQ(column(r, 1), column(restingR, 1));
  EXPECT_NE(column(x, 0), column(restingX, 0));
  const Block other = randomBlock(*map, 2, 9), fresh = allocateBlock("fresh", r.extent(0), 1), freshX = zeros(fresh);
  placeColumn(other, 1, fresh, 0);
  placeColumn(other, 1, r, 1);
  iteration.restart(1);
  SingleReductionCg alone(product, nullptr, freshX, fresh);
  for (int step = 0; step < 4; ++step) {
    iteration.prepare({true, true});
    alone.prepare({true});
    const double square = iteration.advance({true, true})[1], expected = alone.advance({true})[0];
    EXPECT_NEAR(square, expected, 1e-12 * expected);
    EXPECT_EQ(iteration.beta(1) == 0, step == 0);
    EXPECT_NE(iteration.beta(0), 0);
  }
}

// Of four columns two go on in narrower blocks, as if nothing had been.
TEST(MpiSingleReductionCg, GoesOnInNarrowerBlocks) {
  const auto map = cyclicMap(80);
  const Counted product(spdMatrix(80, 6, 1), map), preconditioner(spdMatrix(80, 3, 2), map);
  for (const Operator* B : {static_cast<const Operator*>(nullptr), static_cast<const Operator*>(&preconditioner)}) {
    const Block r = randomBlock(*map, 4, 3), x = zeros(r), wideR = copyOf(r), wideX = zeros(r);
    SingleReductionCg iteration(product, B, x, r), wide(product, B, wideX, wideR);
    for (int step = 0; step < 3; ++step)
      for (SingleReductionCg* one : {&iteration, &wide}) one->prepare(allOf(4)), one->advance(allOf(4));
    const std::vector<int> columns = {3, 1};
    const Block narrowR = allocateBlock("r", r.extent(0), 2), narrowX = allocateBlock("x", r.extent(0), 2);
    chooseColumns(r, columns, narrowR);
    chooseColumns(x, columns, narrowX);
    iteration.narrow(columns, narrowX, narrowR);
    const int before = product.numApplied();
    for (int step = 0; step < 3; ++step) {
      iteration.prepare(allOf(2));
      wide.prepare(allOf(4));
      const ColumnScalars squares = iteration.advance(allOf(2)), expected = wide.advance(allOf(4));
      for (int c = 0; c < 2; ++c) EXPECT_NEAR(squares[c], expected[columns[c]], 1e-12 * expected[columns[c]]);
    }
    EXPECT_EQ(product.numApplied(), before + 6);
  }
}

// A product that goes wrong spoils s, and with it p^T A p of the next direction d. What is formed anew is right:
// the step is as long as d^T A d says.
TEST(MpiSingleReductionCg, FormsTheImageOfItsDirectionAnew) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  const auto map = cyclicMap(80);
  const Dense dense = denseOf(A);
  // How far the third step is from that length, relative.
  const auto error = [&](bool spoils, bool renews) {
    const Counted product(A, map, [&](int number, const ConstBlock& v, const Block& y) {
      if (spoils && number == 1) combineVectors(1, asVector(ConstBlock(y)), 0.1, asVector(v), asVector(y));
    });
    const Block r = randomBlock(*map, 1, 3), x = zeros(r);
    SingleReductionCg iteration(product, nullptr, x, r);
    double square = 0;
    std::vector<double> before;
    for (int step = 0; step < 3; ++step) {
      if (step == 2) {
        before = wholeVector(*map, asVector(ConstBlock(x)));
        square = iteration.dot(r, r)[0];
        if (renews) iteration.renew({true});
      }
      iteration.prepare({true});
      iteration.advance({true});
    }
    const auto after = wholeVector(*map, asVector(ConstBlock(x)));
    double energy = 0;
    for (int row = 0; row < dense.n; ++row)
      for (int col = 0; col < dense.n; ++col)
        energy += (after[row] - before[row]) * dense(row, col) * (after[col] - before[col]);
    return std::abs(energy / (iteration.alpha(0) * square) - 1);
  };
  EXPECT_LE(error(false, false), 1e-12);
  EXPECT_LE(error(false, true), 1e-12);
  EXPECT_GT(error(true, false), 1e-4);
  EXPECT_LE(error(true, true), 1e-12);
}

// Where p^T A p looks negative by what the recurrences carry along it is formed from the direction.
TEST(MpiSingleReductionCg, AsksTheDirectionBeforeItCallsAMatrixIndefinite) {
  const HostCsr<double> A = spdMatrix(80, 6, 1);
  const auto map = cyclicMap(80);
  const auto run = [&](bool spoilsAll) {
    const Counted product(A, map, [&](int number, const ConstBlock& v, const Block& y) {
      if (number == 2 || (spoilsAll && number > 2))
        combineVectors(1, asVector(ConstBlock(y)), -1e6, asVector(v), asVector(y));
    });
    const Block r = randomBlock(*map, 2, 3), x = zeros(r);
    SingleReductionCg iteration(product, nullptr, x, r);
    for (int step = 0; step < 2; ++step) iteration.prepare({true, true}), iteration.advance({true, true});
    iteration.prepare({true, false});
    EXPECT_EQ(product.numApplied(), 4);
    EXPECT_EQ(iteration.curvatureShare(0) < 0, spoilsAll);
    return iteration.obstacle(0);
  };
  EXPECT_FALSE(run(false));
  const auto obstacle = run(true);
  ASSERT_TRUE(obstacle);
  EXPECT_TRUE(obstacle->isCurvature);
  EXPECT_LT(obstacle->value, 0);
}

Problem problemOf(const char* name, int n, double contrast = 1, double stretch = 1) {
  ProblemOptions options;
  options.nx = n;
  options.contrast = contrast;
  options.stretch = stretch;
  return makeProblem(name, options, world());
}

struct Solved {
  SolveResult result;
  Teuchos::RCP<Preconditioner<>> M;
  Teuchos::RCP<TpetraMultiVector> x;
};

Solved solved(const Problem& problem, Parameters parameters, KrylovMethod method, const TpetraMultiVector& b,
              double guess = 0) {
  parameters.solver.method = method;
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->compute();
  const auto x = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getDomainMap(), b.getNumVectors()));
  x->putScalar(guess);
  const SolveResult result = solve(*M, b, *x);
  EXPECT_EQ(result.method, method);
  return {result, M, x};
}

Solved solved(const Problem& problem, const Parameters& parameters, KrylovMethod method) {
  return solved(problem, parameters, method, *makeRightHandSide("random", *problem.matrix, 0));
}

std::vector<double> entriesOf(const TpetraMultiVector& x) {
  const auto data = x.getData(0);
  return std::vector<double>(data.begin(), data.end());
}

double trueResidual(const Problem& problem, const TpetraMultiVector& x, const TpetraMultiVector& b) {
  TpetraMultiVector r(b, Teuchos::Copy);
  problem.matrix->apply(x, r, Teuchos::NO_TRANS, -1.0, 1.0);
  Teuchos::Array<double> rNorm(1), bNorm(1);
  r.norm2(rNorm());
  b.norm2(bNorm());
  return rNorm[0] / bNorm[0];
}

void expectLikeCg(const SolveResult& result, const SolveResult& cg) {
  EXPECT_EQ(cg.status, SolveStatus::converged);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_EQ(result.message, "");
  EXPECT_NEAR(result.iterations, cg.iterations, cg.iterations < 100 ? 1 : 0.02 * cg.iterations);
  EXPECT_NEAR(result.conditionEstimate, cg.conditionEstimate, 0.02 * cg.conditionEstimate);
}

std::vector<Parameters> fixedPreconditioners() {
  std::vector<Parameters> list;
  for (const auto& [type, text] : preconditionerTypes()) {
    Parameters parameters;
    parameters.type = type;
    parameters.amg.coarseSize = 40;
    if (type != "auto") list.push_back(parameters);
  }
  for (CycleKind cycle : {CycleKind::W, CycleKind::H}) {
    list.push_back(preset("strong mechanics"));
    list.back().amg.coarseSize = 40;
    list.back().amg.cycle = cycle;
  }
  return list;
}

TEST(MpiSingleReductionCg, TakesTheIterationsOfConjugateGradients) {
  for (const Problem& problem : {problemOf("elasticity3d", 6, 100), problemOf("laplace3d7", 12)})
    for (const Parameters& parameters : fixedPreconditioners()) {
      SCOPED_TRACE(parameters.type);
      const Solved cg = solved(problem, parameters, KrylovMethod::cg);
      expectLikeCg(solved(problem, parameters, KrylovMethod::singleReductionCg).result, cg.result);
    }
}

// A thousand iterations at a condition of 2e5, and to twelve digits of the true residual.
TEST(MpiSingleReductionCg, ReachesTheTrueResidualOfConjugateGradients) {
  const Problem problem = problemOf("elasticity3d", 8, 1e4, 100);
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  for (const std::string type : {"jacobi", "adaptive fsai"})
    for (double tolerance : {1e-8, 1e-12}) {
      SCOPED_TRACE(type);
      Parameters parameters;
      parameters.type = type;
      parameters.solver.tolerance = tolerance;
      const Solved cg = solved(problem, parameters, KrylovMethod::cg, *b);
      const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg, *b);
      expectLikeCg(run.result, cg.result);
      EXPECT_LE(trueResidual(problem, *run.x, *b), 1.001 * tolerance);
    }
}

// A tolerance below rounding: restarts are used up, and x is as good as that of conjugate gradients.
TEST(MpiSingleReductionCg, EndsWithTheAttainableResidual) {
  ProblemOptions options;
  options.nx = 30;
  options.anisotropy = 1e-6;
  options.angle = 30;
  const Problem problem = makeProblem("anisotropic2d", options, world());
  Parameters parameters;
  parameters.type = "adaptive fsai";
  parameters.solver.tolerance = 1e-17;
  const Solved cg = solved(problem, parameters, KrylovMethod::cg);
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg);
  EXPECT_EQ(run.result.status, SolveStatus::notConverged);
  EXPECT_GT(run.result.restarts, 0);
  EXPECT_LE(run.result.relativeResidual, 3 * cg.result.relativeResidual);
}

// One sum over ranks an iteration, where conjugate gradients take three; on one rank none. One application of the
// preconditioner, and one more in a solve.
TEST(MpiSingleReductionCg, ReducesOnceAnIteration) {
  const Problem problem = problemOf("laplace3d7", 10);
  const auto reductionsOf = [&](int iterations, int columns) {
    Parameters parameters;
    parameters.type = "jacobi";
    parameters.solver.maxIterations = iterations;
    parameters.solver.tolerance = 0;
    TpetraMultiVector b(problem.matrix->getRangeMap(), columns);
    for (int c = 0; c < columns; ++c)
      b.getVectorNonConst(c)->update(1.0, *makeRightHandSide("random", *problem.matrix, c), 0);
    parameters.solver.method = KrylovMethod::singleReductionCg;
    Preconditioner<> M(problem.matrix);
    M.setParameters(parameters);
    M.compute();
    TpetraMultiVector x(problem.matrix->getDomainMap(), columns);
    SolveMonitor monitor;
    monitor.interrupted = [] { return false; };
    const long long before = messageCounts().reductions;
    EXPECT_EQ(solve(M, b, x, monitor).iterations, iterations);
    return messageCounts().reductions - before;
  };
  const int some = 5, more = 10;
  for (int columns : {1, 3})
    EXPECT_EQ(reductionsOf(more, columns) - reductionsOf(some, columns), world()->getSize() == 1 ? 0 : more - some);
}

// Columns end one by one, one of them at once, and go on in narrower blocks.
TEST(MpiSingleReductionCg, EachColumnIsSolvedAsIfItWereAlone) {
  const Problem problem = problemOf("elasticity3d", 6, 100);
  for (const std::string type : {"none", "jacobi", "adaptive fsai"})
    for (int numColumns : {3, 8, 11}) {
      SCOPED_TRACE(type + ", columns: " + std::to_string(numColumns));
      Parameters parameters;
      parameters.type = type;
      TpetraMultiVector B(problem.matrix->getRangeMap(), numColumns);
      for (int c = 0; c < numColumns; ++c) {
        if (c == 0) B.getVectorNonConst(c)->putScalar(1.0);
        else if (c != 2) B.getVectorNonConst(c)->update(1.0, *makeRightHandSide("random", *problem.matrix, c), 0);
      }
      const Solved together = solved(problem, parameters, KrylovMethod::singleReductionCg, B);
      const Solved again = solved(problem, parameters, KrylovMethod::singleReductionCg, B);
      for (int c = 0; c < numColumns; ++c) {
        const SolveResult alone = solved(problem, parameters, KrylovMethod::singleReductionCg, *B.getVector(c)).result;
        const ColumnResult& column = together.result.columns[c];
        EXPECT_EQ(column.status, SolveStatus::converged);
        EXPECT_NEAR(column.iterations, alone.iterations, c == 2 ? 0 : 1 + 0.02 * alone.iterations);
        EXPECT_LE(column.relativeResidual, 1e-8);
        EXPECT_EQ(column.residualHistory, again.result.columns[c].residualHistory);
      }
    }
}

TEST(MpiSingleReductionCg, GoesOnFromAGuess) {
  const Problem problem = problemOf("elasticity3d", 6, 100);
  Parameters parameters;
  parameters.type = "jacobi";
  parameters.solver.initialGuess = InitialGuess::given;
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  const Solved cg = solved(problem, parameters, KrylovMethod::cg, *b, 7);
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg, *b, 7);
  expectLikeCg(run.result, cg.result);
  EXPECT_NEAR(run.result.residualHistory.front(), cg.result.residualHistory.front(), 1e-12);
  EXPECT_LE(trueResidual(problem, *run.x, *b), 1.001e-8);
  // Its own solution needs no step.
  TpetraMultiVector x(*run.x, Teuchos::Copy);
  EXPECT_EQ(solve(*run.M, *b, x).iterations, 0);
}

TEST(MpiSingleReductionCg, TakesRightHandSidesOfAnySize) {
  const Problem problem = problemOf("elasticity3d", 5, 100);
  Parameters parameters;
  parameters.type = "adaptive fsai";
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  const Solved plain = solved(problem, parameters, KrylovMethod::singleReductionCg, *b);
  for (double factor : {0x1p-600, 0x1p600}) {
    TpetraMultiVector scaled(*b, Teuchos::Copy);
    scaled.scale(factor);
    const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg, scaled);
    EXPECT_EQ(run.result.status, SolveStatus::converged);
    EXPECT_EQ(run.result.residualHistory, plain.result.residualHistory);
    run.x->scale(1 / factor);
    EXPECT_EQ(entriesOf(*run.x), entriesOf(*plain.x));
  }
}

TEST(MpiSingleReductionCg, EndsAtTheLimitAndWhenOneRankAsks) {
  const Problem problem = problemOf("elasticity3d", 6, 100);
  Parameters parameters;
  parameters.type = "adaptive fsai";
  parameters.solver.maxIterations = 3;
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg);
  EXPECT_EQ(run.result.status, SolveStatus::notConverged);
  EXPECT_EQ(run.result.iterations, 3);
  int calls = 0;
  SolveMonitor monitor;
  monitor.interrupted = [&] { return ++calls > 3 && world()->getRank() == world()->getSize() - 1; };
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  SolverParameters longer = parameters.solver;
  longer.method = KrylovMethod::singleReductionCg;
  longer.maxIterations = 100;
  const SolveResult result = solve(problem.matrix, run.M, *b, x, longer, monitor);
  EXPECT_EQ(result.status, SolveStatus::interrupted);
  EXPECT_EQ(result.iterations, 3);
}

// Entries 1 to n on the diagonal, but for one.
HostCsr<double> diagonalWith(int n, int row, double value) {
  Dense A(n);
  for (int i = 0; i < n; ++i) A(i, i) = i == row ? value : 1 + i;
  return sparseOf(A);
}

// The same ends in the same iterations with the same words as conjugate gradients.
TEST(MpiSingleReductionCg, BreaksDownAsConjugateGradientsDo) {
  const int n = 40;
  const auto map = mapWithEmptyRank(n);
  const auto solveWith = [&](const HostCsr<double>& A, const HostCsr<double>& M, KrylovMethod method) {
    const Teuchos::RCP<const Operator> product = Teuchos::rcp(new Counted(A, map));
    const Teuchos::RCP<const Operator> preconditioner = Teuchos::rcp(new Counted(M, map));
    TpetraMultiVector x(map, 1), b(map, 1);
    b.putScalar(1.0);
    SolverParameters parameters;
    parameters.method = method;
    return solve(product, preconditioner, b, x, parameters);
  };
  const auto expectMessage = [&](const HostCsr<double>& A, const HostCsr<double>& M, const std::string& text) {
    const SolveResult cg = solveWith(A, M, KrylovMethod::cg);
    const SolveResult result = solveWith(A, M, KrylovMethod::singleReductionCg);
    EXPECT_EQ(result.status, SolveStatus::breakdown);
    EXPECT_NE(result.message.find(text), std::string::npos) << result.message;
    EXPECT_EQ(result.message, cg.message);
    EXPECT_EQ(result.iterations, cg.iterations);
  };
  Dense one(n);
  for (int i = 0; i < n; ++i) one(i, i) = 1;
  const HostCsr<double> definite = diagonalWith(n, 0, 1), identity = sparseOf(one);
  const std::string ofMatrix = "the matrix is not positive definite";
  const std::string ofPreconditioner = "the preconditioner is not positive definite";
  expectMessage(diagonalWith(n, 7, -0.5), identity, ofMatrix);
  expectMessage(diagonalWith(n, 7, -1e4), identity, ofMatrix);
  expectMessage(definite, diagonalWith(n, 7, -0.5), ofPreconditioner);
  expectMessage(definite, diagonalWith(n, 7, -1e4), ofPreconditioner);
}

// A singular matrix whose right-hand side is not in its range.
TEST(MpiSingleReductionCg, NamesASingularMatrix) {
  const int n = 30;
  const auto map = evenMap(n);
  const Teuchos::RCP<const Operator> product = Teuchos::rcp(new Counted(neumannLine(n), map));
  TpetraMultiVector x(map, 1), b(map, 1);
  b.putScalar(1.0);
  SolverParameters parameters;
  parameters.method = KrylovMethod::singleReductionCg;
  const SolveResult result = solve(product, Teuchos::RCP<const Operator>(), b, x, parameters);
  EXPECT_EQ(result.status, SolveStatus::breakdown);
  EXPECT_EQ(result.message.find(notDefinite), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("singular"), std::string::npos) << result.message;
}

// Asked for against advice.
TEST(MpiSingleReductionCg, SaysWhatToTakeForACycleThatIsNotSymmetric) {
  const Problem problem = problemOf("laplace3d7", 12);
  Parameters parameters = preset("flow");
  parameters.amg.coarseSize = 20;
  parameters.amg.level.smoother.sweepsAfter = 2;
  parameters.solver.maxIterations = 2;
  const Solved run = solved(problem, parameters, KrylovMethod::singleReductionCg);
  EXPECT_EQ(run.result.status, SolveStatus::notConverged);
  EXPECT_NE(run.result.message.find("take `method` = flexible cg"), std::string::npos) << run.result.message;
  EXPECT_EQ(run.result.conditionEstimate, 0);
}

}  // namespace
}  // namespace Chronos::Test
