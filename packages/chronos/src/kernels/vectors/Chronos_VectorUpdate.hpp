// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_VECTORUPDATE_HPP
#define CHRONOS_VECTORUPDATE_HPP

#include "Chronos_Block.hpp"
#include "Chronos_GatheredDots.hpp"

namespace Chronos {

/// step + beta z; z is not read when beta is 0, and 1 costs no rounding.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar updated(Scalar beta, const Scalar* z, Scalar step) {
  return beta == 0 ? step : beta == 1 ? *z + step : beta * *z + step;
}

/// \brief result = alpha a + beta b; b is not read when beta is 0. result may be a or b. Local; does not wait for the
/// device.
void combineVectors(double alpha, const ConstVector& a, double beta, const ConstVector& b, const Vector& result);
void combineVectors(float alpha, const Kokkos::View<const float*, Device>& a, float beta,
                    const Kokkos::View<const float*, Device>& b, const Kokkos::View<float*, Device>& result);

/// \brief z = alpha x + beta z for blocks of the same shape; z is not read when beta is 0. Local; does not wait.
void updateBlock(const ConstBlock& x, const Block& z, double alpha, double beta);

/// \brief z = alpha diag(factors) x + beta z, all columns alike; z is not read when beta is 0 and may be x. Local; does
/// not wait.
void multiplyRows(const ConstVector& factors, const ConstBlock& x, const Block& z, double alpha = 1, double beta = 0);

/// The same with alpha 1 and beta 0, and x_c^T z_c on the way.
void multiplyRowsDotted(const ConstVector& factors, const ConstBlock& x, const Block& z, GatheredDots<Device>& dots);

}  // namespace Chronos

#endif
