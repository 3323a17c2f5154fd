// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PeerSums.hpp"

#include "Chronos_LimitedWait.hpp"

#include <algorithm>
#include <vector>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

namespace {

bool copyToDevice(char* to, const void* from, std::size_t numBytes, cudaStream_t stream) {
  return cudaMemcpyAsync(to, from, numBytes, cudaMemcpyHostToDevice, stream) == cudaSuccess &&
         cudaStreamSynchronize(stream) == cudaSuccess;
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
  const std::size_t bytesOfBox = RankSum::numWords(numRanks) * sizeof(RankSum::Word);
  const std::size_t place = arena.takeBlock(bytesOfBox + numRanks * sizeof(RankSum::Word*));
  const cudaStream_t stream = Device::execution_space().cuda_stream();
  const bool isEmpty = place != PeerArena::none &&
                       cudaMemsetAsync(arena.mine() + place, 0, bytesOfBox, stream) == cudaSuccess &&
                       cudaStreamSynchronize(stream) == cudaSuccess;
  const long long mine = isEmpty ? static_cast<long long>(place) : -1;
  std::vector<long long> places(numRanks);
  MPI_Allgather(&mine, 1, MPI_LONG_LONG, places.data(), 1, MPI_LONG_LONG, comm);
  const bool allHave = std::find(places.begin(), places.end(), -1) == places.end();
  std::vector<RankSum::Word*> boxes(numRanks);
  for (int rank = 0; allHave && rank < numRanks; ++rank)
    boxes[rank] = reinterpret_cast<RankSum::Word*>(arena.of(rank) + places[rank]);
  char* const list = allHave ? arena.mine() + place + bytesOfBox : nullptr;
  int isListed = allHave && copyToDevice(list, boxes.data(), boxes.size() * sizeof(boxes[0]), stream) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &isListed, 1, MPI_INT, MPI_MIN, comm);
  if (isListed == 1)
    return std::unique_ptr<DeviceSums>(
        new PeerSums(numRanks, arena.rank(), reinterpret_cast<RankSum::Word* const*>(list)));
  if (place != PeerArena::none) arena.releaseBlock(place);
  return nullptr;
}

RankSum PeerSums::next(double* numbers, int count) {
  return {boxes_, numRanks_, rank_, count, ++round_, numbers, static_cast<RankSum::Word>(1e9 * secondsOfWait())};
}

#endif

}  // namespace Chronos
