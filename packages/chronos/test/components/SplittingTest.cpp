// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "SplittingReference.hpp"

#include <gtest/gtest.h>

#include <random>

namespace Chronos::Test {
namespace {

// A matrix with an entry for each edge, and a diagonal.
HostCsr<double> matrixOf(const ReferenceGraph& graph) {
  HostCsr<double> A;
  std::mt19937 random(1);
  A.numCols = static_cast<LocalOrdinal>(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    std::set<LocalOrdinal> cols(graph[i].begin(), graph[i].end());
    cols.insert(static_cast<LocalOrdinal>(i));
    A.addRow(cols, random);
  }
  return A;
}

enum class Direction { both, random };

ReferenceGraph randomGraph(GlobalOrdinal n, int degree, Direction direction, unsigned seed) {
  ReferenceGraph graph(n);
  std::mt19937 random(seed);
  for (GlobalOrdinal edge = 0; edge < n * degree / 2; ++edge) {
    const GlobalOrdinal i = random() % n, j = random() % n;
    if (i == j) continue;
    graph[i].insert(j);
    if (direction == Direction::both) graph[j].insert(i);
  }
  return graph;
}

ReferenceGraph strongGraphOf(const std::string& name, GlobalOrdinal edge, double contrast = 1) {
  ProblemOptions options;
  options.nx = edge;
  options.contrast = contrast;
  return referenceStrength(wholeProblem(name, options), {});
}

std::vector<ReferenceGraph> testGraphs() {
  std::vector<ReferenceGraph> graphs{ReferenceGraph(0),
                                     ReferenceGraph(1),
                                     ReferenceGraph(20),
                                     {{1}, {0}},
                                     {{1}, {}},
                                     {{1}, {2}, {0}},           // a directed cycle
                                     {{1}, {2}, {3}, {4}, {}},  // a directed chain
                                     {{1, 2, 3, 4}, {}, {}, {}, {}, {}},
                                     {{}, {0}, {0}, {0}, {0}, {}},
                                     strongGraphOf("anisotropic2d", 12),
                                     strongGraphOf("laplace3d7", 6),
                                     strongGraphOf("jumps3d", 6, 1e4)};
  for (unsigned seed = 1; seed <= 2; ++seed)
    for (int degree : {1, 3, 8}) {
      graphs.push_back(randomGraph(60, degree, Direction::random, seed));
      graphs.push_back(randomGraph(60, degree, Direction::both, seed));
    }
  return graphs;
}

std::vector<char> onRowsOf(const DistMatrix<double>& A, const std::vector<char>& types) {
  std::vector<char> local;
  for (LocalOrdinal row = 0; row < A.numRows(); ++row) local.push_back(types[A.rowMap()->getGlobalElement(row)]);
  return local;
}

// Every fine point depends on a coarse one; isolated ones have no connections.
void expectCovered(const ReferenceGraph& graph, const std::vector<char>& types) {
  const ReferenceGraph dependents = transposed(graph);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const bool covered = std::any_of(graph[i].begin(), graph[i].end(), [&](auto j) { return types[j] == coarsePoint; });
    EXPECT_EQ(types[i] == isolatedPoint, graph[i].empty() && dependents[i].empty()) << i;
    EXPECT_TRUE(covered || types[i] != finePoint) << i;
  }
}

void expectIndependent(const ReferenceGraph& graph, const std::vector<char>& types) {
  for (std::size_t i = 0; i < graph.size(); ++i)
    for (GlobalOrdinal j : graph[i]) EXPECT_FALSE(types[i] == coarsePoint && types[j] == coarsePoint) << i << ' ' << j;
}

void expectNumbering(const DistMatrix<double>& A, const Splitting& splitting, const std::vector<char>& wholeTypes) {
  const std::vector<char> types = toVector(splitting.types);
  const std::vector<LocalOrdinal> coarseIndex = toVector(splitting.coarseIndex);
  ASSERT_EQ(coarseIndex.size(), static_cast<std::size_t>(A.numRows()));
  LocalOrdinal next = 0;
  for (std::size_t row = 0; row < types.size(); ++row)
    EXPECT_EQ(coarseIndex[row], types[row] == coarsePoint ? next++ : -1);
  EXPECT_EQ(TrilinosVersion::numLocal(*splitting.coarseMap), static_cast<std::size_t>(next));
  EXPECT_TRUE(splitting.coarseMap->isContiguous());
  EXPECT_EQ(static_cast<long long>(splitting.coarseMap->getGlobalNumElements()),
            std::count(wholeTypes.begin(), wholeTypes.end(), coarsePoint));
  EXPECT_EQ(splitting.numIsolated, std::count(wholeTypes.begin(), wholeTypes.end(), isolatedPoint));
}

TEST(MpiPmis, EqualsTheDefinitionOnAllMaps) {
  for (const ReferenceGraph& graph : testGraphs()) {
    const std::vector<char> expected = referencePmis(graph);
    for (const DistMatrix<double>& A : onTestMaps(matrixOf(graph))) {
      const Splitting splitting = pmis(A, flagsOf(A, graph));
      EXPECT_EQ(toVector(splitting.types), onRowsOf(A, expected));
      expectNumbering(A, splitting, expected);
    }
  }
}

// Of the oracle, hence of the splittings that equal it.
TEST(Pmis, EveryFinePointDependsOnACoarseOne) {
  for (const ReferenceGraph& graph : testGraphs()) {
    const std::vector<char> types = referencePmis(graph);
    expectCovered(graph, types);
    if (graph == transposed(graph)) expectIndependent(graph, types);
  }
}

// Points 3 and 4 influence nobody; 4 depends on 2 alone, which becomes fine: 4 must not be fine too.
TEST(MpiPmis, PointsThatInfluenceNobodyAreNotLeftBehind) {
  const ReferenceGraph graph{{}, {0}, {0}, {0}, {2}, {0}};
  const DistMatrix<double> A = rowsOnMap(matrixOf(graph), evenMap(6), evenMap(6));
  const std::vector<char> expected{coarsePoint, finePoint, finePoint, finePoint, coarsePoint, finePoint};
  EXPECT_EQ(toVector(pmis(A, flagsOf(A, graph)).types), onRowsOf(A, expected));
}

TEST(MpiPmis, RowsOfADiagonalMatrixAreIsolated) {
  const DistMatrix<double> A = rowsOnMap(matrixOf(ReferenceGraph(50)), mapWithEmptyRank(50), mapWithEmptyRank(50));
  const Splitting splitting = pmis(A, strengthOfConnection(A, {}));
  EXPECT_EQ(splitting.numIsolated, 50);
  EXPECT_EQ(splitting.coarseMap->getGlobalNumElements(), 0u);
}

// Rows that the diagonal rules are left to the smoother, although neighbours have strong entries in their columns.
TEST(MpiPmis, NearlyDecoupledRowsAreIsolated) {
  ProblemOptions options;
  options.nx = 5;
  HostCsr<double> whole = wholeProblem("laplace3d7", options);
  const std::set<GlobalOrdinal> decoupled{0, 17, 62};
  for (GlobalOrdinal row : decoupled)
    for (Offset e = whole.rowPtr[row]; e < whole.rowPtr[row + 1]; ++e)
      if (whole.colInd[e] == row) whole.values[e] = 1000;
  StrengthParameters parameters;
  parameters.maxRowSum = 0.9;
  for (const DistMatrix<double>& A : onTestMaps(whole)) {
    const Splitting splitting = pmis(A, strengthOfConnection(A, parameters));
    EXPECT_EQ(splitting.numIsolated, 3);
    const std::vector<char> types = toVector(splitting.types);
    for (LocalOrdinal row = 0; row < A.numRows(); ++row)
      EXPECT_EQ(types[row] == isolatedPoint, decoupled.count(A.rowMap()->getGlobalElement(row)) == 1);
  }
}

// A row that boundary conditions cut out on both sides takes no part; its neighbours do as if it were not
// there.
TEST(MpiPmis, DirichletRowsAreIsolated) {
  ReferenceGraph graph = strongGraphOf("laplace3d7", 5);
  for (GlobalOrdinal row : {0, 17, 62}) {
    for (GlobalOrdinal neighbour : graph[row]) graph[neighbour].erase(row);
    graph[row].clear();
  }
  const std::vector<char> expected = referencePmis(graph);
  EXPECT_EQ(std::count(expected.begin(), expected.end(), isolatedPoint), 3);
  for (const DistMatrix<double>& A : onTestMaps(matrixOf(graph)))
    EXPECT_EQ(toVector(pmis(A, flagsOf(A, graph)).types), onRowsOf(A, expected));
}

// hypre's grid complexity over all levels is 1.352 at this size and threshold.
TEST(MpiPmis, CoarseShareOfTheLaplacian) {
  ProblemOptions options;
  options.nx = 60;
  const auto matrix = makeProblem("laplace3d7", options, world()).matrix;
  const DistMatrix<double> A = fromTpetra(*matrix);
  const Splitting splitting = pmis(A, strengthOfConnection(A, {}));
  const double share = double(splitting.coarseMap->getGlobalNumElements()) / (60.0 * 60 * 60);
  EXPECT_GT(share, 0.22);
  EXPECT_LT(share, 0.32);
}

TEST(MpiAggressivePmis, EqualsTheDefinitionOnAllMaps) {
  for (const ReferenceGraph& graph : testGraphs())
    for (int numPaths : {1, 2}) {
      const std::vector<char> expected = referenceAggressivePmis(graph, numPaths);
      for (const DistMatrix<double>& A : onTestMaps(matrixOf(graph))) {
        const Splitting splitting = aggressivePmis(A, flagsOf(A, graph), numPaths);
        EXPECT_EQ(toVector(splitting.types), onRowsOf(A, expected)) << numPaths;
        expectNumbering(A, splitting, expected);
      }
    }
}

// No two coarse points within distance two; every point of the first splitting is near one that is left.
TEST(AggressivePmis, CoarsePointsAreFarApart) {
  for (const ReferenceGraph& graph : testGraphs()) {
    if (graph != transposed(graph)) continue;
    const std::vector<char> first = referencePmis(graph), types = referenceAggressivePmis(graph, 1);
    const ReferenceGraph paths = referencePaths(graph, first, 1);
    expectIndependent(paths, types);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (first[i] != coarsePoint || types[i] == coarsePoint) continue;
      EXPECT_TRUE(std::any_of(paths[i].begin(), paths[i].end(), [&](auto j) { return types[j] == coarsePoint; })) << i;
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
