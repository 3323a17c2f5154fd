// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SweepsCoarseSolver.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <utility>

namespace Chronos {

SweepsCoarseSolver::SweepsCoarseSolver(const Teuchos::RCP<const DistMatrix<double>>& A, const RelaxedSmoother& smoother,
                                       int numSweeps)
    : Smoother(A->rowMap()),
      A_(asOperator(A)),
      smoother_(smoother),
      numSweeps_(numSweeps),
      solution_("Chronos::sweeps solution", A->numRows()),
      other_("Chronos::sweeps other", A->numRows()) {
  report_.name = "sweeps";
  report_.density = numSweeps * smoother.M->report().density + (numSweeps - 1);
  report_.bytes = smoother.M->report().bytes;
}

void SweepsCoarseSolver::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  Block x = solution_(widthOf(r)), other = other_(widthOf(r));
  for (int sweep = 0; sweep < numSweeps_; ++sweep) {
    smoother_.M->sweep(*A_, r, x, other, smoother_.omega, sweep == 0 ? Guess::zero : Guess::given);
    if (sweep > 0 && smoother_.M->iterateEndsIn() == Where::other) std::swap(x, other);
  }
  updateBlock(x, z, alpha, beta);
}

}  // namespace Chronos
