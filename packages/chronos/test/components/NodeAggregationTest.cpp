// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeAggregation.hpp"

#include "Chronos.hpp"
#include "Chronos_NodeBasisUnknowns.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_NodalCoarsening.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_NodeNorms.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "DenseOperators.hpp"
#include "LaunchCounter.hpp"

#include <random>

namespace Chronos::Test {
namespace {

// Algorithm 5.1 of Vanek, Mandel, Brezina 1996, its steps 1 and 2, on the graph of one rank.
std::vector<LocalOrdinal> aggregatesInOrder(const HostCsr<double>& N, const std::vector<char>& strong) {
  const LocalOrdinal n = N.numRows;
  std::vector<LocalOrdinal> first(n, -1);
  LocalOrdinal number = 0;
  const auto neighbours = [&](LocalOrdinal node) {
    std::vector<Offset> entries;
    for (Offset e = N.rowPtr[node]; e < N.rowPtr[node + 1]; ++e)
      if (strong[e] && N.colInd[e] < n) entries.push_back(e);
    return entries;
  };
  for (LocalOrdinal node = 0; node < n; ++node) {
    bool isFree = first[node] < 0;
    bool hasAny = false;
    for (Offset e = N.rowPtr[node]; e < N.rowPtr[node + 1]; ++e) hasAny = hasAny || strong[e];
    for (Offset e : neighbours(node)) isFree = isFree && first[N.colInd[e]] < 0;
    if (!isFree || !hasAny) continue;
    first[node] = number;
    for (Offset e : neighbours(node)) first[N.colInd[e]] = number;
    ++number;
  }
  std::vector<LocalOrdinal> all = first;
  for (LocalOrdinal node = 0; node < n; ++node) {
    double strongest = 0;
    for (Offset e : neighbours(node))
      if (first[node] < 0 && first[N.colInd[e]] >= 0 && std::abs(N.values[e]) > strongest) {
        strongest = std::abs(N.values[e]);
        all[node] = first[N.colInd[e]];
      }
  }
  return all;
}

// Symmetric, with nodes that nobody is connected to.
HostCsr<double> randomGraph(int n, int edges, unsigned seed) {
  std::mt19937 random(seed);
  Dense A(n);
  for (int i = 0; i < n; ++i) A(i, i) = 10;
  for (int edge = 0; edge < edges; ++edge) {
    const int i = static_cast<int>(random() % static_cast<unsigned>(n)),
              j = static_cast<int>(random() % static_cast<unsigned>(n));
    if (i != j && i % 7 != 3 && j % 7 != 3) A(i, j) = A(j, i) = -1 - double(random() % 100) / 50;
  }
  return sparseOf(A);
}

StrongFlags strongAbove(const DistMatrix<double>& A, double size) {
  const HostCsr<double> host = toHost(A.local());
  const auto diagonal = toVector(Kokkos::View<const LocalOrdinal*, Device>(diagonalColumns(A)));
  std::vector<char> flags(host.colInd.size());
  for (LocalOrdinal row = 0; row < host.numRows; ++row)
    for (Offset e = host.rowPtr[row]; e < host.rowPtr[row + 1]; ++e)
      flags[e] = host.colInd[e] != diagonal[row] && std::abs(host.values[e]) > size;
  return toView("flags", flags);
}

TEST(MpiNodeAggregation, AggregatesAreTheFirstInOrder) {
  for (const int edges : {0, 20, 60, 200, 900})
    for (unsigned seed = 0; seed < 5; ++seed) {
      const HostCsr<double> whole = randomGraph(90, edges, seed);
      for (const auto& map : testMaps(whole.numRows)) {
        const DistMatrix<double> N = rowsOnMap(whole, map, map);
        const StrongFlags strong = strongAbove(N, 1.5);
        const NodeAggregates aggregates = aggregateNodes(N, strong, 1);
        const auto expected = aggregatesInOrder(toHost(N.local()), toVector(strong));
        EXPECT_EQ(toVector(aggregates.ofNode), expected) << edges << " edges, seed " << seed;
        EXPECT_EQ(aggregates.number, expected.empty() ? 0 : 1 + *std::max_element(expected.begin(), expected.end()));
      }
    }
}

// All neighbours in a plane, numbered row by row; one row is a chain.
HostCsr<double> plane(LocalOrdinal length, LocalOrdinal width) {
  HostCsr<double> N;
  N.numRows = N.numCols = length * width;
  for (LocalOrdinal node = 0; node < N.numRows; ++node) {
    for (LocalOrdinal y = std::max(0, node / length - 1); y < std::min(node / length + 2, width); ++y)
      for (LocalOrdinal x = std::max(0, node % length - 1); x < std::min(node % length + 2, length); ++x) {
        N.colInd.push_back(y * length + x);
        N.values.push_back(y * length + x == node ? 10 : -2);
      }
    N.rowPtr.push_back(static_cast<Offset>(N.colInd.size()));
  }
  return N;
}

// Each node waits for those before: on a GPU a chain goes to the host when it is known as one, a front that grows does
// not, though it takes more rounds.
TEST(MpiNodeAggregation, ChainsAndFrontsAreTakenInOrder) {
  struct Case {
    LocalOrdinal length, width;
    int fewestRounds, mostRounds;
  };
  const bool isAlone = world()->getSize() == 1;
  for (const Case& c : {Case{20000, 1, 64, 80}, Case{400, 400, 200, 700}}) {
    const HostCsr<double> whole = plane(c.length, c.width);
    const auto map = testMaps(whole.numRows).front();
    const DistMatrix<double> N = rowsOnMap(whole, map, map);
    const StrongFlags strong = strongAbove(N, 1.5);
    const LaunchCounter launches;
    const NodeAggregates aggregates = aggregateNodes(N, strong, 1);
    const int rounds = launches.of("Chronos::aggregateNodes::nearest");
    EXPECT_EQ(toVector(aggregates.ofNode), aggregatesInOrder(toHost(N.local()), toVector(strong)));
    if (runsOnHost<Device> || !isAlone) continue;
    EXPECT_GE(rounds, c.fewestRounds);
    EXPECT_LE(rounds, c.mostRounds);
  }
}

struct Body {
  Problem problem;
  DistMatrix<double> A;
  UnknownNodes nodes;
  TestSpace modes;

  explicit Body(int nx, int ny, int nz) : Body(makeProblem("elasticity3d", options(nx, ny, nz), world())) {}

 private:
  explicit Body(const Problem& made)
      : problem(made), A(fromTpetra(*made.matrix)), nodes(nodesOfBlocks(*A.rowMap(), 3)) {
    NearKernelInput input;
    input.vectors = made.nearKernel;
    modes = makeNearKernel(input, A.rowMap()).vectors;
  }
  static ProblemOptions options(int nx, int ny, int nz) {
    ProblemOptions result;
    result.nx = nx;
    result.ny = ny;
    result.nz = nz;
    return result;
  }
};

// `size` nodes after the other an aggregate: pairs have rank five under six modes, lines of nodes too.
AggregateRows runsOfNodes(const DistMatrix<double>& A, const UnknownNodes& nodes, int size) {
  const NodeNumbering numbering = numberNodes(A, nodes);
  const LocalOrdinal numNodes = A.numRows() / 3;
  std::vector<LocalOrdinal> ofNode;
  for (LocalOrdinal node = 0; node < numNodes; ++node) ofNode.push_back(node / size);
  return rowsOfAggregates(A, numbering.nodeOfUnknown, {toView("aggregates", ofNode), (numNodes + size - 1) / size});
}

TEST(MpiNodeAggregation, TentativeColumnsAreOrthonormalAndReachTheTestSpace) {
  for (const int size : {1, 2, 3, 5, 40}) {
    const Body body(5, 4, 4);
    const AggregateRows rows = runsOfNodes(body.A, body.nodes, size);
    const TestSpace& V = body.modes;
    const TentativeProlongation tentative = tentativeProlongation(body.A, rows, V);
    const HostCsr<double> P = toHost(tentative.P->local());
    // P^T P on this rank: no aggregate spans two.
    Dense gram(P.numCols);
    for (LocalOrdinal row = 0; row < P.numRows; ++row)
      for (Offset a = P.rowPtr[row]; a < P.rowPtr[row + 1]; ++a)
        for (Offset b = P.rowPtr[row]; b < P.rowPtr[row + 1]; ++b)
          gram(P.colInd[a], P.colInd[b]) += P.values[a] * P.values[b];
    for (int i = 0; i < gram.n; ++i)
      for (int j = 0; j < gram.n; ++j) ASSERT_NEAR(gram(i, j), i == j, 1e-13) << "aggregates of " << size;
    const NodeBasisUnknowns unknowns(rows, tentative);
    const auto coarse = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), unknowns.testSpace(V));
    const auto fine = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), V);
    for (LocalOrdinal row = 0; row < P.numRows; ++row)
      for (int k = 0; k < static_cast<int>(V.extent(1)); ++k) {
        double reached = 0;
        for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e) reached += P.values[e] * coarse(P.colInd[e], k);
        ASSERT_NEAR(reached, fine(row, k), 1e-12) << "aggregates of " << size << ", row " << row;
      }
    // As many coarse unknowns a node as vectors, or rows.
    const auto nodes = toVector(unknowns.nodes(body.A, body.nodes));
    ASSERT_EQ(nodes.size(), std::size_t(P.numCols));
    LocalOrdinal numColumns = 0;
    for (LocalOrdinal first = 0; first < P.numRows; first += 3 * size)
      numColumns += std::min({LocalOrdinal(6), LocalOrdinal(3 * size), P.numRows - first});
    EXPECT_EQ(P.numCols, numColumns);
  }
}

TEST(MpiNodeAggregation, RowsOfABoundaryAreLeftOut) {
  Dense dense(9);
  for (int i = 0; i < 9; ++i) dense(i, i) = 4;
  for (int i = 0; i + 1 < 9; ++i)
    if (i != 3 && i + 1 != 3) dense(i, i + 1) = dense(i + 1, i) = -1;
  const HostCsr<double> whole = sparseOf(dense);
  for (const auto& map : testMaps(whole.numRows)) {
    const DistMatrix<double> A = rowsOnMap(whole, map, map);
    const NodeNumbering numbering = numberNodes(A, nodesOfBlocks(*map, 1));
    const std::vector<LocalOrdinal> together(std::size_t(A.numRows()), 0);
    const AggregateRows rows =
        rowsOfAggregates(A, numbering.nodeOfUnknown, {toView("aggregates", together), A.numRows() > 0 ? 1 : 0});
    for (const LocalOrdinal row : toVector(rows.row)) EXPECT_NE(map->getGlobalElement(row), 3);
    EXPECT_EQ(sumOverRanks(*world(), static_cast<long long>(rows.row.extent(0))), 8);
  }
}

TEST(MpiNodeAggregation, RejectsATestSpaceThatDoesNotFit) {
  const Body body(3, 3, 3);
  const AggregateRows rows = runsOfNodes(body.A, body.nodes, 2);
  EXPECT_THROW(tentativeProlongation(body.A, rows, TestSpace()), InputError);
}

// nodeMatrix() the long way: with nodes that are not the threes of the pattern it takes products.
TEST(MpiNodeAggregation, NormsOfThreesAreThoseOfProducts) {
  const Body body(5, 4, 3);
  const NodeNumbering numbering = numberNodes(body.A, body.nodes);
  const auto byThrees = normsOfThrees(body.A, numbering);
  ASSERT_FALSE(byThrees.is_null());
  const HostCsr<double> whole = wholeProblem("elasticity3d", [] {
    ProblemOptions options;
    options.nx = 5;
    options.ny = 4;
    options.nz = 3;
    return options;
  }());
  std::map<std::pair<GlobalOrdinal, GlobalOrdinal>, double> squares;
  for (LocalOrdinal row = 0; row < whole.numRows; ++row)
    for (Offset e = whole.rowPtr[row]; e < whole.rowPtr[row + 1]; ++e)
      squares[{row / 3, whole.colInd[e] / 3}] += whole.values[e] * whole.values[e];
  const HostCsr<double> N = toHost(byThrees->local());
  long long numEntries = 0;
  for (LocalOrdinal row = 0; row < N.numRows; ++row)
    for (Offset e = N.rowPtr[row]; e < N.rowPtr[row + 1]; ++e) {
      const GlobalOrdinal node = byThrees->rowMap()->getGlobalElement(row),
                          other = globalColumn(*byThrees, N.colInd[e]);
      const double norm = std::sqrt(squares.at({node, other}));
      EXPECT_NEAR(N.values[e], node == other ? norm : -norm, 1e-12 * norm);
      ++numEntries;
    }
  EXPECT_EQ(sumOverRanks(*world(), numEntries), static_cast<long long>(squares.size()));
}

struct Solved {
  SolveResult result;
  SetupReport report;
};

Solved solveBody(int size, double contrast, const Parameters& parameters, int columns = 1, std::uint64_t seed = 0,
                 double poissonRatio = 0.3) {
  ProblemOptions options;
  options.poissonRatio = poissonRatio;
  options.nx = size;
  options.contrast = contrast;
  options.seed = seed;
  const Problem problem = makeProblem("elasticity3d", options, world());
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(parameters);
  M->setNearKernel(problem.nearKernel);
  M->compute();
  TpetraMultiVector x(problem.matrix->getDomainMap(), std::size_t(columns)),
      b(problem.matrix->getRangeMap(), std::size_t(columns));
  b.randomize();
  const SolveResult result = solve(Teuchos::rcp(new MatrixOperator(M->distMatrix())), M, b, x, parameters.solver);
  return {result, M->hierarchy()->report};
}

// Smoothed aggregation on bodies: iterations that hardly grow, on any ranks.
TEST(MpiNodeAggregation, SmoothedAggregationSolvesBodies) {
  Parameters parameters = preset("smoothed aggregation");
  parameters.amg.coarseSize = 60;
  const Solved small = solveBody(8, 1, parameters), larger = solveBody(14, 1, parameters, 2),
               hard = solveBody(10, 1e3, parameters);
  EXPECT_EQ(small.result.status, SolveStatus::converged);
  EXPECT_EQ(larger.result.status, SolveStatus::converged);
  EXPECT_EQ(hard.result.status, SolveStatus::converged);
  EXPECT_GE(larger.report.levels.size(), 3u);
  EXPECT_LE(small.result.iterations, 25);
  EXPECT_LE(larger.result.iterations, 30);
  EXPECT_LE(hard.result.iterations, 60);
}

// With aggregates that reach across corners and edges at which stiff bricks meet the estimates are 132,920, 59,031 and
// 12,339: they follow the contrast.
TEST(NodeAggregation, ConditionDoesNotFollowTheContrast) {
  Parameters parameters = preset("smoothed aggregation");
  parameters.amg.coarseSize = 60;
  for (const std::uint64_t seed : {21, 23, 22}) {
    const Solved solved = solveBody(10, 1e6, parameters, 1, seed);
    EXPECT_EQ(solved.result.status, SolveStatus::converged);
    EXPECT_LT(solved.result.conditionEstimate, 40) << "seed " << seed;
  }
}

// A body with a part that three nodes reached across which nothing held (180).
TEST(NodeAggregation, NoNodesReachAcrossAHingeUnheld) {
  const Solved solved = solveBody(20, 1e4, preset("smoothed aggregation"), 1, 55);
  EXPECT_EQ(solved.result.status, SolveStatus::converged);
  EXPECT_LT(solved.result.conditionEstimate, 10);
}

// A body with a hinge that the second level joins again (108), unless it is asked to look.
TEST(NodeAggregation, NoLevelJoinsWhatHangsByAHinge) {
  Parameters parameters = preset("smoothed aggregation");
  parameters.amg.level.coarsening.method.of<AggregatesParameters>("aggregates").hinges = HingeLevels::all;
  for (const double poissonRatio : {0.2, 0.3, 0.45}) {
    const Solved solved = solveBody(20, 1e4, parameters, 1, 24, poissonRatio);
    EXPECT_EQ(solved.result.status, SolveStatus::converged);
    EXPECT_LT(solved.result.conditionEstimate, poissonRatio < 0.4 ? 10 : 20) << "Poisson's ratio " << poissonRatio;
  }
}

}  // namespace
}  // namespace Chronos::Test
