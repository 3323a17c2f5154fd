// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEGRAPH_HPP
#define CHRONOS_NODEGRAPH_HPP

#include "Chronos_Types.hpp"

#include <cstdint>
#include <vector>

namespace Chronos {

/// \brief Nodes of a matrix and which others each is coupled with, all on one rank.
///
/// Symmetric, whatever the pattern of the matrix is; no node is its own neighbour, none is listed twice.
struct NodeGraph {
  std::vector<std::int64_t> begin{0};  ///< first neighbour of each node, and the end
  std::vector<std::int64_t> neighbours;

  std::size_t numNodes() const { return begin.size() - 1; }
};

/// \brief How many rows that follow each other are a node: most of a sample come in sixes, threes or twos with one
/// pattern. 1 where they do not. Collective.
/// \param A fill-complete; global indices from 0, consecutive on each rank
int rowsOfNode(const TpetraCrsMatrix& A);

/// \brief The graph on rank 0, an empty one on others. Collective.
///
/// Rank 0 needs 48 bytes for each coupled pair of nodes at the peak.
/// \param A as above
/// \param rowsPerNode node of row g: g / rowsPerNode
/// \param mostCouplings about so many may be gathered, each end of a pair and each node counted
/// \throws InputError on all ranks where there are more, before anything is gathered, or memory is short on rank 0
NodeGraph gatherNodeGraph(const TpetraCrsMatrix& A, int rowsPerNode, long long mostCouplings);

/// Nodes of other parts that parts are coupled with, added over parts. Local.
std::int64_t sharedNodes(const NodeGraph& graph, const std::vector<int>& parts);

}  // namespace Chronos

#endif
