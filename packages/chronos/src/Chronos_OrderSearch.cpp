// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OrderSearch.hpp"

#include "Chronos_Numbering.hpp"
#include "Chronos_PartialNodes.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// Unknowns of a node that somebody told; less than 2 where nobody did. Collective.
int toldUnknowns(const Map& rows, const Parameters& parameters, const NearKernelInput& input) {
  int told = unknownsNumberedPerNode(input, rows);
  if (told < 2) told = input.degreesOfFreedom;
  if (told < 2 && parameters.type == "amg") told = std::max(0, parameters.amg.testSpace.degreesOfFreedom);
  return told;
}

}  // namespace

bool looksForOrder(const Parameters& parameters, const NearKernelInput& input) {
  return parameters.checkMatrix && input.numbering == UnknownNumbering::automatic;
}

Teuchos::RCP<const NodewiseOrder> findOrder(const DistMatrix<double>& A, const Parameters& parameters,
                                            const NearKernelInput& input) {
  const Teuchos::RCP<const Map> rows = A.rowMap();
  const bool isTold = input.degreesOfFreedom == 1 || hasComponents(input, *rows->getComm());
  if (!looksForOrder(parameters, input) || isTold) return Teuchos::null;
  const int told = toldUnknowns(*rows, parameters, input), byComponents = unknownsByComponentsOfRanks(A, told);
  if (byComponents > 0) return NodewiseOrder::ofComponents(rows, byComponents);
  const WholeNodes areWhole = wholeNodesByPositions(input, *rows, told);
  return areWhole == WholeNodes::yes ? Teuchos::null : orderOfPartialNodes(A, told < 2 ? 0 : told, areWhole);
}

UnknownOrder kindOf(const Teuchos::RCP<const NodewiseOrder>& order) {
  if (order.is_null()) return UnknownOrder::asGiven;
  return order->numLacking() > 0 ? UnknownOrder::lacking : UnknownOrder::byComponents;
}

}  // namespace Chronos
