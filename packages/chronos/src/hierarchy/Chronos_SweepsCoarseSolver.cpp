// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SweepsCoarseSolver.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {

SweepsCoarseSolver::SweepsCoarseSolver(const Teuchos::RCP<const DistMatrix<double>>& A,
                                       const Teuchos::RCP<const Smoother>& smoother, int numSweeps)
    : A_(A),
      smoother_(smoother),
      numSweeps_(numSweeps),
      solution_(allocate<Vector>("Chronos::sweeps solution", A->numRows())),
      residual_(allocate<Vector>("Chronos::sweeps residual", A->numRows())) {
  report_.name = "sweeps";
  report_.density = numSweeps * smoother->report().density + (numSweeps - 1);
  report_.bytes = sumOverRanks(*A->rowMap()->getComm(), 2.0 * A->numRows() * sizeof(double));
}

void SweepsCoarseSolver::apply(const ConstVector& r, const Vector& z, Update update) const {
  smoother_->apply(r, solution_);
  for (int sweep = 1; sweep < numSweeps_; ++sweep) {
    A_->residual<double>(r, solution_, residual_);
    smoother_->apply(residual_, solution_, Update::add);
  }
  updateVector(solution_, omega_, z, update);
}

}  // namespace Chronos
