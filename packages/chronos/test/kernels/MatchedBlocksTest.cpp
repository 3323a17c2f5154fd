// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatchedBlocks.hpp"

#include "DenseOperators.hpp"
#include "KernelCases.hpp"
#include "WholeMatrix.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace Chronos::Test {
namespace {

template <class DeviceType>
class MatchedBlocks : public ::testing::Test {};
TYPED_TEST_SUITE(MatchedBlocks, KernelDevices);

std::vector<LocalOrdinal> nodesOf(LocalOrdinal numRows, int unknowns) {
  std::vector<LocalOrdinal> nodes(numRows);
  for (LocalOrdinal row = 0; row < numRows; ++row) nodes[row] = row / unknowns;
  return nodes;
}

using Blocks = std::vector<std::vector<LocalOrdinal>>;

template <class DeviceType>
Blocks blocksOf(const HostCsr<double>& A, const std::vector<LocalOrdinal>& nodes, int maxNodes) {
  const LocalOrdinal numNodes = nodes.empty() ? 0 : *std::max_element(nodes.begin(), nodes.end()) + 1;
  const auto found = matchedBlocks<DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A),
                                               toView<DeviceType>("nodes", nodes), numNodes, maxNodes);
  const auto first = toVector(found.first);
  const auto row = toVector(found.row), blockOfRow = toVector(found.blockOfRow);
  Blocks blocks;
  for (std::size_t block = 0; block + 1 < first.size(); ++block) {
    blocks.emplace_back(row.begin() + first[block], row.begin() + first[block + 1]);
    for (LocalOrdinal at : blocks.back()) EXPECT_EQ(blockOfRow[at], static_cast<LocalOrdinal>(block));
  }
  return blocks;
}

// Every row once, ascending in its block; nodes whole, and no more of them than fit.
void expectValid(const Blocks& blocks, const std::vector<LocalOrdinal>& nodes, int maxNodes) {
  std::vector<int> times(nodes.size(), 0);
  std::set<LocalOrdinal> seen;
  for (const auto& block : blocks) {
    EXPECT_FALSE(block.empty());
    EXPECT_TRUE(std::is_sorted(block.begin(), block.end()));
    std::set<LocalOrdinal> ofBlock;
    for (LocalOrdinal row : block) {
      ++times[row];
      ofBlock.insert(nodes[row]);
    }
    EXPECT_LE(static_cast<int>(ofBlock.size()), maxNodes);
    for (LocalOrdinal node : ofBlock) EXPECT_TRUE(seen.insert(node).second) << "node " << node << " in two blocks";
  }
  EXPECT_EQ(times, std::vector<int>(nodes.size(), 1));
}

HostCsr<double> problem(const std::string& name, int n, double stretch = 1) {
  ProblemOptions options;
  options.nx = n;
  options.stretch = stretch;
  return wholeProblem(name, options);
}

TYPED_TEST(MatchedBlocks, AreWholeNodesThatFit) {
  for (int maxNodes : {1, 2, 5, 16, 64}) {
    SCOPED_TRACE(maxNodes);
    for (const auto& [A, unknowns] : std::vector<std::pair<HostCsr<double>, int>>{
             {problem("elasticity3d", 6), 3}, {problem("laplace3d7", 9), 1}, {problem("anisotropic2d", 20), 1}}) {
      const auto nodes = nodesOf(A.numRows, unknowns);
      const Blocks blocks = blocksOf<TypeParam>(A, nodes, maxNodes);
      expectValid(blocks, nodes, maxNodes);
      // Half full, or better.
      EXPECT_LE(double(blocks.size()), 2.0 * A.numRows / unknowns / maxNodes + 1);
    }
  }
}

TYPED_TEST(MatchedBlocks, OneBlockWhereAllFits) {
  const HostCsr<double> A = problem("elasticity3d", 4);
  EXPECT_EQ(blocksOf<TypeParam>(A, nodesOf(A.numRows, 3), 1000).size(), 1u);
}

// Lines of eight, strong along them: whatever their numbers, each is a block before any two join.
TYPED_TEST(MatchedBlocks, FollowStrongCouplings) {
  constexpr int n = 8;
  for (const int along : {1, n}) {
    const int across = along == 1 ? n : 1;
    Dense A(n * n);
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const int row = y * n + x;
        A(row, row) = 2.5;
        if (x > 0) A(row, row - 1) = A(row - 1, row) = along == 1 ? -1 : -0.02;
        if (y > 0) A(row, row - n) = A(row - n, row) = along == n ? -1 : -0.02;
      }
    const auto nodes = nodesOf(n * n, 1);
    const Blocks blocks = blocksOf<TypeParam>(sparseOf(A), nodes, n);
    expectValid(blocks, nodes, n);
    for (const auto& block : blocks)
      for (LocalOrdinal row : block) EXPECT_EQ(row / across % n, block.front() / across % n) << along;
  }
}

// Couplings that grow along a chain: none but the last is nearly the best of both ends.
TYPED_TEST(MatchedBlocks, AChainWhoseCouplingsGrowIsJoined) {
  constexpr int n = 256;
  Dense A(n);
  for (int i = 0; i < n; ++i) {
    A(i, i) = 1;
    if (i > 0) A(i, i - 1) = A(i - 1, i) = -0.4 * std::pow(0.7, n - i);
  }
  const auto nodes = nodesOf(n, 1);
  const Blocks blocks = blocksOf<TypeParam>(sparseOf(A), nodes, 16);
  expectValid(blocks, nodes, 16);
  EXPECT_LE(blocks.size(), 2u * n / 16);
}

// A diagonal matrix, and none at all.
TYPED_TEST(MatchedBlocks, NothingIsJoinedWhereNothingIsCoupled) {
  HostCsr<double> A;
  A.numCols = 5;
  for (LocalOrdinal row = 0; row < 5; ++row) {
    A.colInd.push_back(row);
    A.values.push_back(2);
    A.rowPtr.push_back(A.colInd.size());
    ++A.numRows;
  }
  EXPECT_EQ(blocksOf<TypeParam>(A, nodesOf(5, 1), 64).size(), 5u);
  EXPECT_TRUE(blocksOf<TypeParam>(HostCsr<double>(), {}, 64).empty());
}

// Columns of other ranks lie behind the rows.
TYPED_TEST(MatchedBlocks, ColumnsOfOtherRanksCountForNothing) {
  const HostCsr<double> whole = problem("laplace3d7", 6);
  HostCsr<double> wider = whole;
  wider.numCols += 3;
  HostCsr<double> A;
  A.numCols = wider.numCols;
  for (LocalOrdinal row = 0; row < whole.numRows; ++row) {
    for (Offset entry = whole.rowPtr[row]; entry < whole.rowPtr[row + 1]; ++entry) {
      A.colInd.push_back(whole.colInd[entry]);
      A.values.push_back(whole.values[entry]);
    }
    A.colInd.push_back(whole.numRows + row % 3);
    A.values.push_back(-1000);
    A.rowPtr.push_back(A.colInd.size());
    ++A.numRows;
  }
  const auto nodes = nodesOf(whole.numRows, 1);
  EXPECT_EQ(blocksOf<TypeParam>(A, nodes, 8), blocksOf<TypeParam>(whole, nodes, 8));
}

}  // namespace
}  // namespace Chronos::Test
