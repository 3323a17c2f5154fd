// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankGraph.hpp"

#include "Chronos_TrilinosVersion.hpp"

#include <map>

namespace Chronos {
namespace {

constexpr int root = 0;

struct Edge {
  long long rank, exchanged;
};

// Rows, then the edges.
std::vector<char> packed(GlobalOrdinal numRows, const std::vector<Segment>& sources,
                         const std::vector<Segment>& destinations) {
  std::map<int, long long> exchanged;
  for (const auto* side : {&sources, &destinations})
    for (const Segment& neighbour : *side) exchanged[neighbour.rank] += neighbour.size;
  std::vector<char> bytes;
  append(bytes, &numRows, 1);
  for (const auto& [rank, size] : exchanged) {
    const Edge edge{rank, size};
    append(bytes, &edge, 1);
  }
  return bytes;
}

}  // namespace

RankGraph gatherRankGraph(const Map& rows, const HaloPattern& halo) {
  const Comm& comm = *rows.getComm();
  const GlobalOrdinal numRows = static_cast<GlobalOrdinal>(TrilinosVersion::numLocal(rows));
  const std::vector<Segment>& destinations = halo.destinations();
  std::vector<Message> messages;
  if (numRows > 0) messages.push_back({root, packed(numRows, halo.sources(), destinations)});
  std::vector<Message> received;
  if (comm.getRank() == root) received.swap(messages);
  for (Message& message : exchangeSparse(comm, messages)) received.push_back(std::move(message));

  RankGraph graph;
  if (comm.getRank() != root) return graph;
  std::vector<int> vertexOf(comm.getSize(), -1);
  for (const Message& message : received) {
    vertexOf[message.rank] = graph.numVertices();
    graph.ranks.push_back(message.rank);
  }
  graph.begin.push_back(0);
  for (const Message& message : received) {
    std::size_t position = 0;
    graph.rows.push_back(extract<GlobalOrdinal>(message.bytes, position, 1)[0]);
    for (const Edge& edge : extract<Edge>(message.bytes, position, (message.bytes.size() - position) / sizeof(Edge))) {
      // A neighbour may own nothing on this level.
      if (vertexOf[edge.rank] < 0 || edge.rank == message.rank || edge.exchanged == 0) continue;
      graph.neighbours.push_back(vertexOf[edge.rank]);
      graph.exchanged.push_back(edge.exchanged);
    }
    graph.begin.push_back(graph.neighbours.size());
  }
  return graph;
}

}  // namespace Chronos
