// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LANCZOS_HPP
#define CHRONOS_LANCZOS_HPP

#include <Teuchos_ArrayView.hpp>

namespace Chronos {

/// \brief Ratio of the extreme eigenvalues of a symmetric tridiagonal matrix; 0 when they cannot be had. Local.
///
/// With the matrix that the coefficients of CG make up these are Ritz values of M^{-1} A, so the ratio is a lower bound of
/// its condition number, close once CG has converged (Golub and Van Loan, 10.2).
double lanczosCondition(const Teuchos::ArrayView<const double>& diagonal,
                        const Teuchos::ArrayView<const double>& offDiagonal);

}  // namespace Chronos

#endif
