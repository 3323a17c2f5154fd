// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AROUNDROOTS_HPP
#define CHRONOS_AROUNDROOTS_HPP

#include "Chronos_StrongNodes.hpp"

namespace Chronos {

using NodeMarks = Kokkos::View<char*, Device>;
using ConstNodeMarks = Kokkos::View<const char*, Device>;
using AggregateOfNode = Kokkos::View<LocalOrdinal*, Device>;
using ConstAggregateOfNode = Kokkos::View<const LocalOrdinal*, Device>;

/// \brief Roots that have a strong connection, if only to another rank: the others are left out. Local.
NodeMarks rootsWithNeighbours(const StrongNodes<Device>& graph, const NodeMarks& isRoot);

/// \brief A root and its neighbours are an aggregate, numbered from `first` on in the order of roots. Local.
/// \param isRoot at least three connections apart
/// \param ofNode written where a node is near a root
/// \return how many
LocalOrdinal joinRoots(const StrongNodes<Device>& graph, const ConstNodeMarks& isRoot, LocalOrdinal first,
                       const AggregateOfNode& ofNode);

/// The connections whose two ends are members. Local.
StrongNodes<Device> graphAmong(const StrongNodes<Device>& graph, const ConstNodeMarks& isMember);

}  // namespace Chronos

#endif
