// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Machine.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Transport.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_Version.hpp"

#include <Teuchos_CommHelpers.hpp>

#include <cstdlib>
#include <ctime>
#include <fstream>

#include <mpi.h>

namespace Chronos::Command {
namespace {

#ifdef KOKKOS_ENABLE_CUDA
int numDevices() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

bool userChoseDevice(const std::vector<std::string>& given) {
  for (const char* name : {"KOKKOS_DEVICE_ID", "KOKKOS_NUM_DEVICES", "KOKKOS_MAP_DEVICE_ID_BY"})
    if (std::getenv(name) != nullptr) return true;
  for (const std::string& argument : given)
    if (argument.find("device") != std::string::npos) return true;
  return false;
}

int rankOnNode() {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int rank = 0;
  MPI_Comm_rank(node, &rank);
  MPI_Comm_free(&node);
  return rank;
}
#endif

std::string processorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == std::string::npos ? "processor" : line.substr(begin);
  }
  return "processor";
}

std::string kokkosVersion() {
#ifdef KOKKOS_VERSION
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
#else
  return "unknown";
#endif
}

std::string compilerVersion() {
  std::string text;
#if defined(__clang__)
  text = "clang " __clang_version__;
#elif defined(__GNUC__)
  text = "g++ " __VERSION__;
#else
  text = "unknown";
#endif
#ifdef __CUDACC_VER_MAJOR__
  text += ", nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." + std::to_string(__CUDACC_VER_MINOR__);
#endif
  return text;
}

std::string mpiVersion() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string whole(text, static_cast<std::size_t>(length));
  return whole.substr(0, whole.find_first_of(",\n"));
}

}  // namespace

std::string dateNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

Machine describeMachine(const Comm& comm) {
  Machine machine;
  machine.executionSpace = Kokkos::DefaultExecutionSpace::name();
  machine.threadsPerRank = static_cast<int>(Kokkos::DefaultHostExecutionSpace().concurrency());
  machine.device = processorName();
#ifdef KOKKOS_ENABLE_CUDA
  int device = 0;
  cudaDeviceProp properties{};
  if (cudaGetDevice(&device) == cudaSuccess && cudaGetDeviceProperties(&properties, device) == cudaSuccess)
    machine.device = properties.name;
  machine.deviceOfRank.resize(comm.getSize());
  Teuchos::gatherAll<int, int>(comm, 1, &device, comm.getSize(), machine.deviceOfRank.data());
#endif
  if (comm.getSize() > 1) machine.transport = transportOf(comm).reason;
  machine.deviceBytesInUse = deviceBytesInUse(comm);
  return machine;
}

double deviceBytesInUse([[maybe_unused]] const Comm& comm) {
  double bytes = 0;
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess) bytes = static_cast<double>(total - free);
  bytes = maxOverRanks(comm, bytes);
#endif
  return bytes;
}

std::string deviceName() {
#ifdef KOKKOS_ENABLE_CUDA
  cudaDeviceProp properties{};
  if (numDevices() == 0) return "no GPU that this build can use";
  return cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? properties.name : "GPU";
#else
  return processorName();
#endif
}

std::vector<std::pair<std::string, std::string>> versions() {
  return {{"chronos", CHRONOS_VERSION_STRING},
          {"trilinos", TrilinosVersion::name()},
          {"kokkos", kokkosVersion()},
          {"compiler", compilerVersion()},
          {"mpi", mpiVersion()}};
}

std::vector<std::string> kokkosArguments(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
#ifdef KOKKOS_ENABLE_CUDA
  // All ranks split the communicator, whatever each one's environment says.
  const int rank = rankOnNode(), count = numDevices();
  if (!userChoseDevice(given) && count > 0) arguments.push_back("--kokkos-device-id=" + std::to_string(rank % count));
#endif
  return arguments;
}

}  // namespace Chronos::Command
