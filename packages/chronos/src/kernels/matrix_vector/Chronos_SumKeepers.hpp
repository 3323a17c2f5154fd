// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SUMKEEPERS_HPP
#define CHRONOS_SUMKEEPERS_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_NodePattern.hpp"
#include "Chronos_StoragePrecision.hpp"

namespace Chronos {

template <class DeviceType>
struct EntryRange;

/// \brief Entries of a prolongation that take up what rounding does to the others of their row.
///
/// P maps a near kernel of constants to one as long as its rows keep their sums. Rounded entry by entry a sum is wrong
/// by 2^-12 in half, an error without smoothness, whose energy may be many times that of the constants. So the smallest
/// entry of a row becomes p_ij + sum_k (p_ik - rounded(p_ik)), k not j, and rounding it loses no more than half of its
/// own last bit: nothing where the sum is 1. Where unknowns come in threes each of the three sums of a row has its
/// keeper: translations stay what they are. Of entries of one size it is the first in the row, so that ranks that
/// number columns otherwise keep the sum by another one. Not kept are sums of rows whose keeper would outgrow the scale
/// of its row or column, and what entries that are left out (see NarrowCopy) took with them.
///
/// A row of the transpose is a column of P with a number of its own, by which all ranks know it.
template <class DeviceType>
struct KeptSums {
  /// Sums of a row: of all its columns, or of those that are alike modulo nodeSize. 0: none is kept.
  int numClasses = 0;
  Kokkos::View<const LocalOrdinal*, DeviceType> columns[nodeSize];   ///< of a class, one a row of P; -1: no keeper
  Kokkos::View<const GlobalOrdinal*, DeviceType> globals[nodeSize];  ///< of each column of the transpose
  Kokkos::View<const GlobalOrdinal*, DeviceType> globalOfRow;        ///< of the transpose
  Kokkos::View<const double*, DeviceType> values[nodeSize];

  KOKKOS_INLINE_FUNCTION double valueOf(LocalOrdinal row, LocalOrdinal col, double value) const {
    if (numClasses == 0) return value;
    if (globalOfRow.extent(0) == 0) {
      for (int ofClass = 0; ofClass < numClasses; ++ofClass)
        if (columns[ofClass](row) == col) return values[ofClass](row);
      return value;
    }
    const GlobalOrdinal global = globalOfRow(row);
    const int ofClass = numClasses == 1 ? 0 : static_cast<int>(global % nodeSize);
    return globals[ofClass](col) == global ? values[ofClass](col) : value;
  }
};

/// \brief The keepers of the rows of P, for P.
/// \param range of P; keeps no sums itself
/// \param coarse global numbers of the columns of P; not read where there is one class
/// \param numClasses 1 or nodeSize
template <class DeviceType>
KeptSums<DeviceType> sumKeepers(const typename DeviceType::execution_space& space,
                                const CsrMatrix<double, DeviceType>& P, const EntryRange<DeviceType>& range,
                                const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse, int numClasses,
                                StoragePrecision precision);

/// Global numbers of columns, -1 where there is none.
template <class DeviceType>
Kokkos::View<const GlobalOrdinal*, DeviceType> globalsOf(const typename DeviceType::execution_space& space,
                                                         const Kokkos::View<const LocalOrdinal*, DeviceType>& columns,
                                                         const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse);

}  // namespace Chronos

#endif
