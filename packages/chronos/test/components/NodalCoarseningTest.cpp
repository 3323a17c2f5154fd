// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodalCoarsening.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "SplittingReference.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace Chronos::Test {
namespace {

// A matrix of unknowns in nodes of one to three, whose numbers have gaps and do not ascend.
struct NodalProblem {
  HostCsr<double> A;
  std::vector<GlobalOrdinal> nodes;  // of each unknown
  std::vector<std::vector<GlobalOrdinal>> unknowns;

  explicit NodalProblem(int numNodes, unsigned seed) : unknowns(numNodes) {
    for (int k = 0; k < numNodes; ++k)
      for (int u = 0; u < 1 + k % 3; ++u) {
        unknowns[k].push_back(static_cast<GlobalOrdinal>(nodes.size()));
        nodes.push_back(2 + 3 * ((k * 5LL) % numNodes));
      }
    const GlobalOrdinal n = static_cast<GlobalOrdinal>(nodes.size());
    const GlobalMatrix M{n, n, 9, true, seed};
    A.numCols = static_cast<LocalOrdinal>(n);
    for (; A.numRows < n; ++A.numRows) {
      for (LocalOrdinal col = 0; col < n; ++col) {
        const double value = col == A.numRows ? 4 : isAlone(A.numRows) || isAlone(col) ? 0 : M.entry(A.numRows, col);
        if (value == 0 && !(isAlone(A.numRows) && col == A.numRows + 1)) continue;  // a stored zero is no connection
        A.colInd.push_back(col);
        A.values.push_back(value);
      }
      A.rowPtr.push_back(A.colInd.size());
    }
  }

  static bool isAlone(GlobalOrdinal unknown) { return unknown % 11 == 4; }

  /// Nodes dealt out in pieces or in turn, the middle rank left empty or not, unknowns forwards or backwards.
  Teuchos::RCP<const Map> map(bool inTurn, bool withEmpty, bool backwards) const {
    const int ranks = world()->getSize(), empty = withEmpty && ranks > 1 ? ranks / 2 : -1, me = world()->getRank();
    const int workers = empty < 0 ? ranks : ranks - 1, worker = me > empty && empty >= 0 ? me - 1 : me;
    std::vector<GlobalOrdinal> mine;
    for (std::size_t k = 0; k < unknowns.size() && me != empty; ++k)
      if (static_cast<int>(inTurn ? k % workers : k * workers / unknowns.size()) == worker)
        mine.insert(mine.end(), unknowns[k].begin(), unknowns[k].end());
    if (backwards) std::reverse(mine.begin(), mine.end());
    return Teuchos::rcp(new Map(static_cast<GlobalOrdinal>(nodes.size()),
                                Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()), 0, world()));
  }

  std::vector<Teuchos::RCP<const Map>> maps() const {
    return {map(false, false, false), map(true, false, true), map(false, true, true), map(true, true, false)};
  }

  UnknownNodes nodesOn(const Map& rows) const {
    std::vector<GlobalOrdinal> mine;
    for (std::size_t i = 0; i < TrilinosVersion::numLocal(rows); ++i)
      mine.push_back(nodes[rows.getGlobalElement(static_cast<LocalOrdinal>(i))]);
    return toView("nodes", mine);
  }

  /// Norms of blocks by number of the node; rows of numbers that no node has are empty.
  HostCsr<double> nodeMatrix() const {
    const GlobalOrdinal size = *std::max_element(nodes.begin(), nodes.end()) + 1;
    std::map<std::pair<GlobalOrdinal, GlobalOrdinal>, double> squares;
    for (LocalOrdinal row = 0; row < A.numRows; ++row)
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
        squares[{nodes[row], nodes[A.colInd[e]]}] += A.values[e] * A.values[e];
    HostCsr<double> N;
    N.numCols = static_cast<LocalOrdinal>(size);
    for (; N.numRows < size; ++N.numRows) {
      for (const auto& [place, square] : squares)
        if (place.first == N.numRows) {
          N.colInd.push_back(static_cast<LocalOrdinal>(place.second));
          N.values.push_back(place.first == place.second ? std::sqrt(square) : -std::sqrt(square));
        }
      N.rowPtr.push_back(N.colInd.size());
    }
    return N;
  }

  bool isConnected(LocalOrdinal row) const {
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] != row && A.values[e] != 0) return true;
    return false;
  }
};

void expectNodeMatrix(const NodalProblem& problem, const DistMatrix<double>& A, const UnknownNodes& nodes) {
  const HostCsr<double> expected = problem.nodeMatrix();
  const DistMatrix<double> N = nodeMatrix(A, numberNodes(A, nodes));
  const HostCsr<double> local = toHost(N.local());
  std::size_t numExpected = 0;
  for (LocalOrdinal row = 0; row < local.numRows; ++row) {
    const GlobalOrdinal node = N.rowMap()->getGlobalElement(row);
    numExpected += expected.rowPtr[node + 1] - expected.rowPtr[node];
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e) {
      const GlobalOrdinal other = globalColumn(N, local.colInd[e]);
      const auto begin = expected.colInd.begin() + expected.rowPtr[node],
                 end = expected.colInd.begin() + expected.rowPtr[node + 1];
      const auto found = std::find(begin, end, other);
      ASSERT_NE(found, end) << node << ' ' << other;
      EXPECT_NEAR(local.values[e], expected.values[found - expected.colInd.begin()], 1e-14 * 10);
    }
  }
  EXPECT_EQ(local.colInd.size(), numExpected);
}

void expectCoarsening(const NodalProblem& problem, const DistMatrix<double>& A, const NodalCoarsening& result,
                      const ReferenceGraph& graph, const std::vector<char>& nodeTypes) {
  const HostCsr<double> local = toHost(A.local());
  const std::vector<char> strong = toVector(result.strong), types = toVector(result.splitting.types);
  for (LocalOrdinal row = 0; row < local.numRows; ++row) {
    const GlobalOrdinal unknown = A.rowMap()->getGlobalElement(row), node = problem.nodes[unknown];
    const bool connected = problem.isConnected(static_cast<LocalOrdinal>(unknown));
    EXPECT_EQ(types[row], connected ? nodeTypes[node] : char(isolatedPoint)) << unknown;
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e) {
      const GlobalOrdinal other = globalColumn(A, local.colInd[e]);
      const bool expected = other != unknown && local.values[e] != 0 &&
                            (problem.nodes[other] == node || graph[node].count(problem.nodes[other]) > 0);
      EXPECT_EQ(strong[e] != 0, expected) << unknown << ' ' << other;
    }
  }
}

void expectCoarseNodes(const NodalProblem& problem, const DistMatrix<double>& A, const UnknownNodes& nodes,
                       const Splitting& splitting) {
  const std::vector<GlobalOrdinal> coarse = toVector(coarseNodes(A, nodes, splitting));
  const std::vector<LocalOrdinal> coarseIndex = toVector(splitting.coarseIndex);
  EXPECT_EQ(coarse.size(), TrilinosVersion::numLocal(*splitting.coarseMap));
  std::map<GlobalOrdinal, GlobalOrdinal> numbers;  // of the node before: coarse number
  for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
    if (coarseIndex[row] < 0) continue;
    const GlobalOrdinal before = problem.nodes[A.rowMap()->getGlobalElement(row)];
    const auto found = numbers.emplace(before, coarse[coarseIndex[row]]).first;
    EXPECT_EQ(found->second, coarse[coarseIndex[row]]);
  }
  // Without gaps, in the order of the ranks and of the numbers before.
  GlobalOrdinal next = 0;
  for (int rank = 0; rank < world()->getSize(); ++rank) {
    if (rank == world()->getRank()) {
      for (const auto& [before, number] : numbers) EXPECT_EQ(number, next++) << "once node " << before;
    }
    next = static_cast<GlobalOrdinal>(maxOverRanks(*world(), static_cast<long long>(next)));
  }
}

TEST(MpiNodalCoarsening, EqualsTheDefinitionOnAllMaps) {
  for (int numNodes : {1, 2, 33}) {
    const NodalProblem problem(numNodes, 3);
    for (StrengthMeasure measure : {StrengthMeasure::classical, StrengthMeasure::strongCouplings})
      for (int paths : {0, 1}) {
        StrengthParameters parameters;
        parameters.measure = measure;
        const ReferenceGraph graph = referenceStrength(problem.nodeMatrix(), parameters);
        const std::vector<char> types = paths == 0 ? referencePmis(graph) : referenceAggressivePmis(graph, paths);
        for (const auto& map : problem.maps()) {
          const DistMatrix<double> A = rowsOnMap(problem.A, map, map);
          const UnknownNodes nodes = problem.nodesOn(*map);
          expectNodeMatrix(problem, A, nodes);
          const NodalCoarsening result = coarsenNodes(A, nodes, parameters, paths);
          expectCoarsening(problem, A, result, graph, types);
          expectCoarseNodes(problem, A, nodes, result.splitting);
        }
      }
  }
}

TEST(MpiNodalCoarsening, CoarseNodesOfAnySplitting) {
  const NodalProblem problem(33, 3);
  for (const auto& map : problem.maps()) {
    const DistMatrix<double> A = rowsOnMap(problem.A, map, map);
    for (int modulus : {1, 2, 5}) {
      std::vector<char> types;
      for (LocalOrdinal row = 0; row < A.numRows(); ++row)
        types.push_back(map->getGlobalElement(row) % modulus == 0 ? coarsePoint : finePoint);
      expectCoarseNodes(problem, A, problem.nodesOn(*map), numberCoarsePoints(A, toView("types", types)));
    }
  }
}

TEST(MpiNodalCoarsening, OneUnknownANodeIsCoarseningOfUnknowns) {
  ProblemOptions options;
  options.nx = 6;
  const DistMatrix<double> A = fromTpetra(*makeProblem("laplace3d7", options, world()).matrix);
  const NodalCoarsening result = coarsenNodes(A, nodesOfBlocks(*A.rowMap(), 1), {});
  const StrongFlags strong = strengthOfConnection(A, {});
  EXPECT_EQ(toVector(result.strong), toVector(strong));
  EXPECT_EQ(toVector(result.splitting.types), toVector(pmis(A, strong).types));
}

TEST(MpiNodalCoarsening, NodesOfElasticityStayWhole) {
  ProblemOptions options;
  options.nx = 6;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const DistMatrix<double> A = fromTpetra(*problem.matrix);
  const UnknownNodes nodes = nodesOfBlocks(*A.rowMap(), problem.dofsPerNode);
  const NodalCoarsening result = coarsenNodes(A, nodes, {});
  const std::vector<char> types = toVector(result.splitting.types);
  for (std::size_t i = 0; i < types.size(); ++i) EXPECT_EQ(types[i], types[i - i % 3]);
  const double share =
      double(result.splitting.coarseMap->getGlobalNumElements()) / double(A.rowMap()->getGlobalNumElements());
  EXPECT_GT(share, 0.02);
  EXPECT_LT(share, 0.35);
}

TEST(MpiNodalCoarsening, WrongNodesAreErrorsOnAllRanks) {
  const NodalProblem problem(12, 3);
  const auto map = problem.map(false, false, false);
  const DistMatrix<double> A = rowsOnMap(problem.A, map, map);
  const bool last = world()->getRank() == world()->getSize() - 1;
  const UnknownNodes nodes = problem.nodesOn(*map);
  const UnknownNodes shorter = Kokkos::subview(nodes, std::make_pair(std::size_t(0), nodes.extent(0) - (last ? 1 : 0)));
  EXPECT_THROW(coarsenNodes(A, shorter, {}), InputError);
  StrengthParameters affinity;
  affinity.measure = StrengthMeasure::affinity;
  EXPECT_THROW(coarsenNodes(A, nodes, affinity), InputError);
  if (world()->getSize() == 1) return;
  // Every rank has an unknown of node 5.
  const auto split = allocate<Kokkos::View<GlobalOrdinal*, Device>>("nodes", nodes.extent(0));
  Kokkos::deep_copy(split, nodes);
  Kokkos::deep_copy(Kokkos::subview(split, std::make_pair(0, 1)), GlobalOrdinal(5));
  try {
    coarsenNodes(A, split, {});
    FAIL() << "a node on several ranks";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("node 5 "), std::string::npos) << error.what();
  }
}

// Three unknowns a node are seen in the matrix, on any ranks; a scalar matrix shows none.
TEST(MpiNodalCoarsening, NodesOfThreeUnknownsAreToldByThePattern) {
  ProblemOptions options;
  options.nx = 7;
  const Problem elastic = makeProblem("elasticity3d", options, world());
  const DistMatrix<double> A = fromTpetra(*elastic.matrix);
  const auto found = toVector(nodesOfPattern(A)), expected = toVector(nodesOfBlocks(*A.rowMap(), 3));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j : {i + 1, i + 3})
      if (j < found.size()) {
        EXPECT_EQ(found[i] == found[j], expected[i] == expected[j]) << i;
      }
  const Problem scalar = makeProblem("laplace3d27", options, world());
  EXPECT_EQ(nodesOfPattern(fromTpetra(*scalar.matrix)).extent(0), 0u);
}

// A directory of numbers with gaps costs a tenth of a set-up on a GPU.
TEST(MpiNodalCoarsening, NodesNamedAfterRowsAreNumberedWithoutGaps) {
  ProblemOptions options;
  options.nx = 7;
  const DistMatrix<double> A = fromTpetra(*makeProblem("elasticity3d", options, world()).matrix);
  const auto byPattern = numberNodes(A, nodesOfPattern(A)), byBlocks = numberNodes(A, nodesOfBlocks(*A.rowMap(), 3));
  EXPECT_TRUE(byPattern.map->isContiguous());
  EXPECT_TRUE(byPattern.map->isSameAs(*byBlocks.map));
  EXPECT_EQ(toVector(byPattern.nodeOfUnknown), toVector(byBlocks.nodeOfUnknown));
}

TEST(MpiNodalCoarsening, ModesAloneCoarsenByNodes) {
  ProblemOptions options;
  options.nx = 8;
  const Problem elastic = makeProblem("elasticity3d", options, world());
  Parameters parameters = preset("mechanics");
  parameters.amg.coarseSize = 60;
  const auto reportWith = [&](int degreesOfFreedom) {
    parameters.amg.testSpace.degreesOfFreedom = degreesOfFreedom;
    Preconditioner<> M(elastic.matrix);
    M.setParameters(parameters);
    M.setNearKernel(elastic.nearKernel);
    M.compute();
    return M.hierarchy()->report;
  };
  const std::string note = "nodes of three unknowns were told by the pattern of the matrix";
  const SetupReport told = reportWith(3), found = reportWith(1);
  ASSERT_GE(found.levels.size(), 2u);
  EXPECT_EQ(found.levels[1].rows % 3, 0);
  EXPECT_EQ(found.levels[1].rows, told.levels[1].rows);
  EXPECT_EQ(std::count(found.notes.begin(), found.notes.end(), note), 1);
  EXPECT_EQ(std::count(told.notes.begin(), told.notes.end(), note), 0);
}

}  // namespace
}  // namespace Chronos::Test
