// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FLATNODES_HPP
#define CHRONOS_FLATNODES_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief Share of the nodes of a body that hang on one neighbour as in a column of flat cells: by at least 0.445,
/// measured as |A_IJ| / max(|A_II|, |A_JJ|) in Frobenius' norm. Collective; one reading of A.
///
/// Where cells are flat, what couples a node with those above and below outweighs all else, so that a column is nearly
/// the second difference [-1 2 -1]: the measure goes to 1/2, and by the larger diagonal it does so at the ends of a
/// column, too. Bricks as high as wide have 0.16, half as high 0.33, a third 0.41, a quarter 0.45, a fifth 0.467, a
/// tenth 0.492 (Poisson's ratio 0.3; a third 0.466 with 0.45); tetrahedra of ordinary meshes 0.16 to 0.33. Plates of
/// one cell, and layers of one cell whose moduli jump, measure twice as much.
/// \return of nodes with a neighbour; 0 where on some rank rows and columns do not come in threes (DistMatrix::nodes())
double shareOfFlatNodes(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
