// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DEVICEINVERSE_HPP
#define CHRONOS_DEVICEINVERSE_HPP

#include "Chronos_Block.hpp"

#include <cstdint>

namespace Chronos {

/// \brief The inverse of a dense symmetric positive definite matrix, made where the device has it.
///
/// The matrix is scaled to unit diagonal as by scaleToUnitDiagonal(), replaced by its symmetric part as by
/// takeSymmetricPart(), inverted by invertInPlace() and scaled back. 8 n^2 bytes twice; n^3 multiplications. Local;
/// synchronises the device.
/// \param dense n x n entries by rows, in the order in which pivots are taken; overwritten
/// \param positions where row and column i of the inverse stand in that order
/// \param inverse n x n entries by rows; symmetric bit by bit
/// \param asymmetry becomes the largest difference of mirrored entries at unit diagonal, 0 where that is rounding
/// \return false where the matrix is too close to singular for pivots in blocks: `inverse` is not written then
bool invertOnDevice(std::int64_t n, const Vector& dense, const Kokkos::View<const std::int64_t*, Device>& positions,
                    const Vector& inverse, double& asymmetry);

}  // namespace Chronos

#endif
