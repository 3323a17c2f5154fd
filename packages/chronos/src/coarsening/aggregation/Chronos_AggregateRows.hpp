// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AGGREGATEROWS_HPP
#define CHRONOS_AGGREGATEROWS_HPP

#include "Chronos_NodeAggregates.hpp"

namespace Chronos {

/// The unknowns of each aggregate: row(begin(a)) .. row(begin(a + 1) - 1), ascending.
struct AggregateRows {
  Kokkos::View<const Offset*, Device> begin;
  Kokkos::View<const LocalOrdinal*, Device> row;

  LocalOrdinal number() const { return begin.extent(0) == 0 ? 0 : static_cast<LocalOrdinal>(begin.extent(0)) - 1; }
};

/// \brief The rows of a matrix by the aggregate of their node. Local.
///
/// A row with no entry but the diagonal (a boundary condition) belongs to none, whatever its node does: nothing to
/// interpolate.
AggregateRows rowsOfAggregates(const DistMatrix<double>& A,
                               const Kokkos::View<const LocalOrdinal*, Device>& nodeOfUnknown,
                               const NodeAggregates& aggregates);

}  // namespace Chronos

#endif
