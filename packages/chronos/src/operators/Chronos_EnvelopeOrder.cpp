// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EnvelopeOrder.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

long long envelopeOf(const Adjacency& adjacency, const std::vector<int>& order) {
  const std::vector<int> first = firstColumns(adjacency, order);
  long long size = 0;
  for (std::size_t row = 0; row < first.size(); ++row) size += static_cast<long long>(row) - first[row];
  return size;
}

class CuthillMckee {
 public:
  explicit CuthillMckee(const Adjacency& adjacency) : adjacency_(adjacency), distance_(adjacency.size(), -1) {}

  // Appends all that can be reached from `start`, nearest first, of those with one parent the lower degree first.
  int search(int start, std::vector<int>& order) {
    const std::size_t begin = order.size();
    order.push_back(start);
    distance_[start] = 0;
    for (std::size_t next = begin; next < order.size(); ++next) {
      const std::size_t firstChild = order.size();
      for (int other : adjacency_[order[next]])
        if (distance_[other] < 0) {
          distance_[other] = distance_[order[next]] + 1;
          order.push_back(other);
        }
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(firstChild), order.end(), [&](int a, int b) {
        return adjacency_[a].size() != adjacency_[b].size() ? adjacency_[a].size() < adjacency_[b].size() : a < b;
      });
    }
    return distance_[order.back()];
  }

  bool isFree(int row) const { return distance_[row] < 0; }

  void appendFrom(int start, std::vector<int>& order) {
    // From the farthest vertex again, as long as the farthest gets farther.
    for (int depth = -1;;) {
      std::vector<int> found;
      const int farther = search(start, found);
      if (farther <= depth) {
        order.insert(order.end(), found.begin(), found.end());
        return;
      }
      depth = farther;
      for (int row : found) distance_[row] = -1;
      start = found.back();
    }
  }

 private:
  const Adjacency& adjacency_;
  std::vector<int> distance_;
};

}  // namespace

std::vector<int> firstColumns(const Adjacency& adjacency, const std::vector<int>& order) {
  std::vector<int> place(order.size()), first(order.size());
  for (std::size_t row = 0; row < order.size(); ++row) place[order[row]] = static_cast<int>(row);
  for (std::size_t row = 0; row < order.size(); ++row) {
    first[row] = static_cast<int>(row);
    for (int other : adjacency[order[row]]) first[row] = std::min(first[row], place[other]);
  }
  return first;
}

std::vector<int> envelopeOrder(const Adjacency& adjacency) {
  std::vector<int> natural(adjacency.size()), order;
  std::iota(natural.begin(), natural.end(), 0);
  CuthillMckee search(adjacency);
  for (int row : natural)
    if (search.isFree(row)) search.appendFrom(row, order);
  std::reverse(order.begin(), order.end());
  return envelopeOf(adjacency, order) < envelopeOf(adjacency, natural) ? order : natural;
}

}  // namespace Chronos
