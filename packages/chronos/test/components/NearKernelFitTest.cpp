// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelFit.hpp"

#include "Chronos.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "GalleryRows.hpp"
#include "NeverFactored.hpp"
#include "TestComm.hpp"
#include "TestVectorsOf.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace Chronos::Test {
namespace {

Problem thickBar() {
  return makeProblem("elasticity3d", sized(20, 6, 6), world());
}

// Positions of nodes at random in the box of the body.
Teuchos::RCP<TpetraMultiVector> scattered(const TpetraMultiVector& coordinates) {
  return multiVector(coordinates.getMap(), 3, [](GlobalOrdinal node, int direction) {
    return (direction == 0 ? 20 : 6) * globalUniform(10 + direction, node);
  });
}

// Rigid-body modes whose rotations are as large as chance has it at each node.
Teuchos::RCP<TpetraMultiVector> bent(const TpetraMultiVector& modes) {
  const auto result = Teuchos::rcp(new TpetraMultiVector(modes, Teuchos::Copy));
  const auto to = result->getLocalViewHost(Tpetra::Access::ReadWrite);
  for (std::size_t i = 0; i < to.extent(0); ++i)
    for (int rotation = 3; rotation < 6; ++rotation)
      to(i, rotation) *= globalUniform(rotation, modes.getMap()->getGlobalElement(static_cast<LocalOrdinal>(i)) / 3);
  return result;
}

NearKernelFit fitBy(const Problem& problem, const Teuchos::RCP<TpetraMultiVector>& coordinates) {
  NearKernelInput input;
  input.coordinates = coordinates;
  input.degreesOfFreedom = 3;
  const DistMatrix<double> A = fromTpetra(problem.matrix);
  return fitOfNearKernel(A, makeNearKernel(input, A.rowMap()).vectors);
}

bool saysThatTheyDoNotFit(const std::vector<std::string>& notices) {
  return std::any_of(notices.begin(), notices.end(),
                     [](const std::string& line) { return line.find("not fit") != std::string::npos; });
}

Parameters choosing() {
  Parameters parameters = neverFactored();
  parameters.type = "auto";
  return parameters;
}

TEST(MpiNearKernelFit, MotionsOfARigidBodyCancelAndRotationsByOtherPositionsDoNot) {
  const Problem problem = thickBar();
  const NearKernelFit right = fitBy(problem, problem.coordinates);
  ASSERT_EQ(right.shares.size(), 6u);
  for (double share : right.shares) EXPECT_GT(share, 0.8);
  EXPECT_LT(*std::max_element(right.shares.begin(), right.shares.end()), 1) << "beside the support nothing cancels";
  EXPECT_FALSE(right.haveWrongPositions(3));
  const NearKernelFit wrong = fitBy(problem, scattered(*problem.coordinates));
  for (int k = 0; k < 3; ++k) EXPECT_EQ(wrong.shares[k], right.shares[k]) << "translations hold";
  for (int k = 3; k < 6; ++k) EXPECT_LT(wrong.shares[k], 0.2);
  EXPECT_TRUE(wrong.haveWrongPositions(3));
  EXPECT_NE(textOfPositions(wrong, 3).find("rows of the coordinates"), std::string::npos);
}

// One bad mode says nothing of positions: a membrane has no stiffness across, and rotations out of its plane.
TEST(NearKernelFit, PositionsAreWrongWhereTranslationsHoldAndNoRotationDoes) {
  const auto isWrong = [](const std::vector<double>& shares, int dimension) {
    NearKernelFit fit;
    fit.shares = shares;
    return fit.haveWrongPositions(dimension);
  };
  EXPECT_TRUE(isWrong({0.9, 0.9, 0.9, 0.1, 0.05, 0.2}, 3));
  EXPECT_FALSE(isWrong({0.9, 0.9, 0.9, 0.1, 0.05, 0.3}, 3));
  EXPECT_FALSE(isWrong({0.9, 0.9, 0.1, 0.1, 0.05, 0.2}, 3)) << "a large mass, or scaled unknowns";
  EXPECT_FALSE(isWrong({0.9, 0.9, 0.9, 0.1, 0.1}, 3)) << "a mode is zero, and left out";
  EXPECT_TRUE(isWrong({0.9, 0.9, 0.1}, 2));
  EXPECT_FALSE(isWrong({0.9, 0.9, 0.9}, 2));
  EXPECT_FALSE(isWrong({}, 0));
  EXPECT_FALSE(isWrong({0.9}, 1)) << "a line has no rotation";
}

// A line with one end held, at which a constant does not cancel, and rows that hang on nothing, which do not count.
TEST(MpiNearKernelFit, SharesAreThoseOfTheDefinition) {
  for (int n : {40, 60000}) {
    const Teuchos::RCP<const Map> map = evenMap(n);
    TpetraCrsMatrix matrix(map, 3);
    const GlobalOrdinal numFree = n / 2;
    for (std::size_t i = 0; i < TrilinosVersion::numLocal(*map); ++i) {
      const GlobalOrdinal row = map->getGlobalElement(static_cast<LocalOrdinal>(i));
      const auto insert = [&](GlobalOrdinal column, double value) {
        matrix.insertGlobalValues(row, Teuchos::tuple(column), Teuchos::tuple(value));
      };
      insert(row, row < numFree - 1 ? 2 : 1);
      if (row > 0 && row < numFree) insert(row - 1, -1);
      if (row < numFree - 1) insert(row + 1, -1);
    }
    matrix.fillComplete();
    const DistMatrix<double> A = fromTpetra(Teuchos::rcpFromRef(matrix));
    const auto V = vectorsOf(*map, 2, [](GlobalOrdinal row, int column) { return column == 0 ? 1 : row % 2 - 0.5; });
    const NearKernelFit fit = fitOfNearKernel(A, V);
    ASSERT_EQ(fit.shares.size(), 2u);
    if (n == 40) {
      EXPECT_DOUBLE_EQ(fit.shares[0], 19.0 / 20) << "row 0 is held";
    } else {
      EXPECT_GT(fit.shares[0], 0.999);
    }
    EXPECT_LT(fit.shares[0], 1);
    EXPECT_EQ(fit.shares[1], 0) << "neighbours of opposite signs";
    EXPECT_TRUE(fit.isTorn());
  }
}

TEST(MpiNearKernelFit, AutoTakesPositionsThatDoNotFitForNone) {
  const Problem problem = thickBar();
  Preconditioner<> right(problem.matrix), wrong(problem.matrix), without(problem.matrix);
  for (auto* M : {&right, &wrong, &without}) M->setParameters(choosing());
  right.setCoordinates(problem.coordinates, 3);
  wrong.setCoordinates(scattered(*problem.coordinates), 3);
  without.setCoordinates(Teuchos::null, 3);
  for (auto* M : {&right, &wrong, &without}) M->compute();
  EXPECT_EQ(right.facts().numNearKernel, 6);
  EXPECT_FALSE(saysThatTheyDoNotFit(right.notices()));
  EXPECT_TRUE(wrong.facts().ignoresPositions);
  EXPECT_EQ(wrong.facts().numNearKernel, 0);
  EXPECT_TRUE(saysThatTheyDoNotFit(wrong.notices()));
  ASSERT_EQ(wrong.choice()->rungs.size(), without.choice()->rungs.size());
  EXPECT_EQ(wrong.choice()->rungs[0].name, without.choice()->rungs[0].name);
  wrong.compute();
  EXPECT_TRUE(saysThatTheyDoNotFit(wrong.notices())) << "the choice holds, and what it rests on";
  wrong.initialize();
  wrong.compute();
  EXPECT_TRUE(saysThatTheyDoNotFit(wrong.notices())) << "looked at again";
  wrong.setCoordinates(problem.coordinates, 3);
  wrong.chooseAgain();
  wrong.compute();
  EXPECT_EQ(wrong.facts().numNearKernel, 6);
  EXPECT_FALSE(saysThatTheyDoNotFit(wrong.notices()));
}

// Who names a method gets it, and is told.
TEST(MpiNearKernelFit, ANamedMethodTakesWhatIsGivenAndSaysThatItDoesNotFit) {
  const Problem problem = thickBar();
  Parameters parameters = preset("smoothed aggregation");
  Preconditioner<> M(problem.matrix);
  M.setParameters(parameters);
  M.setCoordinates(scattered(*problem.coordinates), 3);
  M.compute();
  EXPECT_TRUE(saysThatTheyDoNotFit(M.notices()));
  M.setCoordinates(problem.coordinates, 3);
  M.compute();
  EXPECT_FALSE(saysThatTheyDoNotFit(M.notices()));
}

TEST(MpiNearKernelFit, VectorsAreUsedAndToldOf) {
  const Problem problem = thickBar();
  const auto vectors = bent(*problem.nearKernel);
  Preconditioner<> M(problem.matrix);
  M.setParameters(choosing());
  M.setNearKernel(vectors);
  M.setCoordinates(Teuchos::null, 3);
  M.compute();
  EXPECT_FALSE(M.facts().ignoresPositions);
  EXPECT_EQ(M.facts().numNearKernel, 6);
  EXPECT_TRUE(saysThatTheyDoNotFit(M.notices()));
}

}  // namespace
}  // namespace Chronos::Test
