// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowPlacement.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_GraphPartition.hpp"
#include "Chronos_RowMove.hpp"
#include "Chronos_SortedRuns.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace Chronos {
namespace {

constexpr long long mostByItself = 100'000'000;  // couplings, of which METIS does some millions a second

long long sharedColumns(const TpetraCrsMatrix& A) {
  const auto importer = A.getGraph()->getImporter();
  return sumOverRanks(*A.getComm(), importer.is_null() ? 0LL : static_cast<long long>(importer->getNumRemoteIDs()));
}

void checkRows(const Map& rows) {
  const auto numHere = static_cast<GlobalOrdinal>(TrilinosVersion::numLocal(rows));
  const bool isConsecutive = numHere == 0 || rows.getMaxGlobalIndex() - rows.getMinGlobalIndex() + 1 == numHere;
  throwIfAny(*rows.getComm(),
             isConsecutive && rows.getMinAllGlobalIndex() >= 0
                 ? ""
                 : "A matrix whose rows are dealt out anew needs consecutive ones on each rank, from 0 "
                   "on, as readers of files make them.");
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

// The parts of all nodes on rank 0. Collective.
std::vector<int> partsOf(const TpetraCrsMatrix& A, RowPlacement placement, int rowsPerNode, long long sharedBefore) {
  const Comm& comm = *A.getComm();
  const bool isByItself = placement == RowPlacement::automatic;
  const long long most = mostPartitionedCouplings();
  const NodeGraph graph = gatherNodeGraph(A, rowsPerNode, isByItself ? std::min(most, mostByItself) : most);
  std::vector<int> parts;
  runOnAllRanks(comm, "the graph of the matrix", [&] {
    if (comm.getRank() > 0) return;
    parts = partitionGraph(graph, comm.getSize());
    const std::int64_t shared = rowsPerNode * sharedNodes(graph, parts);
    if (isByItself && 2 * shared > sharedBefore)
      throw InputError("a partition would share " + std::to_string(shared) + " columns");
  });
  return parts;
}

void moveByGraph(RowPlacement placement, int rowsPerNode, PlacedMatrix& placed) {
  const TpetraCrsMatrix& A = *placed.matrix;
  const Comm& comm = *A.getComm();
  const std::vector<int> parts = partsOf(A, placement, rowsPerNode, placed.report.sharedBefore);
  const NodeRange mine = nodesOf(*A.getRowMap(), rowsPerNode);
  placed.matrix = moveRows(A, rowsOfParts(*A.getRowMap(), rowsPerNode, mine, partsHere(comm, mine, parts)));
  placed.report.shared = sharedColumns(*placed.matrix);
  placed.report.isByGraph = true;
}

void place(RowPlacement placement, int rowsPerNode, PlacedMatrix& placed) {
  const TpetraCrsMatrix& A = *placed.matrix;
  const int numRanks = A.getComm()->getSize();
  PlacementReport& report = placed.report;
  report.shared = report.sharedBefore = sharedColumns(A);
  if (numRanks == 1) return;
  checkRows(*A.getRowMap());
  if (rowsPerNode == 0) rowsPerNode = rowsOfNode(A);
  const double numNodes = double(A.getGlobalNumRows()) / rowsPerNode;
  report.sharesMuch = sharesMuch(numNodes, double(report.shared) / rowsPerNode, numRanks);
  if (placement == RowPlacement::rows || (placement == RowPlacement::automatic && !report.sharesMuch)) return;
  if (numNodes < numRanks) {
    report.refusal = "there are fewer nodes than ranks";
    return;
  }
  try {
    moveByGraph(placement, rowsPerNode, placed);
  } catch (const InputError& error) {
    if (placement == RowPlacement::graph)
      throw InputError("Rows cannot be dealt out by the graph: " + std::string(error.what()) +
                       ". Take consecutive ones (--partition rows).");
    report.refusal = error.what();
  }
}

}  // namespace

bool sharesMuch(double numNodes, double numShared, int numRanks) {
  constexpr double leastNodesOfRank = 1000, leastShare = 0.25, worthFactor = 3;
  const double sharedByCubes = 6 * (std::cbrt(numRanks) - 1) * std::pow(numNodes, 2.0 / 3);
  return numNodes >= leastNodesOfRank * numRanks && numShared > leastShare * numNodes &&
         numShared > worthFactor * sharedByCubes;
}

PlacedMatrix placeRows(const Teuchos::RCP<TpetraCrsMatrix>& A, RowPlacement placement, int rowsPerNode) {
  Kokkos::Timer timer;
  PlacedMatrix placed{A, {}};
  place(placement, rowsPerNode, placed);
  placed.report.seconds = maxOverRanks(*A->getComm(), timer.seconds());
  return placed;
}

}  // namespace Chronos
