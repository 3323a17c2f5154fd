// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Suitor.hpp"

#include "Chronos_MatchingWeights.hpp"
#include "Chronos_PairLeaders.hpp"
#include "KernelCases.hpp"
#include "MatchingReference.hpp"

#include <map>

namespace Chronos::Test {
namespace {

constexpr MatchingTies allTies[] = {MatchingTies::number, MatchingTies::hash};

template <class DeviceType>
struct Graph {
  HostCsr<double> matrix;
  CsrMatrix<double, DeviceType> A;
  Kokkos::View<const float*, DeviceType> weights;
  std::vector<WeightedEdge> edges;

  Graph(const HostCsr<double>& host, const std::vector<double>& w, PairWeight kind = PairWeight::compatible)
      : matrix(host),
        A(toDevice<DeviceType>(host)),
        weights(matchingWeights<DeviceType>(typename DeviceType::execution_space(), kind, A, toView<DeviceType>("w", w),
                                            {})),
        edges(edgesOf(host, toVector(weights))) {}

  WeightedGraph<DeviceType> graph() const { return {A.numRows, A.rowPtr, A.colInd, weights}; }
  std::vector<LocalOrdinal> matched(MatchingTies ties) const {
    return toVector(suitorMatching<DeviceType>(typename DeviceType::execution_space(), graph(), ties));
  }
};

template <class DeviceType>
class Suitor : public ::testing::Test {};
TYPED_TEST_SUITE(Suitor, KernelDevices);

TEST(MatchingKey, IsAPermutationWithItsInverse) {
  for (const MatchingTies ties : allTies)
    for (std::uint32_t i = 0; i < 3000000000U; i += 104729)
      ASSERT_EQ(static_cast<std::uint32_t>(vertexOfKey(ties, matchingKey(ties, static_cast<LocalOrdinal>(i)))), i);
}

void expectValidAndMaximal(const std::vector<LocalOrdinal>& partners, const std::vector<WeightedEdge>& edges) {
  std::map<std::pair<LocalOrdinal, LocalOrdinal>, float> weight;
  for (const WeightedEdge& edge : edges) {
    weight[{edge.first, edge.second}] = edge.weight;
    EXPECT_TRUE(partners[edge.first] >= 0 || partners[edge.second] >= 0);
  }
  for (LocalOrdinal i = 0; i < static_cast<LocalOrdinal>(partners.size()); ++i) {
    const LocalOrdinal j = partners[i];
    if (j < 0) continue;
    ASSERT_EQ(partners[j], i);
    EXPECT_EQ(weight.count({std::min(i, j), std::max(i, j)}), 1u);
  }
}

TYPED_TEST(Suitor, IsGreedyOnAThousandRandomGraphs) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 1000; ++trial) {
    const LocalOrdinal n = 1 + static_cast<LocalOrdinal>(random() % 20);
    const HostCsr<double> A = randomGraphMatrix(n, random);
    const Graph<TypeParam> graph(A, randomKeptVector(n, random));
    const double largest = largestMatchingWeight(n, graph.edges);
    for (const MatchingTies ties : allTies) {
      const auto partners = graph.matched(ties);
      ASSERT_EQ(partners, greedyMatching(n, graph.edges, ties)) << "trial " << trial;
      expectValidAndMaximal(partners, graph.edges);
      // Weights are summed in double in both: the bound has no need of a tolerance but where they are equal.
      EXPECT_GE(weightOf(partners, graph.edges) * (1 + 1e-14), largest / 2);
    }
  }
}

// Many rows, so that threads meet; again and again, so that they meet otherwise.
TYPED_TEST(Suitor, IsGreedyOnALargeGraphInEveryRun) {
  std::mt19937 random(5);
  const LocalOrdinal n = 20000;
  std::vector<std::set<LocalOrdinal>> neighbours(n);
  for (int e = 0; e < 4 * n; ++e) {
    const LocalOrdinal i = random() % n, j = random() % 50 == 0 ? 7 : random() % n;
    if (i == j) continue;
    neighbours[i].insert(j);
    neighbours[j].insert(i);
  }
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal i = 0; i < n; ++i) {
    neighbours[i].insert(i);
    for (const LocalOrdinal j : neighbours[i]) {
      A.colInd.push_back(j);
      A.values.push_back(i == j ? 100.0 : -1.0 - (i + j) % 3);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  const Graph<TypeParam> graph(A, std::vector<double>(n, 1));
  for (const MatchingTies ties : allTies) {
    const auto expected = greedyMatching(n, graph.edges, ties);
    for (int run = 0; run < 10; ++run) ASSERT_EQ(graph.matched(ties), expected) << "run " << run;
  }
}

HostCsr<double> path(LocalOrdinal n) {
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal i = 0; i < n; ++i) {
    for (const LocalOrdinal j : {i - 1, i, i + 1}) {
      if (j < 0 || j >= n) continue;
      A.colInd.push_back(j);
      A.values.push_back(i == j ? 2 : -1);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

// The longest chain of displacements that there is, whoever begins.
TYPED_TEST(Suitor, PairsAPathOfEqualWeightsFromItsEnd) {
  for (const LocalOrdinal n : {1, 2, 3, 1000000}) {
    const Graph<TypeParam> graph(path(n), std::vector<double>(n, 1));
    const auto partners = graph.matched(MatchingTies::number);
    for (LocalOrdinal i = n - 1; i > 0; i -= 2) ASSERT_EQ(partners[i], i - 1);
    if (n % 2 == 1) {
      EXPECT_EQ(partners[0], -1);
    }
  }
}

TYPED_TEST(Suitor, LeavesEndsOfOneSidedEdgesAlone) {
  HostCsr<double> A;
  A.numRows = A.numCols = 3;
  A.rowPtr = {0, 1, 2, 3};
  A.colInd = {1, 2, 0};
  A.values = {1, 1, 1};
  const auto device = toDevice<TypeParam>(A);
  const WeightedGraph<TypeParam> graph{3, device.rowPtr, device.colInd,
                                       toView<TypeParam>("weights", std::vector<float>{1, 1, 1})};
  EXPECT_EQ(toVector(suitorMatching<TypeParam>(typename TypeParam::execution_space(), graph)),
            std::vector<LocalOrdinal>({-1, -1, -1}));
}

template <class DeviceType>
class PairLeaders : public ::testing::Test {};
TYPED_TEST_SUITE(PairLeaders, KernelDevices);

// As pairLeaders() of the greedy matching says.
std::vector<LocalOrdinal> leadersBy(const std::vector<LocalOrdinal>& partners, const std::vector<WeightedEdge>& edges,
                                    bool attach) {
  std::vector<LocalOrdinal> leaders;
  for (LocalOrdinal i = 0; i < static_cast<LocalOrdinal>(partners.size()); ++i) {
    LocalOrdinal joined = i;
    std::pair<float, LocalOrdinal> best(0, -1);
    if (attach && partners[i] < 0)
      for (const WeightedEdge& edge : edges)
        for (const LocalOrdinal other : {edge.first, edge.second})
          if (other != i && (edge.first == i || edge.second == i)) best = std::max(best, {edge.weight, other});
    if (best.second >= 0) joined = best.second;
    leaders.push_back(std::max(joined, partners[joined]));
  }
  return leaders;
}

TYPED_TEST(PairLeaders, KeepOrAttachSingles) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const LocalOrdinal n = 1 + static_cast<LocalOrdinal>(random() % 20);
    const Graph<TypeParam> graph(randomGraphMatrix(n, random), randomKeptVector(n, random));
    const typename TypeParam::execution_space space;
    const auto partners = suitorMatching<TypeParam>(space, graph.graph());
    for (const bool attach : {false, true})
      EXPECT_EQ(toVector(pairLeaders<TypeParam>(space, graph.graph(), partners, attach)),
                leadersBy(toVector(partners), graph.edges, attach));
  }
}

// Rounds without an end find the pairs of greedy, and singles join as attached ones do.
TYPED_TEST(PairLeaders, ByRoundsAreThoseOfGreedy) {
  std::mt19937 random(8);
  for (int trial = 0; trial < 200; ++trial) {
    const LocalOrdinal n = 1 + static_cast<LocalOrdinal>(random() % 20);
    const Graph<TypeParam> graph(randomGraphMatrix(n, random), std::vector<double>(n, 1));
    const auto larger = leadersBy(greedyMatching(n, graph.edges, MatchingTies::number), graph.edges, true);
    const auto found = toVector(roundLeaders<TypeParam>(typename TypeParam::execution_space(), graph.graph(), 1000));
    for (LocalOrdinal i = 0; i < n; ++i)
      for (LocalOrdinal j = 0; j < i; ++j) EXPECT_EQ(found[i] == found[j], larger[i] == larger[j]);
  }
}

// Two rounds on a path of equal weights make two pairs from its end; the next one joins them, others stay alone.
TYPED_TEST(PairLeaders, EndAfterTheLastRound) {
  const LocalOrdinal n = 9;
  const Graph<TypeParam> graph(path(n), std::vector<double>(n, 1));
  EXPECT_EQ(toVector(roundLeaders<TypeParam>(typename TypeParam::execution_space(), graph.graph(), 2)),
            std::vector<LocalOrdinal>({0, 1, 2, 3, 5, 5, 5, 7, 7}));
}

template <class DeviceType>
class MatchingWeights : public ::testing::Test {};
TYPED_TEST_SUITE(MatchingWeights, KernelDevices);

TYPED_TEST(MatchingWeights, AreThoseOfAppendixA) {
  std::mt19937 random(21);
  for (int trial = 0; trial < 100; ++trial) {
    const LocalOrdinal n = 2 + static_cast<LocalOrdinal>(random() % 15);
    const HostCsr<double> A = randomGraphMatrix(n, random);
    const std::vector<double> w = randomKeptVector(n, random);
    const std::vector<float> weights = toVector(Graph<TypeParam>(A, w).weights);
    std::vector<double> diagonal(n);
    for (LocalOrdinal i = 0; i < n; ++i)
      for (Offset e = A.rowPtr[i]; e < A.rowPtr[i + 1]; ++e)
        if (A.colInd[e] == i) diagonal[i] = A.values[e];
    for (LocalOrdinal i = 0; i < n; ++i)
      for (Offset e = A.rowPtr[i]; e < A.rowPtr[i + 1]; ++e) {
        const LocalOrdinal j = A.colInd[e];
        const double c = 1 - 2 * A.values[e] * w[i] * w[j] / (diagonal[i] * w[i] * w[i] + diagonal[j] * w[j] * w[j]);
        if (i == j || !(c > 1)) {
          EXPECT_EQ(weights[e], 0);
        } else {
          EXPECT_NEAR(double(weights[e]), c - 1, 1e-7);
          EXPECT_LT(c, 2);
        }
      }
  }
}

// The inverse is the largest v^T D (I - Q) v / v^T A_e v of the pair, attained where D^-1 A_e v is a multiple of v.
TYPED_TEST(MatchingWeights, OfQualityBoundAPair) {
  std::mt19937 random(22);
  int numEdges = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const LocalOrdinal n = 2 + static_cast<LocalOrdinal>(random() % 15);
    const HostCsr<double> A = randomGraphMatrix(n, random);
    const std::vector<double> w = randomKeptVector(n, random);
    const std::vector<float> weights = toVector(Graph<TypeParam>(A, w, PairWeight::quality).weights);
    std::vector<double> d(n);
    for (LocalOrdinal i = 0; i < n; ++i)
      for (Offset e = A.rowPtr[i]; e < A.rowPtr[i + 1]; ++e)
        if (A.colInd[e] == i) d[i] = A.values[e] * w[i] * w[i];
    for (LocalOrdinal i = 0; i < n; ++i)
      for (Offset e = A.rowPtr[i]; e < A.rowPtr[i + 1]; ++e) {
        const LocalOrdinal j = A.colInd[e];
        const double c = -A.values[e] * w[i] * w[j];
        if (i == j || !(c > 0)) {
          EXPECT_EQ(weights[e], 0);
          continue;
        }
        ++numEdges;
        // v = w (u_i, u_j): without its share of w, what is left of u = (1, 0) and of any other but constants alike.
        const double mean = d[i] / (d[i] + d[j]);
        const double misfit = d[i] * (1 - mean) * (1 - mean) + d[j] * mean * mean;
        EXPECT_NEAR(double(weights[e]) * misfit / c, 1, 1e-6);
      }
  }
  EXPECT_GT(numEdges, 300);
}

// Symmetric to rounding only, as a product of matrices is.
TYPED_TEST(MatchingWeights, HaveTheSameBitsFromBothEnds) {
  std::mt19937 random(4);
  HostCsr<double> A = randomGraphMatrix(20, random);
  for (double& value : A.values) value *= 1 + 1e-7 * std::uniform_real_distribution<double>(-1, 1)(random);
  const auto device = toDevice<TypeParam>(A);
  const typename TypeParam::execution_space space;
  std::vector<char> isolated(20, 0);
  isolated[4] = 1;
  const std::vector<double> w = ownedVector<double>(*evenMap(20), 3);
  const auto flags = toView<TypeParam>("isolated", isolated);
  for (const auto& weights :
       {toVector(matchingWeights<TypeParam>(space, PairWeight::compatible, device,
                                            toView<TypeParam>("w", std::vector<double>(20, 0.7)), flags)),
        toVector(matchingWeights<TypeParam>(space, PairWeight::quality, device,
                                            toView<TypeParam>("w", std::vector<double>(20, 0.7)), flags)),
        toVector(graphMatchWeights<TypeParam>(space, device, flags))}) {
    std::map<std::pair<LocalOrdinal, LocalOrdinal>, float> all;
    for (LocalOrdinal i = 0; i < 20; ++i)
      for (Offset e = A.rowPtr[i]; e < A.rowPtr[i + 1]; ++e) all[{i, A.colInd[e]}] = weights[e];
    int numEdges = 0;
    for (const auto& [edge, weight] : all) {
      EXPECT_EQ(weight, all.at({edge.second, edge.first}));
      if (edge.first == 4) {
        EXPECT_EQ(weight, 0);
      }
      numEdges += weight > 0;
    }
    EXPECT_GT(numEdges, 20);
  }
}

}  // namespace
}  // namespace Chronos::Test
