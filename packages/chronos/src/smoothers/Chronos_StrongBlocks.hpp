// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STRONGBLOCKS_HPP
#define CHRONOS_STRONGBLOCKS_HPP

#include "Chronos_EnvelopeAssembly.hpp"

namespace Chronos {

/// \brief Blocks of nodes that hang together: each node in one of them, and with an overlap their neighbours too.
/// Local.
///
/// A block begins with the first node that is free and takes in, one after the other, the free node that is coupled to
/// it most, until it has `numNodes` or none is left: where couplings are of one size it grows breadth first, where
/// those of one direction are larger along that. Couplings of unknowns are |a_ij| / sqrt(a_ii a_jj), those of two
/// nodes, and of a node and a block, their sums. Then `overlap` times all neighbours on this rank join. One thread; a
/// pass over A, and over the neighbours of a block for each of its nodes.
/// \param A with a positive diagonal
/// \param node of each row, 0 to highest: nodes of this rank
/// \param numNodes at least 1
/// \param overlap layers of neighbours, at least 0
BlockLists strongBlocks(const RowsOnHost& A, const std::vector<int>& node, int numNodes, int overlap);

}  // namespace Chronos

#endif
