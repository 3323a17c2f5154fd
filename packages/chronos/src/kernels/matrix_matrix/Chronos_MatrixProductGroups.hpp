// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXPRODUCTGROUPS_HPP
#define CHRONOS_MATRIXPRODUCTGROUPS_HPP

#include "Chronos_MatrixProduct.hpp"

namespace Chronos {

/// \brief What decides where rows of C are formed. The defaults are those that measured fastest on an H200.
struct GroupProductOptions {
  int groupWidth = 0;       ///< lanes that go along a row of B, a power of two up to 32; 0: from its mean row
  int teamSize = 128;       ///< threads of a team, a multiple of 32
  int patternGroupLog = 8;  ///< tables of up to 2^this columns belong to a group of lanes, larger ones to a team
  int firstTryLog = 11;     ///< largest table that a row is counted in at first
  int patternTeamLog = 13;  ///< largest table of columns in shared memory; 4 bytes a slot
  int valuesGroupLog = 11;  ///< largest table of sums in shared memory; 8 + sizeof(Scalar) bytes a slot
  std::size_t blockBytes = 24 << 10;  ///< of a node's table with its sums; larger ones leave those where C has them
  double fill = 0.7;                  ///< share of its slots that a table of known size may use
  std::size_t globalBytes = 0;        ///< for tables in global memory; 0: a quarter of what is free
  std::size_t foundBytes = std::size_t(4) << 30;  ///< for columns kept between the passes of a pattern
  LocalOrdinal alikeRows = 4096;                  ///< of a matrix, from which on rows with the same columns are found
  std::size_t alikeLength = 16;                   ///< mean length of its rows, from which on they are
};

/// \brief The pattern of C = A B by hash tables, columns sorted.
///
/// A row is counted in a table for its upper bound, min(products, numCols), or, where that exceeds shared memory, in
/// the largest table there and once more in global memory if that overflows. What is found goes into an array that has
/// room for all upper bounds, and a second pass sorts it into C. Where that array would be larger than foundBytes or,
/// beyond a sixteenth of them, than a quarter of what is free, the second pass goes over the products again, in tables
/// for the rows' lengths. Of rows of A with the same columns, as the unknowns of a node have them, the first is looked
/// at and the others copy; of such rows of B that a row of A meets one after the other, too.
template <class Scalar, class DeviceType>
MatrixProductPlan<DeviceType> patternByGroups(const typename DeviceType::execution_space& space,
                                              const CsrMatrix<Scalar, DeviceType>& A,
                                              const SegmentedRows<Scalar, DeviceType>& B,
                                              const GroupProductOptions& options = {});

/// \brief The values of C on a known pattern: a group of lanes owns a row, one table of sums each.
///
/// The group walks through a row of A, its lanes along a row of B: columns are distinct there, so that no two
/// lanes meet in a sum, and sums run in the order of the entries of A without atomic operations.
template <class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> valuesByGroups(const typename DeviceType::execution_space& space,
                                                 const MatrixProductPlan<DeviceType>& plan,
                                                 const CsrMatrix<Scalar, DeviceType>& A,
                                                 const SegmentedRows<Scalar, DeviceType>& B,
                                                 const GroupProductOptions& options = {});

}  // namespace Chronos

#endif
