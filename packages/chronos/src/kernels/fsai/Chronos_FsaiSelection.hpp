// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FSAISELECTION_HPP
#define CHRONOS_FSAISELECTION_HPP

#include "Chronos_FsaiRules.hpp"

namespace Chronos {

/// How a team accumulates the Kaporin gradient of a row.
enum class Accumulation {
  hash,   ///< table in scratch memory of a group of lanes, of a whole team, or in global memory, as a row needs
  merge,  ///< multiple merge of sorted rows (Bernaschi and others 2019, Algorithm 2)
};

/// Work space of a batch.
template <class DeviceType>
struct SelectionMemory {
  Kokkos::View<int*, DeviceType> tier;  ///< of each slot: the size of its table; zero before the first step
  Kokkos::View<int*, DeviceType> list;  ///< one entry a slot

  explicit SelectionMemory(std::size_t numSlots)
      : tier(allocateZeros<Kokkos::View<int*, DeviceType>>("Chronos::FSAI tiers", numSlots)),
        list(allocate<Kokkos::View<int*, DeviceType>>("Chronos::FSAI list", numSlots)) {}
};

/// \brief Lines 6 and 7 of Algorithm 1 for a batch: the s best new columns of every active row.
///
/// \param A set-up matrix, columns sorted within rows
/// \param rows pattern, coefficient and numEntries are read; the columns chosen are written after the valid ones of the
///   pattern, their number to numSelected; rows without a candidate above rounding become rowDone
/// \param active slots to work on, numActive of them
/// \param memory kept from step to step of a batch: the candidates of a row become more, so a row whose table
///   overflowed begins with the larger one in the next step
///
/// Hash tables of 512 (double) or 1024 slots serve a group of lanes, of 2048 a team of 128, both in scratch memory; of
/// up to 16,384 in global memory. Rows with more candidates are merged, which takes a walk of the whole group a
/// candidate. Both give the same columns up to rounding within the guard band. Deterministic.
template <class Scalar, class DeviceType>
void selectCandidates(const typename DeviceType::execution_space& space, const FsaiMatrix<Scalar, DeviceType>& A,
                      const FsaiRules<Scalar>& rules, const FsaiRows<Scalar, DeviceType>& rows,
                      const Kokkos::View<const int*, DeviceType>& active, int numActive, int longestPattern,
                      int longestRow, double meanRow, Accumulation accumulation,
                      const SelectionMemory<DeviceType>& memory);

}  // namespace Chronos

#endif
