// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelFit.hpp"

#include "Chronos.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "NeverFactored.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace Chronos::Test {
namespace {

Problem thickBar() {
  ProblemOptions options;
  options.nx = 20;
  options.ny = options.nz = 6;
  return makeProblem("elasticity3d", options, world());
}

// Rows of other nodes of the rank, each of so many rows.
Teuchos::RCP<TpetraMultiVector> shuffled(const TpetraMultiVector& V, std::size_t rowsOfNode = 1) {
  const auto result = Teuchos::rcp(new TpetraMultiVector(V.getMap(), V.getNumVectors()));
  const auto from = V.getLocalViewHost(Tpetra::Access::ReadOnly);
  const auto to = result->getLocalViewHost(Tpetra::Access::OverwriteAll);
  const std::size_t numNodes = from.extent(0) / rowsOfNode;
  for (std::size_t i = 0; i < from.extent(0); ++i)
    for (std::size_t column = 0; column < from.extent(1); ++column)
      to(i, column) = from((7 * (i / rowsOfNode) + 3) % numNodes * rowsOfNode + i % rowsOfNode, column);
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
  EXPECT_LT(right.best(), 1) << "beside the support nothing cancels";
  EXPECT_FALSE(right.isTorn());
  const NearKernelFit wrong = fitBy(problem, shuffled(*problem.coordinates));
  for (int k = 0; k < 3; ++k) EXPECT_EQ(wrong.shares[k], right.shares[k]) << "translations hold";
  for (int k = 3; k < 6; ++k) EXPECT_LT(wrong.shares[k], 0.2);
  EXPECT_TRUE(wrong.isTorn());
}

TEST(MpiNearKernelFit, NothingIsTornWhereNothingIsGiven) {
  const Problem problem = thickBar();
  EXPECT_FALSE(fitOfNearKernel(fromTpetra(problem.matrix), {}).isTorn());
}

TEST(MpiNearKernelFit, AutoTakesPositionsThatDoNotFitForNone) {
  const Problem problem = thickBar();
  Preconditioner<> right(problem.matrix), wrong(problem.matrix), without(problem.matrix);
  for (auto* M : {&right, &wrong, &without}) M->setParameters(choosing());
  right.setCoordinates(problem.coordinates, 3);
  wrong.setCoordinates(shuffled(*problem.coordinates), 3);
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
  M.setCoordinates(shuffled(*problem.coordinates), 3);
  M.compute();
  EXPECT_TRUE(saysThatTheyDoNotFit(M.notices()));
  M.setCoordinates(problem.coordinates, 3);
  M.compute();
  EXPECT_FALSE(saysThatTheyDoNotFit(M.notices()));
}

TEST(MpiNearKernelFit, VectorsAreUsedAndToldOf) {
  const Problem problem = thickBar();
  const auto vectors = shuffled(*problem.nearKernel, 3);
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
