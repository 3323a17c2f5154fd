// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HostTransport.hpp"

#include "Chronos_LimitedWait.hpp"
#include "Chronos_SegmentMessages.hpp"
#include "Chronos_SideStream.hpp"

namespace Chronos {
namespace {

using Stage = Kokkos::View<char*, PinnedSpace>;

std::size_t numBytesOf(const std::vector<Segment>& segments, std::size_t entryBytes) {
  std::size_t end = 0;
  for (const Segment& segment : segments) end = std::max(end, segment.begin + segment.size);
  return end * entryBytes;
}

class HostChannel : public Channel {
 public:
  HostChannel(MPI_Comm comm, Route route)
      : comm_(comm),
        route_(std::move(route)),
        sentStage_(allocate<Stage>("Chronos::stage", numBytesOf(route_.destinations, route_.entryBytes))),
        receivedStage_(allocate<Stage>("Chronos::stage", numBytesOf(route_.sources, route_.entryBytes))) {}

  // The stages go to others, the last copy may be reading one.
  ~HostChannel() override {
    if (isUnderWay_) finish();
    copied_.wait();
  }

  void start(const void* sent, void* received) override {
    received_ = received;
    if (route_.sources.empty() && route_.destinations.empty()) return;
    isUnderWay_ = true;
    copied_.sideFollowsDefault();
    for (const Segment& segment : route_.destinations)
      copySegment(segment, sentStage_.data(), static_cast<const char*>(sent));
    copied_.recordSide();
#ifndef KOKKOS_ENABLE_CUDA
    startMessages(comm_, route_, sentStage_.data(), receivedStage_.data(), requests_);
#endif
  }

  const void* finish() override {
    if (!isUnderWay_) return received_;
    isUnderWay_ = false;
#ifdef KOKKOS_ENABLE_CUDA
    // Also ends the last delivery, which reads the stage that messages write now.
    copied_.wait();
    startMessages(comm_, route_, sentStage_.data(), receivedStage_.data(), requests_);
#endif
    {
      const LimitedWait wait(route_);
      finishMessages(requests_);
    }
    for (const Segment& segment : route_.sources)
      copySegment(segment, static_cast<char*>(received_), receivedStage_.data());
    copied_.defaultFollowsSide();
    return received_;
  }

  std::size_t numBytes() const override {
    return sentStage_.extent(0) + receivedStage_.extent(0);
  }

 private:
  // What lies between segments belongs to others.
  void copySegment(const Segment& segment, char* to, const char* from) const {
    const std::size_t begin = segment.begin * route_.entryBytes;
    SideStream::instance().copy(to + begin, from + begin, segment.size * route_.entryBytes);
  }

  MPI_Comm comm_;
  Route route_;
  Stage sentStage_, receivedStage_;
  void* received_ = nullptr;
  bool isUnderWay_ = false;
  StreamMark copied_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::unique_ptr<Channel> HostTransport::open(Route route) const {
  return std::make_unique<HostChannel>(comm_, std::move(route));
}

}  // namespace Chronos
