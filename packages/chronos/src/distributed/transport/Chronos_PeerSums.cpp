// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PeerSums.hpp"

#include "Chronos_LimitedWait.hpp"
#include "Chronos_PeerWait.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

namespace {

// Half of a number in the lower half, the number of the sum in the upper one.
using Word = unsigned long long;

constexpr int mostNumbers = DeviceSums::mostNumbers, threadsOfSum = 128;

struct PeerSum {
  Word* boxes[PeerSums::mostRanks];
  int numRanks, rank, count;
  unsigned int round;
  double* numbers;
  Word limit;  // nanoseconds

  // At the receiver.
  __device__ Word* place(int receiver, int sender, int number) const {
    return boxes[receiver] + 2 * ((std::int64_t(round & 1) * numRanks + sender) * mostNumbers + number);
  }
};

__device__ void send(double number, unsigned int round, volatile Word* place) {
  const Word bits = static_cast<Word>(__double_as_longlong(number)), mark = Word(round) << 32;
  place[0] = mark | (bits & 0xffffffffu);
  place[1] = mark | (bits >> 32);
}

__device__ double receive(const PeerSum& sum, int sender, int number) {
  const volatile Word* place = sum.place(sum.rank, sender, number);
  Word low, high;
  awaitPeer(
      [&] {
        low = place[0];
        high = place[1];
        return low >> 32 == sum.round && high >> 32 == sum.round;
      },
      sender, sum.rank, sum.limit);
  return __longlong_as_double(static_cast<long long>((high << 32) | (low & 0xffffffffu)));
}

__global__ void sumOverPeers(PeerSum sum) {
  __shared__ double numbers[PeerSums::mostRanks * mostNumbers];
  const int numAll = sum.numRanks * sum.count;
  for (int i = threadIdx.x; i < numAll; i += threadsOfSum) {
    const int peer = i / sum.count, number = i % sum.count;
    if (peer != sum.rank) send(sum.numbers[number], sum.round, sum.place(peer, sum.rank, number));
    else numbers[i] = sum.numbers[number];
  }
  for (int i = threadIdx.x; i < numAll; i += threadsOfSum) {
    const int peer = i / sum.count;
    if (peer != sum.rank) numbers[i] = receive(sum, peer, i % sum.count);
  }
  __syncthreads();
  if (static_cast<int>(threadIdx.x) >= sum.count) return;
  double total = 0;
  for (int i = threadIdx.x; i < numAll; i += sum.count) total += numbers[i];
  sum.numbers[threadIdx.x] = total;
}

}  // namespace

DeviceSums* PeerSums::of(MPI_Comm comm, PeerArena& arena) {
  if (!arena.sums) arena.sums = open(comm, arena);
  return arena.sums->get();
}

std::unique_ptr<DeviceSums> PeerSums::open(MPI_Comm comm, PeerArena& arena) {
  int numRanks = 0;
  MPI_Comm_size(comm, &numRanks);
  if (numRanks > mostRanks) return nullptr;
  const std::size_t numBytes = std::size_t(4) * numRanks * mostNumbers * sizeof(Word);
  const std::size_t place = arena.takeBlock(numBytes);
  const cudaStream_t stream = Device::execution_space().cuda_stream();
  const bool isEmpty = place != PeerArena::none &&
                       cudaMemsetAsync(arena.mine() + place, 0, numBytes, stream) == cudaSuccess &&
                       cudaStreamSynchronize(stream) == cudaSuccess;
  const long long mine = isEmpty ? static_cast<long long>(place) : -1;
  std::vector<long long> places(numRanks);
  MPI_Allgather(&mine, 1, MPI_LONG_LONG, places.data(), 1, MPI_LONG_LONG, comm);
  if (std::find(places.begin(), places.end(), -1) == places.end())
    return std::unique_ptr<DeviceSums>(new PeerSums(arena, places));
  if (place != PeerArena::none) arena.releaseBlock(place);
  return nullptr;
}

void PeerSums::add(double* numbers, int count) {
  PeerSum sum{};
  sum.numRanks = static_cast<int>(places_.size());
  sum.rank = arena_.rank();
  for (int rank = 0; rank < sum.numRanks; ++rank)
    sum.boxes[rank] = reinterpret_cast<Word*>(arena_.of(rank) + places_[rank]);
  sum.count = count;
  sum.round = ++round_;
  sum.numbers = numbers;
  sum.limit = static_cast<Word>(1e9 * secondsOfWait());
  sumOverPeers<<<1, threadsOfSum, 0, Device::execution_space().cuda_stream()>>>(sum);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA, sum over ranks: ") + cudaGetErrorString(error));
}

#endif

}  // namespace Chronos
