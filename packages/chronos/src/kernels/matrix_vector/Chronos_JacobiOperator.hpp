// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_JACOBIOPERATOR_HPP
#define CHRONOS_JACOBIOPERATOR_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Rows of a matrix as a Jacobi step reads them.
///
/// Where flags are given, an entry without one is weak: it is added to the diagonal instead, so that the row
/// keeps its sum. A row takes all its entries after all where that would leave at most 0.1 of its diagonal.
template <class Scalar, class DeviceType>
struct JacobiRows {
  CsrMatrix<Scalar, DeviceType> A;                               ///< square; diagonal entries may be missing
  Kokkos::View<const LocalOrdinal*, DeviceType> diagonalColumn;  ///< of each row
  Kokkos::View<const char*, DeviceType> strong;                  ///< one flag an entry, or empty: all are strong
  Kokkos::View<const char*, DeviceType> keptRow;                 ///< nonzero: the step leaves this row alone; or empty
};

/// \brief The matrix I - omega D^{-1} A of a Jacobi step.
///
/// Row i: 1 - omega on the diagonal and -omega a_ij / d_i elsewhere; kept rows, and rows whose diagonal is
/// not positive, are those of I. The diagonal is always stored. Columns stay in their order; a diagonal that
/// A lacks comes last.
///
/// One thread a row, two passes. Deterministic. Synchronises the device once, for the number of entries.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> jacobiOperator(const typename DeviceType::execution_space& space,
                                             const JacobiRows<Scalar, DeviceType>& rows, double omega);

/// \brief max_i sum_j |a_ij| / d_i over the rows that the step changes; 0 without any. Synchronises the
/// device.
///
/// Bounds the eigenvalues of D^{-1} A (Gershgorin), whether A is symmetric or not.
template <class Scalar, class DeviceType>
double gershgorinBound(const typename DeviceType::execution_space& space, const JacobiRows<Scalar, DeviceType>& rows);

}  // namespace Chronos

#endif
