// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WHOLEBLOCKS_HPP
#define CHRONOS_WHOLEBLOCKS_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// Unknowns of a node, at most, that withWholeBlocks() takes.
constexpr int largestBlock = 6;

/// \brief A matrix whose rows and columns come in blocks: A itself where all of its blocks are whole, in the order of
/// numbers, else a copy with zeros in the entries that are missing. Collective.
///
/// All rows of a node then have the same columns, and entry `size` k + c of each is the one of unknown c of the k-th
/// node.
/// \param A unknowns are numbered node by node, those of a node by one rank (nodesAreWhole()); row map and domain map
///        alike
/// \param size unknowns of a node, 1 to largestBlock
Teuchos::RCP<const DistMatrix<double>> withWholeBlocks(const Teuchos::RCP<const DistMatrix<double>>& A, int size);

}  // namespace Chronos

#endif
