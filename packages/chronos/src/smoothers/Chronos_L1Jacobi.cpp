// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_L1Jacobi.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_SmootherTable.hpp"

namespace Chronos {

L1Jacobi::L1Jacobi(const DistMatrix<double>& A) : DiagonalSmoother("l1 jacobi", A, rowNormsOf(A)) {}

SmootherMethod l1Jacobi() {
  return {"l1 jacobi", "sums of absolute values of rows of A, convergent without an estimate",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes&, const std::any&) {
            return Teuchos::RCP<const Smoother>(Teuchos::rcp(new L1Jacobi(*A)));
          }};
}

}  // namespace Chronos
