// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GAUSSJORDAN_HPP
#define CHRONOS_GAUSSJORDAN_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief The inverse of a dense symmetric positive definite matrix, in place, by Gauss-Jordan steps without pivoting,
/// 32 at a time.
///
/// Signs are those of the sweep operator (Goodnight, The American Statistician 33 (1979) 149-158; Lange, Numerical
/// Analysis for Statisticians, 7.4), so that the matrix stays symmetric on the way, and tiles on and above the diagonal
/// are all that is worked on: SymmetricTiles, n^2 / 2 numbers of its own.
/// \param n from 1 to 46340
/// \param a n x n by rows, both triangles
/// \return the smallest pivot, those of a Cholesky factorisation squared; at or below 0, or not a number: `a` holds
/// nothing
///
/// n^3 operations in n / 16 launches, of which every other touches half of the matrix: meant for a GPU whose cache
/// holds that, where 2000 unknowns take 1.7 ms; on a host LAPACK is faster. Synchronises the device.
template <class DeviceType>
double invertInPlace(const typename DeviceType::execution_space& space, int n,
                     const Kokkos::View<double*, DeviceType>& a);

}  // namespace Chronos

#endif
