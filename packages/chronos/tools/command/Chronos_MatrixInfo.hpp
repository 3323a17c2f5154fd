// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXINFO_HPP
#define CHRONOS_MATRIXINFO_HPP

#include "Chronos_Asymmetry.hpp"
#include "Chronos_Types.hpp"

#include <iosfwd>
#include <string>

namespace Chronos::Command {

/// What `chronos info` tells of a matrix; the same on all ranks.
struct MatrixInfo {
  long long numRows = 0, numEntries = 0;
  long long shortestRow = 0, longestRow = 0;
  long long numNaN = 0, numInfinite = 0;  ///< of all entries
  long long numMissingDiagonals = 0, numNonPositiveDiagonals = 0, numNaNDiagonals = 0;
  long long numFiniteDiagonals = 0;
  double smallestDiagonal = 0, largestDiagonal = 0;  ///< of the finite ones
  Asymmetry asymmetry;                               ///< left out where there is nothing to compare or no numbers
  /// Largest |sum of a row| over the sum of its magnitudes: rounding where constants are taken to zero.
  double largestRowSum = 0;
  std::string refusal;  ///< why `chronos solve` would not take the matrix; empty where it would
};

/// Collective; on the host, but for the checks that a solve makes.
MatrixInfo inspect(const TpetraCrsMatrix& matrix);

/// Whether a solve takes it.
bool canBeSolved(const MatrixInfo& info);
/// And singular, because all rows have the sum zero.
bool takesConstantsToZero(const MatrixInfo& info);

void printInfo(const std::string& name, const MatrixInfo& info, std::ostream& out);

}  // namespace Chronos::Command

#endif
