// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AWAITEDLAUNCH_HPP
#define CHRONOS_AWAITEDLAUNCH_HPP

#include "Chronos_HaloWait.hpp"
#include "Chronos_LanePolicy.hpp"

#include <type_traits>

namespace Chronos {

/// In place of a HaloWait, for kernels that follow one that has waited.
struct NoWait {
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t) const {}
};

/// By itself, in front of a kernel that has no room for it.
struct WaitAloneFunctor {
  HaloWait wait;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const { wait(item); }
};

/// Whether Kokkos hands a functor over as an argument of its kernel: from 512 bytes on, with its policy, it goes by way
/// of memory for which the host waits.
template <class Functor>
constexpr bool isArgument = std::is_same_v<Device, HostDevice> || sizeof(Functor) + 48 < 512;

/// \brief A kernel over whole warps that reads entries of other ranks: runs make(wait), a functor whose items do that
/// before they read. Where such a functor has no room for it, another kernel waits and make(NoWait()) follows.
template <class Execution, class Make>
void launchAwaited(const char* label, const FreeLanes<Execution>& lanes, const HaloWait& wait, const Make& make) {
  if constexpr (isArgument<decltype(make(wait))>) {
    Kokkos::parallel_for(label, lanes, make(wait));
  } else {
    constexpr int lanesOfWarp = 32;
    if (wait.count > 0)
      Kokkos::parallel_for("Chronos::waitForHalo", FreeLanes<Execution>(lanes.space(), 0, lanesOfWarp),
                           WaitAloneFunctor{wait});
    Kokkos::parallel_for(label, lanes, make(NoWait()));
  }
}

}  // namespace Chronos

#endif
