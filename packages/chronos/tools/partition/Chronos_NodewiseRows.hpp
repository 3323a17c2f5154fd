// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEWISEROWS_HPP
#define CHRONOS_NODEWISEROWS_HPP

#include "Chronos_Types.hpp"

namespace Chronos {

/// \brief Numbers of unknowns by component, c numNodes + i, and by node, i perNode + c, for component c of node i: what
/// finite element codes call unknowns ordered by variable, and by node. From 0 on.
struct ComponentNumbers {
  GlobalOrdinal numNodes = 0, perNode = 1;

  GlobalOrdinal byNode(GlobalOrdinal byComponent) const {
    return byComponent % numNodes * perNode + byComponent / numNodes;
  }
  GlobalOrdinal byComponent(GlobalOrdinal byNode) const { return byNode % perNode * numNodes + byNode / perNode; }
};

/// \brief The unknowns of a matrix that is numbered by component, numbered by node: a rank has consecutive rows, whole
/// nodes, as many as others. Collective; each entry travels once.
/// \param A fill-complete and square, global indices from 0 on
/// \throws InputError on all ranks where the number of rows is no multiple of `perNode`, or memory is short
Teuchos::RCP<TpetraCrsMatrix> numberedByNodes(const TpetraCrsMatrix& A, int perNode);

/// The rows of a map by node, with their numbers by component. Collective.
Teuchos::RCP<const Map> mapByComponents(const Map& byNodes, int perNode);

/// The same numbers, called by others: a map of as many rows on each rank. Local; x keeps its values.
inline TpetraMultiVector calledBy(const TpetraMultiVector& x, const Teuchos::RCP<const Map>& numbers) {
  TpetraMultiVector view(x, Teuchos::View);
  view.replaceMap(numbers);
  return view;
}

}  // namespace Chronos

#endif
