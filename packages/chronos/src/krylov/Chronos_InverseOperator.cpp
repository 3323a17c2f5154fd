// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InverseOperator.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Error.hpp"

namespace Chronos {

InverseOperator::InverseOperator(const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                                 const SolverParameters& parameters)
    : CommonOperator("Chronos::InverseOperator"), A_(A), M_(M), parameters_(parameters) {
  if (A.is_null()) throw InputError("Chronos::InverseOperator needs a matrix, not a null pointer.");
  parameters_.initialGuess = InitialGuess::zero;
}

void InverseOperator::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  const int width = widthOf(x);
  if (solution_.is_null() || static_cast<int>(solution_->getNumVectors()) != width) {
    rightHandSide_ = Teuchos::rcp(new TpetraMultiVector(A_->rangeMap(), width, false));
    solution_ = Teuchos::rcp(new TpetraMultiVector(A_->domainMap(), width, false));
  }
  unpackBlock(x, rightHandSide_->getLocalViewDevice(Tpetra::Access::OverwriteAll), 0);
  const SolveResult result = solve(A_, M_, *rightHandSide_, *solution_, parameters_);
  iterations_ += result.iterations;
  if (result.status != SolveStatus::converged)
    throw BreakdownError("Chronos::InverseOperator: no convergence after " + std::to_string(result.iterations) +
                         " iterations. " + result.message);
  const auto solution = solution_->getLocalViewDevice(Tpetra::Access::ReadOnly);
  if (alpha == 1 && beta == 0) return packBlock(solution, 0, y);
  const Block packed = allocateBlock("Chronos::InverseOperator solution", y.extent(0), width);
  packBlock(solution, 0, packed);
  ColumnScalars factors;
  factors.fill(alpha);
  combineColumns(factors, packed, beta, beta == 0 ? packed : y, y);
}

std::size_t InverseOperator::numBytes() const {
  const std::size_t own = solution_.is_null() ? 0 : 2 * solution_->getNumVectors() * solution_->getLocalLength();
  return own * sizeof(double) + A_->numBytes() + (M_.is_null() ? 0 : M_->numBytes());
}

}  // namespace Chronos
