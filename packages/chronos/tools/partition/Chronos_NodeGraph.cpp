// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeGraph.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

// Rows of this rank on the host, with global columns.
class RowPatterns {
 public:
  explicit RowPatterns(const TpetraCrsMatrix& A)
      : local_(A.getLocalMatrixHost()),
        firstRow_(numRows() > 0 ? A.getRowMap()->getMinGlobalIndex() : 0),
        globals_(TrilinosVersion::numLocal(*A.getColMap())) {
    for (std::size_t col = 0; col < globals_.size(); ++col)
      globals_[col] = A.getColMap()->getGlobalElement(static_cast<LocalOrdinal>(col));
  }

  GlobalOrdinal firstRow() const { return firstRow_; }
  GlobalOrdinal endRow() const { return firstRow_ + static_cast<GlobalOrdinal>(numRows()); }

  // column / rowsPerNode of each entry, ascending, each once.
  void nodesOf(GlobalOrdinal row, int rowsPerNode, std::vector<std::int64_t>& nodes) const {
    const std::int64_t at = row - firstRow_;
    nodes.clear();
    for (auto k = local_.graph.row_map(at); k < local_.graph.row_map(at + 1); ++k)
      nodes.push_back(globals_[local_.graph.entries(k)] / rowsPerNode);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }

 private:
  std::size_t numRows() const { return static_cast<std::size_t>(local_.numRows()); }

  decltype(std::declval<TpetraCrsMatrix>().getLocalMatrixHost()) local_;
  GlobalOrdinal firstRow_;
  std::vector<GlobalOrdinal> globals_;
};

GlobalOrdinal firstMultiple(GlobalOrdinal from, int factor) {
  return (from + factor - 1) / factor * factor;
}

// Whether all rows of the node that begins here have the columns of whole nodes, and the same ones.
bool isNode(const RowPatterns& rows, GlobalOrdinal first, int rowsPerNode, std::vector<std::int64_t>& columns,
            std::vector<std::int64_t>& others) {
  rows.nodesOf(first, 1, columns);
  if (columns.size() % rowsPerNode != 0) return false;
  for (std::size_t k = 0; k < columns.size(); k += rowsPerNode)
    if (columns[k] % rowsPerNode != 0 || columns[k + rowsPerNode - 1] != columns[k] + rowsPerNode - 1) return false;
  for (int row = 1; row < rowsPerNode; ++row) {
    rows.nodesOf(first + row, 1, others);
    if (others != columns) return false;
  }
  return true;
}

bool comeIn(const RowPatterns& rows, int rowsPerNode) {
  constexpr GlobalOrdinal everyNode = 16;  // a partition needs to know, not to be sure
  std::vector<std::int64_t> columns, others;
  for (GlobalOrdinal first = firstMultiple(rows.firstRow(), rowsPerNode); first + rowsPerNode <= rows.endRow();
       first += everyNode * rowsPerNode)
    if (!isNode(rows, first, rowsPerNode, columns, others)) return false;
  return true;
}

// Node and number of neighbours, then these, for each node whose first row is here.
std::vector<std::int64_t> nodesHere(const RowPatterns& rows, int rowsPerNode) {
  std::vector<std::int64_t> text, nodes;
  for (GlobalOrdinal first = firstMultiple(rows.firstRow(), rowsPerNode); first < rows.endRow(); first += rowsPerNode) {
    rows.nodesOf(first, rowsPerNode, nodes);
    const std::int64_t node = first / rowsPerNode;
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
}

}  // namespace

int rowsOfNode(const TpetraCrsMatrix& A) {
  const Comm& comm = *A.getComm();
  const auto n = static_cast<GlobalOrdinal>(A.getGlobalNumRows());
  const RowPatterns rows(A);
  for (const int rowsPerNode : {6, 3, 2})
    if (n % rowsPerNode == 0 && minOverRanks(comm, static_cast<long long>(comeIn(rows, rowsPerNode))) > 0)
      return rowsPerNode;
  return 1;
}

NodeGraph gatherNodeGraph(const TpetraCrsMatrix& A, int rowsPerNode) {
  const Comm& comm = *A.getComm();
  const bool isRoot = comm.getRank() == 0;
  std::vector<std::vector<std::int64_t>> texts(1, nodesHere(RowPatterns(A), rowsPerNode));
  std::vector<Message> messages;
  if (!isRoot && !texts[0].empty()) {
    messages.push_back({0, {}});
    append(messages[0].bytes, texts[0].data(), texts[0].size());
  }
  std::vector<Message> received = exchangeSparse(comm, messages);
  if (!isRoot) return {};
  for (Message& message : received) {
    std::size_t position = 0;
    texts.push_back(extract<std::int64_t>(message.bytes, position, message.bytes.size() / sizeof(std::int64_t)));
    std::vector<char>().swap(message.bytes);
  }
  const auto n = static_cast<std::int64_t>(A.getGlobalNumRows());
  NodeGraph graph = symmetricGraph(texts, (n + rowsPerNode - 1) / rowsPerNode);
  dropDuplicates(graph);
  return graph;
}

}  // namespace Chronos
