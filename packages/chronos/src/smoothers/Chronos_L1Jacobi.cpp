// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_L1Jacobi.hpp"

#include "Chronos_Diagonal.hpp"

namespace Chronos {

L1Jacobi::L1Jacobi(const DistMatrix<double>& A) : DiagonalSmoother("l1 jacobi", A, rowNormsOf(A)) {}

}  // namespace Chronos
