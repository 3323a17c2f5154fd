// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ONELEVELPROBE_HPP
#define CHRONOS_ONELEVELPROBE_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

/// \brief Iterations of conjugate gradients that a smoother alone would take to 1e-8, guessed from a few of them. Collective.
///
/// numSteps iterations for a random right-hand side; the rate at which the residual fell is carried on. Where the
/// near kernel is strong the residual hardly falls in so few, and the guess is far too large for a single level, which is
/// what it is for. \return infinity when the residual has not fallen or the arithmetic broke down
double oneLevelIterations(const DistMatrix<double>& A, const Smoother& M, int numSteps);

}  // namespace Chronos

#endif
