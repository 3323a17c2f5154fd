// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ORDEREDTASKS_HPP
#define CHRONOS_ORDEREDTASKS_HPP

#include "Chronos_KernelTypes.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace Chronos {

/// \brief Tasks 0 .. n - 1 that the threads of a host take in ascending order, and of which each may wait for earlier
/// ones.
///
/// Earlier tasks are done, or a thread has them: the first of those that are not done waits for nothing, so there is no
/// standstill, however few threads run at a time. In place of a barrier behind each step, of which a factorisation by
/// tiles has two a column.
class OrderedTasks {
 public:
  explicit OrderedTasks(std::int64_t numTasks) : done_(static_cast<std::size_t>(numTasks)) {}

  /// \brief Calls task(number) for all numbers, and returns when all are done. Once.
  /// \param task must not throw
  template <class Task>
  void run(const char* label, const Task& task) {
    using Execution = HostDevice::execution_space;
    const Execution space;
    const auto numTasks = static_cast<std::int64_t>(done_.size());
    const auto numThreads = static_cast<int>(std::min<std::int64_t>(space.concurrency(), numTasks));
    Kokkos::RangePolicy<Execution, Kokkos::IndexType<int>> policy(space, 0, numThreads);
    policy.set_chunk_size(1);
    Kokkos::parallel_for(label, policy, [&](int) {
      for (std::int64_t number = next_++; number < numTasks; number = next_++) {
        task(number);
        done_[number].store(true, std::memory_order_release);
      }
    });
    space.fence();  // before what the task refers to is gone, should a host's kernels not be waited for
  }

  /// \brief Returns when an earlier task is done, whose results can be read then.
  /// \pre called by a task with a larger number
  void waitFor(std::int64_t number) const {
    int looksLeft = looksBeforeYielding;
    while (!done_[number].load(std::memory_order_acquire)) {
      if (looksLeft == 0) std::this_thread::yield();
      else --looksLeft;
      pause();
    }
  }

 private:
  // Some microseconds; with more threads than cores the one that is waited for may not be running.
  static constexpr int looksBeforeYielding = 200;

  // Leaves the core to the thread beside, which may be the one that is waited for.
  static void pause() {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
  }

  std::vector<std::atomic<bool>> done_;
  alignas(64) std::atomic<std::int64_t> next_{0};  // not beside what all read
};

}  // namespace Chronos

#endif
