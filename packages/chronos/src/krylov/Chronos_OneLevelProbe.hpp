// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ONELEVELPROBE_HPP
#define CHRONOS_ONELEVELPROBE_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_Operator.hpp"

#include <limits>

namespace Chronos {

/// What a few iterations of conjugate gradients tell.
struct OneLevelGuess {
  double iterations = 0;  ///< to 1e-8; infinity when the residual has not fallen or the arithmetic broke down
  double residual = 1;    ///< after the steps that were taken, over that of the right-hand side, in the 2-norm
};

/// Whether a guess that says enough ends the steps, and from when on guesses are made.
enum class OneLevelSteps { untilEnough, halfAtLeast, all };

/// \brief Iterations of conjugate gradients that a smoother alone would take to 1e-8, guessed from a few of them.
/// Collective.
///
/// numSteps iterations for a random right-hand side; the rate at which the residual fell in their second half is
/// carried on: in the first half it falls fast whatever the near kernel is. A strong near kernel makes itself felt only
/// later, so the guess may be several times too small there; where one level is enough it is close (docs/multigrid.md).
/// \param numSteps at least 2; at least 5 for `enough` to end it by growth
/// \param enough a guess beyond this after half of the steps is the result, and so is one that grows beyond it: guesses
///   after 4 and 6 of 20 steps, 5 and 8, 8 and 12, carried on along a line to the last of them; the first of these
///   have to exceed it by a half, the second by a quarter; or that after all of them, carried on as far again where it
///   is half more than after half of them, and doubled where that half has gained nothing
/// \param steps all: the guess is the same, the residual that after all of them; halfAtLeast: no guess before half of
///   them
OneLevelGuess probeOneLevel(const DistMatrix<double>& A, const Operator& M, int numSteps,
                            double enough = std::numeric_limits<double>::infinity(),
                            OneLevelSteps steps = OneLevelSteps::untilEnough);

}  // namespace Chronos

#endif
