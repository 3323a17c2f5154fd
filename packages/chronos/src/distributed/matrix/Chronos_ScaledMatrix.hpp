// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCALEDMATRIX_HPP
#define CHRONOS_SCALEDMATRIX_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief W A W, W = diag(factors): pattern, halo and plan are shared, values are its own. Collective.
/// \param A square
/// \param factors of the owned rows
DistMatrix<double> scaledMatrix(const DistMatrix<double>& A, const ConstVector& factors);

}  // namespace Chronos

#endif
