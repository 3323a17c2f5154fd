// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MPITRANSPORT_HPP
#define CHRONOS_MPITRANSPORT_HPP

#include "Chronos_Transport.hpp"

#include <mpi.h>

namespace Chronos {

/// \brief Buffers are handed to MPI as they are: host memory, or memory of the device where MPI takes its pointers.
class MpiTransport : public Transport {
 public:
  explicit MpiTransport(MPI_Comm comm) : comm_(comm) {}
  std::unique_ptr<Channel> open(Route route) const override;
  const char* name() const override { return "mpi"; }

 private:
  MPI_Comm comm_;
};

/// What MPI says of itself.
enum class DevicePointers { taken, refused, unknown };
DevicePointers devicePointersOfMpi();

}  // namespace Chronos

#endif
