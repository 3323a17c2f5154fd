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
/// entry of a row (the first of them in the row) becomes p_ij + sum_k (p_ik - rounded(p_ik)), k not j, and rounding it
/// loses no more than half of its own last bit: nothing where the sum is 1. Where unknowns come in threes each of the
/// three sums of a row has its keeper: translations stay what they are.
template <class DeviceType>
struct SumKeepers {
  int numClasses = 0;  ///< sums of a row: those of columns alike modulo 1 or nodeSize; 0: none is kept
  Kokkos::View<const GlobalOrdinal*, DeviceType> columns[nodeSize];  ///< of a class, one a row of P, global; -1: none
  Kokkos::View<const double*, DeviceType> values[nodeSize];          ///< of these entries
};

/// What the keepers are to the entries of P, or of its transpose.
template <class DeviceType>
struct KeptSums {
  SumKeepers<DeviceType> keepers;  ///< of the rows of P: of each row, or of each column of the transpose
  Kokkos::View<const GlobalOrdinal*, DeviceType> coarse;  ///< of each column of P, or of each row of the transpose
  bool isTransposed = false;

  KOKKOS_INLINE_FUNCTION static int classOf(GlobalOrdinal coarse, int numClasses) {
    return numClasses == 1 ? 0 : static_cast<int>(coarse % nodeSize);
  }
  KOKKOS_INLINE_FUNCTION double valueOf(LocalOrdinal row, LocalOrdinal col, double value) const {
    if (keepers.numClasses == 0) return value;
    const GlobalOrdinal column = coarse(isTransposed ? row : col);
    const int ofClass = classOf(column, keepers.numClasses);
    const LocalOrdinal fine = isTransposed ? col : row;
    return keepers.columns[ofClass](fine) == column ? keepers.values[ofClass](fine) : value;
  }
};

/// \brief The keepers of the rows of P.
/// \param range of P; keeps no sums itself
/// \param coarse global numbers of the columns of P
/// \param numClasses 1 or nodeSize
template <class DeviceType>
SumKeepers<DeviceType> sumKeepers(const typename DeviceType::execution_space& space,
                                  const CsrMatrix<double, DeviceType>& P, const EntryRange<DeviceType>& range,
                                  const Kokkos::View<const GlobalOrdinal*, DeviceType>& coarse, int numClasses,
                                  StoragePrecision precision);

}  // namespace Chronos

#endif
