// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearKernelInput.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_RigidBodyModes.hpp"
#include "ScatteredBody.hpp"
#include "TestVectorsOf.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Coordinates by node, by unknown, on any distribution: always the same modes and nodes.
TEST(MpiNearKernelInput, DistributionsDoNotMatter) {
  const int numNodes = 8;
  const ScatteredBody body(numNodes, 3, 3, 0);
  SmallMatrix expected;
  for (const auto& rowMap : testMaps(24)) {
    NearKernelInput input;
    const auto compare = [&](const NearKernel& kernel) {
      const SmallMatrix modes = wholeOf(*rowMap, kernel.vectors);
      ASSERT_EQ(modes.numCols, 6);
      if (expected.numCols == 0) expected = modes;
      EXPECT_EQ(modes.values, expected.values);
      const auto nodes = toVector(kernel.nodes);
      ASSERT_EQ(nodes.size(), TrilinosVersion::numLocal(*rowMap));
      for (std::size_t i = 0; i < nodes.size(); ++i)
        EXPECT_EQ(nodes[i], rowMap->getGlobalElement(static_cast<LocalOrdinal>(i)) / 3);
    };
    for (const auto& nodeMap : testMaps(numNodes))
      for (int degrees : {0, 3}) {
        input.coordinates = multiVector(nodeMap, 3, scatteredPosition);
        input.degreesOfFreedom = degrees;
        compare(makeNearKernel(input, rowMap));
      }
    for (const auto& unknownMap : testMaps(24)) {
      input.coordinates =
          multiVector(unknownMap, 3, [](GlobalOrdinal row, int d) { return scatteredPosition(row / 3, d); });
      input.degreesOfFreedom = 3;
      compare(makeNearKernel(input, rowMap));
    }
    const auto vectors =
        multiVector(cyclicMap(24, true), 2, [](GlobalOrdinal row, int col) { return double(row + 100 * col); });
    input.vectors = vectors;
    const SmallMatrix given = wholeOf(*rowMap, makeNearKernel(input, rowMap).vectors);
    ASSERT_EQ(given.numCols, 2);
    for (int row = 0; row < 24; ++row) EXPECT_EQ(given(row, 1), row + 100);
  }
}

// Some columns of a multivector: their local view is that of all columns.
TEST(MpiNearKernelInput, ColumnsOfOtherVectors) {
  const auto entry = [](GlobalOrdinal row, int col) { return double(row + 100 * col); };
  const auto rowMap = evenMap(24);
  for (const auto& map : {rowMap, cyclicMap(24, true)}) {
    NearKernelInput input;
    const std::vector<std::size_t> chosen = {0, 2, 5};
    input.vectors = multiVector(map, 6, entry)->subView(Teuchos::arrayViewFromVector(chosen));
    const SmallMatrix given = wholeOf(*rowMap, makeNearKernel(input, rowMap).vectors);
    ASSERT_EQ(given.numCols, 3);
    for (int row = 0; row < 24; ++row)
      for (int k = 0; k < 3; ++k) EXPECT_EQ(given(row, k), entry(row, static_cast<int>(chosen[k])));
  }
}

TEST(MpiNearKernelInput, ComponentsOfUnknownsThatAreLeft) {
  const ScatteredBody body(8, 3, 3, 4);
  const GlobalOrdinal n = static_cast<GlobalOrdinal>(body.unknowns.size());
  ASSERT_NE(n % 3, 0);
  const auto rowMap = mapWithEmptyRank(n);
  NearKernelInput input;
  input.coordinates =
      multiVector(rowMap, 3, [&](GlobalOrdinal row, int d) { return scatteredPosition(body.unknowns[row].first, d); });
  input.components = toVector(body.positions(*rowMap).components);
  const NearKernel kernel = makeNearKernel(input, rowMap);
  EXPECT_EQ(wholeOf(*rowMap, kernel.vectors).values,
            wholeOf(*rowMap, rigidBodyModes(*world(), body.positions(*rowMap))).values);
  // Unknowns of a node on one rank have its first one's number.
  const auto nodes = toVector(kernel.nodes);
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const GlobalOrdinal row = rowMap->getGlobalElement(static_cast<LocalOrdinal>(i));
    EXPECT_EQ(nodes[i] == nodes[i + 1], body.unknowns[row].first == body.unknowns[row + 1].first);
  }
}

std::string messageOf(const NearKernelInput& input, const Teuchos::RCP<const Map>& rowMap) {
  try {
    makeNearKernel(input, rowMap);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expectMessage(const NearKernelInput& input, const std::string& one, const std::string& other) {
  const std::string message = messageOf(input, mapWithEmptyRank(24));
  EXPECT_NE(message.find(one), std::string::npos) << message;
  EXPECT_NE(message.find(other), std::string::npos) << message;
}

TEST(MpiNearKernelInput, LengthsThatDoNotFitNameBothNumbers) {
  const EntryOf entry = scatteredPosition;
  NearKernelInput input;
  input.vectors = multiVector(evenMap(23), 2, entry);
  expectMessage(input, "23 rows", "24");
  input = {};
  input.coordinates = multiVector(evenMap(7), 3, entry);
  expectMessage(input, "7 rows", "24");
  input.degreesOfFreedom = 3;
  expectMessage(input, "7 rows", "24");
  input = {};
  input.degreesOfFreedom = 5;
  expectMessage(input, "24 unknowns", "5 degrees");
  input.coordinates = multiVector(evenMap(8), 3, entry);
  input.degreesOfFreedom = 0;
  input.components = {0, 1};
  expectMessage(input, "2 components", "unknowns");
  // Right length, other indices.
  std::vector<GlobalOrdinal> globals;
  if (world()->getRank() == 0)
    for (GlobalOrdinal i = 0; i < 24; ++i) globals.push_back(i + 1);
  input = {};
  input.vectors = multiVector(
      Teuchos::rcp(new Map(24, Teuchos::ArrayView<const GlobalOrdinal>(globals.data(), globals.size()), 0, world())), 1,
      entry);
  expectMessage(input, "index 0", "map");
}

// A rank that was told nothing would wait for the others for ever.
TEST(MpiNearKernelInput, WhatRanksWereToldDifferentlyIsAnErrorOnAll) {
  if (world()->getSize() == 1) return;
  const Problem problem = makeProblem("elasticity3d", shortBricks(), world());
  const bool isLast = world()->getRank() == world()->getSize() - 1;
  const auto expectError = [&](const std::function<void(Preconditioner<>&)>& tell, const char* what) {
    for (const char* method : {"smoothed aggregation", "auto"}) {
      Preconditioner<> M(problem.matrix);
      M.setParameters(preset(method));
      tell(M);
      try {
        M.compute();
        ADD_FAILURE() << what;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
      }
    }
  };
  expectError(
      [&](Preconditioner<>& M) {
        if (!isLast) M.setCoordinates(problem.coordinates, 3);
      },
      "coordinates");
  expectError(
      [&](Preconditioner<>& M) {
        if (!isLast) M.setNearKernel(problem.nearKernel);
      },
      "near-kernel vectors");
  expectError([&](Preconditioner<>& M) { M.setCoordinates(problem.coordinates, isLast ? 1 : 3); },
              "unknowns of a node");
  expectError(
      [&](Preconditioner<>& M) {
        M.setUnknownNumbering(isLast ? UnknownNumbering::nodes : UnknownNumbering::automatic);
      },
      "numbering");
}

Teuchos::RCP<const Map> mapFrom(GlobalOrdinal first, const Map& map) {
  std::vector<GlobalOrdinal> globals;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
    globals.push_back(first + map.getGlobalElement(static_cast<LocalOrdinal>(i)));
  return Teuchos::rcp(new Map(map.getGlobalNumElements(),
                              Teuchos::ArrayView<const GlobalOrdinal>(globals.data(), globals.size()), 0, world()));
}

// Applications that count from 1 leave the index base at 0.
TEST(MpiNearKernelInput, NodesCountFromTheFirstIndexWhereNoneIsMissing) {
  const EntryOf ofNode = scatteredPosition;
  const auto rows = Teuchos::rcp(new Map(24, 3 * TrilinosVersion::numLocal(*evenMap(8)), 0, world()));
  NearKernelInput input;
  input.degreesOfFreedom = 3;
  input.coordinates = multiVector(evenMap(8), 3, ofNode);
  const NearKernel wanted = makeNearKernel(input, rows);
  const auto modes = toVector(Kokkos::View<const double*, Device>(wanted.vectors.data(), wanted.vectors.span()));
  for (const GlobalOrdinal first : {1, 2, 1000}) {
    for (const GlobalOrdinal firstNode : {0, 1, 7}) {
      NearKernelInput other = input;
      other.coordinates = multiVector(mapFrom(firstNode, *evenMap(8)), 3, [&](GlobalOrdinal node, int d) {
        return scatteredPosition(node - firstNode, d);
      });
      const NearKernel found = makeNearKernel(other, mapFrom(first, *rows));
      EXPECT_EQ(toVector(Kokkos::View<const double*, Device>(found.vectors.data(), found.vectors.span())), modes);
      EXPECT_EQ(toVector(found.nodes), toVector(wanted.nodes));
    }
  }
}

// Rows of whole nodes, each on one rank.
Teuchos::RCP<const Map> rowsOfNodes(int numNodes, int perNode) {
  return Teuchos::rcp(new Map(perNode * numNodes, perNode * TrilinosVersion::numLocal(*evenMap(numNodes)), 0, world()));
}

std::size_t numModes(const Teuchos::RCP<const Map>& rows, int dimension, const EntryOf& positions, int told = 0) {
  NearKernelInput input;
  input.coordinates = multiVector(rows, dimension, positions);
  input.degreesOfFreedom = told;
  return makeNearKernel(input, rows).vectors.extent(1);
}

TEST(MpiNearKernelInput, UnknownsInOnePlaceAreThoseOfANode) {
  const auto places = [](int perNode) {
    return [perNode](GlobalOrdinal row, int d) { return scatteredPosition(row / perNode, d); };
  };
  EXPECT_EQ(numModes(rowsOfNodes(8, 3), 3, places(3)), 6u);
  EXPECT_EQ(numModes(rowsOfNodes(8, 6), 3, places(6)), 6u);
  EXPECT_EQ(numModes(rowsOfNodes(8, 2), 2, places(2)), 3u);
  // No modes are known of these, which stay single unknowns.
  for (const int perNode : {2, 4, 5, 7, 8}) EXPECT_EQ(numModes(rowsOfNodes(8, perNode), 3, places(perNode)), 1u);
  // A place of four and one of two are no nodes of three.
  EXPECT_EQ(numModes(rowsOfNodes(8, 3), 3,
                     [](GlobalOrdinal row, int d) { return scatteredPosition(row == 3 ? 0 : row / 3, d); }),
            1u);
  EXPECT_EQ(numModes(rowsOfNodes(8, 3), 3, scatteredPosition), 1u);
  // Nodes that ranks share are not guessed at.
  if (world()->getSize() > 1) {
    const std::size_t mine = world()->getRank() == 0 ? 4 : world()->getRank() == 1 ? 20 : 0;
    EXPECT_EQ(numModes(Teuchos::rcp(new Map(24, mine, 0, world())), 3, places(3)), 1u);
  }
}

// The first unknown and the last one are not in the matrix: 22 rows from 1, in nodes of two from 0.
TEST(MpiNearKernelInput, NodesThatLackUnknownsAtTheEndsAreToldByPlaces) {
  std::vector<GlobalOrdinal> globals;
  for (GlobalOrdinal row = 1; row < 23; ++row)
    if (row / 2 % world()->getSize() == world()->getRank()) globals.push_back(row);
  const auto rows =
      Teuchos::rcp(new Map(22, Teuchos::ArrayView<const GlobalOrdinal>(globals.data(), globals.size()), 0, world()));
  const auto place = [](GlobalOrdinal row, int d) { return scatteredPosition(row / 2, d); };
  NearKernelInput input;
  input.degreesOfFreedom = 2;
  input.coordinates = multiVector(rows, 2, place);
  const auto nodes = toVector(makeNearKernel(input, rows).nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(nodes[i], globals[i] / 2);
  // Ranks that have whole nodes tell it without places.
  if (world()->getSize() > 1) {
    input.coordinates = Teuchos::null;
    const auto found = toVector(makeNearKernel(input, rows).nodes);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], globals[i] / 2);
  }
}

TEST(MpiNearKernelInput, CoordinatesThatHoldNoNumberAreNotOnePoint) {
  NearKernelInput input;
  input.coordinates = multiVector(evenMap(8), 3, [](GlobalOrdinal, int) { return std::nan(""); });
  input.degreesOfFreedom = 3;
  expectMessage(input, "NaN", "");
}

TEST(MpiNearKernelInput, UserDataOfTheParameterList) {
  const Problem problem = makeProblem("elasticity3d", shortBricks(), world());
  Teuchos::ParameterList list;
  list.set("preset", std::string("mechanics"));
  auto& userData = list.sublist("user data");
  userData.set("Coordinates", problem.coordinates);
  userData.set("Nullspace", Teuchos::RCP<const TpetraMultiVector>(problem.nearKernel));
  userData.set("number of equations", 3);
  NearKernelInput input;
  readUserData(userData, input);
  EXPECT_EQ(input.coordinates.get(), problem.coordinates.get());
  EXPECT_EQ(input.vectors.get(), problem.nearKernel.get());
  EXPECT_EQ(input.degreesOfFreedom, 3);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.compute();
  userData.set("number of equations", 7);
  M.setParameters(list);
  EXPECT_THROW(M.compute(), InputError);
  for (const char* name : {"Coordinates", "Nullspace", "number of equations"}) {
    Teuchos::ParameterList wrong;
    wrong.sublist("user data").set(name, std::string("text"));
    EXPECT_THROW(M.setParameters(wrong), InputError) << name;
  }
}

TEST(MpiNearKernelInput, UserDataOfOtherNamesIsNotPassedOver) {
  const auto messageWith = [](const std::string& name) -> std::string {
    Teuchos::ParameterList userData;
    userData.set(name, 1);
    NearKernelInput input;
    try {
      readUserData(userData, input);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(messageWith("coordinates").find("Did you mean 'Coordinates'?"), std::string::npos);
  EXPECT_NE(messageWith("null space").find("Did you mean 'Nullspace'?"), std::string::npos);
  EXPECT_NE(messageWith("somebody else's").find("unknown. Known here"), std::string::npos);
}

TEST(MpiNearKernelInput, CallsOfThePreconditioner) {
  const Problem problem = makeProblem("elasticity3d", shortBricks(), world());
  Preconditioner<> M(problem.matrix);
  M.setParameters(preset("mechanics"));
  M.setCoordinates(problem.coordinates, 3);
  M.setNearKernel(problem.nearKernel);
  M.compute();
  M.setNearKernel(problem.coordinates);
  EXPECT_THROW(M.compute(), InputError);
  M.setNearKernel(Teuchos::null);
  M.setCoordinates(problem.coordinates, 4);
  EXPECT_THROW(M.compute(), InputError);
  M.setCoordinates(problem.coordinates);
  M.compute();
}

}  // namespace
}  // namespace Chronos::Test
