// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODENUMBERING_HPP
#define CHRONOS_NODENUMBERING_HPP

#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {

/// The nodes of a rank and which of them its unknowns belong to.
struct NodeNumbering {
  Teuchos::RCP<const Map> map;                              ///< of the nodes, by ascending global number on each rank
  Kokkos::View<const LocalOrdinal*, Device> nodeOfUnknown;  ///< local number of each one's node
};

/// \brief Numbers the nodes of a rank's unknowns. Collective.
///
/// Nodes may have any numbers, with gaps, and any number of unknowns each, which need not be neighbours in
/// the matrix. Where each is the index of a row of its rank and the row map is contiguous, they are numbered anew
/// without gaps in the same order; else they keep their numbers.
/// \throws InputError on all ranks when `nodes` has not one entry for each owned row, or unknowns of a node
/// lie on more than one rank
NodeNumbering numberNodes(const DistMatrix<double>& A, const UnknownNodes& nodes);

/// \brief Nodes of the coarse unknowns, in the order of splitting.coarseMap: NearKernel::nodes of the next
/// level. Collective.
///
/// Nodes with a coarse unknown are numbered anew without gaps: rank after rank, within a rank as before.
/// \param nodes as numberNodes() has taken them
/// \param splitting of the rows; single unknowns may have been made coarse after the nodes were split
UnknownNodes coarseNodes(const DistMatrix<double>& A, const UnknownNodes& nodes, const Splitting& splitting);

}  // namespace Chronos

#endif
