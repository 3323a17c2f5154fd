// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HostThreads.hpp"

#include "Chronos_Communicator.hpp"

#include <algorithm>
#include <mpi.h>
#ifdef __linux__
#include <sched.h>
#endif

namespace Chronos {
namespace {

int processorsBoundTo() {
#ifdef __linux__
  cpu_set_t bound;
  if (sched_getaffinity(0, sizeof(bound), &bound) == 0) return CPU_COUNT(&bound);
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

int ranksOnNode(const Comm& comm) {
  if (comm.getSize() == 1) return 1;
  MPI_Comm node;
  MPI_Comm_split_type(rawComm(comm), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int ranks = 1;
  MPI_Comm_size(node, &ranks);
  MPI_Comm_free(&node);
  return ranks;
}

}  // namespace

int hostThreadsPerRank(const Comm& comm) {
  const int share = static_cast<int>(std::thread::hardware_concurrency()) / ranksOnNode(comm);
  return std::max(1, std::min(share, processorsBoundTo()));
}

}  // namespace Chronos
