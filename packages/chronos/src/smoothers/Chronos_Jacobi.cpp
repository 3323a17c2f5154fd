// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Jacobi.hpp"

#include "Chronos_Diagonal.hpp"

namespace Chronos {

Jacobi::Jacobi(const DistMatrix<double>& A) : DiagonalSmoother("jacobi", A, diagonalOf(A)) {}

}  // namespace Chronos
