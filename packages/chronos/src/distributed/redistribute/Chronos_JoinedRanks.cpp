// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_JoinedRanks.hpp"

#include "Chronos_CommonMessage.hpp"
#include "Chronos_LimitedWait.hpp"
#include "Chronos_Zoltan2Door.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <algorithm>
#include <exception>
#include <numeric>

namespace Chronos {
namespace {

constexpr int root = 0;

// What is wrong with a partition, empty when nothing is.
std::string problemOf(const std::vector<int>& groups, int numVertices, int numGroups) {
  if (groups.size() != static_cast<std::size_t>(numVertices))
    return "it told the groups of " + std::to_string(groups.size()) + " of " + std::to_string(numVertices) + " ranks";
  const auto [least, most] = std::minmax_element(groups.begin(), groups.end());
  if (*least < 0 || *most >= numGroups) return "it named a group that is none of " + std::to_string(numGroups);
  return *least == *most ? "it put all ranks into one group" : "";
}

// Those of Teuchos have several lines.
std::string inOneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// The groups, empty with a reason where there are none. Whatever is thrown stays here: the other ranks are waiting.
std::vector<int> groupsOf(const RankGraph& graph, int numGroups, std::string& failure) {
  std::vector<int> groups;
  try {
    groups = zoltan2Door()->partition(graph, numGroups);
    failure = problemOf(groups, graph.numVertices(), numGroups);
  } catch (const std::exception& error) {
    failure = inOneLine(error.what());
    if (failure.empty()) failure = "it gave no reason";
  } catch (...) {
    failure = "it gave no reason";
  }
  if (!failure.empty()) groups.clear();
  return groups;
}

std::vector<int> ownersOf(const RankGraph& graph, const std::vector<int>& groups, int numGroups, int numRanks) {
  std::vector<int> heaviest(numGroups, -1), owners(numRanks);
  for (int v = 0; v < graph.numVertices(); ++v) {
    int& first = heaviest[groups[v]];
    if (first < 0 || graph.rows[v] > graph.rows[first]) first = v;
  }
  std::iota(owners.begin(), owners.end(), 0);
  for (int v = 0; v < graph.numVertices(); ++v) owners[graph.ranks[v]] = graph.ranks[heaviest[groups[v]]];
  return owners;
}

}  // namespace

JoinedRanks joinRanks(const Map& rows, const HaloPattern& halo, int numGroups) {
  checkZoltan2();
  const Comm& comm = *rows.getComm();
  const RankGraph graph = gatherRankGraph(rows, halo);
  JoinedRanks joined;
  if (comm.getRank() == root) {
    const std::vector<int> groups = groupsOf(graph, numGroups, joined.failure);
    if (!groups.empty()) joined.owners = ownersOf(graph, groups, numGroups, comm.getSize());
  }
  joined.failure = commonMessage(comm, joined.failure);
  if (!joined.failure.empty()) return joined;
  joined.owners.resize(comm.getSize());
  const LimitedWait wait(comm, "broadcast");
  Teuchos::broadcast(comm, root, comm.getSize(), joined.owners.data());
  return joined;
}

}  // namespace Chronos
