// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NcclTransport.hpp"

#include "Chronos_CommonMessage.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_LimitedWait.hpp"
#include "Chronos_PeerTransport.hpp"
#include "Chronos_SideStream.hpp"

#include <Kokkos_Timer.hpp>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

namespace {

class NcclChannel : public Channel {
 public:
  NcclChannel(NcclLibrary::Communicator communicator, Route route)
      : communicator_(communicator), route_(std::move(route)) {}
  ~NcclChannel() override {
    if (isUnderWay_) finish();
    forgetDeviceWait(route_);
  }

  void start(const void* sent, void* received) override {
    received_ = received;
    if (route_.sources.empty() && route_.destinations.empty()) return;
    isUnderWay_ = true;
    mark_.sideFollowsDefault();
    const NcclLibrary& nccl = NcclLibrary::instance();
    const auto stream = static_cast<NcclLibrary::Stream>(SideStream::instance().stream());
    nccl.check(nccl.groupStart());
    for (const Segment& source : route_.sources)
      if (source.size > 0)
        nccl.check(nccl.receive(static_cast<char*>(received) + source.begin * route_.entryBytes,
                                source.size * route_.entryBytes, NcclLibrary::bytes, source.rank, communicator_,
                                stream));
    for (const Segment& destination : route_.destinations)
      if (destination.size > 0)
        nccl.check(nccl.send(static_cast<const char*>(sent) + destination.begin * route_.entryBytes,
                             destination.size * route_.entryBytes, NcclLibrary::bytes, destination.rank, communicator_,
                             stream));
    nccl.check(nccl.groupEnd());
  }

  const void* finish() override {
    if (!isUnderWay_) return received_;
    isUnderWay_ = false;
    mark_.defaultFollowsSide();
    noteDeviceWait(route_);
    return received_;
  }

 private:
  NcclLibrary::Communicator communicator_;
  Route route_;
  const void* received_ = nullptr;
  bool isUnderWay_ = false;
  StreamMark mark_;
};

}  // namespace

std::string NcclTransport::problem(const Comm& comm) {
  const NcclLibrary& nccl = NcclLibrary::instance();
  const std::string ofLibrary = commonMessage(comm, nccl.problem());
  if (!ofLibrary.empty()) return ofLibrary;
  if (shareGpus(comm)) return "several ranks share a GPU, which NCCL does not allow";
  return "";
}

NcclTransport::NcclTransport(const Comm& comm) {
  const Kokkos::Timer timer;
  const NcclLibrary& nccl = NcclLibrary::instance();
  NcclLibrary::UniqueId id{};
  int result = comm.getRank() == 0 ? nccl.getUniqueId(&id) : 0;
  problem_ = commonMessage(comm, nccl.textOf(result));
  if (!problem_.empty()) return;
  MPI_Bcast(id.internal, sizeof(id.internal), MPI_CHAR, 0, rawComm(comm));
  result = nccl.commInitRank(&communicator_, comm.getSize(), id, comm.getRank());
  problem_ = commonMessage(comm, nccl.textOf(result));
  startSeconds_ = timer.seconds();
}

NcclTransport::~NcclTransport() {
  if (communicator_ == nullptr) return;
  const NcclLibrary& nccl = NcclLibrary::instance();
  if (problem_.empty()) nccl.commDestroy(communicator_);
  else nccl.commAbort(communicator_);
}

std::unique_ptr<Channel> NcclTransport::open(Route route) const {
  return std::make_unique<NcclChannel>(communicator_, std::move(route));
}

#else

std::string NcclTransport::problem(const Comm&) {
  return "this build has no CUDA";
}

NcclTransport::NcclTransport(const Comm&) {}
NcclTransport::~NcclTransport() = default;

std::unique_ptr<Channel> NcclTransport::open(Route) const {
  return nullptr;
}

#endif

}  // namespace Chronos
