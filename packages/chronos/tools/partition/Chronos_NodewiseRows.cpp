// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodewiseRows.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_EvenShare.hpp"
#include "Chronos_RowMove.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <vector>

namespace Chronos {
namespace {

ComponentNumbers numbersOf(const Map& rows, int perNode) {
  const auto numRows = static_cast<GlobalOrdinal>(rows.getGlobalNumElements());
  if (numRows % perNode != 0)
    throw InputError(std::to_string(numRows) + " rows are no nodes of " + std::to_string(perNode) +
                     " unknowns each, as numbers by component need.");
  return {numRows / perNode, perNode};
}

}  // namespace

Teuchos::RCP<TpetraCrsMatrix> numberedByNodes(const TpetraCrsMatrix& A, int perNode) {
  const Teuchos::RCP<const Comm> comm = A.getComm();
  const ComponentNumbers numbers = numbersOf(*A.getRowMap(), perNode);
  const auto rows = EvenShare(numbers.numNodes * perNode, comm->getSize(), perNode).map(comm);
  return moveRows(A, rows, [numbers](GlobalOrdinal number) { return numbers.byNode(number); });
}

Teuchos::RCP<const Map> mapByComponents(const Map& byNodes, int perNode) {
  const ComponentNumbers numbers = numbersOf(byNodes, perNode);
  std::vector<GlobalOrdinal> mine(TrilinosVersion::numLocal(byNodes));
  for (std::size_t i = 0; i < mine.size(); ++i)
    mine[i] = numbers.byComponent(byNodes.getGlobalElement(static_cast<LocalOrdinal>(i)));
  return Teuchos::rcp(new Map(byNodes.getGlobalNumElements(), mine.data(), static_cast<LocalOrdinal>(mine.size()),
                              byNodes.getIndexBase(), byNodes.getComm()));
}

}  // namespace Chronos
