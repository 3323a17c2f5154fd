// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPLITTINGREFERENCE_HPP
#define CHRONOS_SPLITTINGREFERENCE_HPP

#include "Chronos_GlobalHash.hpp"
#include "Chronos_Splitting.hpp"
#include "StrengthReference.hpp"

#include <utility>
#include <vector>

namespace Chronos::Test {

inline ReferenceGraph transposed(const ReferenceGraph& graph) {
  ReferenceGraph result(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i)
    for (GlobalOrdinal j : graph[i]) result[j].insert(static_cast<GlobalOrdinal>(i));
  return result;
}

/// PMIS on one rank, by definition, with sets of neighbours in both directions.
///
inline std::vector<char> referencePmis(const ReferenceGraph& graph) {
  constexpr char undecided = 9;
  const ReferenceGraph dependents = transposed(graph);
  const auto rank = [&](std::size_t i) {
    return std::make_pair(dependents[i].size(), globalHash(static_cast<std::uint64_t>(i)));
  };
  std::vector<char> types(graph.size(), undecided);
  std::size_t numUndecided = 0;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (graph[i].empty() && dependents[i].empty()) types[i] = isolatedPoint;
    else ++numUndecided;
  }
  while (numUndecided > 0) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (types[i] != undecided) continue;
      bool largest = true;
      for (const auto* neighbours : {&graph[i], &dependents[i]})
        for (GlobalOrdinal j : *neighbours) largest = largest && (types[j] != undecided || rank(j) < rank(i));
      if (largest) chosen.push_back(i);
    }
    for (std::size_t i : chosen) types[i] = coarsePoint;
    numUndecided -= chosen.size();
    for (std::size_t i : chosen)
      for (GlobalOrdinal j : dependents[i])
        if (types[j] == undecided) {
          types[j] = finePoint;
          --numUndecided;
        }
  }
  return types;
}

/// Points joined by at least numPaths paths i -> j or i -> k -> j, both ends among the coarse points.
inline ReferenceGraph referencePaths(const ReferenceGraph& graph, const std::vector<char>& types, int numPaths) {
  ReferenceGraph result(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (types[i] != coarsePoint) continue;
    std::vector<int> paths(graph.size(), 0);
    for (GlobalOrdinal k : graph[i]) {
      ++paths[k];
      for (GlobalOrdinal j : graph[k]) ++paths[j];
    }
    for (std::size_t j = 0; j < graph.size(); ++j)
      if (j != i && types[j] == coarsePoint && paths[j] >= numPaths) result[i].insert(static_cast<GlobalOrdinal>(j));
  }
  return result;
}

inline std::vector<char> referenceAggressivePmis(const ReferenceGraph& graph, int numPaths) {
  const std::vector<char> first = referencePmis(graph);
  const std::vector<char> second = referencePmis(referencePaths(graph, first, numPaths));
  std::vector<char> types = first;
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (first[i] == coarsePoint && second[i] == finePoint) types[i] = finePoint;
  return types;
}

}  // namespace Chronos::Test

#endif
