// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleVectorSmoother.hpp"

#include "Chronos_ResidualSweep.hpp"

namespace Chronos {

void SingleVectorSmoother::sweep(const SingleVectorMatrix& A, const ConstSingleVector& b, const SingleVector& x,
                                 const SingleVector& other, float omega, Guess guess) const {
  sweepByResidual(*this, A, b, x, other, omega, guess);
}

}  // namespace Chronos
