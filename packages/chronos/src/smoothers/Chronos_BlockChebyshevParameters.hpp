// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKCHEBYSHEVPARAMETERS_HPP
#define CHRONOS_BLOCKCHEBYSHEVPARAMETERS_HPP

#include "Chronos_ChebyshevSteps.hpp"

namespace Chronos {

/// Of the smoother "block chebyshev": with blocks of nodes a wider interval than that of a diagonal is reduced.
struct BlockChebyshevParameters : ChebyshevPolynomial {
  BlockChebyshevParameters() { eigenvalueRatio = 20; }
};

}  // namespace Chronos

#endif
