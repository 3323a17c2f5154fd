// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_WholeNodes.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_RowMove.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <vector>

namespace Chronos {
namespace {

std::vector<GlobalOrdinal> columnsOf(const TpetraCrsMatrix& A, std::size_t row) {
  const auto local = A.getLocalMatrixHost();
  std::vector<GlobalOrdinal> columns;
  for (auto entry = local.graph.row_map(row); entry < local.graph.row_map(row + 1); ++entry)
    columns.push_back(A.getColMap()->getGlobalElement(local.graph.entries(entry)));
  std::sort(columns.begin(), columns.end());
  return columns;
}

// Of the last row of the rank before; none where that has no rows, or there is none.
std::vector<GlobalOrdinal> columnsBefore(const TpetraCrsMatrix& A) {
  const Comm& comm = *A.getComm();
  const std::size_t numRows = TrilinosVersion::numLocal(*A.getRowMap());
  std::vector<Message> messages;
  if (numRows > 0 && comm.getRank() + 1 < comm.getSize()) {
    const std::vector<GlobalOrdinal> columns = columnsOf(A, numRows - 1);
    messages.push_back({comm.getRank() + 1, {}});
    append(messages[0].bytes, columns.data(), columns.size());
  }
  const std::vector<Message> received = exchangeSparse(comm, messages);
  if (received.empty()) return {};
  std::size_t position = 0;
  return extract<GlobalOrdinal>(received[0].bytes, position, received[0].bytes.size() / sizeof(GlobalOrdinal));
}

// Longer runs are no nodes.
constexpr std::size_t mostTorn = 5;

// A rank keeps a row, so that no node has to move over several.
std::size_t numTornRows(const TpetraCrsMatrix& A, const std::vector<GlobalOrdinal>& before) {
  const std::size_t numRows = TrilinosVersion::numLocal(*A.getRowMap());
  std::size_t numTorn = 0;
  if (before.size() < 2) return 0;
  while (numTorn < numRows && numTorn <= mostTorn && columnsOf(A, numTorn) == before) ++numTorn;
  return numTorn == numRows || numTorn > mostTorn ? 0 : numTorn;
}

std::size_t numTornOfNext(const Comm& comm, std::size_t numTorn) {
  std::vector<Message> messages;
  if (numTorn > 0) {
    messages.push_back({comm.getRank() - 1, {}});
    append(messages[0].bytes, &numTorn, 1);
  }
  const std::vector<Message> received = exchangeSparse(comm, messages);
  std::size_t position = 0;
  return received.empty() ? 0 : extract<std::size_t>(received[0].bytes, position, 1)[0];
}

}  // namespace

Teuchos::RCP<TpetraCrsMatrix> withWholeNodes(const Teuchos::RCP<TpetraCrsMatrix>& A) {
  const Teuchos::RCP<const Comm> comm = A->getComm();
  const std::size_t numTorn = numTornRows(*A, columnsBefore(*A));
  if (sumOverRanks(*comm, static_cast<long long>(numTorn)) == 0) return A;
  const std::size_t numHere = TrilinosVersion::numLocal(*A->getRowMap()) - numTorn + numTornOfNext(*comm, numTorn);
  return moveRows(*A, contiguousMap(numHere, comm, A->getRowMap()->getMinAllGlobalIndex()));
}

}  // namespace Chronos
