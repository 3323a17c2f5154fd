// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_POSITIONMATRIX_HPP
#define CHRONOS_POSITIONMATRIX_HPP

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief The matrix whose kernel tells where the nodes of a body are.
///
/// Rotations about the axes displace a node at x by J_k x, J_k = [e_k]_x (in a plane by J x, a quarter turn), and cost
/// a body without supports no energy. So H = sum_k J_k^T A J_k, by blocks H_ij = tr(A_ij) I - A_ij^T, sends positions
/// to zero as A does rotations, and constants as A does translations: of all fields of a connected body these alone,
/// but for a factor of the positions. One vector of the kernel of H, beside constants, is enough for all rotations.
///
/// H is symmetric positive definite as A is. Unknowns whose diagonal is alone count in it as large as the node's others
/// where they are few, and not at all where they are many and something else is left. Products go without what supports
/// took from the rows:
/// blocks of nodes that lack such unknowns are filled from the others' symmetry, H', and block sums S_i = sum_j H'_ij
/// taken off, so that H' - S sends constants to zero. It is not symmetric where H'_ij are not, and wrong by the strain
/// of the layer beside a support, or in a plane of nodes that lack an unknown.
class PositionMatrix {
 public:
  /// \param A with whole blocks (withWholeBlocks()) of `size` unknowns, 2 or 3. Collective; four readings, seven where
  /// nodes lack unknowns, whose entries are held twice.
  PositionMatrix(const DistMatrix<double>& A, int size);

  const Teuchos::RCP<const DistMatrix<double>>& matrix() const { return H_; }
  int size() const { return size_; }

  /// y = (H' - S) x. Collective.
  void apply(const ConstVector& x, const Vector& y) const;

  /// \brief Constants of nodes with a connection, zero at others: `size` columns, as long as each other, orthogonal.
  /// Local.
  TestVectors constants() const;

  /// \brief Share of the nodes, of those with neighbours, whose forces (H' - S) x do not cancel but for a tenth of
  /// sum_j |H'_ij| |x_j - x_i|: of positions those beside supports, of numbers that do not belong to neighbours nearly
  /// all. Collective.
  double unbalancedShare(const ConstVector& x) const;

 private:
  template <class Blocks>
  Teuchos::RCP<const DistMatrix<double>> formed(const DistMatrix<double>& A, const Blocks& blocks) const;

  int size_;
  Teuchos::RCP<const DistMatrix<double>> H_, filled_;
  TestVectors sums_;  // row by row, a column an unknown of the node
};

}  // namespace Chronos

#endif
