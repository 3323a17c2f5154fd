// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SideStream.hpp"

#include <cstring>
#include <stdexcept>
#include <string>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA, exchange: ") + cudaGetErrorString(error));
}

cudaStream_t defaultStream() {
  return Device::execution_space().cuda_stream();
}

}  // namespace

SideStream& SideStream::instance() {
  static SideStream stream;
  return stream;
}

// Ends with the process: the driver is gone by the time that statics end.
SideStream::SideStream() {
  int lowest = 0, highest = 0;
  check(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
  check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, highest));
}

void SideStream::copy(void* to, const void* from, std::size_t numBytes) {
  check(cudaMemcpyAsync(to, from, numBytes, cudaMemcpyDefault, stream_));
}

StreamMark::StreamMark() {
  check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
}

StreamMark::~StreamMark() {
  cudaEventDestroy(event_);
}

void StreamMark::sideFollowsDefault() {
  recordDefault();
  check(cudaStreamWaitEvent(SideStream::instance().stream(), event_, 0));
}

void StreamMark::defaultFollowsSide() {
  recordSide();
  defaultFollows();
}

void StreamMark::defaultFollows() {
  check(cudaStreamWaitEvent(defaultStream(), event_, 0));
}

void StreamMark::recordDefault() {
  check(cudaEventRecord(event_, defaultStream()));
}

void StreamMark::recordSide() {
  check(cudaEventRecord(event_, SideStream::instance().stream()));
}

void StreamMark::wait() {
  check(cudaEventSynchronize(event_));
}

StreamTime::StreamTime() {
  check(cudaEventCreate(&event_));
}

StreamTime::~StreamTime() {
  cudaEventDestroy(event_);
}

void StreamTime::recordDefault() {
  check(cudaEventRecord(event_, defaultStream()));
}

void StreamTime::recordSide() {
  check(cudaEventRecord(event_, SideStream::instance().stream()));
}

double StreamTime::secondsSince(const StreamTime& earlier) const {
  check(cudaEventSynchronize(event_));
  check(cudaEventSynchronize(earlier.event_));
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, earlier.event_, event_));
  return 1e-3 * milliseconds;
}

#else

SideStream& SideStream::instance() {
  static SideStream stream;
  return stream;
}

SideStream::SideStream() = default;

void SideStream::copy(void* to, const void* from, std::size_t numBytes) {
  Kokkos::fence();
  if (numBytes > 0) std::memcpy(to, from, numBytes);
}

StreamMark::StreamMark() = default;
StreamMark::~StreamMark() = default;
void StreamMark::sideFollowsDefault() {}
void StreamMark::defaultFollowsSide() {}
void StreamMark::defaultFollows() {}
void StreamMark::recordDefault() {}
void StreamMark::recordSide() {}
void StreamMark::wait() {}

StreamTime::StreamTime() = default;
StreamTime::~StreamTime() = default;

void StreamTime::recordDefault() {
  Kokkos::fence();
  time_ = std::chrono::steady_clock::now();
}

void StreamTime::recordSide() {
  recordDefault();
}

double StreamTime::secondsSince(const StreamTime& earlier) const {
  return std::chrono::duration<double>(time_ - earlier.time_).count();
}

#endif

}  // namespace Chronos
