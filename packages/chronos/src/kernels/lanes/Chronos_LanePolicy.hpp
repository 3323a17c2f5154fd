// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LANEPOLICY_HPP
#define CHRONOS_LANEPOLICY_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \file
/// How lanes are dealt out to a GPU. A compiler that is told how many threads share a processor keeps the loads of a
/// lane under way together; left to itself it saves registers, and lets a lane wait for one load before it asks for the
/// next. Which is better is measured for each kernel: docs/performance/products.md, "Told how many threads share a
/// processor".

/// Lanes of which Kokkos chooses how many make a block of threads.
template <class Execution>
using FreeLanes = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;

/// Blocks of 128 threads, four of which a processor takes at least.
template <class Execution>
using BoundedLanes = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>, Kokkos::LaunchBounds<128, 4>>;

}  // namespace Chronos

#endif
