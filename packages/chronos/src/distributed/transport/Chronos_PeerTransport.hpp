// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PEERTRANSPORT_HPP
#define CHRONOS_PEERTRANSPORT_HPP

#include "Chronos_Transport.hpp"

#include <mpi.h>

namespace Chronos {

class PeerArena;

/// \brief Kernels write into the memory of the receiver's GPU and raise a flag there, for which its kernel waits: ranks
/// of one host, a GPU each. No library; the host waits where a route is opened only.
///
/// An exchange is two short kernels. One writes, from where entries lie, in the side stream where kernels run
/// meanwhile; one waits in the default stream, and copies where the receiver wants entries elsewhere. A route has two
/// places at the receiver: a sender waits for the exchange before the last one. What is longer than 32 MiB goes in
/// pieces, each as such an exchange, unless it may stay; what finds no place travels by another way.
///
/// A kernel that waits for more than CHRONOS_PEER_SECONDS (LimitedWait) says for whom; the process ends with an error
/// of CUDA.
class PeerTransport : public Transport {
 public:
  /// \brief Opens the memory of all ranks' GPUs. Collective.
  /// \param other for what finds no place; how much went by it is not counted
  PeerTransport(const Comm& comm, const std::shared_ptr<const Transport>& other);

  /// Why it cannot serve; empty where it can. The same on all ranks.
  std::string problem() const;

  /// Collective over the route.
  std::unique_ptr<Channel> open(Route route) const override;
  const char* name() const override { return "peer"; }
  DeviceSums* sums() const override;

 private:
  MPI_Comm comm_;
  PeerArena* arena_ = nullptr;  // lives as long as the process
  std::shared_ptr<const Transport> other_;
};

/// Whether several ranks have the same GPU. Collective; false in builds without CUDA.
bool shareGpus(const Comm& comm);

}  // namespace Chronos

#endif
