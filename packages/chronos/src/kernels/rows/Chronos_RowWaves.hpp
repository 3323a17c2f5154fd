// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWWAVES_HPP
#define CHRONOS_ROWWAVES_HPP

#include "Chronos_KernelTypes.hpp"

#include <vector>

namespace Chronos {

/// \brief Rows in the order of a triangular solve, in waves: those of a wave do not couple, each couples to rows before
/// it of earlier waves and to rows behind it of later ones alone (level scheduling; Saad, Iterative Methods for Sparse
/// Linear Systems, 2003, 11.6.3).
///
/// A walk over the waves, each in parallel, does to each row what a walk over the rows one by one does, bit by bit; so
/// does one over the waves from the last to the first for the rows backwards.
template <class DeviceType>
struct RowWaves {
  Kokkos::View<const LocalOrdinal*, DeviceType> rows;  ///< wave by wave, ascending within
  std::vector<LocalOrdinal> begins;                    ///< of each wave in `rows`, and the end of the last

  int number() const { return static_cast<int>(begins.size()) - 1; }
};

/// \brief Cost: one reading of the pattern by one thread of the host, on a GPU with a copy of it. Local.
/// \param A owned columns are numbered like rows, those from numRows on are no couplings; need not be symmetric
template <class Scalar, class DeviceType>
RowWaves<DeviceType> rowWaves(const CsrMatrix<Scalar, DeviceType>& A);

}  // namespace Chronos

#endif
