// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODALCOARSENING_HPP
#define CHRONOS_NODALCOARSENING_HPP

#include "Chronos_NodeNumbering.hpp"

namespace Chronos {

/// What coarsening by nodes gives: as of unknowns, so that interpolation sees no difference.
struct NodalCoarsening {
  StrongFlags strong;   ///< of A's entries: between strongly connected nodes and within a node; never the diagonal
  Splitting splitting;  ///< of A's rows; the unknowns of a node are all coarse or all fine, but for isolated ones
};

/// \brief The matrix of nodes: on the diagonal ||A_II||_F, elsewhere -||A_IJ||_F. Collective.
///
/// The signs are those that classical strength expects of strong connections. The sums of squares are the
/// product Z^T (A o A) Z with Z the matrix of unknowns and nodes: our sparse product condenses, on the device
/// and in fixed order.
/// \return numbering.map() x numbering.map()
DistMatrix<double> nodeMatrix(const DistMatrix<double>& A, const NodeNumbering& numbering);

/// \brief Strength of connection and PMIS on the nodes of a system. Collective.
///
/// Unknowns of a node share its fate, so that coarse nodes keep all their degrees of freedom and their
/// rigid-body modes. A row with no entry but the diagonal (a boundary condition) is isolated whatever its
/// node does: nothing to interpolate. Ties of PMIS go by a hash of the node's global number.
/// \param nodes global number of the node of each owned unknown: NearKernel::nodes, or nodesOfBlocks()
/// \param strength of the matrix of nodes; maximum row sums are those of its norms
/// \param numAggressivePaths 0: PMIS; otherwise aggressive PMIS with so many paths
/// \throws InputError as numberNodes() does, and for affinity, which needs rows of one length
NodalCoarsening coarsenNodes(const DistMatrix<double>& A, const UnknownNodes& nodes, const StrengthParameters& strength,
                             int numAggressivePaths = 0);
/// The same of nodes that are numbered.
NodalCoarsening coarsenNodes(const DistMatrix<double>& A, const NodeNumbering& numbering,
                             const StrengthParameters& strength, int numAggressivePaths = 0);

}  // namespace Chronos

#endif
