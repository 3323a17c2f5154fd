// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DYNAMICFOR_HPP
#define CHRONOS_DYNAMICFOR_HPP

#include "Chronos_RunsOnHost.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace Chronos {

/// \brief The items 0 .. numItems - 1 in equal shares, of which threads take some at a time.
///
/// A thread begins with the share that has its number, so that it reads from one call to the next what its cache has
/// already, and helps out with the others behind it.
template <class Index>
class SharedItems {
 public:
  SharedItems(int numThreads, Index numItems, Index atOnce) : atOnce_(atOnce) {
    const std::int64_t numPieces = (std::int64_t(numItems) + atOnce - 1) / atOnce;
    numShares_ =
        static_cast<int>(std::clamp<std::int64_t>(std::min<std::int64_t>(numThreads, numPieces), 1, mostShares));
    for (int share = 0; share < numShares_; ++share) {
      shares_[share].next.store(firstOf(share, numPieces), std::memory_order_relaxed);
      shares_[share].end = std::min(firstOf(share + 1, numPieces), std::int64_t(numItems));
    }
  }

  template <class Functor>
  void take(int thread, const Functor& functor) {
    for (int turn = 0; turn < numShares_; ++turn) {
      Share& share = shares_[(thread + turn) % numShares_];
      while (share.next.load(std::memory_order_relaxed) < share.end) {
        const std::int64_t begin = share.next.fetch_add(atOnce_, std::memory_order_relaxed);
        const std::int64_t end = std::min(begin + atOnce_, share.end);
        for (std::int64_t item = begin; item < end; ++item) functor(static_cast<Index>(item));
      }
    }
  }

 private:
  static constexpr int mostShares = 64;

  struct alignas(64) Share {  // a cache line of its own
    std::atomic<std::int64_t> next;
    std::int64_t end;
  };

  std::int64_t firstOf(int share, std::int64_t numPieces) const { return numPieces * share / numShares_ * atOnce_; }

  int numShares_ = 1;
  std::int64_t atOnce_;
  std::array<Share, mostShares> shares_;
};

// By value: Kokkos copies it so that copies of its views in a kernel are not counted.
template <class Index, class Functor>
struct SharedItemsFunctor {
  SharedItems<Index>* items;
  Functor functor;
  void operator()(int thread) const { items->take(thread, functor); }
};

/// \brief Calls functor(item) for the items 0 .. numItems - 1: dynamic schedule on a host, which is waited for, a range
/// on a GPU, which is not.
///
/// In place of Kokkos::Schedule<Kokkos::Dynamic>, which begins with a barrier at which all threads write to one place:
/// 0.2 ms a call with 16 threads (Kokkos 3.4), where products of coarse levels take 10 us
/// (docs/performance/host-threads.md).
/// \param atOnce items that a thread takes at a time, at least 1
template <class Execution, class Index, class Functor>
void dynamicFor(const char* label, const Execution& space, Index numItems, Index atOnce, const Functor& functor) {
  using DeviceType = Kokkos::Device<Execution, typename Execution::memory_space>;
  if (numItems <= 0) return;
  if constexpr (runsOnHost<DeviceType>) {
    const int numThreads = static_cast<int>(space.concurrency());
    SharedItems<Index> items(numThreads, numItems, atOnce);
    using Policy = Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>>;
    Policy policy(space, 0, numThreads);
    policy.set_chunk_size(1);
    Kokkos::parallel_for(label, policy, SharedItemsFunctor<Index, Functor>{&items, functor});
    space.fence();  // before `items` is gone, should a host's kernels not be waited for
  } else {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Execution, Kokkos::IndexType<Index>>(space, 0, numItems), functor);
  }
}

}  // namespace Chronos

#endif
