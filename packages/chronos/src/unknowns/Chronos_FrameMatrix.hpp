// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FRAMEMATRIX_HPP
#define CHRONOS_FRAMEMATRIX_HPP

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief What tells where the nodes of frames and shells are, which have three displacements and three rotations.
///
/// A rotation about axis k displaces a node at x by J_k x, J_k = [e_k]_x, and turns it by e_k. Without supports it
/// costs no energy (u: displacements, t: rotations):
///
///     A_uu J_k x + A_ut e_k = 0,    A_tu J_k x + A_tt e_k = 0.
///
/// Of the first follows sum_k J_k^T A_uu J_k x = f, f_i = sum_k e_k x (T_i e_k), T_i = sum_j (A_ut)_ij: a linear system
/// with the PositionMatrix of A_uu, which lacks what supports took. That may make positions wrong by a factor, which
/// the second tells, exact at nodes without a support beside them.
class FrameMatrix {
 public:
  static constexpr int numUnknowns = 6, numDisplacements = 3;

  /// \param A whole blocks of six (withWholeBlocks()): displacements along x, y, z, rotations about them
  explicit FrameMatrix(const Teuchos::RCP<const DistMatrix<double>>& A) : A_(A) {}

  /// \brief A_uu; nodes keep their ranks, and the order of their numbers. Collective.
  Teuchos::RCP<const DistMatrix<double>> displacements() const;

  /// f: three entries a node. Local; one reading.
  Vector forces() const;

  struct Factor {
    double value = 0;  ///< by which positions are to be multiplied; 0 where no node tells
    double left = 1;   ///< relative, of moments where positions are: 0 where they are right, 1 where they tell nothing
  };

  /// \brief The factor c for which c A_tu J_k x + A_tt e_k is least: the mean of nodes without a support beside them,
  /// each relative to its A_tt e_k. Collective; one reading.
  /// \param x three entries a node
  Factor factorOf(const ConstVector& x) const;

 private:
  Teuchos::RCP<const DistMatrix<double>> A_;
};

}  // namespace Chronos

#endif
