// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Zoltan2.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_CreatePreconditioner.hpp"
#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_RankPartition.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SystemSolve.hpp"
#include "ScatteredSlabs.hpp"
#include "SmallHierarchies.hpp"

#include <random>

namespace Chronos::Test {
namespace {

// Edges from one end each.
struct Edge {
  int from, to;
  long long exchanged;
};

RankGraph graphOf(const std::vector<GlobalOrdinal>& rows, const std::vector<Edge>& edges) {
  RankGraph graph;
  graph.rows = rows;
  graph.begin.push_back(0);
  for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
    graph.ranks.push_back(v);
    for (const Edge& edge : edges)
      if (edge.from == v || edge.to == v) {
        graph.neighbours.push_back(edge.from == v ? edge.to : edge.from);
        graph.exchanged.push_back(edge.exchanged);
      }
    graph.begin.push_back(graph.neighbours.size());
  }
  return graph;
}

// What groups exchange.
long long cutOf(const RankGraph& graph, const std::vector<int>& groups) {
  long long cut = 0;
  for (int v = 0; v < graph.numVertices(); ++v)
    for (std::size_t e = graph.begin[v]; e < graph.begin[v + 1]; ++e)
      if (v < graph.neighbours[e] && groups[v] != groups[graph.neighbours[e]]) cut += graph.exchanged[e];
  return cut;
}

// Consecutive ranks, as many to each group.
std::vector<int> byCounts(int numRanks, int numGroups) {
  std::vector<int> groups;
  for (int rank = 0; rank < numRanks; ++rank) groups.push_back(rank * numGroups / numRanks);
  return groups;
}

// A chain of ranks in any order but that of their numbers.
RankGraph scatteredChain(int numRanks) {
  std::vector<int> order(numRanks);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  std::vector<Edge> edges;
  for (int i = 0; i + 1 < numRanks; ++i) edges.push_back({order[i], order[i + 1], 50});
  return graphOf(std::vector<GlobalOrdinal>(numRanks, 100), edges);
}

TEST(Zoltan2, ScatteredNeighboursAreJoined) {
  for (const std::string& algorithm : zoltan2Algorithms())
    for (int numRanks : {8, 16, 64})
      for (int numGroups : {2, 4}) {
        const RankGraph graph = scatteredChain(numRanks);
        const std::vector<int> groups = partitionRanks(graph, numGroups, algorithm);
        EXPECT_LE(2 * cutOf(graph, groups), cutOf(graph, byCounts(numRanks, numGroups))) << algorithm << numRanks;
        // No group has twice its share.
        for (int group = 0; group < numGroups; ++group) {
          const auto members = std::count(groups.begin(), groups.end(), group);
          EXPECT_GT(members, 0) << algorithm << numRanks;
          EXPECT_LT(members, 2 * numRanks / numGroups) << algorithm << numRanks;
        }
      }
}

TEST(Zoltan2, AChainOfFourIsCutInTheMiddle) {
  const RankGraph even = graphOf({100, 100, 100, 100}, {{0, 2, 9}, {2, 1, 9}, {1, 3, 9}});
  EXPECT_EQ(cutOf(even, byCounts(4, 2)), 27);
  for (const std::string& algorithm : zoltan2Algorithms())
    EXPECT_EQ(cutOf(even, partitionRanks(even, 2, algorithm)), 9) << algorithm;
}

TEST(Zoltan2, TheSameGraphHasTheSameGroupsEachTime) {
  const RankGraph graph = scatteredChain(40), other = scatteredChain(17);
  for (const std::string& algorithm : zoltan2Algorithms()) {
    const std::vector<int> groups = partitionRanks(graph, 5, algorithm);
    partitionRanks(other, 3, algorithm);
    EXPECT_EQ(partitionRanks(graph, 5, algorithm), groups) << algorithm;
  }
}

TEST(Zoltan2, RanksThatExchangeNothingAreGroupsToo) {
  const RankGraph graph = graphOf({100, 100, 100, 100}, {});
  for (const std::string& algorithm : zoltan2Algorithms())
    for (int group : partitionRanks(graph, 2, algorithm)) {
      EXPECT_GE(group, 0) << algorithm;
      EXPECT_LT(group, 2) << algorithm;
    }
}

// What rank 0 alone finds out must not end its process.
TEST(Zoltan2, WhatItCannotDoIsAnException) {
  EXPECT_THROW(partitionRanks(scatteredChain(4), 2, "no such method"), std::exception);
}

// Entries that travel for a product with the coarse matrix.
long long haloOf(const DistMatrix<double>& A, const CoarseSpace& coarse) {
  const GalerkinProduct<double> product(A, *coarse.P);
  return sumOverRanks(*world(), static_cast<long long>(product.coarse()->halo()->numHalo()));
}

// Ranks 0 2 1 3 are a chain: halves by number exchange three planes, by the graph one.
TEST(MpiZoltan2, CoarseLevelsExchangeLess) {
  const int numRanks = world()->getSize();
  const Problem problem = scatteredSlabs("laplace3d7", 12);
  const DistMatrix<double> A = fromTpetra(*problem.matrix);
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const CoarseSpaceParameters parameters;
  const auto coarsened = [&](const CoarseRanks& ranks) { return coarsen({A, unknowns, parameters, ranks}); };
  const CoarseSpace here = coarsened({});
  const int forTwo = static_cast<int>(here.P->domainMap()->getGlobalNumElements()) / 2;
  const CoarseSpace counted = coarsened({forTwo, true, AgglomerationMethod::counts}),
                    joined = coarsened({forTwo, true, AgglomerationMethod::zoltan2});
  EXPECT_TRUE(joined.report.notes.empty());
  EXPECT_EQ(numActiveRanks(*joined.P->domainMap()), std::min(numRanks, 2));
  if (numRanks < 3) {
    EXPECT_EQ(haloOf(A, joined), haloOf(A, here));
  } else if (numRanks > 3) {
    EXPECT_LT(1.5 * double(haloOf(A, joined)), double(haloOf(A, counted)));
  }
}

struct Case {
  std::string preset;
  int rowsPerRank;  // so that the level below the finest lies on some of the ranks
};

// Iterations, with all that levels know of their unknowns.
int iterationsOf(const Problem& problem, const Case& its, const std::string& agglomeration) {
  Teuchos::ParameterList list;
  list.set("preset", its.preset);
  if (problem.dofsPerNode > 1) list.sublist("user data").set("Coordinates", problem.coordinates);
  list.sublist("amg").set("agglomeration", agglomeration);
  list.sublist("amg").set("rows per rank", its.rowsPerRank);
  list.sublist("amg").set("coarse size", 20);
  const auto M = createPreconditioner(problem.matrix, list);
  const Hierarchy& hierarchy = *M->hierarchy();
  EXPECT_FALSE(hasNote(hierarchy, "Zoltan2")) << its.preset;
  const int numActive = hierarchy.report.levels[1].activeRanks;
  EXPECT_TRUE(world()->getSize() < 3 || (numActive > 1 && numActive < world()->getSize())) << its.preset;
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(b->getMap(), 1);
  const SystemResult result = solve(*M, *b, x);
  EXPECT_EQ(result.status, SolveStatus::converged) << its.preset;
  return result.iterations;
}

TEST(MpiZoltan2, HierarchiesConvergeAsByCounts) {
  const auto expectAlike = [](const Problem& problem, const std::vector<Case>& cases) {
    for (const Case& its : cases)
      EXPECT_NEAR(iterationsOf(problem, its, "zoltan2"), iterationsOf(problem, its, "counts"), 2) << its.preset;
  };
  expectAlike(scatteredSlabs("laplace3d7", 14), {{"flow", 65}, {"aggregation", 125}, {"bootcmatch", 125}});
  expectAlike(scatteredSlabs("elasticity3d", 7),
              {{"smoothed aggregation", 45}, {"mechanics", 40}, {"strong mechanics", 40}});
}

// With the splittings or prolongations of before a second set-up is the first one.
TEST(MpiZoltan2, ReuseKeepsWhereRowsLie) {
  const Problem problem = scatteredSlabs("laplace3d7", 12);
  const Matrix A = Teuchos::rcp(new DistMatrix<double>(fromTpetra(*problem.matrix)));
  AmgParameters parameters = smallCoarse();
  parameters.agglomeration = AgglomerationMethod::zoltan2;
  parameters.minRowsPerRank = static_cast<int>(buildHierarchy(A, parameters)->report.levels[1].rows / 2);
  for (Reuse reuse : {Reuse::pattern, Reuse::prolongation}) {
    parameters.reuse = reuse;
    const auto first = buildHierarchy(A, parameters), second = buildHierarchy(A, parameters, first);
    const Vector b = vectorOf(*A, 1);
    EXPECT_EQ(toVector(cycled(*second, b)), toVector(cycled(*first, b)));
  }
}

}  // namespace
}  // namespace Chronos::Test
