// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RENUMBERCOLUMNS_HPP
#define CHRONOS_RENUMBERCOLUMNS_HPP

#include "Chronos_BoundaryRow.hpp"

namespace Chronos {

/// Columns below numKept as they are, column c behind them as newIndex(c - numKept). Local; does not wait for the
/// device.
Kokkos::View<const LocalOrdinal*, Device> renumberColumns(const Kokkos::View<const LocalOrdinal*, Device>& colInd,
                                                          LocalOrdinal numKept,
                                                          const Kokkos::View<const LocalOrdinal*, Device>& newIndex);

/// \brief The same where only boundary rows have columns from numKept on: the others are copied unread.
/// \param boundary where these rows lie, and where in them these columns begin
Kokkos::View<const LocalOrdinal*, Device> renumberHalo(const Kokkos::View<const LocalOrdinal*, Device>& colInd,
                                                       const BoundaryRows<Device>& boundary, LocalOrdinal numKept,
                                                       const Kokkos::View<const LocalOrdinal*, Device>& newIndex);

}  // namespace Chronos

#endif
