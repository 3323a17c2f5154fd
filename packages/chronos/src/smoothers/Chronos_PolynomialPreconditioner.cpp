// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PolynomialPreconditioner.hpp"

#include "Chronos_BlockUpdates.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_RitzBounds.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

constexpr double safetyFactor = 1.1;
// Of an estimate whose two ends are one: any interval around it will do.
constexpr double leastRatio = 1.01;

ColumnScalars everyColumn(double factor) {
  ColumnScalars factors;
  factors.fill(factor);
  return factors;
}

}  // namespace

PolynomialPreconditioner::PolynomialPreconditioner(const Teuchos::RCP<const Operator>& A,
                                                   const Teuchos::RCP<const Operator>& seed,
                                                   const PolynomialParameters& parameters)
    : CommonOperator("Chronos::PolynomialPreconditioner"), A_(A), seed_(seed) {
  if (A.is_null()) throw InputError("Chronos::PolynomialPreconditioner needs a matrix, not a null pointer.");
  if (parameters.doublings < 0 || parameters.doublings > 20)
    throw InputError("Chronos::PolynomialPreconditioner: the degree is 2^k - 1 with k from 0 to 20.");
  if (!(parameters.smallest >= 0) || !(parameters.largest >= 0) || parameters.eigenvalueSteps < 1 ||
      (parameters.largest > 0 && parameters.smallest >= parameters.largest))
    throw InputError(
        "Chronos::PolynomialPreconditioner: give 0 < smallest < largest, or 0 for what is to be estimated, and at "
        "least one step.");
  double smallest = parameters.smallest;
  largest_ = parameters.largest;
  if (smallest == 0 || largest_ == 0) {
    const RitzBounds found = ritzBounds(*A, seed.get(), parameters.eigenvalueSteps);
    if (smallest == 0) smallest = found.smallest;
    if (largest_ == 0) largest_ = safetyFactor * found.largest;
  }
  if (!(largest_ > 0)) largest_ = 1;
  polynomial_.degree = 1 << parameters.doublings;
  polynomial_.eigenvalueRatio = std::max(leastRatio, smallest > 0 ? largest_ / smallest : leastRatio);
  residual_ = WorkBlock("Chronos::PolynomialPreconditioner residual", TrilinosVersion::numLocal(*A->rangeMap()));
  direction_ = WorkBlock("Chronos::PolynomialPreconditioner direction", TrilinosVersion::numLocal(*A->rangeMap()));
}

void PolynomialPreconditioner::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  ChebyshevSteps steps(largest_, polynomial_);
  const Block residual = residual_(widthOf(x)), direction = direction_(widthOf(x));
  for (int step = 1; step <= polynomial_.degree; ++step) {
    if (step == 2) Kokkos::deep_copy(Device::execution_space(), residual, x);
    if (step > 1) A_->apply(direction, residual, -1, 1);
    const ConstBlock from = step == 1 ? x : ConstBlock(residual);
    const ChebyshevSteps::Step taken = steps.next();
    if (!seed_.is_null()) seed_->apply(from, direction, taken.factor, taken.keepOld);
    else combineColumns(everyColumn(taken.factor), from, taken.keepOld, step == 1 ? from : direction, direction);
    const double keep = step == 1 ? beta : 1;
    combineColumns(everyColumn(alpha), direction, keep, keep == 0 ? direction : y, y);
  }
}

std::size_t PolynomialPreconditioner::numBytes() const {
  return residual_.numBytes() + direction_.numBytes() + A_->numBytes() + (seed_.is_null() ? 0 : seed_->numBytes());
}

}  // namespace Chronos
