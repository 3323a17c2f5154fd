// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_GraphPartition.hpp"
#include "Chronos_RowPlacement.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace Chronos;
using Test::evenMap;
using Test::mapWithEmptyRank;
using Test::world;

namespace {

using Neighbours = std::function<std::vector<GlobalOrdinal>(GlobalOrdinal node)>;

/// Each node coupled with itself and some others, by blocks of so many unknowns; some rows hold their diagonal alone.
Teuchos::RCP<TpetraCrsMatrix> coupled(
    const Teuchos::RCP<const Map>& rows, int unknowns, const Neighbours& neighbours,
    const std::function<bool(GlobalOrdinal row)>& isAlone = [](GlobalOrdinal) { return false; }) {
  // Room for a corner of a cube and for nodes inside.
  const auto matrix = Teuchos::rcp(new TpetraCrsMatrix(rows, (neighbours(0).size() + 4) * unknowns));
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(*rows); ++i) {
    const GlobalOrdinal row = rows->getGlobalElement(static_cast<LocalOrdinal>(i)), node = row / unknowns;
    std::vector<GlobalOrdinal> nodes = neighbours(node), columns;
    nodes.push_back(node);
    std::vector<double> values;
    if (isAlone(row)) nodes.clear();
    if (isAlone(row)) matrix->insertGlobalValues(row, Teuchos::tuple(row), Teuchos::tuple(20.0));
    for (const GlobalOrdinal other : nodes)
      for (int unknown = 0; unknown < unknowns; ++unknown) {
        columns.push_back(other * unknowns + unknown);
        values.push_back(columns.back() == row ? 20 : -1 - 1e-6 * double(row + columns.back()));
      }
    matrix->insertGlobalValues(row, Teuchos::arrayViewFromVector(columns), Teuchos::arrayViewFromVector(values));
  }
  matrix->fillComplete();
  return matrix;
}

/// Cube of n^3 nodes, each coupled with six others, with numbers that tell nothing of places.
Neighbours scatteredCube(GlobalOrdinal n) {
  const GlobalOrdinal numNodes = n * n * n, factor = 1009;  // a prime, so that each number is taken once
  GlobalOrdinal inverse = 1;
  while (inverse * factor % numNodes != 1) ++inverse;
  return [=](GlobalOrdinal number) {
    const GlobalOrdinal place = number * inverse % numNodes, x = place % n, y = place / n % n, z = place / n / n;
    std::vector<GlobalOrdinal> result;
    const auto add = [&](bool isInside, GlobalOrdinal other) {
      if (isInside) result.push_back(other * factor % numNodes);
    };
    add(x > 0, place - 1);
    add(x + 1 < n, place + 1);
    add(y > 0, place - n);
    add(y + 1 < n, place + n);
    add(z > 0, place - n * n);
    add(z + 1 < n, place + n * n);
    return result;
  };
}

constexpr GlobalOrdinal edge = 17, numNodes = edge * edge * edge;  // a thousand nodes for each of four ranks

Teuchos::RCP<TpetraCrsMatrix> scatteredMatrix(int unknowns) {
  return coupled(evenMap(numNodes * unknowns), unknowns, scatteredCube(edge));
}

/// A x with x_g a function of g, by owned row.
std::vector<std::pair<GlobalOrdinal, double>> productOf(const TpetraCrsMatrix& A) {
  TpetraVector x(A.getDomainMap()), y(A.getRangeMap());
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(*A.getDomainMap()); ++i) {
    const GlobalOrdinal g = A.getDomainMap()->getGlobalElement(static_cast<LocalOrdinal>(i));
    x.replaceGlobalValue(g, 1 + double(g % 97));
  }
  A.apply(x, y);
  std::vector<std::pair<GlobalOrdinal, double>> result;
  const auto view = y.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t i = 0; i < view.extent(0); ++i)
    result.emplace_back(A.getRangeMap()->getGlobalElement(static_cast<LocalOrdinal>(i)), view(i, 0));
  return result;
}

/// One number of the whole product, in which each row counts by its index.
double momentOf(const TpetraCrsMatrix& A) {
  double moment = 0;
  for (const auto& [row, value] : productOf(A)) moment += double(row % 1013) * value;
  return sumOverRanks(*world(), moment);
}

void expectSameMatrix(const TpetraCrsMatrix& moved, const TpetraCrsMatrix& A) {
  EXPECT_EQ(moved.getGlobalNumRows(), A.getGlobalNumRows());
  EXPECT_EQ(moved.getGlobalNumEntries(), A.getGlobalNumEntries());
  EXPECT_TRUE(moved.getRowMap()->isOneToOne());
  EXPECT_TRUE(moved.getDomainMap()->isSameAs(*moved.getRowMap()));
  EXPECT_NEAR(momentOf(moved), momentOf(A), 1e-10 * std::abs(momentOf(A)));
}

NodeGraph graphOf(const std::vector<std::vector<std::int64_t>>& neighbours) {
  NodeGraph graph;
  for (const auto& list : neighbours) {
    graph.neighbours.insert(graph.neighbours.end(), list.begin(), list.end());
    graph.begin.push_back(static_cast<std::int64_t>(graph.neighbours.size()));
  }
  return graph;
}

TEST(NodeGraph, ListsEachCouplingFromBothEndsOnce) {
  // 0 names 1 and 2, 1 names 0, 3 names 2: unsymmetric on purpose.
  const auto matrix = coupled(evenMap(8), 2, [](GlobalOrdinal node) {
    const std::vector<std::vector<GlobalOrdinal>> named = {{1, 2}, {0}, {}, {2}};
    return named[node];
  });
  const NodeGraph graph = gatherNodeGraph(*matrix, 2, 1000);
  EXPECT_EQ(graph.begin, (std::vector<std::int64_t>{0, 2, 3, 5, 6}));
  EXPECT_EQ(graph.neighbours, (std::vector<std::int64_t>{1, 2, 0, 0, 3, 2}));
}

TEST(MpiNodeGraph, IsTheSameOnAnyNumberOfRanks) {
  const Neighbours neighbours = scatteredCube(5);
  const NodeGraph graph = gatherNodeGraph(*coupled(mapWithEmptyRank(3 * 125), 3, neighbours), 3, 1000000);
  if (world()->getRank() > 0) {
    EXPECT_EQ(graph.numNodes(), 0u);
    return;
  }
  ASSERT_EQ(graph.numNodes(), 125u);
  for (std::size_t node = 0; node < graph.numNodes(); ++node) {
    std::vector<GlobalOrdinal> expected = neighbours(static_cast<GlobalOrdinal>(node));
    std::sort(expected.begin(), expected.end());
    const auto first = graph.neighbours.begin();
    EXPECT_EQ(std::vector<GlobalOrdinal>(first + graph.begin[node], first + graph.begin[node + 1]), expected);
  }
}

TEST(MpiNodeGraph, RowsOfANodeAreToldByThePattern) {
  EXPECT_EQ(rowsOfNode(*scatteredMatrix(1)), 1);
  EXPECT_EQ(rowsOfNode(*scatteredMatrix(2)), 2);
  EXPECT_EQ(rowsOfNode(*scatteredMatrix(3)), 3);
  EXPECT_EQ(rowsOfNode(*scatteredMatrix(6)), 6);
  EXPECT_EQ(rowsOfNode(*coupled(mapWithEmptyRank(3 * 125), 3, scatteredCube(5))), 3);
}

TEST(MpiNodeGraph, RefusesBeforeItGathers) {
  EXPECT_THROW(gatherNodeGraph(*scatteredMatrix(1), 1, 1000), InputError);
}

// A boundary row that holds its diagonal alone: its node is coupled by the other rows, and is no witness against nodes.
TEST(MpiNodeGraph, ANodeIsCoupledByAnyOfItsRows) {
  const auto A =
      coupled(mapWithEmptyRank(3 * 125), 3, scatteredCube(5), [](GlobalOrdinal row) { return row % 21 == 0; });
  EXPECT_EQ(rowsOfNode(*A), 3);
  const NodeGraph graph = gatherNodeGraph(*A, 3, 1000000);
  const NodeGraph whole = gatherNodeGraph(*coupled(mapWithEmptyRank(3 * 125), 3, scatteredCube(5)), 3, 1000000);
  EXPECT_EQ(graph.begin, whole.begin);
  EXPECT_EQ(graph.neighbours, whole.neighbours);
}

TEST(NodeGraph, SharedNodesCountOncePerPart) {
  // A path of four in three parts: 1 needs 0 and 2; 0, 2 and 3 one each.
  const NodeGraph path = graphOf({{1}, {0, 2}, {1, 3}, {2}});
  EXPECT_EQ(sharedNodes(path, {0, 1, 1, 2}), 4);
  EXPECT_EQ(sharedNodes(path, {0, 0, 0, 0}), 0);
  // 0 is needed by one part, although by two of its nodes.
  EXPECT_EQ(sharedNodes(graphOf({{1, 2}, {0}, {0}}), {0, 1, 1}), 3);
}

TEST(GraphPartition, CutsWhereLittleIsCoupled) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  // Two cliques of four, joined by one coupling; numbers alternate between them.
  const NodeGraph graph =
      graphOf({{2, 4, 6}, {3, 5, 7}, {0, 4, 6}, {1, 5, 7}, {0, 2, 6}, {1, 3, 7}, {0, 2, 4, 7}, {1, 3, 5, 6}});
  const std::vector<int> parts = partitionGraph(graph, 2);
  ASSERT_EQ(parts.size(), 8u);
  for (std::size_t node = 2; node < 8; ++node) EXPECT_EQ(parts[node], parts[node % 2]) << node;
  EXPECT_NE(parts[0], parts[1]);
  EXPECT_EQ(partitionGraph(graph, 2), parts);
}

TEST(GraphPartition, TakesAGraphWithoutCouplings) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  const std::vector<int> parts = partitionGraph(graphOf({{}, {}, {}, {}, {}, {}}), 2);
  EXPECT_EQ(std::count(parts.begin(), parts.end(), 0), 3);
}

TEST(GraphPartition, SaysWhatIsMissing) {
  if (hasGraphPartitioner()) GTEST_SKIP() << "built with METIS";
  EXPECT_THROW(partitionGraph(graphOf({{1}, {0}}), 2), InputError);
}

TEST(MpiRowPlacement, AGraphSharesFarFewerColumnsOfTheSameMatrix) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  for (const int unknowns : {1, 3}) {
    const auto A = scatteredMatrix(unknowns);
    const PlacedMatrix placed = placeRows(A, RowPlacement::automatic);
    expectSameMatrix(*placed.matrix, *A);
    EXPECT_EQ(placed.report.isByGraph, world()->getSize() > 1);
    EXPECT_EQ(placed.report.sharesMuch, placed.report.isByGraph);
    EXPECT_EQ(placed.report.refusal, "");
    if (!placed.report.isByGraph) continue;
    EXPECT_LT(placed.report.shared, placed.report.sharedBefore / 3);
    const auto mine = static_cast<long long>(TrilinosVersion::numLocal(*placed.matrix->getRowMap()));
    EXPECT_LT(maxOverRanks(*world(), mine), 1.1 * double(A->getGlobalNumRows()) / world()->getSize());
  }
}

TEST(MpiRowPlacement, NodesStayWhole) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  const PlacedMatrix placed = placeRows(scatteredMatrix(3), RowPlacement::graph);
  const Map& rows = *placed.matrix->getRowMap();
  GlobalOrdinal before = -1;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(rows); ++i) {
    const GlobalOrdinal row = rows.getGlobalElement(static_cast<LocalOrdinal>(i));
    EXPECT_EQ(row % 3, static_cast<GlobalOrdinal>(i % 3));
    EXPECT_TRUE(i % 3 == 0 || row == before + 1);
    EXPECT_GT(row, before);
    before = row;
  }
  EXPECT_EQ(TrilinosVersion::numLocal(rows) % 3, 0u);
}

TEST(MpiRowPlacement, AnEmptyRankGetsRows) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  const auto A = coupled(mapWithEmptyRank(numNodes), 1, scatteredCube(edge));
  const PlacedMatrix placed = placeRows(A, RowPlacement::graph);
  expectSameMatrix(*placed.matrix, *A);
  const auto mine = static_cast<long long>(TrilinosVersion::numLocal(*placed.matrix->getRowMap()));
  EXPECT_GT(minOverRanks(*world(), mine), 0);
}

TEST(MpiRowPlacement, OtherNodesThanThePatternShowsStayWhole) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  const PlacedMatrix placed = placeRows(scatteredMatrix(6), RowPlacement::graph, 2);
  const Map& rows = *placed.matrix->getRowMap();
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(rows); ++i)
    EXPECT_EQ(rows.getGlobalElement(static_cast<LocalOrdinal>(i)) % 2, static_cast<GlobalOrdinal>(i % 2));
}

// Everything is coupled with everything: no partition helps.
TEST(MpiRowPlacement, WhatHasNoSmallCutStaysWhereItIs) {
  if (!hasGraphPartitioner() || world()->getSize() != 2) GTEST_SKIP() << "for two ranks, with METIS";
  const auto A = coupled(evenMap(2048), 1, [](GlobalOrdinal node) {
    std::vector<GlobalOrdinal> others;
    for (GlobalOrdinal k = 1; k < 64; ++k) others.push_back((node + 1 + k * k * 37) % 2048);
    others.erase(std::remove(others.begin(), others.end(), node), others.end());
    return others;
  });
  const PlacedMatrix placed = placeRows(A, RowPlacement::automatic);
  EXPECT_EQ(placed.matrix, A);
  EXPECT_TRUE(placed.report.sharesMuch);
  EXPECT_NE(placed.report.refusal.find("a partition would share"), std::string::npos) << placed.report.refusal;
}

TEST(RowPlacement, SharesMuchByShareAndByShape) {
  EXPECT_TRUE(sharesMuch(60000, 60000, 2));
  EXPECT_FALSE(sharesMuch(60000, 2 * 40 * 40, 2));           // a plane of a cube
  EXPECT_FALSE(sharesMuch(27e6, 2 * 15 * 300.0 * 300, 16));  // slabs
  EXPECT_FALSE(sharesMuch(1500, 1500, 2));                   // too small
}

TEST(MpiRowPlacement, RefusesRowsThatAreNotConsecutive) {
  if (!hasGraphPartitioner() || world()->getSize() == 1) GTEST_SKIP() << "for several ranks, with METIS";
  const PlacedMatrix placed = placeRows(scatteredMatrix(1), RowPlacement::graph);
  EXPECT_THROW(placeRows(placed.matrix, RowPlacement::graph), InputError);
}

// Slabs of a numbered cube, and a numbering that is left alone.
TEST(MpiRowPlacement, RowsThatLieWellStayWhereTheyAre) {
  ProblemOptions options;
  options.nx = edge;
  const auto cube = makeProblem("laplace3d7", options, world()).matrix;
  const PlacedMatrix natural = placeRows(cube, RowPlacement::automatic);
  EXPECT_EQ(natural.matrix, cube);
  EXPECT_FALSE(natural.report.sharesMuch);
  const auto scattered = scatteredMatrix(1);
  const PlacedMatrix asked = placeRows(scattered, RowPlacement::rows);
  EXPECT_EQ(asked.matrix, scattered);
  EXPECT_EQ(asked.report.sharesMuch, world()->getSize() > 1);
  EXPECT_EQ(asked.report.shared, asked.report.sharedBefore);
}

// No rank needs anything of another one, before or after.
TEST(MpiRowPlacement, RowsThatAreCoupledWithNothingMoveToo) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  const auto A = coupled(mapWithEmptyRank(600), 1, [](GlobalOrdinal) { return std::vector<GlobalOrdinal>(); });
  const PlacedMatrix placed = placeRows(A, RowPlacement::graph);
  expectSameMatrix(*placed.matrix, *A);
  EXPECT_EQ(placed.report.shared, 0);
}

TEST(MpiRowPlacement, FewerNodesThanRanksStayWhereTheyAre) {
  if (!hasGraphPartitioner()) GTEST_SKIP() << "built without METIS";
  const auto A = coupled(evenMap(9), 3, [](GlobalOrdinal) { return std::vector<GlobalOrdinal>(); });
  const PlacedMatrix placed = placeRows(A, RowPlacement::graph);
  EXPECT_EQ(placed.matrix == A, world()->getSize() == 1 || world()->getSize() > 3);
  expectSameMatrix(*placed.matrix, *A);
}

}  // namespace
