// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HostCopy.hpp"
#include "Chronos_NodeAggregates.hpp"
#include "DenseOperators.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace Chronos::Test {
namespace {

// aggregateNodes() of one rank, each step as its documentation says it.
class AggregatesByTheBook {
 public:
  AggregatesByTheBook(const HostCsr<double>& N, const std::vector<char>& strong, int enough)
      : N_(N), strong_(strong), enough_(enough), ofNode_(N.numRows, -1) {
    takeRoots([](LocalOrdinal) { return true; }, [this](LocalOrdinal root) { return largestBody(root); });
    joinStrongest();
    beginLoose(enough_ + 1);
    for (int sweep = 0; sweep < 3; ++sweep) joinStrongest();
    beginLoose(N.numRows);
    joinStrongest();
    joinNearest();
    joinNearest();
  }

  std::vector<LocalOrdinal> aggregates() const { return ofNode_; }
  LocalOrdinal number() const { return number_; }

 private:
  std::vector<Offset> entries(LocalOrdinal node) const {
    std::vector<Offset> result;
    for (Offset e = N_.rowPtr[node]; e < N_.rowPtr[node + 1]; ++e)
      if (strong_[e] && N_.colInd[e] < N_.numRows) result.push_back(e);
    return result;
  }
  std::vector<LocalOrdinal> neighbours(LocalOrdinal node) const {
    std::vector<LocalOrdinal> result;
    for (const Offset e : entries(node)) result.push_back(N_.colInd[e]);
    return result;
  }
  int needed(LocalOrdinal node) const {
    double weak = 0, diagonal = 0;
    for (Offset e = N_.rowPtr[node]; e < N_.rowPtr[node + 1]; ++e)
      if (N_.colInd[e] == node) diagonal = std::abs(N_.values[e]);
      else if (!strong_[e]) weak = std::max(weak, std::abs(N_.values[e]));
    return weak > 0.01 * diagonal ? 1 : enough_;
  }
  bool hasAny(LocalOrdinal node) const {
    return std::any_of(strong_.begin() + N_.rowPtr[node], strong_.begin() + N_.rowPtr[node + 1],
                       [](char flag) { return flag != 0; });
  }

  template <class IsMember, class Members>
  void takeRoots(const IsMember& isMember, const Members& members) {
    std::set<LocalOrdinal> covered;
    for (LocalOrdinal node = 0; node < N_.numRows; ++node) {
      if (!isMember(node) || covered.count(node) || !hasAny(node)) continue;
      std::vector<LocalOrdinal> around;
      for (const LocalOrdinal other : neighbours(node))
        if (isMember(other)) around.push_back(other);
      if (std::any_of(around.begin(), around.end(), [&](LocalOrdinal other) { return covered.count(other) > 0; }))
        continue;
      covered.insert(node);
      covered.insert(around.begin(), around.end());
      const std::vector<LocalOrdinal> joining = members(node);
      if (joining.empty()) continue;
      for (const LocalOrdinal other : joining) ofNode_[other] = number_;
      ++number_;
    }
  }

  std::vector<LocalOrdinal> largestBody(LocalOrdinal root) const {
    const std::vector<LocalOrdinal> around = neighbours(root);
    std::set<LocalOrdinal> taken;
    std::vector<LocalOrdinal> largest{root};
    for (const LocalOrdinal start : around) {
      if (taken.count(start)) continue;
      std::vector<LocalOrdinal> body{root, start};
      taken.insert(start);
      for (std::size_t before = 0; before < body.size();) {
        before = body.size();
        for (const LocalOrdinal other : around) {
          if (taken.count(other)) continue;
          int connections = 0;
          for (const LocalOrdinal third : neighbours(other))
            connections += static_cast<int>(std::count(body.begin(), body.end(), third));
          if (connections < std::min<int>(needed(other), static_cast<int>(body.size()))) continue;
          body.push_back(other);
          taken.insert(other);
        }
      }
      if (body.size() > largest.size()) largest = body;
    }
    return largest;
  }

  std::map<LocalOrdinal, int> connections(const std::vector<LocalOrdinal>& former, LocalOrdinal node) const {
    std::map<LocalOrdinal, int> result;
    for (const LocalOrdinal other : neighbours(node))
      if (former[other] >= 0) ++result[former[other]];
    return result;
  }

  void joinStrongest() {
    const std::vector<LocalOrdinal> former = ofNode_;
    for (LocalOrdinal node = 0; node < N_.numRows; ++node) {
      double strongest = 0;
      for (const Offset e : entries(node)) {
        const LocalOrdinal aggregate = former[N_.colInd[e]];
        if (former[node] >= 0 || aggregate < 0 || connections(former, node)[aggregate] < needed(node)) continue;
        if (std::abs(N_.values[e]) > strongest) ofNode_[node] = aggregate;
        strongest = std::max(strongest, std::abs(N_.values[e]));
      }
    }
  }

  void beginLoose(int mostLinks) {
    std::set<LocalOrdinal> loose;
    for (LocalOrdinal node = 0; node < N_.numRows; ++node) {
      int held = 0, weak = 0;
      for (Offset e = N_.rowPtr[node]; e < N_.rowPtr[node + 1]; ++e) weak += N_.colInd[e] != node && !strong_[e];
      for (const auto& [aggregate, number] : connections(ofNode_, node)) held += number;
      if (ofNode_[node] < 0 && weak > 0 && !neighbours(node).empty() && needed(node) > 1 && held <= mostLinks)
        loose.insert(node);
    }
    const auto isLoose = [&](LocalOrdinal node) { return loose.count(node) > 0; };
    takeRoots(isLoose, [&](LocalOrdinal root) {
      std::vector<LocalOrdinal> members{root};
      for (const LocalOrdinal other : neighbours(root))
        if (isLoose(other)) members.push_back(other);
      return static_cast<int>(members.size()) < enough_ ? std::vector<LocalOrdinal>() : members;
    });
  }

  void joinNearest() {
    const std::vector<LocalOrdinal> former = ofNode_;
    for (LocalOrdinal node = 0; node < N_.numRows; ++node) {
      if (former[node] >= 0) continue;
      std::map<LocalOrdinal, int> paths;
      for (const LocalOrdinal other : neighbours(node))
        for (const auto& [aggregate, number] : connections(former, other)) paths[aggregate] += number;
      int most = 0;
      for (const LocalOrdinal other : neighbours(node))
        if (former[other] >= 0 && paths[former[other]] > most) {
          most = paths[former[other]];
          ofNode_[node] = former[other];
        }
    }
  }

  const HostCsr<double>& N_;
  const std::vector<char>& strong_;
  const int enough_;
  LocalOrdinal number_ = 0;
  std::vector<LocalOrdinal> ofNode_;
};

// Corners of cells: all corners of a cell know each other. Some cells share a corner or two, some nobody knows. Some
// couplings are weak, and some of these hold a node.
HostCsr<double> cellsAtRandom(int n, int numCells, unsigned seed) {
  std::mt19937 random(seed);
  Dense A(n);
  for (int i = 0; i < n; ++i) A(i, i) = 10;
  for (int cell = 0; cell < numCells; ++cell) {
    const auto first = static_cast<int>(random() % static_cast<unsigned>(n - 40));
    std::vector<int> corners;
    for (int node = first; node < first + 40; ++node)
      if (random() % 8 == 0) corners.push_back(node);
    for (const int i : corners)
      for (const int j : corners)
        if (i < j) A(i, j) = A(j, i) = -1 - double(random() % 100) / 50;
  }
  for (int coupling = 0; coupling < 2 * n; ++coupling) {
    const auto i = static_cast<int>(random() % static_cast<unsigned>(n)),
               j = static_cast<int>(random() % static_cast<unsigned>(n));
    if (A(i, j) == 0) A(i, j) = A(j, i) = coupling % 8 == 0 ? -0.2 : -0.05;
  }
  return sparseOf(A);
}

StrongFlags strongOnes(const DistMatrix<double>& A) {
  const HostCsr<double> host = toHost(A.local());
  std::vector<char> flags;
  for (const double value : host.values) flags.push_back(value < -0.5);
  return toView("flags", flags);
}

TEST(MpiHingedAggregates, AreThoseOfTheDocumentation) {
  for (const int enough : {2, 3})
    for (const int cells : {10, 25, 45})
      for (unsigned seed = 0; seed < 6; ++seed) {
        const HostCsr<double> whole = cellsAtRandom(120, cells, seed);
        for (const auto& map : testMaps(whole.numRows)) {
          const DistMatrix<double> N = rowsOnMap(whole, map, map);
          const StrongFlags strong = strongOnes(N);
          const NodeAggregates aggregates = aggregateNodes(N, strong, enough);
          const HostCsr<double> host = toHost(N.local());
          const std::vector<char> flags = toVector(strong);
          const AggregatesByTheBook expected(host, flags, enough);
          EXPECT_EQ(toVector(aggregates.ofNode), expected.aggregates()) << enough << ", " << cells << ", " << seed;
          EXPECT_EQ(aggregates.number, expected.number());
        }
      }
}

// Two boxes of cells with 27 and 8 nodes; the first `shared` nodes of the second are the last of the first. Around them
// something soft.
HostCsr<double> boxes(int shared) {
  const int numNodes = 27 + 8 - shared;
  Dense A(numNodes);
  for (int i = 0; i < numNodes; ++i)
    for (int j = 0; j < numNodes; ++j) A(i, j) = i == j ? 10 : -1e-3;
  const auto connect = [&](int i, int j) {
    if (i != j) A(i, j) = -1;
  };
  for (int i = 0; i < 27; ++i)
    for (int j = 0; j < 27; ++j)
      if (std::abs(i % 3 - j % 3) < 2 && std::abs(i / 3 % 3 - j / 3 % 3) < 2 && std::abs(i / 9 - j / 9) < 2)
        connect(i, j);
  for (int i = 27 - shared; i < numNodes; ++i)
    for (int j = 27 - shared; j < numNodes; ++j) connect(i, j);
  return sparseOf(A);
}

// Whatever the order of the nodes, so that every node of the two is a root in some.
TEST(HingedAggregates, NoneReachesAcrossAHinge) {
  for (const int shared : {1, 2}) {
    int acrossBefore = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
      const HostCsr<double> inOrder = boxes(shared);
      std::vector<int> place(inOrder.numRows);
      std::iota(place.begin(), place.end(), 0);
      std::shuffle(place.begin(), place.end(), std::mt19937(seed));
      Dense shuffled(inOrder.numRows);
      for (LocalOrdinal row = 0; row < inOrder.numRows; ++row)
        for (Offset e = inOrder.rowPtr[row]; e < inOrder.rowPtr[row + 1]; ++e)
          shuffled(place[row], place[inOrder.colInd[e]]) = inOrder.values[e];
      const HostCsr<double> whole = sparseOf(shuffled);
      const auto map = testMaps(whole.numRows).front();
      const DistMatrix<double> N = rowsOnMap(whole, map, map);
      const StrongFlags strong = strongOnes(N);
      for (const int enough : {1, 3}) {
        const auto ofNode = toVector(aggregateNodes(N, strong, enough).ofNode);
        std::set<LocalOrdinal> first, second;
        for (int node = 0; node < 27 - shared; ++node) first.insert(ofNode[place[node]]);
        for (int node = 27; node < whole.numRows; ++node) second.insert(ofNode[place[node]]);
        for (const LocalOrdinal aggregate : second) {
          if (enough == 1) acrossBefore += static_cast<int>(first.count(aggregate));
          else EXPECT_EQ(first.count(aggregate), 0U) << shared << " shared, seed " << seed;
        }
        EXPECT_EQ(first.count(-1) + second.count(-1), 0U);
      }
    }
    EXPECT_GT(acrossBefore, 0) << "the boxes show nothing";
  }
}

}  // namespace
}  // namespace Chronos::Test
