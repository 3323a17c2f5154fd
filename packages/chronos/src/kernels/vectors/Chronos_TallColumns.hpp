// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TALLCOLUMNS_HPP
#define CHRONOS_TALLCOLUMNS_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_SmallMatrix.hpp"

namespace Chronos {

/// \file
/// Products of tall, narrow matrices: a few dozen columns, each a vector of owned unknowns.

template <class DeviceType>
using TallColumns = Kokkos::View<double**, Kokkos::LayoutLeft, DeviceType>;
template <class DeviceType>
using ConstTallColumns = Kokkos::View<const double**, Kokkos::LayoutLeft, DeviceType>;

/// What happens to the matrix that a product is written to.
enum class Columns { overwrite, add };

/// \brief X^T Y, the same bits on any number of threads: blocks of 2048 rows are summed, then the blocks in their
/// order.
///
/// Tiles of 4 x 4 products are summed in registers, so that a column is read once for four columns of the other matrix.
/// Synchronises the device; two launches.
/// \param X n x p
/// \param Y n x q, may be X
/// \return p x q
template <class DeviceType>
SmallMatrix tallProduct(const typename DeviceType::execution_space& space, const ConstTallColumns<DeviceType>& X,
                        const ConstTallColumns<DeviceType>& Y);

/// \brief Y = X C or Y += X C. Each row is summed in the order of the columns of X. May return before it is done.
/// \param X n x p
/// \param C p x q
/// \param Y n x q, no overlap with X
template <class DeviceType>
void combineTall(const typename DeviceType::execution_space& space, const ConstTallColumns<DeviceType>& X,
                 const SmallMatrix& C, const TallColumns<DeviceType>& Y, Columns columns = Columns::overwrite);

}  // namespace Chronos

#endif
