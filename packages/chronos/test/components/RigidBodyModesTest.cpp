// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RigidBodyModes.hpp"

#include "Chronos_BlockProduct.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_TestSpaceMethods.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "TestVectorsOf.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Nodes far from the origin, in a box of edges 1, 2 and 3 thousandths.
double positionOf(GlobalOrdinal node, int direction) {
  return 7 + 1e-3 * (direction + 1) * globalUniform(10 + direction, node);
}

// Unknowns of a body: which node and component each one is.
struct Body {
  int dimension, degreesOfFreedom;
  std::vector<std::pair<GlobalOrdinal, int>> unknowns;

  // About one unknown in `share` is missing; none when it is 0.
  Body(int numNodes, int dimension_, int degrees, int share) : dimension(dimension_), degreesOfFreedom(degrees) {
    for (GlobalOrdinal node = 0; node < numNodes; ++node)
      for (int component = 0; component < degrees; ++component)
        if (share == 0 || globalHash(static_cast<std::uint64_t>(degrees * node + component)) % share != 0)
          unknowns.emplace_back(node, component);
  }

  UnknownPositions positions(const Map& map) const {
    UnknownPositions result;
    result.positions =
        vectorsOf(map, dimension, [&](GlobalOrdinal row, int d) { return positionOf(unknowns[row].first, d); });
    std::vector<int> components;
    for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
      components.push_back(unknowns[map.getGlobalElement(static_cast<LocalOrdinal>(i))].second);
    result.components = toView("components", components);
    result.degreesOfFreedom = degreesOfFreedom;
    return result;
  }

  // Row of an unknown, -1 where it is missing.
  int row(GlobalOrdinal node, int component) const {
    const auto place = std::find(unknowns.begin(), unknowns.end(), std::make_pair(node, component));
    return place == unknowns.end() ? -1 : static_cast<int>(place - unknowns.begin());
  }
};

// Between any two nodes with all displacements: no change of length, and where there are rotations, the displacements
// differ by the rotation times the distance.
void expectRigid(const Body& body, const SmallMatrix& modes, int numNodes) {
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
          difference[d] = (positionOf(a, d) - positionOf(b, d)) / 3e-3;
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
      const Body body(numNodes, dimension, degrees, share);
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
    const Body body(5, dimension, 1, 0);
    const auto map = mapWithEmptyRank(5);
    EXPECT_EQ(wholeOf(*map, rigidBodyModes(*world(), body.positions(*map))).values, std::vector<double>(5, 1.0));
  }
}

TEST(MpiRigidBodyModes, ModesThatMoveNothingAreLeftOut) {
  const auto map = mapWithEmptyRank(12);
  UnknownPositions line = Body(4, 3, 3, 0).positions(*map);
  line.positions = vectorsOf(*map, 3, [](GlobalOrdinal row, int d) { return d == 0 ? double(row / 3) : 2.0; });
  EXPECT_EQ(rigidBodyModes(*world(), line).extent(1), 5u);
  line.positions = vectorsOf(*map, 3, [](GlobalOrdinal, int) { return 2.0; });
  EXPECT_EQ(rigidBodyModes(*world(), line).extent(1), 3u);
  EXPECT_EQ(rigidBodyModes(*world(), Body(0, 3, 3, 0).positions(*evenMap(0))).extent(1), 0u);
}

TEST(MpiRigidBodyModes, WhatCannotBeThrowsOnAllRanks) {
  const auto map = mapWithEmptyRank(12);
  const Body body(4, 3, 3, 0);
  UnknownPositions wrong = body.positions(*map);
  wrong.degreesOfFreedom = 2;
  EXPECT_THROW(rigidBodyModes(*world(), wrong), InputError);
  wrong.degreesOfFreedom = 4;
  EXPECT_THROW(rigidBodyModes(*world(), wrong), InputError);
  wrong = body.positions(*map);
  wrong.positions = vectorsOf(*map, 3, [](GlobalOrdinal row, int) { return row == 4 ? std::nan("") : 1.0; });
  EXPECT_THROW(rigidBodyModes(*world(), wrong), InputError);
}

ProblemOptions bricks() {
  ProblemOptions options;
  options.nx = 4;
  options.ny = 5;
  options.nz = 3;
  options.stretch = 2;
  options.contrast = 1e3;
  return options;
}

// Rows that do not touch the clamped face see a body without supports.
TEST(MpiRigidBodyModes, AreTheKernelOfBrickElasticity) {
  const Problem problem = makeProblem("elasticity3d", bricks(), world());
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

Teuchos::RCP<TpetraMultiVector> multiVector(const Teuchos::RCP<const Map>& map, int numCols, const EntryOf& entry) {
  const auto V = Teuchos::rcp(new TpetraMultiVector(map, numCols));
  Kokkos::deep_copy(V->getLocalViewDevice(Tpetra::Access::OverwriteAll), vectorsOf(*map, numCols, entry));
  Kokkos::fence();
  return V;
}

// Coordinates by node, by unknown, on any distribution: always the same modes and nodes.
TEST(MpiNearKernelInput, DistributionsDoNotMatter) {
  const int numNodes = 8;
  const Body body(numNodes, 3, 3, 0);
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
        input.coordinates = multiVector(nodeMap, 3, positionOf);
        input.degreesOfFreedom = degrees;
        compare(makeNearKernel(input, rowMap));
      }
    for (const auto& unknownMap : testMaps(24)) {
      input.coordinates = multiVector(unknownMap, 3, [](GlobalOrdinal row, int d) { return positionOf(row / 3, d); });
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
  const Body body(8, 3, 3, 4);
  const GlobalOrdinal n = static_cast<GlobalOrdinal>(body.unknowns.size());
  ASSERT_NE(n % 3, 0);
  const auto rowMap = mapWithEmptyRank(n);
  NearKernelInput input;
  input.coordinates =
      multiVector(rowMap, 3, [&](GlobalOrdinal row, int d) { return positionOf(body.unknowns[row].first, d); });
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
  const EntryOf entry = positionOf;
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
  const Problem problem = makeProblem("elasticity3d", bricks(), world());
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
  const EntryOf ofNode = positionOf;
  const auto rows = Teuchos::rcp(new Map(24, 3 * TrilinosVersion::numLocal(*evenMap(8)), 0, world()));
  NearKernelInput input;
  input.degreesOfFreedom = 3;
  input.coordinates = multiVector(evenMap(8), 3, ofNode);
  const NearKernel wanted = makeNearKernel(input, rows);
  const auto modes = toVector(Kokkos::View<const double*, Device>(wanted.vectors.data(), wanted.vectors.span()));
  for (const GlobalOrdinal first : {1, 2, 1000}) {
    for (const GlobalOrdinal firstNode : {0, 1, 7}) {
      NearKernelInput other = input;
      other.coordinates = multiVector(mapFrom(firstNode, *evenMap(8)), 3,
                                      [&](GlobalOrdinal node, int d) { return positionOf(node - firstNode, d); });
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
    return [perNode](GlobalOrdinal row, int d) { return positionOf(row / perNode, d); };
  };
  EXPECT_EQ(numModes(rowsOfNodes(8, 3), 3, places(3)), 6u);
  EXPECT_EQ(numModes(rowsOfNodes(8, 6), 3, places(6)), 6u);
  EXPECT_EQ(numModes(rowsOfNodes(8, 2), 2, places(2)), 3u);
  // No modes are known of these, which stay single unknowns.
  for (const int perNode : {2, 4, 5, 7, 8}) EXPECT_EQ(numModes(rowsOfNodes(8, perNode), 3, places(perNode)), 1u);
  // A place of four and one of two are no nodes of three.
  EXPECT_EQ(
      numModes(rowsOfNodes(8, 3), 3, [](GlobalOrdinal row, int d) { return positionOf(row == 3 ? 0 : row / 3, d); }),
      1u);
  EXPECT_EQ(numModes(rowsOfNodes(8, 3), 3, positionOf), 1u);
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
  const auto place = [](GlobalOrdinal row, int d) { return positionOf(row / 2, d); };
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
  const Problem problem = makeProblem("elasticity3d", bricks(), world());
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
  const Problem problem = makeProblem("elasticity3d", bricks(), world());
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
