// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Transport.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_DidYouMean.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostTransport.hpp"
#include "Chronos_LimitedWait.hpp"
#include "Chronos_MpiTransport.hpp"
#include "Chronos_NcclTransport.hpp"
#include "Chronos_PeerTransport.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <type_traits>

namespace Chronos {
namespace {

constexpr bool buffersAreOfHost = std::is_same_v<Device::memory_space, Kokkos::HostSpace>;

using Choice = std::shared_ptr<const ChosenTransport>;

// The choice lives as an attribute of the communicator; MPI ends it with the communicator.
// A duplicate shares NCCL, which is dear to start; what speaks MPI speaks on one communicator.
int copyChoice(MPI_Comm, int, void*, void* value, void* copy, int* isCopied) {
  const Choice& choice = *static_cast<Choice*>(value);
  *isCopied = std::string((*choice).transport->name()) == "nccl" ? 1 : 0;
  if (*isCopied != 0) *static_cast<void**>(copy) = new Choice(choice);
  return MPI_SUCCESS;
}

int deleteChoice(MPI_Comm, int, void* value, void*) {
  delete static_cast<Choice*>(value);
  return MPI_SUCCESS;
}

int keyOfChoice() {
  static const int key = [] {
    int created = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(copyChoice, deleteChoice, &created, nullptr);
    return created;
  }();
  return key;
}

const Choice* choiceOf(MPI_Comm comm) {
  void* value = nullptr;
  int isThere = 0;
  MPI_Comm_get_attr(comm, keyOfChoice(), &value, &isThere);
  return isThere != 0 ? static_cast<const Choice*>(value) : nullptr;
}

ChosenTransport byNccl(const Comm& comm, std::string& problem) {
  problem = NcclTransport::problem(comm);
  if (!problem.empty()) return {};
  const auto transport = std::make_shared<NcclTransport>(comm);
  problem = transport->problem();
  char text[96];
  std::snprintf(text, sizeof(text), "NCCL %s, started in %.2f s", NcclLibrary::instance().version().c_str(),
                transport->startSeconds());
  return {transport, text};
}

ChosenTransport byMpi(const Comm& comm, const std::string& reason) {
  return {std::make_shared<MpiTransport>(rawComm(comm)), reason};
}

ChosenTransport throughHost(const Comm& comm, const std::string& reason) {
  return {std::make_shared<HostTransport>(rawComm(comm)), reason};
}

// What is too long for a place at the receiver goes through the host: NCCL is dear to start.
ChosenTransport byPeers(const Comm& comm, std::string& problem) {
  if (shareGpus(comm)) {
    problem = "several ranks share a GPU";
    return {};
  }
  const auto transport = std::make_shared<PeerTransport>(comm, std::make_shared<HostTransport>(rawComm(comm)));
  problem = transport->problem();
  return {transport, "from GPU to GPU of one host, by kernels"};
}

ChosenTransport automatic(const Comm& comm) {
  if (buffersAreOfHost) return byMpi(comm, "MPI, host memory");
  std::string ofPeers;
  const ChosenTransport peers = byPeers(comm, ofPeers);
  if (ofPeers.empty()) return peers;
  std::string ofNccl;
  ChosenTransport nccl = byNccl(comm, ofNccl);
  if (ofNccl.empty()) {
    nccl.reason += "; " + ofPeers;
    return nccl;
  }
  const std::string why = "; " + ofPeers + "; " + ofNccl;
  if (devicePointersOfMpi() == DevicePointers::taken) return byMpi(comm, "MPI, device memory" + why);
  return throughHost(comm, "MPI, through host memory" + why);
}

std::string unknownName(const std::string& name) {
  std::string text = "transport '" + name + "' is none of";
  for (const std::string& known : transportNames()) text += (&known == &transportNames().front() ? " " : ", ") + known;
  return text + "." + didYouMean(name, transportNames());
}

ChosenTransport chosenBy(const Comm& comm, const std::string& name) {
  if (name == "automatic") return automatic(comm);
  if (name == "host") return throughHost(comm, "MPI, through host memory, as asked");
  if (name == "mpi") {
    if (!buffersAreOfHost && devicePointersOfMpi() == DevicePointers::refused)
      throw InputError(
          "transport 'mpi' hands pointers of the device to MPI, and this MPI says that it takes none. Take "
          "'automatic', 'nccl' or 'host', or an MPI with support for CUDA");
    return byMpi(comm, buffersAreOfHost ? "MPI, host memory" : "MPI, device memory, as asked");
  }
  if (name == "nccl") {
    std::string problem;
    const ChosenTransport nccl = byNccl(comm, problem);
    if (!problem.empty())
      throw InputError("transport 'nccl' cannot be had: " + problem + ". Take 'automatic' or 'host'; " +
                       "CHRONOS_NCCL_LIBRARY names the file of NCCL where the loader does not find it");
    return nccl;
  }
  if (name == "peer") {
    std::string problem = "this build has no GPU";
    const ChosenTransport peers = buffersAreOfHost ? ChosenTransport() : byPeers(comm, problem);
    if (!problem.empty())
      throw InputError("transport 'peer' cannot be had: " + problem + ". Take 'automatic' or 'host'");
    return peers;
  }
  throw InputError(unknownName(name));
}

// Ranks that took different ways would wait for each other for ever.
void checkAlike(const Comm& comm, const std::string& name) {
  const auto number = static_cast<long long>(std::hash<std::string>()(name) >> 1);
  if (minOverRanks(comm, number) != maxOverRanks(comm, number))
    throw InputError("ranks ask for different transports; this one for '" + name +
                     "'. Give CHRONOS_TRANSPORT the same value on all ranks");
}

// Before MPI is there, and with one rank, nothing travels.
const ChosenTransport& ofOneRank() {
  static const ChosenTransport one{std::make_shared<MpiTransport>(MPI_COMM_SELF), "one rank"};
  return one;
}

}  // namespace

const std::vector<std::string>& transportNames() {
  static const std::vector<std::string> names{"automatic", "host", "mpi", "nccl", "peer"};
  return names;
}

void chooseTransport(const Comm& comm, const std::string& name) {
  if (comm.getSize() == 1) {
    const auto& names = transportNames();
    if (std::find(names.begin(), names.end(), name) == names.end()) throw InputError(unknownName(name));
    return;
  }
  throwIfAny(comm, problemOfWaitLimit());
  checkAlike(comm, name);
  const Choice choice = std::make_shared<const ChosenTransport>(chosenBy(comm, name));
  MPI_Comm_set_attr(rawComm(comm), keyOfChoice(), new Choice(choice));
}

const ChosenTransport& transportOf(const Comm& comm) {
  if (comm.getSize() == 1) return ofOneRank();
  const MPI_Comm raw = rawComm(comm);
  const Choice* choice = choiceOf(raw);
  if (choice == nullptr) {
    const char* wanted = std::getenv("CHRONOS_TRANSPORT");
    chooseTransport(comm, wanted != nullptr ? wanted : "automatic");
    choice = choiceOf(raw);
  }
  return **choice;
}

}  // namespace Chronos
