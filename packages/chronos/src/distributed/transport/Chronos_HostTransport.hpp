// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HOSTTRANSPORT_HPP
#define CHRONOS_HOSTTRANSPORT_HPP

#include "Chronos_Transport.hpp"

#include <mpi.h>

namespace Chronos {

/// \brief Buffers pass through page-locked memory of the host, which every MPI takes.
///
/// The copy to the host waits for no kernel that is queued after start(); messages leave in finish(), while these run.
class HostTransport : public Transport {
 public:
  explicit HostTransport(MPI_Comm comm) : comm_(comm) {}
  std::unique_ptr<Channel> open(Route route) const override;
  const char* name() const override { return "host"; }

 private:
  MPI_Comm comm_;
};

}  // namespace Chronos

#endif
