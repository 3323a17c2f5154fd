// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SIDESTREAM_HPP
#define CHRONOS_SIDESTREAM_HPP

#include "Chronos_KernelTypes.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime.h>
#else
#include <chrono>
#endif

namespace Chronos {

/// \brief A second queue of the device beside the default one, for copies and messages while kernels run. One a run.
///
/// Of the highest priority: what is small and waited for goes before the blocks of a kernel that are still to start.
/// In builds without a GPU everything happens at once.
class SideStream {
 public:
  static SideStream& instance();

#ifdef KOKKOS_ENABLE_CUDA
  cudaStream_t stream() const {
    return stream_;
  }
#endif
  /// Bytes between host and device or within one of them; after what was queued here before.
  void copy(void* to, const void* from, std::size_t numBytes);

 private:
  SideStream();
#ifdef KOKKOS_ENABLE_CUDA
  cudaStream_t stream_ = nullptr;
#endif
};

/// \brief A mark in one of the two queues, for the other or for the host to wait for.
class StreamMark {
 public:
  StreamMark();
  ~StreamMark();
  StreamMark(const StreamMark&) = delete;
  StreamMark& operator=(const StreamMark&) = delete;

  /// What is queued from now on in the side stream begins after what is in the default one now.
  void sideFollowsDefault();
  /// What is queued from now on in the default stream begins after what is in the side stream now.
  void defaultFollowsSide();
  /// What is queued from now on in the default stream begins after the mark.
  void defaultFollows();
  void recordDefault();
  void recordSide();
  /// The host waits for the mark; returns at once where nothing was marked.
  void wait();

 private:
#ifdef KOKKOS_ENABLE_CUDA
  cudaEvent_t event_ = nullptr;
#endif
};

/// When what one of the two queues holds now is done; in builds without a GPU, the time on the host's clock.
class StreamTime {
 public:
  StreamTime();
  ~StreamTime();
  StreamTime(const StreamTime&) = delete;
  StreamTime& operator=(const StreamTime&) = delete;

  void recordDefault();
  void recordSide();
  /// Waits for both. \pre both were recorded
  double secondsSince(const StreamTime& earlier) const;

 private:
#ifdef KOKKOS_ENABLE_CUDA
  cudaEvent_t event_ = nullptr;
#else
  std::chrono::steady_clock::time_point time_;
#endif
};

}  // namespace Chronos

#endif
