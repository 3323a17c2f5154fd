// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SYMMETRICPART_HPP
#define CHRONOS_SYMMETRICPART_HPP

#include "Chronos_GatherToRoot.hpp"

namespace Chronos {

/// Entries of a matrix of unit diagonal that differ from their mirror images by no more than this differ by rounding.
constexpr double symmetryTolerance = 1e-8;

/// \brief Replaces a matrix of unit diagonal by (A + A^T) / 2 unless it is symmetric but for rounding. Local.
///
/// A factorisation reads one triangle: of an unsymmetric matrix it would solve another one, which of the two being a
/// matter of numbering. The symmetric part has the same energy x^T A x.
/// \return the largest |a_ij - a_ji|, infinite where one is no number; 0 where the matrix stays as it is
double takeSymmetricPart(RootMatrix& matrix);

}  // namespace Chronos

#endif
