// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SORTROWS_HPP
#define CHRONOS_SORTROWS_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \brief Sorts the entries of each row by column, in place.
///
/// \param rowPtr numRows + 1 positions
/// \param colInd columns of any order, distinct within a row
/// \param values moved along with the columns
///
/// Host: a thread a row, insertion sort, which is linear on rows that are nearly sorted (halo columns moved to the
/// end), heap sort where a row is longer than 64. GPU: 2, 8 or 32 lanes a row, which leave rows alone that are sorted,
/// and count for each entry how many come before it, O(m^2 / lanes); rows of more than 8 entries a lane are sorted by
/// one of them. Deterministic.
template <class Index, class Scalar, class DeviceType>
void sortRows(const typename DeviceType::execution_space& space, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
              const Kokkos::View<Index*, DeviceType>& colInd, const Kokkos::View<Scalar*, DeviceType>& values);

/// \brief The same for a pattern; columns may repeat.
template <class Index, class DeviceType>
void sortColumns(const typename DeviceType::execution_space& space,
                 const Kokkos::View<const Offset*, DeviceType>& rowPtr, const Kokkos::View<Index*, DeviceType>& colInd);

}  // namespace Chronos

#endif
