// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RigidBodyModes.hpp"

#include "Chronos_BlockProduct.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_TestSpaceMethods.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "ScatteredBody.hpp"
#include "TestVectorsOf.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Between any two nodes with all displacements: no change of length, and where there are rotations, the displacements
// differ by the rotation times the distance.
void expectRigid(const ScatteredBody& body, const SmallMatrix& modes, int numNodes) {
  const int dimension = body.dimension;
  const auto entry = [&](GlobalOrdinal node, int component, int mode) {
    const int row = body.row(node, component);
    return row < 0 ? std::numeric_limits<double>::quiet_NaN() : modes(row, mode);
  };
  int numPairs = 0;
  for (int mode = 0; mode < modes.numCols; ++mode)
    for (int a = 0; a < numNodes; ++a)
      for (int b = 0; b < a; ++b) {
        double stretch = 0, difference[3] = {}, displaced[3] = {};
        for (int d = 0; d < dimension; ++d) {
          difference[d] = (scatteredPosition(a, d) - scatteredPosition(b, d)) / 3e-3;
          displaced[d] = entry(a, d, mode) - entry(b, d, mode);
          stretch += difference[d] * displaced[d];
        }
        if (std::isnan(stretch)) continue;
        ++numPairs;
        EXPECT_NEAR(stretch, 0, 1e-12);
        if (body.degreesOfFreedom <= dimension) continue;
        double turn[3] = {};
        for (int d = dimension; d < body.degreesOfFreedom; ++d)
          turn[dimension == 2 ? 2 : d - 3] = 3e-3 * entry(a, d, mode);
        for (int d = 0; d < dimension; ++d) {
          const int next = (d + 1) % 3, last = (d + 2) % 3;
          const double turned = turn[next] * difference[last] - turn[last] * difference[next];
          if (std::isnan(turned)) continue;
          EXPECT_NEAR(displaced[d], turned, 1e-12);
        }
      }
  EXPECT_GT(numPairs, 0);
}

TEST(MpiRigidBodyModes, AreRigidAndIndependent) {
  const int numNodes = 9;
  for (const auto& [dimension, degrees] : {std::pair(2, 2), std::pair(2, 3), std::pair(3, 3), std::pair(3, 6)})
    for (int share : {0, 9}) {
      const ScatteredBody body(numNodes, dimension, degrees, share);
      SmallMatrix first;
      for (const auto& map : testMaps(static_cast<GlobalOrdinal>(body.unknowns.size()))) {
        const TestSpace V = rigidBodyModes(*world(), body.positions(*map));
        const SmallMatrix modes = wholeOf(*map, V);
        const int expected = dimension == 2 ? 3 : 6;
        ASSERT_EQ(modes.numCols, expected);
        EXPECT_EQ(static_cast<int>(orthonormalBasis(*world(), V).extent(1)), expected);
        expectRigid(body, modes, numNodes);
        for (int d = 0; d < dimension; ++d)
          for (std::size_t row = 0; row < body.unknowns.size(); ++row)
            EXPECT_EQ(modes(static_cast<int>(row), d), body.unknowns[row].second == d);
        if (first.numCols == 0) first = modes;
        EXPECT_EQ(modes.values, first.values);
      }
    }
}

TEST(MpiRigidBodyModes, OneUnknownANodeHasTheConstant) {
  for (int dimension : {1, 2, 3}) {
    const ScatteredBody body(5, dimension, 1, 0);
    const auto map = mapWithEmptyRank(5);
    EXPECT_EQ(wholeOf(*map, rigidBodyModes(*world(), body.positions(*map))).values, std::vector<double>(5, 1.0));
  }
}

TEST(MpiRigidBodyModes, ModesThatMoveNothingAreLeftOut) {
  const auto map = mapWithEmptyRank(12);
  UnknownPositions line = ScatteredBody(4, 3, 3, 0).positions(*map);
  line.positions = vectorsOf(*map, 3, [](GlobalOrdinal row, int d) { return d == 0 ? double(row / 3) : 2.0; });
  EXPECT_EQ(rigidBodyModes(*world(), line).extent(1), 5u);
  line.positions = vectorsOf(*map, 3, [](GlobalOrdinal, int) { return 2.0; });
  EXPECT_EQ(rigidBodyModes(*world(), line).extent(1), 3u);
  EXPECT_EQ(rigidBodyModes(*world(), ScatteredBody(0, 3, 3, 0).positions(*evenMap(0))).extent(1), 0u);
}

TEST(MpiRigidBodyModes, WhatCannotBeThrowsOnAllRanks) {
  const auto map = mapWithEmptyRank(12);
  const ScatteredBody body(4, 3, 3, 0);
  UnknownPositions wrong = body.positions(*map);
  wrong.degreesOfFreedom = 2;
  EXPECT_THROW(rigidBodyModes(*world(), wrong), InputError);
  wrong.degreesOfFreedom = 4;
  EXPECT_THROW(rigidBodyModes(*world(), wrong), InputError);
  wrong = body.positions(*map);
  wrong.positions = vectorsOf(*map, 3, [](GlobalOrdinal row, int) { return row == 4 ? std::nan("") : 1.0; });
  EXPECT_THROW(rigidBodyModes(*world(), wrong), InputError);
}

// Rows that do not touch the clamped face see a body without supports.
TEST(MpiRigidBodyModes, AreTheKernelOfBrickElasticity) {
  const Problem problem = makeProblem("elasticity3d", shortBricks(), world());
  const DistMatrix<double> A = fromTpetra(*problem.matrix);
  NearKernelInput input;
  input.coordinates = problem.coordinates;
  const TestSpace V = makeNearKernel(input, A.rowMap()).vectors;
  ASSERT_EQ(V.extent(1), 6u);
  const TestVectors AV = allocateVectors("A V", V.extent(0), 6);
  BlockProduct(A).apply(V, AV);
  const SmallMatrix forces = wholeOf(*A.rowMap(), AV);
  double atSupport = 0;
  for (int row = 0; row < forces.numRows; ++row)
    for (int mode = 0; mode < 6; ++mode) {
      if (row / 3 % 4 == 0) atSupport = std::max(atSupport, std::abs(forces(row, mode)));
      else EXPECT_NEAR(forces(row, mode), 0, 1e-11) << row << ", " << mode;
    }
  EXPECT_GT(atSupport, 1);
  // The span is that of the gallery's own modes.
  TestVectors both = allocateVectors("both", V.extent(0), 12);
  Kokkos::deep_copy(columnsOf(both, 0, 6), V);
  Kokkos::deep_copy(columnsOf(both, 6, 6), problem.nearKernel->getLocalViewDevice(Tpetra::Access::ReadOnly));
  EXPECT_EQ(orthonormalBasis(*world(), both).extent(1), 6u);
}

}  // namespace
}  // namespace Chronos::Test
