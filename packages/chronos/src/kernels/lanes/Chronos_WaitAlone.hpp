// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WAITALONE_HPP
#define CHRONOS_WAITALONE_HPP

#include "Chronos_HaloWait.hpp"

namespace Chronos {

/// In place of a HaloWait, for kernels that follow one that has waited.
struct NoWait {
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const {}
};

struct WaitFunctor {
  HaloWait wait;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const { wait(item); }
};

/// \brief Waits by a kernel of its own, where the functor of the one that reads has no room for it; see isArgument.
/// The host does not wait.
template <class Execution>
void waitAlone(const Execution& space, const HaloWait& wait) {
  constexpr int lanes = 32;
  if (wait.count == 0) return;
  Kokkos::parallel_for("Chronos::waitForHalo",
                       Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>(space, 0, lanes),
                       WaitFunctor{wait});
}

}  // namespace Chronos

#endif
