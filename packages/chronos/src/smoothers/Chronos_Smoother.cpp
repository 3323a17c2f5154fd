// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Smoother.hpp"

#include "Chronos_ResidualSweep.hpp"

namespace Chronos {

void Smoother::sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
                     Guess guess) const {
  sweepByResidual(*this, A, b, x, other, omega, guess);
}

}  // namespace Chronos
