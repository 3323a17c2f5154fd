// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BOUNDARYROWS_HPP
#define CHRONOS_BOUNDARYROWS_HPP

#include "Chronos_BoundaryRow.hpp"

namespace Chronos {

/// \brief The rows that have an entry in a column from numOwned on, ascending. Local; waits for the device.
///
/// Columns of many rows are read once, neighbours by neighbours, whatever their order; a row is looked for where one of
/// them lies in the halo, and only its neighbourhood is walked through.
BoundaryRows<Device> boundaryRows(const Kokkos::View<const Offset*, Device>& rowPtr,
                                  const Kokkos::View<const LocalOrdinal*, Device>& colInd, LocalOrdinal numRows,
                                  LocalOrdinal numOwned);

}  // namespace Chronos

#endif
