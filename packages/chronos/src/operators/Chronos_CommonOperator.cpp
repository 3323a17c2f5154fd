// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CommonOperator.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_TpetraOperators.hpp"

namespace Chronos {

void CommonOperator::apply(const TpetraMultiVector& X, TpetraMultiVector& Y, Teuchos::ETransp mode, double alpha,
                           double beta) const {
  if (mode != Teuchos::NO_TRANS && !isFixedSymmetric())
    throw InputError(name_ + " is not symmetric, and its transpose cannot be applied.");
  applyColumns(*this, name_, X, Y, alpha, beta);
}

}  // namespace Chronos
