// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HOSTTHREADS_HPP
#define CHRONOS_HOSTTHREADS_HPP

#include "Chronos_Types.hpp"

#include <exception>
#include <thread>
#include <vector>

namespace Chronos {

/// Processors of this node per rank on it, at least one, and no more than this process is bound to. Collective.
int hostThreadsPerRank(const Comm& comm);

/// \brief Calls work(0), ..., work(threads - 1), each on its own thread; work(0) on the calling one.
///
/// Returns when all have; the exception of the lowest thread that threw one is thrown again.
template <class Work>
void runThreads(int threads, const Work& work) {
  std::vector<std::exception_ptr> failures(threads);
  const auto guarded = [&](int thread) {
    try {
      work(thread);
    } catch (...) {
      failures[thread] = std::current_exception();
    }
  };
  std::vector<std::thread> helpers;
  helpers.reserve(threads);
  int started = 1;
  try {
    for (; started < threads; ++started) helpers.emplace_back(guarded, started);
  } catch (const std::system_error&) {
    // No more threads to be had: the caller does what is left.
  }
  guarded(0);
  for (int thread = started; thread < threads; ++thread) guarded(thread);
  for (std::thread& helper : helpers) helper.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

/// First item of a thread's share of n items; that of thread `threads` is n.
inline std::size_t shareBegin(std::size_t n, int thread, int threads) {
  return n / threads * thread + n % threads * thread / threads;
}

}  // namespace Chronos

#endif
