// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NONEMPTYROWS_HPP
#define CHRONOS_NONEMPTYROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief The rows of a matrix that have entries, one behind the other: for kernels that take something for each row.
template <class Scalar, class DeviceType>
struct NonEmptyRows {
  CsrMatrix<Scalar, DeviceType> rows;                       ///< columns and values are those of the matrix itself
  Kokkos::View<const LocalOrdinal*, DeviceType> numBefore;  ///< numRows + 1: non-empty rows before each row, and all
};

/// One pass over the row pointers. Synchronises the device.
template <class Scalar, class DeviceType>
NonEmptyRows<Scalar, DeviceType> nonEmptyRows(const typename DeviceType::execution_space& space,
                                              const CsrMatrix<Scalar, DeviceType>& A);

/// \brief Row pointers for all rows, of a matrix that was made for the non-empty ones. Does not wait for the device.
/// \param rowPtr one more than non-empty rows
/// \return as many as `numBefore`
template <class DeviceType>
Kokkos::View<const Offset*, DeviceType> rowPtrOfAll(const typename DeviceType::execution_space& space,
                                                    const Kokkos::View<const LocalOrdinal*, DeviceType>& numBefore,
                                                    const Kokkos::View<const Offset*, DeviceType>& rowPtr);

}  // namespace Chronos

#endif
