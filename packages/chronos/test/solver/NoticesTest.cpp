// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace Chronos::Test {
namespace {

using Lines = std::vector<std::string>;
using Fill = std::function<void(Teuchos::ParameterList&)>;

Lines noticesOf(const Fill& fill) {
  Teuchos::ParameterList list;
  fill(list);
  return readParameters(list).notices;
}

Problem cube() {
  ProblemOptions options;
  options.nx = 8;
  return makeProblem("laplace3d7", options, world());
}

Lines noticesAfterSetUp(const Teuchos::RCP<const TpetraCrsMatrix>& matrix, const Fill& fill) {
  Teuchos::ParameterList list;
  fill(list);
  Preconditioner<> M(matrix);
  M.setParameters(list);
  M.compute();
  return M.notices();
}

TEST(Notices, ListsOfMethodsThatTypeDoesNotName) {
  EXPECT_EQ(noticesOf([](Teuchos::ParameterList& list) {
              list.set("type", std::string("jacobi"));
              list.sublist("amg").set("cycle", std::string("W"));
              list.sublist("adaptive fsai").set("maximum steps", 3);
              list.sublist("solver").set("tolerance", 1e-6);
            }),
            (Lines{"The list 'adaptive fsai' is given and not used: `type` is 'jacobi'.",
                   "The list 'amg' is given and not used: `type` is 'jacobi'."}));
  EXPECT_EQ(noticesOf([](Teuchos::ParameterList& list) {
              list.set("preset", std::string("flow"));
              list.sublist("chebyshev").set("degree", 3);
            }),
            (Lines{"The list 'chebyshev' is given and not used: `type` is 'amg'."}));
  EXPECT_EQ(noticesOf([](Teuchos::ParameterList& list) {
              Teuchos::ParameterList& smoother = list.sublist("amg").sublist("smoother");
              smoother.set("type", std::string("jacobi"));
              smoother.sublist("chebyshev").set("degree", 3);
            }),
            (Lines{"The list 'amg/smoother/chebyshev' is given and not used: `amg/smoother/type` is 'jacobi'."}));
}

TEST(Notices, NothingOfWhatIsUsedOrOfACompleteList) {
  EXPECT_EQ(noticesOf([](Teuchos::ParameterList&) {}), Lines{});
  EXPECT_EQ(noticesOf([](Teuchos::ParameterList& list) {
              list.set("type", std::string("amg"));
              list.sublist("amg").sublist("smoother").set("type", std::string("chebyshev"));
              list.sublist("amg").sublist("smoother").sublist("chebyshev").set("degree", 3);
              list.sublist("adaptive fsai");
            }),
            Lines{});
  for (const auto& named : presets())
    EXPECT_EQ(readParameters(*toParameterList(preset(named.first))).notices, Lines{}) << named.first;
}

TEST(MpiNotices, LevelsBeyondTheHierarchy) {
  const Problem problem = cube();
  const auto fill = [](int level) {
    return [level](Teuchos::ParameterList& list) {
      list.set("preset", std::string("flow"));
      list.sublist("amg").sublist("level " + std::to_string(level)).sublist("smoother").set("damping", 1.2);
    };
  };
  EXPECT_EQ(noticesAfterSetUp(problem.matrix, fill(0)), Lines{});
  const Lines lines = noticesAfterSetUp(problem.matrix, fill(30));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("'amg/level 30' is given, but the hierarchy has level"), std::string::npos) << lines[0];
}

// Connected to the first row alone.
Teuchos::RCP<TpetraCrsMatrix> arrow(GlobalOrdinal numRows) {
  const auto map = Teuchos::rcp(new Map(static_cast<Tpetra::global_size_t>(numRows), 0, world()));
  const auto A = Teuchos::rcp(new TpetraCrsMatrix(map, std::size_t(numRows)));
  const auto put = [&](GlobalOrdinal row, GlobalOrdinal col, double value) {
    A->insertGlobalValues(row, Teuchos::tuple(col), Teuchos::tuple(value));
  };
  for (GlobalOrdinal row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); ++row) {
    put(row, row, row == 0 ? double(numRows) : 1.5);
    for (GlobalOrdinal col = 1; row == 0 && col < numRows; ++col) put(0, col, -1);
    if (row > 0) put(row, 0, -1);
  }
  A->fillComplete();
  return A;
}

TEST(MpiNotices, RowsThatAdaptiveFsaiDoesNotGoThrough) {
  const auto fill = [](const std::string& type) {
    return [type](Teuchos::ParameterList& list) { list.set("type", type); };
  };
  EXPECT_EQ(noticesAfterSetUp(arrow(400), fill("adaptive fsai")), Lines{});
  EXPECT_EQ(noticesAfterSetUp(arrow(1000), fill("jacobi")), Lines{});
  const Lines lines = noticesAfterSetUp(arrow(1000), fill("adaptive fsai"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("1 row of the matrix has more than 512 entries"), std::string::npos) << lines[0];
  EXPECT_NE(lines[0].find("through it."), std::string::npos) << lines[0];
}

TEST(MpiNotices, UserDataThatTheMethodDoesNotUse) {
  const Problem problem = cube();
  const auto vectors = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getRowMap(), 1));
  vectors->putScalar(1.0);
  for (const char* name : {"flow", "adaptive fsai"}) {
    const Lines lines = noticesAfterSetUp(problem.matrix, [&](Teuchos::ParameterList& list) {
      list.set("preset", std::string(name));
      list.sublist("user data").set("Nullspace", vectors);
    });
    ASSERT_EQ(lines.size(), 1u) << name;
    EXPECT_NE(lines[0].find("has no effect on"), std::string::npos) << lines[0];
  }
}

TEST(MpiNotices, ConjugateGradientsForACycleThatIsNotSymmetric) {
  const Problem problem = cube();
  for (const std::string method : {"cg", "single-reduction cg"}) {
    const Lines lines = noticesAfterSetUp(problem.matrix, [&](Teuchos::ParameterList& list) {
      list.set("preset", std::string("flow"));
      list.sublist("amg").set("coarse size", 20);
      list.sublist("amg").sublist("smoother").set("sweeps after", 2);
      list.sublist("solver").set("method", method);
    });
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_NE(lines[0].find("`solver/method` is " + method + ","), std::string::npos) << lines[0];
    EXPECT_NE(lines[0].find("take automatic or flexible cg"), std::string::npos) << lines[0];
  }
}

TEST(MpiNotices, NearKernelVectorsThatDependOnEachOther) {
  const Problem problem = cube();
  const auto vectors = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getRowMap(), 3));
  vectors->getVectorNonConst(0)->putScalar(1.0);
  vectors->getVectorNonConst(1)->putScalar(-2.5);
  vectors->getVectorNonConst(2)->randomize();
  const Lines lines = noticesAfterSetUp(problem.matrix, [&](Teuchos::ParameterList& list) {
    list.set("preset", std::string("mechanics"));
    list.sublist("user data").set("Nullspace", vectors);
  });
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("Of the 3 near-kernel vectors 1 depend"), std::string::npos) << lines[0];
}

// Squares of such entries overflow or vanish: "aggregates need a test space" was what one read.
TEST(MpiNotices, NearKernelVectorsOfAnySizeCountByTheirDirection) {
  const Problem problem = cube();
  const auto iterationsOf = [&](double first, double second) {
    const auto vectors = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getRowMap(), 2));
    vectors->getVectorNonConst(0)->putScalar(first);
    for (std::size_t i = 0; i < vectors->getLocalLength(); ++i) {
      const auto row = static_cast<LocalOrdinal>(i);
      const double position = double(vectors->getMap()->getGlobalElement(row) % 8) / 8;
      vectors->replaceLocalValue(row, 1, second * position);
    }
    Teuchos::ParameterList list;
    list.set("preset", std::string("mechanics"));
    list.sublist("amg").set("coarse size", 50);
    list.sublist("user data").set("Nullspace", vectors);
    TpetraMultiVector x(problem.matrix->getDomainMap(), 1), b(problem.matrix->getRangeMap(), 1);
    b.putScalar(1.0);
    const SystemResult result = solve(problem.matrix, b, x, list);
    EXPECT_EQ(result.status, SolveStatus::converged) << result.message;
    return result.iterations;
  };
  const int expected = iterationsOf(1, 1);
  for (const double size : {std::ldexp(1.0, 997), std::ldexp(1.0, -997)}) {
    EXPECT_EQ(iterationsOf(size, size), expected) << size;
    EXPECT_EQ(iterationsOf(size, 1 / size), expected) << size;
  }
  EXPECT_THROW(iterationsOf(std::numeric_limits<double>::quiet_NaN(), 1), InputError);
  EXPECT_THROW(iterationsOf(1, std::numeric_limits<double>::infinity()), InputError);
}

// Of entries this small the inverses overflow, which was taken for a matrix that is not positive definite.
TEST(MpiNotices, ADiagonalBelowTheNormalNumbersIsRefused) {
  const auto matrix = toTpetra(fromTpetra(*cube().matrix));
  matrix->resumeFill();
  matrix->scale(1e-310);
  matrix->fillComplete();
  Preconditioner<> M(matrix);
  try {
    M.compute();
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("by a power of ten"), std::string::npos) << error.what();
  }
}

TEST(MpiNotices, ParametersThatDifferBetweenRanksAreRefused) {
  const bool isLast = world()->getRank() + 1 == world()->getSize();
  Teuchos::ParameterList list;
  list.set("preset", std::string("flow"));
  list.sublist("amg").set("coarse size", isLast ? 40 : 50);
  Preconditioner<> M(cube().matrix);
  M.setParameters(list);
  if (world()->getSize() == 1) EXPECT_NO_THROW(M.initialize());
  else EXPECT_THROW(M.initialize(), InputError);
}

TEST(MpiNotices, CoordinatesThatAreOnePointAreRefused) {
  const Problem problem = cube();
  for (const double value : {0.0, 3.5}) {
    const auto coordinates = Teuchos::rcp(new TpetraMultiVector(problem.matrix->getRowMap(), 3));
    coordinates->putScalar(value);
    Preconditioner<> M(problem.matrix);
    M.setCoordinates(coordinates);
    try {
      M.compute();
      FAIL() << "no error";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("are one point"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
