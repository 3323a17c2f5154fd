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
/// One thread a row: insertion sort, which is linear on rows that are nearly sorted (halo columns moved to the end),
/// heap sort where a row is longer than 64. Deterministic; O(m^2) at most 64 entries, O(m log m) above.
template <class Index, class Scalar, class DeviceType>
void sortRows(const typename DeviceType::execution_space& space, const Kokkos::View<const Offset*, DeviceType>& rowPtr,
              const Kokkos::View<Index*, DeviceType>& colInd, const Kokkos::View<Scalar*, DeviceType>& values);

/// \brief The same for a pattern; columns may repeat.
template <class Index, class DeviceType>
void sortColumns(const typename DeviceType::execution_space& space,
                 const Kokkos::View<const Offset*, DeviceType>& rowPtr, const Kokkos::View<Index*, DeviceType>& colInd);

}  // namespace Chronos

#endif
