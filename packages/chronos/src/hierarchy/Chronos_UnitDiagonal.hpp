// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNITDIAGONAL_HPP
#define CHRONOS_UNITDIAGONAL_HPP

#include "Chronos_GatherToRoot.hpp"

#include <string>
#include <vector>

namespace Chronos {

/// Added to the unit diagonal of a matrix that is singular to working precision.
constexpr double singularShift = 1e-12;
/// A pivot of a matrix of unit diagonal that is not above this is rounding: well below the shift, so that the
/// shift changes no matrix that could be solved to single precision.
constexpr double singularPivot = 1e-13;

/// \brief Scales a matrix to S A S of unit diagonal, so that what a small pivot is does not depend on units.
/// Local.
///
/// A row without positive diagonal keeps its scale; if it is zero the shift takes care of it.
/// \return the diagonal of S
std::vector<double> scaleToUnitDiagonal(RootMatrix& matrix);

/// What to throw when even the shifted matrix has no factor.
std::string notPositiveDefinite(std::int64_t numRows);

}  // namespace Chronos

#endif
