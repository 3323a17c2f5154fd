// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankJoining.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_JoinedRanks.hpp"
#include "Chronos_Zoltan2Door.hpp"
#include "ScatteredSlabs.hpp"
#include "SmallHierarchies.hpp"

#include <stdexcept>

namespace Chronos::Test {
namespace {

using Partition = std::vector<int>(const RankGraph&, int);

// A partitioner while it lives; then what was there before.
class DoorFor {
 public:
  explicit DoorFor(const std::function<Partition>& partition) {
    if (zoltan2Door() != nullptr) before_ = *zoltan2Door();
    openZoltan2Door({partition});
  }
  ~DoorFor() { openZoltan2Door(before_); }

 private:
  Zoltan2Door before_;
};

// By slabs, which the graph does not tell.
std::vector<int> halvesOfSlabs(const RankGraph& graph, int numGroups) {
  std::vector<int> groups;
  for (int rank : graph.ranks) groups.push_back(slabOf(rank, world()->getSize()) * numGroups / world()->getSize());
  return groups;
}

Matrix scatteredLaplacian(Problem& problem, int n) {
  problem = scatteredSlabs("laplace3d7", n);
  return Teuchos::rcp(new DistMatrix<double>(fromTpetra(*problem.matrix)));
}

TEST(MpiRankGraph, HoldsRowsAndWhatIsExchanged) {
  Problem problem;
  const int n = 8, numRanks = world()->getSize();
  const Matrix A = scatteredLaplacian(problem, n);
  const RankGraph graph = gatherRankGraph(*A->rowMap(), *A->halo());
  if (world()->getRank() > 0) {
    EXPECT_EQ(graph.numVertices(), 0);
    return;
  }
  ASSERT_EQ(graph.numVertices(), numRanks);
  ASSERT_EQ(graph.begin.size(), std::size_t(numRanks) + 1);
  GlobalOrdinal numRows = 0;
  for (int v = 0; v < numRanks; ++v) {
    EXPECT_EQ(graph.ranks[v], v);
    numRows += graph.rows[v];
    const int slab = slabOf(v, numRanks);
    EXPECT_EQ(graph.begin[v + 1] - graph.begin[v], std::size_t(slab > 0) + std::size_t(slab + 1 < numRanks));
    for (std::size_t e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      EXPECT_EQ(std::abs(slabOf(graph.neighbours[e], numRanks) - slab), 1);
      EXPECT_EQ(graph.exchanged[e], 2 * n * n);  // a plane either way
    }
  }
  EXPECT_EQ(numRows, n * n * n);
}

TEST(MpiRankGraph, RanksWithoutRowsAreNoVertices) {
  const auto map = mapWithEmptyRank(40);
  const DistMatrix<double> A = distribute<double>(GlobalMatrix{40, 40, 2, true, 1}, evenMap(40));
  const RankGraph graph = gatherRankGraph(*map, *A.halo());
  if (world()->getRank() > 0) return;
  const int numRanks = world()->getSize(), empty = numRanks / 2;
  EXPECT_EQ(graph.numVertices(), numRanks == 1 ? 1 : numRanks - 1);
  EXPECT_EQ(std::count(graph.ranks.begin(), graph.ranks.end(), empty), numRanks == 1 ? 1 : 0);
  for (int neighbour : graph.neighbours) EXPECT_LT(neighbour, graph.numVertices());
}

TEST(MpiJoinedRanks, TheRankWithMostRowsGetsThoseOfItsGroup) {
  if (world()->getSize() < 3) return;
  Problem problem;
  const Matrix A = scatteredLaplacian(problem, 8);
  // The last ranks are one group, of which the last has most rows.
  const auto map = contiguousMap(world()->getRank() + 1, world());
  const DoorFor door([](const RankGraph& graph, int) {
    std::vector<int> groups(graph.numVertices(), 1);
    groups[0] = 0;
    return groups;
  });
  const JoinedRanks joined = joinRanks(*map, *A->halo(), 2);
  EXPECT_EQ(joined.failure, "");
  ASSERT_EQ(joined.owners.size(), std::size_t(world()->getSize()));
  for (int rank = 0; rank < world()->getSize(); ++rank)
    EXPECT_EQ(joined.owners[rank], rank == 0 ? 0 : world()->getSize() - 1);
}

// What is wrong is known on all ranks, though one alone asked.
TEST(MpiJoinedRanks, WhatIsNoPartitionIsAFailureOnAllRanks) {
  Problem problem;
  const Matrix A = scatteredLaplacian(problem, 8);
  const auto failureOf = [&](const std::function<Partition>& partition) {
    const DoorFor door(partition);
    const JoinedRanks joined = joinRanks(*A->rowMap(), *A->halo(), 2);
    EXPECT_TRUE(joined.owners.empty());
    return joined.failure;
  };
  EXPECT_EQ(failureOf([](const RankGraph&, int) -> std::vector<int> { throw std::runtime_error("out\nof ideas"); }),
            "out of ideas");
  EXPECT_EQ(failureOf([](const RankGraph&, int) -> std::vector<int> { throw 7; }), "it gave no reason");
  EXPECT_NE(failureOf([](const RankGraph&, int) { return std::vector<int>(); }).find("0 of"), std::string::npos);
  for (int wrong : {-1, 2})
    EXPECT_NE(failureOf([wrong](const RankGraph& graph, int) {
                return std::vector<int>(graph.numVertices(), wrong);
              }).find("none of 2"),
              std::string::npos);
  EXPECT_NE(failureOf([](const RankGraph& graph, int) { return std::vector<int>(graph.numVertices(), 1); }).find("one"),
            std::string::npos);
}

AmgParameters joining(int rowsPerRank) {
  AmgParameters parameters = smallCoarse();
  parameters.minRowsPerRank = rowsPerRank;
  parameters.agglomeration = AgglomerationMethod::zoltan2;
  return parameters;
}

TEST(MpiRankJoining, ALevelIsTheSameButForTheNumbersOfItsUnknowns) {
  if (world()->getSize() < 3) return;
  Problem problem;
  const Matrix A = scatteredLaplacian(problem, 8);
  const DoorFor door(halvesOfSlabs);
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  for (const auto& coarsening : coarsenings()) {
    CoarseSpaceParameters parameters;
    parameters.coarsening.method.choose(coarsening.name);
    if (parameters.usesTestSpace()) continue;
    const CoarseSpace here = coarsen({*A, unknowns, parameters, {}});
    const int numRows = static_cast<int>(here.P->domainMap()->getGlobalNumElements());
    const CoarseRanks onTwo{numRows / 2, false, AgglomerationMethod::zoltan2};
    const CoarseSpace moved = coarsen({*A, unknowns, parameters, onTwo});
    EXPECT_TRUE(moved.report.notes.empty());
    EXPECT_EQ(numActiveRanks(*moved.P->domainMap()), 2) << coarsening.name;
    EXPECT_TRUE(moved.unknowns->map()->isSameAs(*moved.P->domainMap()));
    EXPECT_EQ(moved.unknowns->fingerprint(*A->rowMap()), here.unknowns->fingerprint(*A->rowMap()));
    EXPECT_EQ(moved.unknowns->keptVector() == nullptr, here.unknowns->keptVector() == nullptr);
    // P applied to what the coarse unknowns have of a vector is the same.
    const auto x = vectorOf(*A->rowMap(), 3);
    const Kokkos::View<double**, Kokkos::LayoutLeft, Device> V("V", x.extent(0), 1);
    Kokkos::deep_copy(Kokkos::subview(V, Kokkos::ALL(), 0), x);
    const auto prolonged = [&](const CoarseSpace& coarse) {
      const TestSpace coarseV = coarse.unknowns->testSpace(V);
      const auto y = allocate<Kokkos::View<double*, Device>>("y", A->numRows());
      const Kokkos::View<const double*, Device> column = Kokkos::subview(coarseV, Kokkos::ALL(), 0);
      coarse.P->apply<double>(column, y);
      return toVector(y);
    };
    const std::vector<double> expected = prolonged(here), found = prolonged(moved);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13) << coarsening.name;
    // Nodes follow too; their numbers as a vector.
    if (coarsening.name == "pmis") {
      const UnknownNodes nodes = nodesOfBlocks(*A->rowMap(), 1);
      const auto prolongedNodes = [&](const CoarseSpace& coarse) {
        const auto numbers = toVector(coarse.unknowns->nodes(*A, nodes));
        EXPECT_EQ(numbers.size(), TrilinosVersion::numLocal(*coarse.P->domainMap()));
        const auto y = allocate<Kokkos::View<double*, Device>>("y", A->numRows());
        coarse.P->apply<double>(toView("nodes", std::vector<double>(numbers.begin(), numbers.end())), y);
        return toVector(y);
      };
      const std::vector<double> here0 = prolongedNodes(here), moved0 = prolongedNodes(moved);
      for (std::size_t i = 0; i < here0.size(); ++i)
        EXPECT_NEAR(moved0[i], here0[i], 1e-10 * (1 + std::fabs(here0[i])));
    }
  }
}

TEST(MpiRankJoining, WithoutAPartitionRowsMoveByCountsAndANoteSaysSo) {
  Problem problem;
  const Matrix A = scatteredLaplacian(problem, 12);
  const int forTwo = static_cast<int>(buildHierarchy(A, smallCoarse())->report.levels[1].rows / 2);
  const AmgParameters parameters = joining(forTwo);
  const DoorFor door([](const RankGraph&, int) -> std::vector<int> { throw std::runtime_error("out of ideas"); });
  const auto fallen = buildHierarchy(A, parameters);
  AmgParameters byCounts = parameters;
  byCounts.agglomeration = AgglomerationMethod::counts;
  const auto expected = buildHierarchy(A, byCounts);
  EXPECT_EQ(hasNote(*fallen, "level 1: Zoltan2 gave no groups of ranks (out of ideas)"), world()->getSize() > 2);
  ASSERT_EQ(fallen->levels.size(), expected->levels.size());
  for (std::size_t level = 0; level < expected->levels.size(); ++level) {
    EXPECT_EQ(fallen->report.levels[level].entries, expected->report.levels[level].entries);
    EXPECT_EQ(fallen->report.levels[level].activeRanks, expected->report.levels[level].activeRanks);
  }
  const Vector b = vectorOf(*A, 1);
  EXPECT_EQ(toVector(cycled(*fallen, b)), toVector(cycled(*expected, b)));
}

// On all ranks, before any work, on one rank as on many.
TEST(MpiRankJoining, WithoutTheLibraryAnErrorNamesParameterAndRemedy) {
  const System system = laplacian(6);
  const DoorFor door(nullptr);
  try {
    buildHierarchy(system.A, joining(0));
    FAIL();
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const char* part : {"`amg/agglomeration` = zoltan2", "Chronos::zoltan2", "Chronos_Zoltan2.hpp", "counts"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace Chronos::Test
