// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWSIGNS_HPP
#define CHRONOS_ROWSIGNS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// From which share on rows and matrices count as what.
struct RowThresholds {
  static constexpr double positiveShare = 0.1;  ///< of a row's off-diagonal entries that an M-matrix may nearly have
  static constexpr double sumShare = 0.01;      ///< of the diagonal entry that a sum of nearly zero is at most
  static constexpr double exactSum = 1e-7;      ///< the same, of one that is zero but for rounding
  static constexpr double mostRows = 0.9;       ///< that are nearly those of an M-matrix, in one
  static constexpr double halfOfRows = 0.5;     ///< that send constants to zero, in a matrix of diffusion
};

/// \brief What the signs and sums of rows tell of a matrix: M-matrix, diffusion, diagonal dominance.
///
/// Rows without a connection, as boundary conditions leave them, tell nothing and are left out of all counts but the
/// first. The same on any number of threads: a count, and a maximum of sums that one thread makes.
struct RowSigns {
  long long numConnected = 0;       ///< rows with an a_ij != 0, j != i
  long long numMostlyNegative = 0;  ///< rows with sum of max(a_ij, 0) <= share * sum of |a_ij|, both over j != i
  long long numZeroSum = 0;         ///< rows with |sum of all entries| <= sumShare * a_ii: they send constants to 0
  long long numEven = 0;            ///< rows with min |a_ij| >= evenness * max |a_ij|, both over a_ij != 0, j != i
  double largestRatio = 0;          ///< of the sum of |a_ij| over j != i to a_ii: Gershgorin's radius in D^-1 A
};

/// \brief Reads the matrix once. Synchronises the device.
/// \param A row i has its diagonal entry in column i, positive
/// \param share, sumShare, evenness see RowSigns, from 0 to 1
template <class DeviceType>
RowSigns rowSigns(const typename DeviceType::execution_space& space, const CsrMatrix<double, DeviceType>& A,
                  double share, double sumShare, double evenness);

}  // namespace Chronos

#endif
