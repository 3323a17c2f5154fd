// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeGraph.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace Chronos {
namespace {

// Rows of this rank on the host, with global columns.
class RowPatterns {
 public:
  explicit RowPatterns(const TpetraCrsMatrix& A)
      : local_(A.getLocalMatrixHost()),
        firstRow_(local_.numRows() > 0 ? A.getRowMap()->getMinGlobalIndex() : 0),
        globals_(TrilinosVersion::numLocal(*A.getColMap())) {
    for (std::size_t col = 0; col < globals_.size(); ++col)
      globals_[col] = A.getColMap()->getGlobalElement(static_cast<LocalOrdinal>(col));
  }

  GlobalOrdinal firstRow() const { return firstRow_; }
  GlobalOrdinal endRow() const { return firstRow_ + static_cast<GlobalOrdinal>(local_.numRows()); }

  // column / rowsPerNode of each entry of some rows, ascending, each once.
  void nodesOf(GlobalOrdinal firstRow, GlobalOrdinal endRow, int rowsPerNode, std::vector<std::int64_t>& nodes) const {
    nodes.clear();
    for (auto k = local_.graph.row_map(firstRow - firstRow_); k < local_.graph.row_map(endRow - firstRow_); ++k)
      nodes.push_back(globals_[local_.graph.entries(k)] / rowsPerNode);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }

 private:
  using LocalMatrix = decltype(std::declval<TpetraCrsMatrix>().getLocalMatrixHost());

  LocalMatrix local_;
  GlobalOrdinal firstRow_;
  std::vector<GlobalOrdinal> globals_;
};

// What rows that may be a node show.
enum class NodeLook { none, node, noNode };

// A node's rows have the columns of whole nodes, and the same ones. One with a row of its diagonal alone, a boundary,
// shows nothing.
NodeLook look(const RowPatterns& rows, GlobalOrdinal first, int rowsPerNode) {
  std::vector<std::int64_t> columns, others;
  rows.nodesOf(first, first + 1, 1, columns);
  NodeLook result = columns.size() % rowsPerNode == 0 ? NodeLook::node : NodeLook::noNode;
  for (std::size_t k = 0; k + rowsPerNode <= columns.size(); k += rowsPerNode)
    if (columns[k] % rowsPerNode != 0 || columns[k + rowsPerNode - 1] != columns[k] + rowsPerNode - 1)
      result = NodeLook::noNode;
  bool isBoundary = columns.size() < 2;
  for (int row = 1; row < rowsPerNode; ++row) {
    rows.nodesOf(first + row, first + row + 1, 1, others);
    if (others != columns) result = NodeLook::noNode;
    isBoundary = isBoundary || others.size() < 2;
  }
  return isBoundary ? NodeLook::none : result;
}

// Whether most rows of a sample come in nodes. Collective.
bool comeIn(const Comm& comm, const RowPatterns& rows, int rowsPerNode) {
  constexpr GlobalOrdinal everyNode = 16;  // a partition needs to know, not to be sure
  constexpr double most = 0.8;
  long long numNodes = 0, numOthers = 0;
  for (GlobalOrdinal first = (rows.firstRow() + rowsPerNode - 1) / rowsPerNode * rowsPerNode;
       first + rowsPerNode <= rows.endRow(); first += everyNode * rowsPerNode) {
    const NodeLook found = look(rows, first, rowsPerNode);
    numNodes += found == NodeLook::node;
    numOthers += found == NodeLook::noNode;
  }
  numNodes = sumOverRanks(comm, numNodes);
  numOthers = sumOverRanks(comm, numOthers);
  return numNodes > 0 && double(numNodes) >= most * double(numNodes + numOthers);
}

// Node and number of neighbours, then these, for each node of which a row is here.
std::vector<std::int64_t> nodesHere(const RowPatterns& rows, int rowsPerNode) {
  std::vector<std::int64_t> text, nodes;
  for (GlobalOrdinal first = rows.firstRow(), end = first; first < rows.endRow(); first = end) {
    const std::int64_t node = first / rowsPerNode;
    end = std::min<GlobalOrdinal>((node + 1) * rowsPerNode, rows.endRow());
    rows.nodesOf(first, end, rowsPerNode, nodes);
    nodes.erase(std::remove(nodes.begin(), nodes.end(), node), nodes.end());
    text.insert(text.end(), {node, static_cast<std::int64_t>(nodes.size())});
    text.insert(text.end(), nodes.begin(), nodes.end());
  }
  return text;
}

// Calls f(node, its neighbours, their number).
template <class F>
void forEachNode(const std::vector<std::vector<std::int64_t>>& texts, const F& f) {
  for (const std::vector<std::int64_t>& text : texts)
    for (std::size_t at = 0; at < text.size(); at += 2 + text[at + 1]) f(text[at], text.data() + at + 2, text[at + 1]);
}

// Each coupling from both ends.
NodeGraph symmetricGraph(const std::vector<std::vector<std::int64_t>>& texts, std::int64_t numNodes) {
  NodeGraph graph;
  graph.begin.assign(numNodes + 1, 0);
  forEachNode(texts, [&](std::int64_t node, const std::int64_t* neighbours, std::int64_t count) {
    graph.begin[node + 1] += count;
    for (std::int64_t k = 0; k < count; ++k) ++graph.begin[neighbours[k] + 1];
  });
  std::partial_sum(graph.begin.begin(), graph.begin.end(), graph.begin.begin());
  graph.neighbours.resize(graph.begin.back());
  std::vector<std::int64_t> place = graph.begin;
  forEachNode(texts, [&](std::int64_t node, const std::int64_t* neighbours, std::int64_t count) {
    for (std::int64_t k = 0; k < count; ++k) {
      graph.neighbours[place[node]++] = neighbours[k];
      graph.neighbours[place[neighbours[k]]++] = node;
    }
  });
  return graph;
}

// In place: neighbours move forward.
void dropDuplicates(NodeGraph& graph) {
  auto end = graph.neighbours.begin();
  for (std::size_t node = 0; node < graph.numNodes(); ++node) {
    const auto first = graph.neighbours.begin() + graph.begin[node],
               last = graph.neighbours.begin() + graph.begin[node + 1];
    std::sort(first, last);
    graph.begin[node] = end - graph.neighbours.begin();
    end = std::unique_copy(first, last, end);
  }
  graph.begin.back() = end - graph.neighbours.begin();
  graph.neighbours.erase(end, graph.neighbours.end());
  graph.neighbours.shrink_to_fit();
}

}  // namespace

int rowsOfNode(const TpetraCrsMatrix& A) {
  const auto n = static_cast<GlobalOrdinal>(A.getGlobalNumRows());
  const RowPatterns rows(A);
  for (const int rowsPerNode : {6, 3, 2})
    if (n % rowsPerNode == 0 && comeIn(*A.getComm(), rows, rowsPerNode)) return rowsPerNode;
  return 1;
}

NodeGraph gatherNodeGraph(const TpetraCrsMatrix& A, int rowsPerNode, long long mostCouplings) {
  const Comm& comm = *A.getComm();
  const bool isRoot = comm.getRank() == 0;
  std::vector<std::vector<std::int64_t>> texts(1, nodesHere(RowPatterns(A), rowsPerNode));
  const long long numCouplings = sumOverRanks(comm, static_cast<long long>(texts[0].size()));
  if (numCouplings > mostCouplings)
    throw InputError("its graph has about " + std::to_string(numCouplings) + " couplings, more than " +
                     std::to_string(mostCouplings));
  std::vector<Message> messages;
  if (!isRoot && !texts[0].empty()) {
    messages.push_back({0, {}});
    append(messages[0].bytes, texts[0].data(), texts[0].size());
  }
  std::vector<Message> received = exchangeSparse(comm, messages);
  NodeGraph graph;
  runOnAllRanks(comm, "the graph of the matrix", [&] {
    if (!isRoot) return;
    for (Message& message : received) {
      std::size_t position = 0;
      texts.push_back(extract<std::int64_t>(message.bytes, position, message.bytes.size() / sizeof(std::int64_t)));
      std::vector<char>().swap(message.bytes);
    }
    const auto n = static_cast<std::int64_t>(A.getGlobalNumRows());
    graph = symmetricGraph(texts, (n + rowsPerNode - 1) / rowsPerNode);
    dropDuplicates(graph);
  });
  return graph;
}

std::int64_t sharedNodes(const NodeGraph& graph, const std::vector<int>& parts) {
  std::int64_t numShared = 0;
  std::vector<int> others;
  for (std::size_t node = 0; node < graph.numNodes(); ++node) {
    others.clear();
    for (std::int64_t k = graph.begin[node]; k < graph.begin[node + 1]; ++k)
      if (parts[graph.neighbours[k]] != parts[node]) others.push_back(parts[graph.neighbours[k]]);
    std::sort(others.begin(), others.end());
    numShared += std::unique(others.begin(), others.end()) - others.begin();
  }
  return numShared;
}

}  // namespace Chronos
