// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GATHEREDASSEMBLY_HPP
#define CHRONOS_GATHEREDASSEMBLY_HPP

#include "Chronos_NamedRows.hpp"
#include "Chronos_RowGathering.hpp"

namespace Chronos {

/// Largest global row owned here, the smallest integer where nothing is owned. Local.
GlobalOrdinal lastOwnedRow(const Map& rowMap);

/// Throws on all ranks where a column's owner does not own the row of the same number. Collective.
void checkColumnsAreRows(const DistMatrix<double>& A);

/// \brief Owned and received rows as one square matrix, columns outside dropped. Local; on the device.
///
/// Shares the arrays of A where nothing was received, there is no halo, and rows and columns stand in ascending order
/// (one rank, as a rule): then no entry moves, and float values are rounded by one kernel.
template <class Scalar>
GatheredMatrix<Scalar> assembleGathered(const DistMatrix<double>& A, const NamedRows<Scalar>& received);

}  // namespace Chronos

#endif
