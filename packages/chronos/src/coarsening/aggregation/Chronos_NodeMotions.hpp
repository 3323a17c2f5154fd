// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEMOTIONS_HPP
#define CHRONOS_NODEMOTIONS_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_PackedProduct.hpp"
#include "Chronos_StrongNodes.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// \brief Nodes with as many unknowns as there are near-kernel vectors: each moves as a rigid body, and of such bodies
/// a coarse level of a solid is made.
///
/// The rows R_I of the test space on the unknowns of node I are a square matrix. Where node I moves by e, all others
/// follow by R_J R_I^-1 e, but those of a set C rest, the force on I is K_I(C) e,
///   K_I(C) = A_II + sum_{J not in C} A_IJ R_J R_I^-1:
/// nothing but supports holds I if C is empty, A_II where C is everything. C holds I if no force is small, measured by
/// A_II = L L^T: the singular values of L^-1 K_I(C) L^-T are above a small constant (NodeHold::leastHold). So the
/// weakest direction counts, and what several nodes of C hold adds up. A ball joint at one point holds three directions
/// of six, a hinge five. The work e^T K e would not do: where elements couple more than two nodes, K_I(C) is not
/// symmetric, nor its symmetric part definite, though a face holds well.
///
/// Views of one rank; entries of `ofColumn` beyond the owned columns are those of other ranks.
struct NodeMotions {
  static constexpr int mostMotions = 8;  // what a row of `ofColumn` has place for

  int numVectors;
  CsrMatrix<double, Device> A;
  Kokkos::View<const LocalOrdinal*, Device> nodeOfColumn;              ///< -1 on other ranks
  Kokkos::View<const LocalOrdinal*, Device> columnOf;                  ///< of an owned row
  Kokkos::View<const PackedRow<mostMotions>*, Device> ofColumn;        ///< the column's row of the test space
  Kokkos::View<const LocalOrdinal*, Device> firstUnknown;              ///< of a node; -1: nothing is known about it
  Kokkos::View<const double**, Kokkos::LayoutRight, Device> inverses;  ///< R_I^-1, row after row

  KOKKOS_INLINE_FUNCTION bool isKnown(LocalOrdinal node) const { return firstUnknown(node) >= 0; }
  /// The same with nothing known about any node.
  NodeMotions withoutKnown() const;
};

/// Whether bodies that move in so many ways are known: 3 in a plane, 6 in a solid.
bool areMotionsOfBodies(int numMotions);

/// \brief Collective.
///
/// Nothing is known about a node whose unknowns do not lie one behind the other or are more or fewer than the vectors,
/// whose R_I is singular to 1e-10 (rows and columns of length one) or has no more than one entry a row (translations
/// alone). Nor is it asked for where a node has no weak coupling, which is for speed: hinges are between stiff parts,
/// with something soft around them. Where all others follow and the symmetric part of the force is below -0.3 A_II, the
/// vectors are not near the kernel: such a node counts as held.
/// \param A symmetric, rows and columns the same unknowns
/// \param nodeOfUnknown of the owned rows, in [0, graph.numNodes)
/// \param V test space with a number of vectors for which areMotionsOfBodies()
/// \param graph of the nodes and their strong connections, as long as the rows of their matrix
NodeMotions nodeMotions(const DistMatrix<double>& A, const Kokkos::View<const LocalOrdinal*, Device>& nodeOfUnknown,
                        const TestSpace& V, const StrongNodes<Device>& graph);

}  // namespace Chronos

#endif
