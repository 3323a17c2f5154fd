// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GERSHGORINBOUND_HPP
#define CHRONOS_GERSHGORINBOUND_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief max_i sum_j |a_ij| / a_ii, which no eigenvalue of D^{-1} A exceeds (Golub and Van Loan, theorem 7.2.1).
/// Collective.
///
/// Infinite where a row has no positive diagonal, or is no number; 0 without rows. One pass over A.
double gershgorinBound(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
