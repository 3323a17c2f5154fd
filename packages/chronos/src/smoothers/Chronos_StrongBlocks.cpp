// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrongBlocks.hpp"

#include <algorithm>
#include <cmath>

namespace Chronos {
namespace {

// Sums of couplings that differ by less are the same but for rounding.
constexpr double alike = 1e-8;

struct RowsOfNodes {
  std::vector<int> first{0}, rows;  // ascending in each node

  explicit RowsOfNodes(const std::vector<int>& node) : rows(node.size()) {
    const int count = node.empty() ? 0 : *std::max_element(node.begin(), node.end()) + 1;
    first.assign(count + 1, 0);
    for (int at : node) ++first[at + 1];
    for (int i = 0; i < count; ++i) first[i + 1] += first[i];
    std::vector<int> next(first.begin(), first.end() - 1);
    for (std::size_t row = 0; row < node.size(); ++row) rows[next[node[row]]++] = static_cast<int>(row);
  }
  int count() const { return static_cast<int>(first.size()) - 1; }
};

class BlockGrowth {
 public:
  BlockGrowth(const RowsOnHost& A, const std::vector<int>& node)
      : A_(A), node_(node), nodes_(node), scale_(A.numRows, 0.0), isTaken_(nodes_.count(), false) {
    coupling_.assign(nodes_.count(), 0.0);
    for (int row = 0; row < A.numRows; ++row)
      for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry)
        if (A.colInd[entry] == row) scale_[row] = 1 / std::sqrt(A.values[entry]);
  }

  int count() const { return nodes_.count(); }
  bool isTaken(int node) const { return isTaken_[node]; }

  std::vector<int> grow(int seed, int size) {
    std::vector<int> block, candidates;
    for (int next = seed; next >= 0;) {
      isTaken_[next] = true;
      block.push_back(next);
      eachCoupling(next, [&](int other, double strength) {
        if (isTaken_[other] || !(strength > 0)) return;
        if (coupling_[other] == 0) candidates.push_back(other);
        coupling_[other] += strength;
      });
      next = static_cast<int>(block.size()) < size ? takeStrongest(candidates) : -1;
    }
    for (int other : candidates) coupling_[other] = 0;
    return block;
  }

  void addNeighbours(std::vector<int>& block) const {
    std::vector<int> found(block);
    for (int at : block)
      eachCoupling(at, [&](int other, double strength) {
        if (strength > 0) found.push_back(other);
      });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    block = found;
  }

  void append(const std::vector<int>& block, BlockLists& lists) const {
    const int first = lists.first.back();
    for (int at : block)
      lists.rows.insert(lists.rows.end(), nodes_.rows.begin() + nodes_.first[at],
                        nodes_.rows.begin() + nodes_.first[at + 1]);
    std::sort(lists.rows.begin() + first, lists.rows.end());
    lists.first.push_back(static_cast<int>(lists.rows.size()));
  }

 private:
  // Calls function(node, |a_ij| scaled) for what couples a node to others of this rank.
  template <class Function>
  void eachCoupling(int at, const Function& function) const {
    for (int i = nodes_.first[at]; i < nodes_.first[at + 1]; ++i)
      for (Offset entry = A_.rowPtr[nodes_.rows[i]]; entry < A_.rowPtr[nodes_.rows[i] + 1]; ++entry) {
        const int col = A_.colInd[entry];
        if (col >= A_.numRows || node_[col] == at) continue;
        function(node_[col], std::abs(A_.values[entry]) * scale_[nodes_.rows[i]] * scale_[col]);
      }
  }

  // -1 where there is none. Of those that are coupled alike the first that came: growth is then breadth first.
  int takeStrongest(std::vector<int>& candidates) {
    auto best = candidates.begin();
    for (auto other = candidates.begin(); other != candidates.end(); ++other)
      if (coupling_[*other] > (1 + alike) * coupling_[*best]) best = other;
    if (best == candidates.end()) return -1;
    const int node = *best;
    candidates.erase(best);
    coupling_[node] = 0;
    return node;
  }

  const RowsOnHost& A_;
  const std::vector<int>& node_;
  RowsOfNodes nodes_;
  std::vector<double> scale_, coupling_;  // coupling_: of free nodes to the block that grows
  std::vector<bool> isTaken_;
};

}  // namespace

BlockLists strongBlocks(const RowsOnHost& A, const std::vector<int>& node, int numNodes, int overlap) {
  BlockGrowth growth(A, node);
  BlockLists lists;
  for (int seed = 0; seed < growth.count(); ++seed) {
    if (growth.isTaken(seed)) continue;
    std::vector<int> block = growth.grow(seed, numNodes);
    for (int layer = 0; layer < overlap; ++layer) growth.addNeighbours(block);
    growth.append(block, lists);
  }
  return lists;
}

}  // namespace Chronos
