// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PeerTransport.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_LimitedWait.hpp"
#include "Chronos_PeerArena.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

namespace {

constexpr int handshakeTag = 7304, relaysOfLaunch = 8, threadsOfBlock = 256;

// Copies entries when its own flag has come, then raises the flag of the other side.
struct Relay {
  const char* from;
  char* to;
  std::size_t numBytes;
  int wordBytes;
  const unsigned long long* awaited;
  unsigned long long awaitedValue;
  unsigned long long* raised;
  unsigned long long raisedValue;
  unsigned int* numBlocksDone;
  int peer;
};

struct RelayBatch {
  Relay relays[relaysOfLaunch];
  int rank;
  unsigned long long limit;  // nanoseconds
};

__device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__device__ void await(const unsigned long long* awaited, unsigned long long value, int peer, int rank,
                      unsigned long long limit) {
  const volatile unsigned long long* flag = awaited;
  const unsigned long long start = nanoseconds();
  for (int round = 0; *flag < value; ++round) {
    if ((round & 1023) != 1023 || nanoseconds() - start < limit) continue;
    printf("Chronos: rank %d has waited for rank %d in an exchange for %llu s and gives up\n", rank, peer,
           limit / 1000000000ull);
    __trap();
  }
  __threadfence_system();
}

// What a peer wrote is in the second cache or behind it, not in the first.
template <class Word>
__device__ void copyWords(const Relay& relay) {
  const std::size_t numWords = relay.numBytes / sizeof(Word);
  const Word* from = reinterpret_cast<const Word*>(relay.from);
  Word* to = reinterpret_cast<Word*>(relay.to);
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < numWords;
       i += std::size_t(gridDim.x) * blockDim.x)
    to[i] = __ldcg(from + i);
}

__global__ void relayEntries(RelayBatch batch) {
  const Relay& relay = batch.relays[blockIdx.y];
  if (threadIdx.x == 0) await(relay.awaited, relay.awaitedValue, relay.peer, batch.rank, batch.limit);
  __syncthreads();
  switch (relay.wordBytes) {
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
  *static_cast<volatile unsigned long long*>(relay.raised) = relay.raisedValue;
}

// What has come from a peer may be read behind the kernel that waits for it; what came last time was read before.
struct Arrival {
  const unsigned long long* awaited;
  unsigned long long awaitedValue;
  unsigned long long* raised;
  unsigned long long raisedValue;  // 0: none
  int peer;
};

struct ArrivalBatch {
  Arrival arrivals[relaysOfLaunch];
  int rank;
  unsigned long long limit;  // nanoseconds
};

// A thread for each peer.
__global__ void awaitEntries(ArrivalBatch batch) {
  const Arrival& arrival = batch.arrivals[threadIdx.x];
  if (arrival.raisedValue > 0) *static_cast<volatile unsigned long long*>(arrival.raised) = arrival.raisedValue;
  await(arrival.awaited, arrival.awaitedValue, arrival.peer, batch.rank, batch.limit);
}

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA, exchange: ") + cudaGetErrorString(error));
}

unsigned long long nanosecondsOfWait() {
  return static_cast<unsigned long long>(1e9 * secondsOfWait());
}

void launch(int rank, const std::vector<Arrival>& arrivals) {
  const cudaStream_t stream = Device::execution_space().cuda_stream();
  for (std::size_t first = 0; first < arrivals.size(); first += relaysOfLaunch) {
    ArrivalBatch batch{};
    batch.rank = rank;
    batch.limit = nanosecondsOfWait();
    const std::size_t count = std::min<std::size_t>(relaysOfLaunch, arrivals.size() - first);
    std::copy_n(arrivals.begin() + static_cast<std::ptrdiff_t>(first), count, batch.arrivals);
    awaitEntries<<<1, static_cast<unsigned>(count), 0, stream>>>(batch);
    check(cudaGetLastError());
  }
}

int wordOf(const void* from, const void* to, std::size_t numBytes) {
  const std::size_t bits = reinterpret_cast<std::size_t>(from) | reinterpret_cast<std::size_t>(to) | numBytes;
  return bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
}

// A block for each 16 KiB, few enough to wait beside other kernels.
void launch(int rank, const std::vector<Relay>& relays) {
  const cudaStream_t stream = Device::execution_space().cuda_stream();
  for (std::size_t first = 0; first < relays.size(); first += relaysOfLaunch) {
    RelayBatch batch{};
    batch.rank = rank;
    batch.limit = nanosecondsOfWait();
    const std::size_t numRelays = std::min<std::size_t>(relaysOfLaunch, relays.size() - first);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < numRelays; ++i) {
      batch.relays[i] = relays[first + i];
      longest = std::max(longest, relays[first + i].numBytes);
    }
    const auto numBlocks = static_cast<unsigned>(std::clamp<std::size_t>((longest + 16383) >> 14, 1, 64));
    relayEntries<<<dim3(numBlocks, static_cast<unsigned>(numRelays)), threadsOfBlock, 0, stream>>>(batch);
    check(cudaGetLastError());
  }
}

// What the two ends of a segment tell each other: the receiver where entries go and which flag tells so, the sender
// which flag tells that they were taken.
struct Handshake {
  std::size_t place, stride, flagPlace;
  unsigned long long flagValue;
};

// One segment at one of its ends. Entries lie at the receiver, in one of two places by turns.
struct PeerEnd {
  Segment segment;
  PeerArena::Flag mine;  // raised by the peer
  std::size_t counter;   // place of the count of blocks that are done
  std::size_t place;     // at the receiver
  std::size_t stride;    // from there to the other one
  Handshake theirs;
};

class PeerChannel : public Channel {
 public:
  PeerChannel(MPI_Comm comm, PeerArena* arena, const Transport& other, const Route& route)
      : comm_(comm), arena_(arena), entryBytes_(route.entryBytes) {
    Route rest{{}, {}, route.entryBytes};
    if (route.mayStay) takeWhole(route.sources);
    const std::vector<PeerEnd> from = prepare(route.sources, true), to = prepare(route.destinations, false);
    const std::vector<Handshake> ofSources = shake(route, from, to);
    std::size_t next = 0;
    for (const PeerEnd& end : from) keep(end, ofSources[next++], sources_, rest.sources, true);
    for (const PeerEnd& end : to) keep(end, ofSources[next++], destinations_, rest.destinations, false);
    for (const Segment& segment : route.sources)
      if (isLong(segment)) rest.sources.push_back(segment);
    for (const Segment& segment : route.destinations)
      if (isLong(segment)) rest.destinations.push_back(segment);
    if (!rest.sources.empty() || !rest.destinations.empty()) other_ = other.open(rest);
    if (sources_.empty()) giveBackWhole();  // all of them were told to take another way
    keepsReceived_ = whole_ != PeerArena::none && rest.sources.empty();
  }

  ~PeerChannel() override {
    if (isUnderWay_) finish();
    for (PeerEnd& end : sources_) {
      releasePlace(end);
      giveBack(end);
    }
    giveBackWhole();
    for (PeerEnd& end : destinations_) giveBack(end);
  }

  void start(const void* sent, void* received) override {
    isUnderWay_ = true;
    received_ = received;
    ++round_;
    std::vector<Relay> relays;
    for (const PeerEnd& end : destinations_) {
      const std::size_t numBytes = end.segment.size * entryBytes_;
      const char* from = static_cast<const char*>(sent) + end.segment.begin * entryBytes_;
      char* to = arena_->of(end.segment.rank) + end.place + (round_ & 1) * end.stride;
      // A place that was given back was read: what its former owner has not said is not waited for.
      relays.push_back(relay(end, from, to, numBytes, round_ > 2 ? end.mine.value + round_ - 2 : 0));
    }
    if (!relays.empty()) launch(arena_->rank(), relays);
    if (other_) other_->start(sent, received);
  }

  const void* finish() override {
    if (std::exchange(isUnderWay_, false)) {
      if (keepsReceived_) awaitArrivals();
      else deliver();
      if (other_) other_->finish();
    }
    return keepsReceived_ ? arena_->mine() + whole_ + (round_ & 1) * wholeStride_ : received_;
  }

  bool keepsReceived() const override { return keepsReceived_; }

  std::size_t numBytes() const override {
    std::size_t bytes = other_ ? other_->numBytes() : 0;
    if (whole_ != PeerArena::none) return bytes + 2 * wholeStride_;
    for (const PeerEnd& end : sources_) bytes += 2 * end.stride;
    return bytes;
  }

 private:
  bool isLong(const Segment& segment) const { return 2 * segment.size * entryBytes_ > arena_->longestBlock(); }
  std::size_t slotBytes(std::size_t numEntries) const { return (numEntries * entryBytes_ + 255) / 256 * 256; }

  // One block for all that is received, as it lies in `received`.
  void takeWhole(const std::vector<Segment>& sources) {
    std::size_t end = 0;
    for (const Segment& segment : sources) end = std::max(end, segment.begin + segment.size);
    wholeStride_ = slotBytes(end);
    if (end > 0 && 2 * wholeStride_ <= arena_->longestBlock()) whole_ = arena_->takeBlock(2 * wholeStride_);
  }

  void giveBackWhole() {
    if (whole_ != PeerArena::none) arena_->releaseBlock(whole_);
    whole_ = PeerArena::none;
  }

  void awaitArrivals() const {
    std::vector<Arrival> arrivals;
    for (const PeerEnd& end : sources_)
      arrivals.push_back({reinterpret_cast<unsigned long long*>(arena_->mine() + end.mine.place),
                          end.mine.value + round_,
                          reinterpret_cast<unsigned long long*>(arena_->of(end.segment.rank) + end.theirs.flagPlace),
                          round_ > 1 ? end.theirs.flagValue + round_ - 1 : 0, end.segment.rank});
    if (!arrivals.empty()) launch(arena_->rank(), arrivals);
  }

  void deliver() const {
    std::vector<Relay> relays;
    for (const PeerEnd& end : sources_) {
      const char* from = arena_->mine() + end.place + (round_ & 1) * end.stride;
      char* to = static_cast<char*>(received_) + end.segment.begin * entryBytes_;
      relays.push_back(relay(end, from, to, end.segment.size * entryBytes_, end.mine.value + round_));
    }
    if (!relays.empty()) launch(arena_->rank(), relays);
  }

  std::vector<PeerEnd> prepare(const std::vector<Segment>& segments, bool receives) {
    std::vector<PeerEnd> ends;
    for (const Segment& segment : segments) {
      if (segment.size == 0 || isLong(segment)) continue;
      PeerEnd end{segment, arena_->takeFlag(segment.rank), arena_->takeCounter(), 0, slotBytes(segment.size), {}};
      const bool hasFlags = end.mine.place != PeerArena::none && end.counter != PeerArena::none;
      if (!hasFlags) {
        end.place = PeerArena::none;
      } else if (receives && whole_ != PeerArena::none) {
        end.place = whole_ + segment.begin * entryBytes_;
        end.stride = wholeStride_;
      } else if (receives) {
        end.place = arena_->takeBlock(2 * end.stride);
      }
      ends.push_back(end);
    }
    return ends;
  }

  // Theirs, of sources, then of destinations. Two ranks shake hands for segments in the order in which they open them.
  std::vector<Handshake> shake(const Route& route, const std::vector<PeerEnd>& from,
                               const std::vector<PeerEnd>& to) const {
    std::vector<PeerEnd> ends = from;
    ends.insert(ends.end(), to.begin(), to.end());
    std::vector<Handshake> mine(ends.size()), theirs(ends.size());
    std::vector<MPI_Request> requests(2 * ends.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
      // What goes one way has another tag than what goes the other: a pair has at most one segment each way.
      const int sentTag = handshakeTag + (i < from.size() ? 0 : 1),
                receivedTag = handshakeTag + (i < from.size() ? 1 : 0);
      const int peer = ends[i].segment.rank;
      mine[i] = {ends[i].place, ends[i].stride, ends[i].mine.place, ends[i].mine.value};
      MPI_Irecv(&theirs[i], sizeof(Handshake), MPI_BYTE, peer, receivedTag, comm_, &requests[2 * i]);
      MPI_Isend(&mine[i], sizeof(Handshake), MPI_BYTE, peer, sentTag, comm_, &requests[2 * i + 1]);
    }
    const LimitedWait wait(route, "exchange of places");
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return theirs;
  }

  // A segment that found no place at one of its ends travels otherwise.
  void keep(PeerEnd end, const Handshake& theirs, std::vector<PeerEnd>& ends, std::vector<Segment>& rest,
            bool receives) {
    if (end.place != PeerArena::none && theirs.place != PeerArena::none) {
      end.theirs = theirs;
      if (!receives) {
        end.place = theirs.place;
        end.stride = theirs.stride;
      }
      ends.push_back(end);
      return;
    }
    if (receives && end.place != PeerArena::none) releasePlace(end);
    arena_->releaseFlag(end.segment.rank, end.mine);
    arena_->releaseCounter(end.counter);
    rest.push_back(end.segment);
  }

  void releasePlace(const PeerEnd& end) const {
    if (whole_ == PeerArena::none) arena_->releaseBlock(end.place);
  }

  Relay relay(const PeerEnd& end, const char* from, char* to, std::size_t numBytes,
              unsigned long long awaitedValue) const {
    return {from,
            to,
            numBytes,
            wordOf(from, to, numBytes),
            reinterpret_cast<unsigned long long*>(arena_->mine() + end.mine.place),
            awaitedValue,
            reinterpret_cast<unsigned long long*>(arena_->of(end.segment.rank) + end.theirs.flagPlace),
            end.theirs.flagValue + round_,
            reinterpret_cast<unsigned int*>(arena_->mine() + end.counter),
            end.segment.rank};
  }

  void giveBack(const PeerEnd& end) const {
    arena_->releaseFlag(end.segment.rank, {end.mine.place, end.mine.value + round_});
    arena_->releaseCounter(end.counter);
  }

  MPI_Comm comm_;
  PeerArena* arena_;
  std::size_t entryBytes_;
  std::size_t whole_ = PeerArena::none, wholeStride_ = 0;
  bool keepsReceived_ = false;
  std::vector<PeerEnd> sources_, destinations_;
  std::unique_ptr<Channel> other_;
  void* received_ = nullptr;
  bool isUnderWay_ = false;
  unsigned long long round_ = 0;
};

}  // namespace

PeerTransport::PeerTransport(const Comm& comm, const std::shared_ptr<const Transport>& other)
    : comm_(rawComm(comm)), other_(other) {
  arena_ = &PeerArena::of(comm);
}

std::string PeerTransport::problem() const {
  return arena_->problem();
}

std::unique_ptr<Channel> PeerTransport::open(Route route) const {
  return std::make_unique<PeerChannel>(comm_, arena_, *other_, route);
}

bool shareGpus(const Comm& comm) {
  int gpu = 0;
  constexpr int length = 32;
  char mine[length] = {};
  cudaGetDevice(&gpu);
  cudaDeviceGetPCIBusId(mine, length, gpu);
  MPI_Comm host;
  MPI_Comm_split_type(rawComm(comm), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int numRanks = 0;
  MPI_Comm_size(host, &numRanks);
  std::vector<char> all(static_cast<std::size_t>(numRanks) * length);
  MPI_Allgather(mine, length, MPI_CHAR, all.data(), length, MPI_CHAR, host);
  MPI_Comm_free(&host);
  int numSame = 0;
  for (int rank = 0; rank < numRanks; ++rank)
    numSame += std::equal(mine, mine + length, all.begin() + std::ptrdiff_t(rank) * length) ? 1 : 0;
  return maxOverRanks(comm, static_cast<long long>(numSame)) > 1;
}

#else

PeerTransport::PeerTransport(const Comm& comm, const std::shared_ptr<const Transport>& other)
    : comm_(rawComm(comm)), other_(other) {}

std::string PeerTransport::problem() const {
  return "this build has no CUDA";
}

std::unique_ptr<Channel> PeerTransport::open(Route route) const {
  return other_->open(std::move(route));
}

bool shareGpus(const Comm&) {
  return false;
}

#endif

}  // namespace Chronos
