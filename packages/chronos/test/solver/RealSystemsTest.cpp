// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Systems from real simulations. They are not part of the repository: each case skips, with one line, where its file is
// absent. The cases that take minutes run when CHRONOS_LONG_TESTS is set.
#include "Chronos.hpp"
#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "FsaiReference.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace Chronos::Test {
namespace {

std::string pathOf(const std::string& name) {
  return std::string(CHRONOS_MATRIX_DIR) + "/" + name + ".mtx.gz";
}

#define CHRONOS_NEEDS(name) \
  if (!std::filesystem::exists(pathOf(name))) GTEST_SKIP() << pathOf(name) << " is not there"

SolveResult solveSystem(const Teuchos::RCP<TpetraCrsMatrix>& A, const Parameters& parameters,
                        const std::string& rhsKind, double& density) {
  const auto M = Teuchos::rcp(new Preconditioner<>(A));
  M->setParameters(parameters);
  M->compute();
  density = M->report().density;
  EXPECT_EQ(M->report().numJacobiRows, 0);
  const auto b = makeRightHandSide(rhsKind, *A, 0);
  TpetraMultiVector x(A->getDomainMap(), 1);
  return solve(Teuchos::rcp(new MatrixOperator(M->distMatrix())), M, *b, x, parameters.solver);
}

struct RealSystem {
  const char* name;
  int literalIterations;  ///< of Algorithm 1 with k_max 30, s 1, epsilon 1e-3, rule (17)
  double literalDensity;
};

class RealSystems : public ::testing::TestWithParam<RealSystem> {};

// The defaults must not take more than 5 % more iterations than the literal algorithm, at no higher density.
TEST_P(RealSystems, DefaultsDoNotFallBehindTheLiteralAlgorithm) {
  const RealSystem& system = GetParam();
  CHRONOS_NEEDS(system.name);
  double density = 0;
  const SolveResult result =
      solveSystem(readMatrix(pathOf(system.name), world(), {}), preset("adaptive fsai"), "random", density);
  EXPECT_EQ(result.status, SolveStatus::converged);
  EXPECT_LE(result.relativeResidual, 1e-8);
  EXPECT_LE(result.iterations, 1.05 * system.literalIterations);
  EXPECT_LE(density, system.literalDensity);
}

INSTANTIATE_TEST_SUITE_P(Literal, RealSystems,
                         ::testing::Values(RealSystem{"s3rmq4m1", 1180, 0.65}, RealSystem{"bcsstk17", 258, 0.73},
                                           RealSystem{"bcsstk24", 398, 0.69}, RealSystem{"s1rmt3m1", 188, 0.78},
                                           RealSystem{"aft01", 96, 2.02}, RealSystem{"spe10_alirn9_a", 108, 6.25}),
                         [](const auto& info) { return std::string(info.param.name); });

// Condition 1e11 after scaling, diagonal from 0.04 to 4e9: rounding x to double alone leaves a residual of 2e-6, so
// only the residual of the scaled system can reach 1e-8.
TEST(RealSystem, Ex15ConvergesInTheScaledNorm) {
  CHRONOS_NEEDS("ex15");
  const auto A = readMatrix(pathOf("ex15"), world(), {});
  Preconditioner<> M(A);
  M.compute();
  const auto b = makeRightHandSide("random", *A, 0);
  TpetraMultiVector x(A->getDomainMap(), 1);
  const SolveResult result =
      solve(Teuchos::rcp(new MatrixOperator(M.distMatrix())), Teuchos::rcpFromRef(M), *b, x, SolverParameters());
  const ResidualLimits limits = residualLimits(*A, x, *b);
  EXPECT_LE(limits.scaledResidual, 1e-8);
  EXPECT_LE(result.relativeResidual, 10 * limits.rounding);
}

TEST(RealSystem, FlowPresetSolvesReservoirAndCircuit) {
  for (const auto& [name, iterations] : {std::make_pair("spe10_alirn9_a", 28), std::make_pair("1138_bus", 28)}) {
    CHRONOS_NEEDS(name);
    double density = 0;
    const SolveResult result = solveSystem(readMatrix(pathOf(name), world(), {}), preset("flow"), "random", density);
    EXPECT_EQ(result.status, SolveStatus::converged);
    EXPECT_LE(result.relativeResidual, 1e-8);
    EXPECT_LE(result.iterations, iterations) << name;
  }
}

// Without given vectors. GAMG takes 2623, 775, 3835, BoomerAMG 1465, 349, 2948, MueLu 2196, 537, 2904.
TEST(RealSystem, ShellsPresetFindsItsTestSpace) {
  for (const auto& [name, iterations] :
       {std::make_pair("s3rmq4m1", 110), std::make_pair("bcsstk17", 30), std::make_pair("bcsstk24", 30)}) {
    CHRONOS_NEEDS(name);
    const auto A = readMatrix(pathOf(name), world(), {});
    const auto M = Teuchos::rcp(new Preconditioner<>(A));
    M->setParameters(preset("shells"));
    M->compute();
    EXPECT_LT(M->hierarchy()->report.operatorComplexity(), 2) << name;
    const auto b = makeRightHandSide("random", *A, 0);
    TpetraMultiVector x(A->getDomainMap(), 1);
    const SolveResult result = solve(Teuchos::rcp(new MatrixOperator(M->distMatrix())), M, *b, x, SolverParameters());
    EXPECT_EQ(result.status, SolveStatus::converged) << name;
    EXPECT_LE(result.iterations, iterations) << name;
  }
}

Parameters literal(SetupPrecision precision) {
  Parameters parameters = preset("paper");
  parameters.smoothers.of<AdaptiveFsaiParameters>("adaptive fsai").setupPrecision = precision;
  parameters.solver.tolerance = 1e-6;
  parameters.solver.initialGuess = InitialGuess::preconditioned;
  return parameters;
}

// Every row of the factor against Algorithm 1 carried out literally.
TEST(RealSystemLong, FactorOfG3CircuitIsThatOfAlgorithmOne) {
  if (std::getenv("CHRONOS_LONG_TESTS") == nullptr) GTEST_SKIP() << "set CHRONOS_LONG_TESTS to run it (minutes)";
  CHRONOS_NEEDS("g3_circuit");
  const auto matrix = readMatrix(pathOf("g3_circuit"), world(), {});
  const Fsai fsai(fromTpetra(*matrix),
                  literal(SetupPrecision::doublePrecision).smoothers.of<AdaptiveFsaiParameters>("adaptive fsai"));
  const auto A = toHost(fromTpetra(*matrix).local());
  const auto G = toHost(fsai.factor().local());
  long long numDifferent = 0;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    ReferenceFsaiRow expected = referenceFsaiRow(A, row, ReferenceFsaiRules());
    expected.pattern.push_back(row);
    std::sort(expected.pattern.begin(), expected.pattern.end());
    const std::vector<LocalOrdinal> cols(G.colInd.begin() + G.rowPtr[row], G.colInd.begin() + G.rowPtr[row + 1]);
    if (cols != expected.pattern && ++numDifferent <= 5) ADD_FAILURE() << "row " << row;
  }
  EXPECT_EQ(numDifferent, 0);
  EXPECT_NEAR(fsai.report().density, 6.39, 0.005);
}

TEST(RealSystemLong, G3CircuitTakesTheIterationsOfTheLiteralTrial) {
  if (std::getenv("CHRONOS_LONG_TESTS") == nullptr) GTEST_SKIP() << "set CHRONOS_LONG_TESTS to run it (minutes)";
  CHRONOS_NEEDS("g3_circuit");
  const auto A = readMatrix(pathOf("g3_circuit"), world(), {});
  double density = 0;
  const int inDouble = solveSystem(A, literal(SetupPrecision::doublePrecision), "A*ones", density).iterations;
  const int inSingle = solveSystem(A, literal(SetupPrecision::singlePrecision), "A*ones", density).iterations;
  EXPECT_NEAR(inDouble, 89, 2);
  EXPECT_NEAR(inSingle, inDouble, std::ceil(0.02 * inDouble));
  Parameters initialScaling = literal(SetupPrecision::doublePrecision);
  initialScaling.solver.residualScaling = ResidualScaling::initial;
  EXPECT_NEAR(solveSystem(A, initialScaling, "A*ones", density).iterations, 326, 4);
  Parameters jacobi = literal(SetupPrecision::doublePrecision);
  jacobi.type = "jacobi";
  EXPECT_NEAR(solveSystem(A, jacobi, "A*ones", density).iterations, 590, 6);
}

}  // namespace
}  // namespace Chronos::Test
