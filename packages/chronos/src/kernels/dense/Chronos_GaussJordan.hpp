// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GAUSSJORDAN_HPP
#define CHRONOS_GAUSSJORDAN_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief The inverse of a dense symmetric positive definite matrix, in place, by Gauss-Jordan steps without pivoting,
/// 32 at a time.
///
/// \param n up to 46340
/// \param a n x n by rows, both triangles
/// \return the smallest pivot, those of a Cholesky factorisation squared; at or below 0, or not a number: `a` holds
/// nothing
///
/// 2 n^3 operations in 3 n / 32 launches, of which every third touches the whole matrix: meant for a GPU whose cache
/// holds it, where 2000 unknowns take milliseconds and a host's LAPACK without a tuned BLAS takes seconds. Synchronises
/// the device.
template <class DeviceType>
double invertInPlace(const typename DeviceType::execution_space& space, int n,
                     const Kokkos::View<double*, DeviceType>& a);

}  // namespace Chronos

#endif
