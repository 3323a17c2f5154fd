// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MACHINE_HPP
#define CHRONOS_MACHINE_HPP

#include "Chronos_Types.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Chronos::Command {

/// What a run runs on.
struct Machine {
  std::string executionSpace;
  std::string device;             ///< name of the GPU or processor of rank 0
  int threadsPerRank = 1;         ///< of the default host space
  std::vector<int> deviceOfRank;  ///< number of the GPU on its node, for each rank; empty without GPUs
  std::string transport;          ///< how vectors travel between ranks, and why so; empty on one rank
  double deviceBytesInUse = 0;    ///< of the GPU, the largest over ranks, now; 0 without GPUs
};

/// Date and time of day, UTC, as ISO 8601 writes them. Local.
std::string dateNow();

/// Collective; Kokkos must be initialised.
Machine describeMachine(const Comm& comm);

/// Bytes in use on the GPU, the largest over ranks; 0 without GPUs. Collective.
double deviceBytesInUse(const Comm& comm);

/// Name of the GPU that is first, or of the processor. Needs no Kokkos. Local.
std::string deviceName();

/// Name and version of Chronos, Trilinos, Kokkos, compiler and MPI. Needs MPI. Local.
std::vector<std::pair<std::string, std::string>> versions();

/// \brief Arguments for Kokkos::initialize that give each rank of a node its own GPU. Collective over MPI_COMM_WORLD.
///
/// Local rank modulo number of GPUs, unless the user has chosen by argument or environment. Kokkos could read the local
/// rank from the environment, but not of every MPI, and up to release 3 it has to be told the number of GPUs.
/// \param given arguments of the user that begin with --kokkos-
std::vector<std::string> kokkosArguments(const std::vector<std::string>& given);

}  // namespace Chronos::Command

#endif
