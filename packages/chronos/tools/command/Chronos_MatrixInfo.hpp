// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXINFO_HPP
#define CHRONOS_MATRIXINFO_HPP

#include "Chronos_Types.hpp"

#include <iosfwd>
#include <string>

namespace Chronos::Command {

/// What `chronos info` tells of a matrix; the same on all ranks.
struct MatrixInfo {
  long long numRows = 0, numEntries = 0;
  long long shortestRow = 0, longestRow = 0;
  long long numMissingDiagonals = 0, numNonPositiveDiagonals = 0;  ///< not stored; stored and <= 0 or NaN
  double smallestDiagonal = 0, largestDiagonal = 0;                ///< of the stored ones
  /// |u^T A v - v^T A u| over the sum of |u_i a_ij v_j|, u and v random: rounding for a symmetric matrix.
  double asymmetry = 0;
  /// Largest |sum of a row| over the sum of its magnitudes: rounding where constants are taken to zero.
  double largestRowSum = 0;
};

/// Collective; on the host.
MatrixInfo inspect(const TpetraCrsMatrix& matrix);

/// Symmetric, with a positive diagonal.
bool canBeSolved(const MatrixInfo& info);
/// And singular, because all rows have the sum zero.
bool takesConstantsToZero(const MatrixInfo& info);

void printInfo(const std::string& name, const MatrixInfo& info, std::ostream& out);

}  // namespace Chronos::Command

#endif
