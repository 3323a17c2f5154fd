// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Jacobi.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_SmootherTable.hpp"

namespace Chronos {

Jacobi::Jacobi(const DistMatrix<double>& A) : DiagonalSmoother("jacobi", A, diagonalOf(A)) {}

SmootherMethod jacobi() {
  return {"jacobi", "the diagonal of A",
          [](const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes&, const std::any&) {
            return Teuchos::RCP<const Smoother>(Teuchos::rcp(new Jacobi(*A)));
          }};
}

}  // namespace Chronos
