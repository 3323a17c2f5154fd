// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODECOUPLINGS_HPP
#define CHRONOS_NODECOUPLINGS_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief Shares of the nodes of a body, of those with a neighbour, by Frobenius' norms of the blocks A_IJ that couple
/// them.
struct NodeCouplings {
  /// \brief Nodes that hang on one neighbour as in a column of flat cells: by at least 0.445, measured as
  /// |A_IJ| / max(|A_II|, |A_JJ|).
  ///
  /// Where cells are flat, what couples a node with those above and below outweighs all else, so that a column is
  /// nearly the second difference [-1 2 -1]: the measure goes to 1/2, and by the larger diagonal it does so at the
  /// ends of a column, too. Bricks as high as wide have 0.16, half as high 0.33, a third 0.41, a quarter 0.45, a
  /// fifth 0.467, a tenth 0.492 (Poisson's ratio 0.3; a third 0.466 with 0.45); tetrahedra of ordinary meshes 0.16 to
  /// 0.33. Plates of one cell, and layers of one cell whose moduli jump, measure twice as much.
  double flat = 0;
  /// Nodes whose weakest coupling is below a thousandth of the strongest, as where moduli jump from cell to cell.
  double uneven = 0;
};

/// \brief One reading of A. Collective.
///
/// Blocks of at most 1e-12 of the larger on the diagonal couple nothing.
/// \return zeros where on some rank rows and columns do not come in threes (DistMatrix::nodes())
NodeCouplings nodeCouplings(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
