// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ORTHONORMALISE_HPP
#define CHRONOS_ORTHONORMALISE_HPP

#include "Chronos_ColumnProducts.hpp"

namespace Chronos {

/// \brief Makes the columns of W orthonormal, and orthogonal to those of Q, in place. Collective.
///
/// A pass is W <- (W - Q B) R^{-1} with B = Q^T W and R^T R = W^T W - B^T B: block Gram-Schmidt with the inner products
/// by Pythagoras and Cholesky QR (BCGS-PIP; Carson, Lund, Rozloznik, SIAM J. Matrix Anal. Appl. 42, 2021). One
/// reduction a pass. The columns of W are scaled first; one whose pivot is below 1e-12 lies in the span of Q and those
/// before it and is dropped.
/// \param Q orthonormal, may have no columns
/// \param W the columns kept come first
/// \param scratch as large as W; the two are exchanged when the number of passes is odd
/// \param enough a pass is the last one when its smallest pivot is above this; what it leaves is orthonormal to about
///        rounding over that pivot
/// \return number of columns kept
int orthonormalise(const Comm& comm, const TestSpace& Q, TestVectors& W, TestVectors& scratch, double enough);

/// \brief Cholesky factorisation with columns dropped: C^T G C = I for the columns that stay. Local.
///
/// \param G symmetric positive semidefinite
/// \param scale of row and column: a pivot is relative to scale^{-2}
/// \param leastPivot smallest pivot of the columns kept; 1 when there is none
/// \return C, one column for each that is kept, in order
SmallMatrix invertFactor(const SmallMatrix& G, const std::vector<double>& scale, double& leastPivot);

}  // namespace Chronos

#endif
