// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GRAPHPARTITION_HPP
#define CHRONOS_GRAPHPARTITION_HPP

#include "Chronos_NodeGraph.hpp"

namespace Chronos {

/// Whether this build has METIS. Local.
bool hasGraphPartitioner();

/// Couplings, each from both ends, and nodes that the integers of METIS can count. Local.
/// \throws InputError without METIS
long long mostPartitionedCouplings();

/// \brief Parts with about as many couplings that share few of them: multilevel k-way partitioning of METIS (Karypis
/// and Kumar 1998, references). The same graph has the same parts. Local.
/// \param numParts at least 2, at most the number of nodes
/// \return part of each node, 0 to numParts - 1; parts may be empty
/// \throws InputError without METIS, or where METIS does not do it, which the message tells
std::vector<int> partitionGraph(const NodeGraph& graph, int numParts);

}  // namespace Chronos

#endif
