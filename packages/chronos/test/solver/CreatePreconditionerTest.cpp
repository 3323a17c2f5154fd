// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

namespace Chronos::Test {
namespace {

Problem problemOf(const char* name, int n, double contrast = 1) {
  ProblemOptions options;
  options.nx = options.ny = options.nz = n;
  options.contrast = contrast;
  return makeProblem(name, options, world());
}

// Another object with the same entries, times a number.
Teuchos::RCP<TpetraCrsMatrix> scaledCopy(const TpetraCrsMatrix& A, double factor) {
  const auto copy = toTpetra(fromTpetra(A));
  copy->resumeFill();
  copy->scale(factor);
  copy->fillComplete(A.getDomainMap(), A.getRangeMap());
  return copy;
}

int iterationsWith(const Teuchos::RCP<Preconditioner<>>& M) {
  const auto b = makeRightHandSide("random", *M->matrix(), 0);
  TpetraMultiVector x(M->matrix()->getDomainMap(), 1);
  const SystemResult result = solve(*M, *b, x);
  EXPECT_EQ(result.status, SolveStatus::converged);
  return result.iterations;
}

std::string messageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MpiCreatePreconditioner, FromAMatrixAnOperatorAListAndAFile) {
  const Problem problem = problemOf("laplace3d7", 10);
  EXPECT_FALSE(createPreconditioner(problem.matrix)->choice().is_null());
  Teuchos::ParameterList list;
  list.set("preset", std::string("flow"));
  const auto fromMatrix = createPreconditioner(problem.matrix, list);
  const Teuchos::RCP<TpetraOperator> op = problem.matrix;
  const auto fromOperator = createPreconditioner(op, list);
  EXPECT_EQ(fromOperator->parameters().type, "amg");
  const int iterations = iterationsWith(fromMatrix);
  EXPECT_EQ(iterationsWith(fromOperator), iterations);

  const char* file = "create_preconditioner.xml";
  if (world()->getRank() == 0)
    std::ofstream(file) << "<ParameterList><Parameter name=\"preset\" type=\"string\" value=\"flow\"/></ParameterList>";
  world()->barrier();
  EXPECT_EQ(iterationsWith(createPreconditioner(problem.matrix, file)), iterations);
  world()->barrier();
  if (world()->getRank() == 0) std::remove(file);
}

TEST(MpiCreatePreconditioner, UserDataComesBesideAFile) {
  const Problem problem = problemOf("elasticity3d", 4);
  const char* file = "create_preconditioner_mechanics.xml";
  if (world()->getRank() == 0)
    std::ofstream(file)
        << "<ParameterList><Parameter name=\"preset\" type=\"string\" value=\"smoothed aggregation\"/></ParameterList>";
  world()->barrier();
  Teuchos::ParameterList userData;
  userData.set("Coordinates", problem.coordinates);
  const auto given = createPreconditioner(problem.matrix, file, userData);
  Teuchos::ParameterList list;
  list.set("preset", std::string("smoothed aggregation"));
  list.sublist("user data").set("Nullspace", problem.nearKernel);
  list.sublist("user data").set("number of equations", 3);
  EXPECT_EQ(iterationsWith(given), iterationsWith(createPreconditioner(problem.matrix, list)));
  world()->barrier();
  if (world()->getRank() == 0) std::remove(file);
}

TEST(MpiCreatePreconditioner, WhatIsNoMatrixIsNamed) {
  const Problem problem = problemOf("laplace3d7", 4);
  const auto M = createPreconditioner(problem.matrix);
  EXPECT_NE(messageOf([&] { createPreconditioner(M); }).find("Preconditioner"), std::string::npos);
  EXPECT_NE(messageOf([] { createPreconditioner(Teuchos::null); }).find("null"), std::string::npos);
  EXPECT_NE(messageOf([&] { reusePreconditioner(Teuchos::null, *M); }).find("null"), std::string::npos);
  EXPECT_TRUE(M->isComputed());
}

// The same numbers as from the start, and the splitting of the first matrix is not made again.
TEST(MpiCreatePreconditioner, ANewObjectOfTheSamePatternKeepsWhatReuseSays) {
  for (const char* reuse : {"none", "pattern", "prolongation", "all"}) {
    const Problem problem = problemOf("laplace3d7", 12);
    Teuchos::ParameterList list;
    list.set("preset", std::string("flow"));
    list.sublist("amg").set("reuse", std::string(reuse));
    const auto M = createPreconditioner(problem.matrix, list);
    const auto former = M->hierarchy();
    const int iterations = iterationsWith(M);
    const auto other = scaledCopy(*problem.matrix, 4);
    EXPECT_TRUE(reusePreconditioner(other, *M)) << reuse;
    EXPECT_EQ(M->matrix().get(), other.get());
    EXPECT_EQ(M->hierarchy().get() == former.get(), std::string(reuse) == "all");
    EXPECT_EQ(iterationsWith(M), iterations) << reuse;
    if (std::string(reuse) == "prolongation") {
      EXPECT_EQ(M->hierarchy()->records[0].coarse.P.get(), former->records[0].coarse.P.get());
    }
  }
}

TEST(MpiCreatePreconditioner, TheChoiceOutlivesANewObjectOfTheSamePatternOnly) {
  const Problem problem = problemOf("laplace3d7", 12);
  const auto M = createPreconditioner(problem.matrix);
  const auto choice = M->choice();
  EXPECT_TRUE(reusePreconditioner(scaledCopy(*problem.matrix, 2), *M));
  EXPECT_EQ(M->choice().get(), choice.get());
  const Problem larger = problemOf("laplace3d7", 13), denser = problemOf("laplace3d27", 12);
  EXPECT_FALSE(reusePreconditioner(larger.matrix, *M));
  EXPECT_NE(M->choice().get(), choice.get());
  iterationsWith(M);
  EXPECT_FALSE(reusePreconditioner(problem.matrix, *M));
  EXPECT_FALSE(reusePreconditioner(denser.matrix, *M));
  iterationsWith(M);
}

TEST(MpiCreatePreconditioner, NewValuesAreCheckedByEveryCompute) {
  const Problem problem = problemOf("laplace3d7", 6);
  for (const char* type : {"amg", "adaptive fsai"}) {
    const auto A = scaledCopy(*problem.matrix, 1);
    // Else a preconditioner would hold it, and Tpetra would not have it changed on the host of a GPU.
    EXPECT_TRUE(A->isStorageOptimized());
    Teuchos::ParameterList list;
    list.set("type", std::string(type));
    const auto M = createPreconditioner(A, list);
    // Entries of the last row of the last rank: its diagonal and the one beside it.
    const auto change = [&](double diagonal, double beside) {
      A->resumeFill();
      if (world()->getRank() == world()->getSize() - 1) {
        const GlobalOrdinal row = A->getRowMap()->getMaxGlobalIndex();
        A->replaceGlobalValues(row, Teuchos::tuple<GlobalOrdinal>(row, row - 1), Teuchos::tuple(diagonal, beside));
      }
      A->fillComplete(A->getDomainMap(), A->getRangeMap());
    };
    change(0, -1);
    EXPECT_NE(messageOf([&] { M->compute(); }).find("diagonal"), std::string::npos) << type;
    change(std::numeric_limits<double>::quiet_NaN(), -1);
    EXPECT_NE(messageOf([&] { M->compute(); }).find("NaN"), std::string::npos) << type;
    change(6, -3);
    EXPECT_NE(messageOf([&] { M->compute(); }).find("not symmetric"), std::string::npos) << type;
    change(6, -1);
    EXPECT_EQ(messageOf([&] { M->compute(); }), "") << type;
    iterationsWith(M);
  }
}

// Storage with room for more entries, which fillComplete() may lay out anew each time.
TEST(MpiCreatePreconditioner, ValuesThatMovedAreRead) {
  const auto map =
      Teuchos::rcp(new Map(Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid(), std::size_t(10), 0, world()));
  const auto A = Teuchos::rcp(new TpetraCrsMatrix(map, 3));
  for (GlobalOrdinal row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row)
    A->insertGlobalValues(row, Teuchos::tuple(row), Teuchos::tuple(4.0));
  const auto roomy = Teuchos::parameterList();
  roomy->set("Optimize Storage", false);
  A->fillComplete(roomy);
  Teuchos::ParameterList list;
  list.set("type", "jacobi");
  auto M = createPreconditioner(A, list);
  // Views that are held would keep a host from the matrix where it is on a GPU.
  if (!runsOnHost<Device>) M = Teuchos::null;
  A->resumeFill();
  A->setAllToScalar(8);
  A->fillComplete(roomy);
  if (M.is_null()) M = createPreconditioner(A, list);
  else M->compute();
  TpetraMultiVector b(map, 1), z(map, 1);
  b.putScalar(1);
  M->apply(b, z);
  EXPECT_NEAR(z.getVector(0)->normInf(), 1.0 / 8, 1e-12);
  TpetraMultiVector x(map, 1);
  solve(*M, b, x);
  EXPECT_NEAR(x.getVector(0)->normInf(), 1.0 / 8, 1e-12);
}

TEST(MpiCreatePreconditioner, TheMatrixMayBeHandedOverForGood) {
  const Problem problem = problemOf("laplace3d7", 6);
  for (const char* preset : {"flow", "adaptive fsai"}) {
    Teuchos::ParameterList list;
    list.set("preset", std::string(preset));
    auto A = scaledCopy(*problem.matrix, 1);
    const auto M = createPreconditioner(A, list);
    A = Teuchos::null;
    const int iterations = iterationsWith(M);
    EXPECT_TRUE(M->setMatrix(scaledCopy(*problem.matrix, 2)));
    TpetraMultiVector b(M->matrix()->getRowMap(), 1), z(b.getMap(), 1);
    b.putScalar(1);
    M->apply(b, z);  // of the first matrix, which only the preconditioner knows
    EXPECT_TRUE(std::isfinite(z.getVector(0)->norm2()));
    M->compute();
    EXPECT_EQ(iterationsWith(M), iterations);
  }
}

}  // namespace
}  // namespace Chronos::Test
