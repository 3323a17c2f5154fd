// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHVECTOR_HPP
#define CHRONOS_SMOOTHVECTOR_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// Of the largest entry, in units of the inverse root of the diagonal: what a vector to scale by has at least.
constexpr double smallestScale = 1e-8;

/// \brief v^T A v / v^T D v, D the diagonal of A: what is left of v where A sends it nearly to zero. Collective.
double relativeEnergy(const DistMatrix<double>& A, const ConstVector& v);

/// \brief A positive vector w of small relativeEnergy(): where unknowns of diffusion have units of their own, W A W,
/// W = diag(w), has rows that sum to nearly zero again. Collective.
///
/// Begins with the constant or the inverse roots of the diagonal, whichever has less energy, and takes 15 steps of
/// conjugate gradients on the Rayleigh quotient with the diagonal (improveBySrqcg()), magnitudes, and five steps of l1
/// Jacobi on A w = 0, which keep a vector positive if A is an M-matrix: 23 products with A. Adaptive multigrid finds
/// its first vector likewise (Brezina and others 2006).
/// \param A square, positive diagonal
/// \return entries of 1e-8 at least in units of the inverse root of the diagonal, the largest 1
Vector smoothVector(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
