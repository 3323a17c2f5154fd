// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PeerArena.hpp"

#include "Chronos_CommonMessage.hpp"
#include "Chronos_Communicator.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#ifdef KOKKOS_ENABLE_CUDA

namespace Chronos {
namespace {

constexpr std::size_t wordBytes = std::size_t(1) << 20, alignment = 256, wordStride = 64;

std::size_t arenaBytes(const Comm& comm) {
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  const std::size_t part = std::clamp<std::size_t>(total / 128, std::size_t(32) << 20, std::size_t(1) << 30);
  return static_cast<std::size_t>(minOverRanks(comm, static_cast<long long>(part / alignment * alignment)));
}

int numRanksOfHost(MPI_Comm comm) {
  MPI_Comm host;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int numRanks = 0;
  MPI_Comm_size(host, &numRanks);
  MPI_Comm_free(&host);
  return numRanks;
}

bool hasEnded(cudaEvent_t event) {
  const cudaError_t error = cudaEventQuery(event);
  if (error == cudaSuccess) return true;
  if (error != cudaErrorNotReady) throw std::runtime_error(std::string("CUDA, exchange: ") + cudaGetErrorString(error));
  cudaGetLastError();  // that it has not ended is no error
  return false;
}

std::string textOf(cudaError_t error) {
  if (error == cudaSuccess) return "";
  cudaGetLastError();
  return cudaGetErrorString(error);
}

bool haveSameRanks(MPI_Group a, MPI_Group b) {
  int result = MPI_UNEQUAL;
  MPI_Group_compare(a, b, &result);
  return result == MPI_IDENT;
}

}  // namespace

// Never destroyed: MPI and the driver may be gone before statics end.
PeerArena& PeerArena::of(const Comm& comm) {
  static auto* const arenas = new std::vector<std::pair<MPI_Group, PeerArena*>>;
  MPI_Group group;
  MPI_Comm_group(rawComm(comm), &group);
  for (const auto& [ranks, arena] : *arenas)
    if (haveSameRanks(ranks, group)) return *arena;
  arenas->emplace_back(group, new PeerArena(comm));
  return *arenas->back().second;
}

PeerArena::PeerArena(const Comm& comm) : rank_(comm.getRank()) {
  const bool isOneHost = numRanksOfHost(rawComm(comm)) == comm.getSize();
  problem_ = commonMessage(comm, isOneHost ? "" : "ranks are on several hosts");
  if (!problem_.empty()) return;
  memory_.resize(comm.getSize(), nullptr);
  numBytes_ = arenaBytes(comm);
  problem_ = open(comm);
  if (problem_.empty()) {
    free_[wordBytes] = numBytes_ - wordBytes;
    return;
  }
  for (std::size_t rank = 0; rank < memory_.size(); ++rank)
    if (static_cast<int>(rank) != rank_ && memory_[rank] != nullptr) cudaIpcCloseMemHandle(memory_[rank]);
  MPI_Barrier(rawComm(comm));
  if (memory_[rank_] != nullptr) cudaFree(memory_[rank_]);
}

// Why it cannot be had.
std::string PeerArena::open(const Comm& comm) {
  cudaIpcMemHandle_t handle{};
  cudaError_t error = cudaMalloc(reinterpret_cast<void**>(&memory_[rank_]), numBytes_);
  if (error != cudaSuccess) memory_[rank_] = nullptr;
  if (error == cudaSuccess) error = cudaMemset(memory_[rank_], 0, wordBytes);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaIpcGetMemHandle(&handle, memory_[rank_]);
  const std::string ofMemory = commonMessage(comm, textOf(error));
  if (!ofMemory.empty()) return ofMemory;
  std::vector<cudaIpcMemHandle_t> handles(memory_.size());
  MPI_Allgather(&handle, sizeof(handle), MPI_CHAR, handles.data(), sizeof(handle), MPI_CHAR, rawComm(comm));
  for (std::size_t rank = 0; rank < memory_.size() && error == cudaSuccess; ++rank) {
    if (static_cast<int>(rank) == rank_) continue;
    error =
        cudaIpcOpenMemHandle(reinterpret_cast<void**>(&memory_[rank]), handles[rank], cudaIpcMemLazyEnablePeerAccess);
    if (error != cudaSuccess) memory_[rank] = nullptr;
  }
  return commonMessage(comm, textOf(error));
}

std::size_t PeerArena::takeBlock(std::size_t numBytes) {
  const std::size_t length = (std::max<std::size_t>(numBytes, 1) + alignment - 1) / alignment * alignment;
  for (const bool wait : {false, true}) {
    reclaim(wait);
    for (const auto& [place, size] : free_)
      if (size >= length) {
        const std::size_t begin = place, rest = size - length;
        free_.erase(begin);
        if (rest > 0) free_[begin + length] = rest;
        taken_[begin] = length;
        return begin;
      }
  }
  return none;
}

void PeerArena::releaseBlock(std::size_t place) {
  Released released{place, nullptr};
  const cudaStream_t stream = Device::execution_space().cuda_stream();
  if (cudaEventCreateWithFlags(&released.event, cudaEventDisableTiming) != cudaSuccess ||
      cudaEventRecord(released.event, stream) != cudaSuccess) {
    cudaStreamSynchronize(stream);
    released.event = nullptr;
  }
  released_.push_back(released);
}

void PeerArena::reclaim(bool wait) {
  while (!released_.empty()) {
    const Released released = released_.front();
    if (released.event != nullptr) {
      if (wait) cudaEventSynchronize(released.event);
      else if (!hasEnded(released.event)) break;
      cudaEventDestroy(released.event);
    }
    released_.pop_front();
    auto block = free_.emplace(released.place, taken_[released.place]).first;
    taken_.erase(released.place);
    const auto next = std::next(block);
    if (next != free_.end() && block->first + block->second == next->first) {
      block->second += next->second;
      free_.erase(next);
    }
    if (block == free_.begin()) continue;
    const auto previous = std::prev(block);
    if (previous->first + previous->second != block->first) continue;
    previous->second += block->second;
    free_.erase(block);
  }
}

std::size_t PeerArena::takeWord() {
  if (nextWord_ + wordStride > wordBytes) return none;
  nextWord_ += wordStride;
  return nextWord_ - wordStride;
}

PeerArena::Flag PeerArena::takeFlag(int peer) {
  std::vector<Flag>& free = freeFlags_[peer];
  if (free.empty()) return {takeWord(), 0};
  const Flag flag = free.back();
  free.pop_back();
  return flag;
}

void PeerArena::releaseFlag(int peer, const Flag& flag) {
  if (flag.place != none) freeFlags_[peer].push_back(flag);
}

std::size_t PeerArena::takeCounter() {
  if (freeCounters_.empty()) return takeWord();
  const std::size_t place = freeCounters_.back();
  freeCounters_.pop_back();
  return place;
}

void PeerArena::releaseCounter(std::size_t place) {
  if (place != none) freeCounters_.push_back(place);
}

}  // namespace Chronos

#endif
