// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TESTROWS_HPP
#define CHRONOS_TESTROWS_HPP

#include "Chronos_HaloRows.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {

/// A test space whose rows lie together, as kernels that work row by row read it.
using TestRows = Kokkos::View<const double**, Kokkos::LayoutRight, Device>;

/// Local.
TestRows testRows(const TestSpace& V);

/// Rows of the coarse points, in the order of splitting.coarseMap. Local.
TestRows coarseTestRows(const TestRows& fine, const Splitting& splitting);

/// Global row of each owned coarse point. Local.
Kokkos::View<const GlobalOrdinal*, Device> coarsePointGlobals(const Map& rowMap, const Splitting& splitting);

/// \brief Owned rows followed by those of both halos. Collective.
TestRows extendRows(const ExtendedColumns& columns, const TestRows& owned);

}  // namespace Chronos

#endif
