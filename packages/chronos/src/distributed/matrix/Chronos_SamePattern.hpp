// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SAMEPATTERN_HPP
#define CHRONOS_SAMEPATTERN_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief Whether two matrices store the same entries in the same order on the same ranks, so that one may take the
/// values of the other. Collective; the same answer on all ranks.
///
/// Costs a reading of both patterns.
bool samePattern(const DistMatrix<double>& A, const DistMatrix<double>& B);

}  // namespace Chronos

#endif
