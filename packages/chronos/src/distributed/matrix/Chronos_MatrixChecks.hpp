// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXCHECKS_HPP
#define CHRONOS_MATRIXCHECKS_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief Throws InputError on all ranks unless the matrix can be a symmetric positive definite one. Collective.
///
/// Checked, in this order: every entry finite; every diagonal entry stored and positive, none subnormal; symmetric. One
/// reduction says whether anything is wrong. Messages name the row, counted from 0.
/// Symmetry is tested by u^T A v = v^T A u for two random vectors, which takes two products; only when that fails is
/// the transpose formed, to name an entry.
/// What only a factorisation can tell (a negative eigenvalue) shows later, as a BreakdownError of the solve.
/// \param isSymmetric whether it has to be
void checkMatrix(const DistMatrix<double>& A, bool isSymmetric = true);

/// \brief The part that can be said before a DistMatrix is made. Collective.
///
/// Fill complete; square; not empty; row, range and domain map own the same indices.
void checkShape(const TpetraCrsMatrix& matrix);

}  // namespace Chronos

#endif
