// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SingleVectorSmoother.hpp"

namespace Chronos {

void SingleVectorSmoother::sweep(const SingleVectorMatrix& A, const ConstSingleVector& b, const SingleVector& x,
                                 const SingleVector& other, float omega, Guess guess) const {
  if (guess == Guess::zero) {
    apply(b, x, omega);
    return;
  }
  A.residual(b, x, other);
  apply(other, x, omega, 1);
}

}  // namespace Chronos
