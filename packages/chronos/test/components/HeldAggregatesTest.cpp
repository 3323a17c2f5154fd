// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HeldAggregates.hpp"
#include "Chronos_AggregateRows.hpp"
#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_NodalCoarsening.hpp"
#include "Chronos_NodeBasisUnknowns.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "SpringBodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace Chronos::Test {
namespace {

// On ranks: those of the nodes, with all unknowns of a node.
struct OnRanks {
  DistMatrix<double> A, N;
  StrongFlags strong;
  Kokkos::View<LocalOrdinal*, Device> nodeOfUnknown;
  TestVectors V;

  OnRanks(const Bodies& bodies, const Teuchos::RCP<const Map>& map)
      : A(rowsOnMap(bodies.matrix(), ofUnknowns(*map, bodies.motions), ofUnknowns(*map, bodies.motions))),
        N(rowsOnMap(bodies.matrixOfNodes(), map, map)),
        V(allocateVectors("motions", A.numRows(), bodies.motions)) {
    const HostCsr<double> host = toHost(N.local());
    std::vector<char> flags;
    for (const double value : host.values) flags.push_back(value < -0.5);
    strong = toView("flags", flags);
    std::vector<LocalOrdinal> nodes;
    const auto mirror = Kokkos::create_mirror_view(V);
    for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
      const auto node = row / bodies.motions;
      nodes.push_back(node);
      for (int mode = 0; mode < bodies.motions; ++mode)
        mirror(row, mode) = bodies.motion(static_cast<int>(map->getGlobalElement(node)), row % bodies.motions, mode);
    }
    Kokkos::deep_copy(V, mirror);
    nodeOfUnknown = toView("nodes", nodes);
  }

  NodeMotions motions() const {
    return nodeMotions(A, nodeOfUnknown, V, {N.local().rowPtr, N.local().colInd, strong, N.numRows()});
  }
  NodeAggregates aggregates() const { return aggregateHeldNodes(N, strong, motions()); }

 private:
  static Teuchos::RCP<const Map> ofUnknowns(const Map& nodes, int motions) {
    std::vector<GlobalOrdinal> mine;
    for (std::size_t node = 0; node < TrilinosVersion::numLocal(nodes); ++node)
      for (int i = 0; i < motions; ++i)
        mine.push_back(nodes.getGlobalElement(static_cast<LocalOrdinal>(node)) * motions + i);
    return Teuchos::rcp(new Map(static_cast<GlobalOrdinal>(nodes.getGlobalNumElements()) * motions,
                                Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()), 0, world()));
  }
};

// aggregateHeldNodes() of one rank, each step as its documentation says it.
class HeldByTheBook {
 public:
  HeldByTheBook(const Bodies& bodies, const OnRanks& ranks)
      : bodies_(bodies),
        map_(*ranks.N.rowMap()),
        N_(toHost(ranks.N.local())),
        strong_(toVector(ranks.strong)),
        ofNode_(N_.numRows, -1) {
    std::set<int> all;
    for (int node = 0; node < N_.numRows; ++node)
      if (hasAny(node)) all.insert(node);
    begin(all);
    joinStrongest();
    joinStrongest();
    const std::vector<LocalOrdinal> held = ofNode_;
    const LocalOrdinal numHeld = number;
    const std::set<int> left = leftOf(all);
    begin(left);
    if (!left.empty()) joinStrongest();
    for (const int node : leftOf(left)) ofNode_[node] = number++;
    double numbers[] = {double(numHeld), double(number)};
    sumOverRanks(*map_.getComm(), numbers, 2);
    tooMany = numbers[1] > 1.5 * numbers[0];
    if (!tooMany) return;
    ofNode_ = held;
    number = numHeld;
    holdsAlways_ = true;
    joinStrongest();
    joinStrongest();
  }

  std::vector<LocalOrdinal> aggregates() const { return ofNode_; }
  LocalOrdinal number = 0;
  bool tooMany = false;
  int numRefused = 0;

 private:
  std::vector<Offset> entries(int node) const {
    std::vector<Offset> result;
    for (Offset e = N_.rowPtr[node]; e < N_.rowPtr[node + 1]; ++e)
      if (strong_[e] && N_.colInd[e] < N_.numRows) result.push_back(e);
    return result;
  }
  bool hasAny(int node) const {
    return std::any_of(strong_.begin() + N_.rowPtr[node], strong_.begin() + N_.rowPtr[node + 1],
                       [](char flag) { return flag != 0; });
  }
  bool hasWeak(int node) const {
    for (Offset e = N_.rowPtr[node]; e < N_.rowPtr[node + 1]; ++e)
      if (!strong_[e] && N_.colInd[e] != node) return true;
    return false;
  }
  std::set<int> leftOf(const std::set<int>& nodes) const {
    std::set<int> left;
    for (const int node : nodes)
      if (ofNode_[node] < 0) left.insert(node);
    return left;
  }
  int globalOf(int node) const { return static_cast<int>(map_.getGlobalElement(node)); }
  bool isHeld(int node, const std::vector<LocalOrdinal>& former, LocalOrdinal aggregate) {
    if (holdsAlways_ || !hasWeak(node)) return true;
    std::set<int> resting;
    for (int other = 0; other < N_.numRows; ++other)
      if (former[other] == aggregate) resting.insert(globalOf(other));
    const bool held = bodies_.isHeld(globalOf(node), [&](int other) { return resting.count(other) > 0; });
    numRefused += held ? 0 : 1;
    return held;
  }

  void begin(const std::set<int>& among) {
    std::set<int> covered;
    std::vector<LocalOrdinal> nearRoot(N_.numRows, -1);
    for (const int node : among) {
      std::vector<int> around{node};
      for (const Offset e : entries(node))
        if (among.count(N_.colInd[e])) around.push_back(N_.colInd[e]);
      if (std::any_of(around.begin(), around.end(), [&](int other) { return covered.count(other) > 0; })) continue;
      covered.insert(around.begin(), around.end());
      for (const int other : around) nearRoot[other] = number;
      ofNode_[node] = number++;
    }
    for (int sweep = 0; sweep < 3; ++sweep) {
      const std::vector<LocalOrdinal> former = ofNode_;
      for (int node = 0; node < N_.numRows; ++node)
        if (former[node] < 0 && nearRoot[node] >= 0 && isHeld(node, former, nearRoot[node]))
          ofNode_[node] = nearRoot[node];
    }
  }

  void joinStrongest() {
    const std::vector<LocalOrdinal> former = ofNode_;
    for (int node = 0; node < N_.numRows; ++node) {
      if (former[node] >= 0) continue;
      std::vector<Offset> order = entries(node);
      std::stable_sort(order.begin(), order.end(),
                       [&](Offset a, Offset b) { return std::abs(N_.values[a]) > std::abs(N_.values[b]); });
      for (const Offset e : order) {
        const LocalOrdinal aggregate = former[N_.colInd[e]];
        if (aggregate < 0 || !isHeld(node, former, aggregate)) continue;
        ofNode_[node] = aggregate;
        break;
      }
    }
  }

  const Bodies& bodies_;
  const Map& map_;
  const HostCsr<double> N_;
  const std::vector<char> strong_;
  bool holdsAlways_ = false;
  std::vector<LocalOrdinal> ofNode_;
};

// Bodies in a row, joined to others near them at one to four points, or held by something soft.
Bodies bodiesAtRandom(int dimension, int mostPoints, unsigned seed) {
  Bodies bodies(60, dimension, seed);
  for (int a = 0; a < bodies.number; ++a) {
    bodies.centres[a][0] += a / 4.0;
    if (bodies.dice(10) == 0) bodies.support(a, bodies.centres[a], 1);
  }
  for (int a = 0; a < bodies.number; ++a)
    for (int b = a + 1; b < std::min(a + 7, bodies.number); ++b)
      if (bodies.dice(2) == 0) bodies.join(a, b, 1 + bodies.dice(mostPoints), bodies.uniform(1, 2));
      else if (bodies.dice(2) == 0) bodies.join(a, b, 4, 1e-5);
  return bodies;
}

TEST(MpiHeldAggregates, AreThoseOfTheDocumentation) {
  int numRefused = 0, numTooMany = 0, numWithout = 0;
  for (const int dimension : {2, 3})
    for (const int mostPoints : {1, 2, 4, 6})
      for (unsigned seed = 0; seed < 4; ++seed) {
        const Bodies bodies = bodiesAtRandom(dimension, mostPoints, seed);
        for (const auto& map : testMaps(bodies.number)) {
          const OnRanks ranks(bodies, map);
          const NodeAggregates aggregates = ranks.aggregates();
          const HeldByTheBook expected(bodies, ranks);
          EXPECT_EQ(toVector(aggregates.ofNode), expected.aggregates())
              << dimension << ", " << mostPoints << ", " << seed;
          EXPECT_EQ(aggregates.number, expected.number);
          numRefused += expected.numRefused;
          numWithout += expected.tooMany ? 0 : 1;
          numTooMany += expected.tooMany ? 1 : 0;
        }
      }
  if (world()->getSize() > 1) return;
  EXPECT_GT(numRefused, 100) << "the bodies show nothing";
  EXPECT_GT(numTooMany, 0);
  EXPECT_GT(numWithout, 0);
}

void joinCubes(Bodies& bodies, const std::vector<int>& place) {
  for (int a = 0; a < 54; ++a)
    for (int b = a + 1; b < 54; ++b) {
      const Point &p = bodies.centres[place[a]], &q = bodies.centres[place[b]];
      const double distance = std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      if (a / 27 == b / 27 && distance < 1.1) bodies.join(place[a], place[b], 4, 1);
      else if (distance < 3) bodies.join(place[a], place[b], 4, 1e-5);
    }
}

// Two cubes of 27 bodies, joined among themselves at faces by four points, hang on each other by none, one or two.
Bodies twoCubes(int numPoints, const std::vector<int>& place) {
  Bodies bodies(54, 3, 7);
  for (int body = 0; body < bodies.number; ++body)
    for (int d = 0; d < 3; ++d)
      bodies.centres[place[body]][d] = (body % 27 / (d == 0 ? 1 : d == 1 ? 3 : 9)) % 3 + (body < 27 ? 0 : 3);
  joinCubes(bodies, place);
  const int last = place[26], first = place[27];
  if (numPoints > 0) bodies.join(last, first, {2.5, 2.5, 2.5}, 2);
  if (numPoints == 2) bodies.join(last, first, {2.5, 2.5, 3}, 2);
  return bodies;
}

// What hangs on two cubes by a point each.
TEST(HeldAggregates, WhatNoneHoldsIsOneOfItsOwn) {
  std::vector<int> place(54);
  std::iota(place.begin(), place.end(), 0);
  const Bodies cubes = twoCubes(0, place);
  Bodies bodies(55, 3, 1);
  for (int body = 0; body < 54; ++body) bodies.centres[body] = cubes.centres[body];
  bodies.centres[54] = {2.5, 2.5, 2.5};
  joinCubes(bodies, place);
  bodies.join(26, 54, {2.3, 2.5, 2.5}, 1);
  bodies.join(27, 54, {2.7, 2.5, 2.5}, 1);
  bodies.join(0, 54, 4, 1e-5);
  const OnRanks ranks(bodies, testMaps(bodies.number).front());
  const std::vector<LocalOrdinal> ofNode = toVector(ranks.aggregates().ofNode);
  EXPECT_EQ(std::count(ofNode.begin(), ofNode.end(), ofNode[54]), 1);
  const std::vector<LocalOrdinal> plain = toVector(aggregateNodes(ranks.N, ranks.strong, 1).ofNode);
  EXPECT_GT(std::count(plain.begin(), plain.end(), plain[54]), 1);
}

// Whatever the order of the bodies.
TEST(HeldAggregates, NoneReachesAcrossAHinge) {
  for (const int numPoints : {1, 2}) {
    int acrossOtherwise = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
      std::vector<int> place(54);
      std::iota(place.begin(), place.end(), 0);
      std::shuffle(place.begin(), place.end(), std::mt19937(seed));
      const Bodies bodies = twoCubes(numPoints, place);
      const OnRanks ranks(bodies, testMaps(bodies.number).front());
      for (const bool isHeld : {false, true}) {
        const auto ofNode =
            toVector(isHeld ? ranks.aggregates().ofNode : aggregateNodes(ranks.N, ranks.strong, 1).ofNode);
        std::set<LocalOrdinal> one, other;
        for (int body = 0; body < 27; ++body) {
          one.insert(ofNode[place[body]]);
          other.insert(ofNode[place[27 + body]]);
        }
        EXPECT_EQ(one.count(-1) + other.count(-1), 0U);
        for (const LocalOrdinal aggregate : other) {
          if (isHeld) EXPECT_EQ(one.count(aggregate), 0U) << numPoints << " points, seed " << seed;
          else acrossOtherwise += static_cast<int>(one.count(aggregate));
        }
      }
    }
    EXPECT_GT(acrossOtherwise, 0) << "the cubes show nothing";
  }
}

// A cube of brick elements, each 3 x 3 x 3 nodes of it an aggregate: coarse nodes in a cube of four along each edge.
struct CoarseCube {
  Teuchos::RCP<const DistMatrix<double>> A;
  TestSpace V;
  Kokkos::View<const LocalOrdinal*, Device> nodeOfUnknown;

  explicit CoarseCube(double poissonRatio) {
    ProblemOptions options;
    options.nx = 12;
    options.poissonRatio = poissonRatio;
    const Problem problem = makeProblem("elasticity3d", options, world());
    const DistMatrix<double> fine = fromTpetra(problem.matrix);
    const AggregateRows rows = aggregatesOfThree(fine);
    const TestSpace modes = modesOf(problem);
    const TentativeProlongation tentative = tentativeProlongation(fine, rows, modes);
    A = GalerkinProduct<double>(fine, *tentative.P).coarse();
    const NodeBasisUnknowns unknowns(rows, tentative);
    V = unknowns.testSpace(modes);
    nodeOfUnknown = numberNodes(*A, unknowns.nodes(fine, {})).nodeOfUnknown;
  }

 private:
  static TestSpace modesOf(const Problem& problem) {
    NearKernelInput input;
    input.vectors = problem.nearKernel;
    return makeNearKernel(input, problem.matrix->getRowMap()).vectors;
  }
  static AggregateRows aggregatesOfThree(const DistMatrix<double>& fine) {
    NodeAggregates aggregates;
    std::vector<LocalOrdinal> ofNode, nodeOfUnknown;
    for (int node = 0; node < 12 * 12 * 12; ++node)
      ofNode.push_back(node % 12 / 3 + 4 * (node / 12 % 12 / 3) + 16 * (node / 144 / 3));
    for (LocalOrdinal row = 0; row < fine.numRows(); ++row) nodeOfUnknown.push_back(row / 3);
    aggregates.ofNode = toView("aggregates", ofNode);
    aggregates.number = 64;
    return rowsOfAggregates(fine, toView("nodes", nodeOfUnknown), aggregates);
  }
};

// Elements couple more than two nodes, so that the stiffness of a node among those that move along is not symmetric: in
// a body of one kind everything holds all the same, whatever Poisson's ratio.
TEST(HeldAggregates, BodiesOfOneKindHaveNoHinges) {
  for (const double poissonRatio : {0.0, 0.2, 0.3, 0.45, 0.49}) {
    const CoarseCube cube(poissonRatio);
    const DistMatrix<double> N = nodeMatrix(*cube.A, {evenMap(64), cube.nodeOfUnknown});
    StrengthParameters strength;
    strength.measure = StrengthMeasure::strongCouplings;
    strength.threshold = 0.01;
    const StrongFlags strong = strengthOfConnection(N, strength);
    const NodeMotions motions =
        nodeMotions(*cube.A, cube.nodeOfUnknown, cube.V, {N.local().rowPtr, N.local().colInd, strong, N.numRows()});
    int numKnown = 0;
    for (const LocalOrdinal first : toVector(motions.firstUnknown)) numKnown += first >= 0 ? 1 : 0;
    EXPECT_EQ(numKnown, 64) << "Poisson's ratio " << poissonRatio;
    EXPECT_EQ(aggregateHeldNodes(N, strong, motions).number, aggregateNodes(N, strong, 1).number)
        << "Poisson's ratio " << poissonRatio;
  }
}

// Vectors that have nothing to do with the matrix are not listened to but by chance, such that depend on each other not
// at all: aggregates are those of strength alone.
TEST(HeldAggregates, DoNotTrustVectorsThatAreNoMotions) {
  const Bodies bodies = bodiesAtRandom(3, 2, 3);
  OnRanks ranks(bodies, testMaps(bodies.number).front());
  const std::vector<LocalOrdinal> plain = toVector(aggregateNodes(ranks.N, ranks.strong, 1).ofNode);
  EXPECT_NE(toVector(ranks.aggregates().ofNode), plain);

  std::mt19937 random(5);
  const auto mirror = Kokkos::create_mirror_view(ranks.V);
  for (LocalOrdinal row = 0; row < ranks.A.numRows(); ++row)
    for (int k = 0; k < bodies.motions; ++k) mirror(row, k) = double(random() % 2000) / 1000 - 1;
  Kokkos::deep_copy(ranks.V, mirror);
  const std::vector<LocalOrdinal> byChance = toVector(ranks.aggregates().ofNode);
  int numOthers = 0;
  for (std::size_t node = 0; node < plain.size(); ++node) numOthers += plain[node] != byChance[node] ? 1 : 0;
  EXPECT_LT(numOthers, bodies.number / 4);

  Kokkos::deep_copy(ranks.V, 1.0);
  EXPECT_EQ(toVector(ranks.aggregates().ofNode), plain);
}

}  // namespace
}  // namespace Chronos::Test
