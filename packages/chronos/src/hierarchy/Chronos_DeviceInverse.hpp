// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DEVICEINVERSE_HPP
#define CHRONOS_DEVICEINVERSE_HPP

#include "Chronos_Block.hpp"

#include <cstdint>

namespace Chronos {

/// What had to be done to a matrix of unit diagonal before it was inverted.
struct InverseChanges {
  double shift = 0;      ///< added to the diagonal
  double asymmetry = 0;  ///< the largest difference of mirrored entries, 0 where that is rounding
};

/// \brief The inverse of a dense symmetric positive definite matrix, made where the device has it.
///
/// The matrix is scaled to unit diagonal as by scaleToUnitDiagonal(), replaced by its symmetric part as by
/// takeSymmetricPart(), inverted by invertInPlace() and scaled back; one that is singular to working precision with
/// singularShift on its diagonal. 8 n^2 bytes twice and half of that for tiles; n^3 / 2 multiplications, twice with a
/// shift. Local; synchronises the device.
/// \param dense n x n entries by rows, in the order in which pivots are taken; overwritten
/// \param positions where row and column i of the inverse stand in that order
/// \param inverse n x n entries by rows; symmetric bit by bit; overwritten in any case
/// \return false where pivots in blocks do not tell whether the matrix is singular, or it is not positive definite
bool invertOnDevice(std::int64_t n, const Vector& dense, const Kokkos::View<const std::int64_t*, Device>& positions,
                    const Vector& inverse, InverseChanges& changes);

}  // namespace Chronos

#endif
