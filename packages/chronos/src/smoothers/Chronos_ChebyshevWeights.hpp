// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHEBYSHEVWEIGHTS_HPP
#define CHRONOS_CHEBYSHEVWEIGHTS_HPP

namespace Chronos {

constexpr int greatestWeightedDegree = 16;

/// \brief beta_1 .. beta_degree of Lottes 2023: weights of the terms of the fourth-kind polynomial with which
/// lambda e^2 / (1 - e^2) has its least maximum on (0, 1]; its degree + 1 maxima, that at 0 among them, are equal,
/// which a test checks. Local.
/// \param degree 1 .. greatestWeightedDegree
const double* chebyshevWeights(int degree);

}  // namespace Chronos

#endif
