// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MpiTransport.hpp"

#include "Chronos_LimitedWait.hpp"
#include "Chronos_SegmentMessages.hpp"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

namespace Chronos {
namespace {

class MpiChannel : public Channel {
 public:
  MpiChannel(MPI_Comm comm, Route route) : comm_(comm), route_(std::move(route)) {}
  ~MpiChannel() override { finish(); }

  void start(const void* sent, void* received) override {
    received_ = received;
    if (route_.sources.empty() && route_.destinations.empty()) return;
    Device::execution_space().fence();
    startMessages(comm_, route_, sent, received, requests_);
  }
  const void* finish() override {
    if (requests_.empty()) return received_;
    const LimitedWait wait(route_);
    finishMessages(requests_);
    return received_;
  }

 private:
  MPI_Comm comm_;
  Route route_;
  const void* received_ = nullptr;
  std::vector<MPI_Request> requests_;
};

}  // namespace

std::unique_ptr<Channel> MpiTransport::open(Route route) const {
  return std::make_unique<MpiChannel>(comm_, std::move(route));
}

DevicePointers devicePointersOfMpi() {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  return MPIX_Query_cuda_support() == 1 ? DevicePointers::taken : DevicePointers::refused;
#else
  return DevicePointers::unknown;
#endif
}

}  // namespace Chronos
