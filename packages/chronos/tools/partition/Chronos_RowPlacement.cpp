// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowPlacement.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_GraphPartition.hpp"
#include "Chronos_RowMove.hpp"
#include "Chronos_SortedRuns.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <cmath>
#include <map>

namespace Chronos {
namespace {

constexpr double leastNodesOfRank = 1000, worthFactor = 3;

long long sharedColumns(const TpetraCrsMatrix& A) {
  const std::size_t numColumns = TrilinosVersion::numLocal(*A.getColMap()),
                    numOwned = TrilinosVersion::numLocal(*A.getDomainMap());
  return sumOverRanks(*A.getComm(), static_cast<long long>(numColumns) - static_cast<long long>(numOwned));
}

// Of a cube that ranks divide into cubes: both sides of 3 (P^(1/3) - 1) planes of N^(2/3) nodes.
double columnsOfCubes(double numNodes, int rowsPerNode, int numRanks) {
  return rowsPerNode * 6 * (std::cbrt(numRanks) - 1) * std::pow(numNodes, 2.0 / 3);
}

// The first node of this rank's rows and the one behind the last.
struct NodeRange {
  std::int64_t first = 0, end = 0;
};

NodeRange nodesOf(const Map& rows, int rowsPerNode) {
  if (TrilinosVersion::numLocal(rows) == 0) return {};
  return {rows.getMinGlobalIndex() / rowsPerNode, rows.getMaxGlobalIndex() / rowsPerNode + 1};
}

// From rank 0, which has the parts of all nodes, those of a rank's own ones.
std::vector<int> partsHere(const Comm& comm, const NodeRange& mine, const std::vector<int>& parts) {
  const auto piece = [&](const NodeRange& nodes) {
    return std::vector<int>(parts.begin() + nodes.first, parts.begin() + nodes.end);
  };
  const bool isRoot = comm.getRank() == 0, asks = !isRoot && mine.end > mine.first;
  std::vector<Message> requests;
  if (asks) {
    requests.push_back({0, {}});
    append(requests[0].bytes, &mine, 1);
  }
  std::vector<Message> answers;
  for (const Message& request : exchangeSparse(comm, requests)) {
    std::size_t position = 0;
    const std::vector<int> asked = piece(extract<NodeRange>(request.bytes, position, 1)[0]);
    answers.push_back({request.rank, {}});
    append(answers.back().bytes, asked.data(), asked.size());
  }
  const std::vector<Message> received = exchangeSparse(comm, answers);
  if (isRoot) return piece(mine);
  if (!asks) return {};
  std::size_t position = 0;
  return extract<int>(received[0].bytes, position, received[0].bytes.size() / sizeof(int));
}

// Each row to the rank of its node's part.
Teuchos::RCP<const Map> rowsOfParts(const Map& rows, int rowsPerNode, const NodeRange& mine,
                                    const std::vector<int>& parts) {
  const Comm& comm = *rows.getComm();
  std::map<int, std::vector<GlobalOrdinal>> rowsFor;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(rows); ++i) {
    const GlobalOrdinal row = rows.getGlobalElement(static_cast<LocalOrdinal>(i));
    rowsFor[parts[row / rowsPerNode - mine.first]].push_back(row);
  }
  std::vector<GlobalOrdinal> owned = std::move(rowsFor[comm.getRank()]);
  rowsFor.erase(comm.getRank());
  std::vector<Message> messages;
  for (const auto& [rank, theirs] : rowsFor) {
    messages.push_back({rank, {}});
    append(messages.back().bytes, theirs.data(), theirs.size());
  }
  for (const Message& message : exchangeSparse(comm, messages)) {
    std::size_t position = 0;
    const auto more = extract<GlobalOrdinal>(message.bytes, position, message.bytes.size() / sizeof(GlobalOrdinal));
    owned.insert(owned.end(), more.begin(), more.end());
  }
  sortRuns(owned);
  return Teuchos::rcp(new Map(rows.getGlobalNumElements(), owned.data(), static_cast<LocalOrdinal>(owned.size()),
                              rows.getIndexBase(), rows.getComm()));
}

Teuchos::RCP<const Map> partitionedRows(const TpetraCrsMatrix& A, int rowsPerNode) {
  const Comm& comm = *A.getComm();
  const Map& rows = *A.getRowMap();
  std::vector<int> parts;
  const NodeGraph graph = gatherNodeGraph(A, rowsPerNode);
  runOnAllRanks(comm, "the graph of the matrix", [&] {
    if (comm.getRank() == 0) parts = partitionGraph(graph, comm.getSize());
  });
  const NodeRange mine = nodesOf(rows, rowsPerNode);
  return rowsOfParts(rows, rowsPerNode, mine, partsHere(comm, mine, parts));
}

void place(RowPlacement placement, int rowsPerNode, PlacedMatrix& placed) {
  const TpetraCrsMatrix& A = *placed.matrix;
  const Comm& comm = *A.getComm();
  PlacementReport& report = placed.report;
  report.shared = report.sharedBefore = sharedColumns(A);
  if (comm.getSize() == 1) return;
  if (rowsPerNode == 0) rowsPerNode = rowsOfNode(A);
  const double numNodes = double(A.getGlobalNumRows()) / rowsPerNode;
  report.wouldGain = numNodes >= leastNodesOfRank * comm.getSize() &&
                     double(report.shared) > worthFactor * columnsOfCubes(numNodes, rowsPerNode, comm.getSize());
  const bool isWanted = placement == RowPlacement::graph ? numNodes >= comm.getSize()
                                                         : placement == RowPlacement::automatic && report.wouldGain;
  if (!isWanted || (placement == RowPlacement::automatic && !hasGraphPartitioner())) return;
  Teuchos::RCP<const Map> rows;
  try {
    rows = partitionedRows(A, rowsPerNode);
  } catch (const InputError&) {
    if (placement == RowPlacement::graph) throw;
    return;
  }
  placed.matrix = moveRows(A, rows);
  report.shared = sharedColumns(*placed.matrix);
  report.isByGraph = true;
}

}  // namespace

PlacedMatrix placeRows(const Teuchos::RCP<TpetraCrsMatrix>& A, RowPlacement placement, int rowsPerNode) {
  Kokkos::Timer timer;
  PlacedMatrix placed{A, {}};
  place(placement, rowsPerNode, placed);
  placed.report.seconds = maxOverRanks(*A->getComm(), timer.seconds());
  return placed;
}

}  // namespace Chronos
