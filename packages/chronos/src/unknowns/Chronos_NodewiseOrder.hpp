// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEWISEORDER_HPP
#define CHRONOS_NODEWISEORDER_HPP

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_DistMatrix.hpp"
#include "Chronos_NearKernelInput.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {

/// \brief Rows of a rank in an order in which those of a node follow each other, all components of it: what the matrix
/// lacks of a node has a row in this order, too, with its diagonal alone. Row k i + c is that of component c of node i,
/// and the global numbers are consecutive, rank after rank.
class NodewiseOrder {
 public:
  using Places = Kokkos::View<LocalOrdinal*, Device>;

  /// \param rows of the matrix
  /// \param numNodes of this rank
  /// \param places k i + c of each row of this rank, no two the same; of each node one row at least. Collective.
  NodewiseOrder(const Teuchos::RCP<const Map>& rows, int perNode, LocalOrdinal numNodes, const Places& places);

  /// \brief Of rows that each rank has component by component, all first unknowns of its m nodes, then all second ones:
  /// row c m + i becomes k i + c. Collective.
  /// \param rows of which each rank has a multiple of `perNode`
  static Teuchos::RCP<const NodewiseOrder> ofComponents(const Teuchos::RCP<const Map>& rows, int perNode);

  int unknownsPerNode() const { return perNode_; }
  /// Rows in this order.
  const Teuchos::RCP<const Map>& map() const { return map_; }
  /// Unknowns of nodes of all ranks that the matrix lacks. Local.
  long long numLacking() const { return TrilinosVersion::numGlobal(*map_) - TrilinosVersion::numGlobal(*rows_); }

  /// \brief A copy of A in this order. Collective; two readings of A, and as many of the copy where nodes lack
  /// unknowns: then it has zeros for these, since products, factors and aggregates by nodes want rows of a node alike.
  /// \param A square, with these rows
  Teuchos::RCP<const DistMatrix<double>> matrix(const DistMatrix<double>& A) const;

  /// \brief What was given with a row an unknown, or a node, in this order: vectors are zero where the matrix lacks an
  /// unknown. Positions with a row a node are those of all nodes in the order of their rows, by global indices; of
  /// components, where that says nothing, rank after rank. Collective.
  /// \param given without components
  /// \throws InputError on all ranks where an unknown has no row, or there are not as many positions as nodes
  NearKernelInput input(const NearKernelInput& given) const;

  /// Vectors on map() on the rows of the matrix. Local.
  TestSpace inRows(const TestSpace& V) const;

  /// y = x in this order, and y = alpha x + beta y on the rows of the matrix. Local.
  void toNodes(const ConstBlock& x, const Block& y) const;
  void toRows(const ConstBlock& x, double alpha, double beta, const Block& y) const;

 private:
  enum class Lacking { zero, asOfNode };
  Teuchos::RCP<const TpetraMultiVector> orderedPositions(const Teuchos::RCP<const TpetraMultiVector>& given) const;
  Teuchos::RCP<const TpetraMultiVector> ordered(const Teuchos::RCP<const TpetraMultiVector>& V, const std::string& what,
                                                Lacking lacking) const;

  Teuchos::RCP<const Map> rows_, map_;
  int perNode_;
  Places places_, rowAt_;  // of each row, and the other way round: -1 where the matrix lacks an unknown
};

}  // namespace Chronos

#endif
