// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GATHEREDASSEMBLY_HPP
#define CHRONOS_GATHEREDASSEMBLY_HPP

#include "Chronos_RowGathering.hpp"
#include "Chronos_RowPacker.hpp"

namespace Chronos {

/// \brief Owned and received rows as one square matrix, columns outside dropped. Local; on the device.
///
/// Shares the arrays of A where nothing was received, there is no halo, and rows and columns stand in ascending order
/// (one rank, as a rule): then no entry moves, and float values are rounded by one kernel.
template <class Scalar>
GatheredMatrix<Scalar> assembleGathered(const DistMatrix<double>& A, const ReceivedRows<Scalar>& received);

}  // namespace Chronos

#endif
