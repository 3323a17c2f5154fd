// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SOLVESTART_HPP
#define CHRONOS_SOLVESTART_HPP

#include "Chronos_ScalingExponent.hpp"

#include <cmath>

namespace Chronos {

/// How the solve of a right-hand side b begins, by its largest entry and that of the residual of the guess, over all
/// ranks. Sums of squares would not tell: they overflow and vanish.
struct SolveStart {
  int exponent = 0;         ///< b and x are to be held times 2^-exponent
  bool hasZeroRhs = false;  ///< and the residual counts relative to it: x = 0 is the solution
  bool dropsGuess = false;  ///< x = 0 is the better start

  /// \param largest of b, finite
  /// \param largestOfResidual infinite where a product with the guess is no number
  /// \param isToB whether residuals count relative to b
  SolveStart(double largest, double largestOfResidual, bool isToB)
      : hasZeroRhs(isToB && largest == 0), dropsGuess(isToB && isHopeless(largest, largestOfResidual)) {
    const bool counts = !dropsGuess && std::isfinite(largestOfResidual) && largestOfResidual > largest;
    exponent = scalingExponent(counts ? largestOfResidual : largest);
  }

 private:
  // Rounding of A x alone is larger than b.
  static bool isHopeless(double largest, double largestOfResidual) {
    constexpr double beyondRounding = 1e16;
    return largest > 0 && !(largestOfResidual / beyondRounding <= largest);
  }
};

inline const char* const guessIsDropped =
    "The initial guess left a residual that is no number, or hides b in its rounding: x = 0 was taken for it.";

}  // namespace Chronos

#endif
