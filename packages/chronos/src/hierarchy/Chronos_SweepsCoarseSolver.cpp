// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SweepsCoarseSolver.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <utility>

namespace Chronos {

SweepsCoarseSolver::SweepsCoarseSolver(const Teuchos::RCP<const DistMatrix<double>>& A,
                                       const Teuchos::RCP<const Smoother>& smoother, int numSweeps)
    : A_(A),
      smoother_(smoother),
      diagonal_(dynamic_cast<const DiagonalSmoother*>(smoother.get())),
      numSweeps_(numSweeps),
      solution_(allocate<Vector>("Chronos::sweeps solution", A->numRows())),
      work_(allocate<Vector>("Chronos::sweeps work", A->numRows())) {
  report_.name = "sweeps";
  report_.density = numSweeps * smoother->report().density + (numSweeps - 1);
  report_.bytes = sumOverRanks(*A->rowMap()->getComm(), 2.0 * A->numRows() * sizeof(double));
}

void SweepsCoarseSolver::apply(const ConstVector& r, const Vector& z, Update update) const {
  Vector x = solution_, other = work_;
  smoother_->apply(r, x);
  for (int sweep = 1; sweep < numSweeps_; ++sweep) {
    if (diagonal_ != nullptr) {
      A_->relax<double>(diagonal_->relaxation(), diagonal_->inverseDiagonal(), r, x, other);
      std::swap(x, other);
    } else {
      A_->residual<double>(r, x, other);
      smoother_->apply(other, x, Update::add);
    }
  }
  updateVector(x, omega_, z, update);
}

}  // namespace Chronos
