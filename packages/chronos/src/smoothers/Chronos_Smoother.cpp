// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Smoother.hpp"

namespace Chronos {

void Smoother::sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
                     Guess guess) const {
  if (guess == Guess::zero) {
    apply(b, x, omega);
    return;
  }
  A.residual(b, x, other);
  apply(other, x, omega, 1);
}

}  // namespace Chronos
