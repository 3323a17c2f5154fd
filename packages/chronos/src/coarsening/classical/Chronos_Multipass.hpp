// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MULTIPASS_HPP
#define CHRONOS_MULTIPASS_HPP

#include "Chronos_Interpolation.hpp"

namespace Chronos {

/// \brief Multipass interpolation (Stueben 1999), not truncated; see multipassRows() for its weights.
/// Collective.
///
/// Each pass is a product of distributed matrices and reaches one connection further; there are as many as
/// the longest shortest path of strong connections from a fine point to a coarse one. Fine points without a
/// path have no entries.
DistMatrix<double> multipassInterpolation(const DistMatrix<double>& A, const StrongFlags& strong,
                                          const Splitting& splitting, const CoarseRanks& ranks = {});

/// The same, truncated in the end.
InterpolationMethod multipassMethod();

}  // namespace Chronos

#endif
