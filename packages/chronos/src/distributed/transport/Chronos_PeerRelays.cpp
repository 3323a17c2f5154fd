// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PeerRelays.hpp"

#include "Chronos_LimitedWait.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

namespace {

constexpr int batchSize = 8, threadsOfBlock = 256;

// What one kernel does.
template <class Item>
struct PeerBatch {
  Item items[batchSize];
  int rank;
  unsigned long long limit;  // nanoseconds
};

__device__ void await(const PeerFlag* flag, PeerFlag value, int peer, int rank, unsigned long long limit) {
  awaitPeer([&] { return isRaised(flag, value); }, peer, rank, limit);
}

// What a peer wrote is in the second cache or behind it, not in the first.
template <class Word>
__device__ void copyWords(const Relay& relay) {
  const std::size_t first = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x,
                    step = std::size_t(gridDim.x) * blockDim.x;
  const Word* from = reinterpret_cast<const Word*>(relay.from);
  Word* to = reinterpret_cast<Word*>(relay.to);
  if (relay.indices == nullptr) {
    const std::size_t numWords = relay.numEntries * relay.entryBytes / sizeof(Word);
    for (std::size_t i = first; i < numWords; i += step) to[i] = __ldcg(from + i);
    return;
  }
  const std::size_t wordsOfEntry = relay.entryBytes / sizeof(Word);
  for (std::size_t i = first; i < relay.numEntries; i += step)
    for (std::size_t word = 0; word < wordsOfEntry; ++word)
      to[i * wordsOfEntry + word] = __ldcg(from + std::size_t(relay.indices[i]) * wordsOfEntry + word);
}

__global__ void relayEntries(PeerBatch<Relay> batch, int wordBytes) {
  const Relay& relay = batch.items[blockIdx.y];
  if (threadIdx.x == 0) await(relay.awaited, relay.awaitedValue, relay.peer, batch.rank, batch.limit);
  __syncthreads();
  switch (wordBytes) {
    case 16: copyWords<uint4>(relay); break;
    case 8: copyWords<unsigned long long>(relay); break;
    case 4: copyWords<unsigned int>(relay); break;
    default: copyWords<unsigned char>(relay);
  }
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (atomicAdd(relay.numBlocksDone, 1u) + 1 < gridDim.x) return;
  *relay.numBlocksDone = 0;
  __threadfence_system();
  raiseFlag(relay.raised, relay.raisedValue);
}

// A thread for each peer.
__global__ void awaitEntries(PeerBatch<Arrival> batch) {
  const Arrival& arrival = batch.items[threadIdx.x];
  if (arrival.raisedValue > 0) raiseFlag(arrival.raised, arrival.raisedValue);
  await(arrival.awaited, arrival.awaitedValue, arrival.peer, batch.rank, batch.limit);
}

// Calls launch(batch, count) for one batch of items after the other.
template <class Item, class Launch>
void inBatches(int rank, const std::vector<Item>& items, const Launch& launch) {
  for (std::size_t first = 0; first < items.size(); first += batchSize) {
    PeerBatch<Item> batch{};
    batch.rank = rank;
    batch.limit = static_cast<unsigned long long>(1e9 * secondsOfWait());
    const std::size_t count = std::min<std::size_t>(batchSize, items.size() - first);
    std::copy_n(items.begin() + static_cast<std::ptrdiff_t>(first), count, batch.items);
    launch(batch, static_cast<unsigned>(count));
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA, exchange: ") + cudaGetErrorString(error));
  }
}

// The longest word that all relays can be copied by.
int wordOf(const Relay* relays, unsigned count) {
  std::size_t bits = 0;
  for (const Relay* relay = relays; relay < relays + count; ++relay) {
    const bool isOnePiece = relay->indices == nullptr;
    bits |= reinterpret_cast<std::size_t>(relay->from) | reinterpret_cast<std::size_t>(relay->to) |
            (isOnePiece ? relay->numEntries * relay->entryBytes : relay->entryBytes);
  }
  return bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
}

// A block for each 16 KiB, or 4 where entries are looked up; of all relays at most half of what an H100 runs at once,
// so that others run beside those that wait.
unsigned blocksOf(const Relay* relays, unsigned count) {
  constexpr std::size_t mostOfAll = 512;
  std::size_t most = 1;
  for (const Relay* relay = relays; relay < relays + count; ++relay) {
    const std::size_t bytesOfBlock = relay->indices == nullptr ? 16384 : 4096;
    most = std::max(most, (relay->numEntries * relay->entryBytes + bytesOfBlock - 1) / bytesOfBlock);
  }
  return static_cast<unsigned>(std::min(most, mostOfAll / count));
}

}  // namespace

void launchRelays(cudaStream_t stream, int rank, const std::vector<Relay>& relays) {
  inBatches(rank, relays, [&](const PeerBatch<Relay>& batch, unsigned count) {
    relayEntries<<<dim3(blocksOf(batch.items, count), count), threadsOfBlock, 0, stream>>>(batch,
                                                                                           wordOf(batch.items, count));
  });
}

void launchArrivals(cudaStream_t stream, int rank, const std::vector<Arrival>& arrivals) {
  inBatches(rank, arrivals,
            [&](const PeerBatch<Arrival>& batch, unsigned count) { awaitEntries<<<1, count, 0, stream>>>(batch); });
}

#endif

}  // namespace Chronos
