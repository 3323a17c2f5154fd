// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PeerTransport.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_LimitedWait.hpp"
#include "Chronos_PeerArena.hpp"
#include "Chronos_PeerRelays.hpp"
#include "Chronos_PeerSums.hpp"
#include "Chronos_SideStream.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace Chronos {

#ifdef KOKKOS_ENABLE_CUDA

namespace {

constexpr int handshakeTag = 7304;

// What the two ends of a segment tell each other: the receiver where entries go and which flag tells so, the sender
// which flag tells that they were taken.
struct Handshake {
  std::size_t place, stride, flagPlace;
  PeerFlag flagValue;
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
      : comm_(comm), arena_(arena), entryBytes_(route.entryBytes), isBeside_(route.besideKernels) {
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
    begin(received, [&](const Segment& segment) {
      return Source{static_cast<const char*>(sent) + segment.begin * entryBytes_, nullptr};
    });
    if (other_) other_->start(sent, received);
  }

  bool gathers() const override { return !other_; }

  void startGathered(const void* x, const LocalOrdinal* indices, void* received) override {
    begin(received, [&](const Segment& segment) {
      return Source{static_cast<const char*>(x), indices + segment.begin};
    });
  }

  const void* finish() override {
    if (std::exchange(isUnderWay_, false)) {
      if (isBeside_ && !destinations_.empty()) sent_.defaultFollows();
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
  struct Source {
    const char* from;
    const LocalOrdinal* indices;
  };

  // \param sourceOf where the entries of a segment lie
  template <class SourceOf>
  void begin(void* received, const SourceOf& sourceOf) {
    isUnderWay_ = true;
    received_ = received;
    ++round_;
    std::vector<Relay> relays;
    for (const PeerEnd& end : destinations_) {
      const Source source = sourceOf(end.segment);
      char* to = arena_->of(end.segment.rank) + end.place + (round_ & 1) * end.stride;
      // A place that was given back was read: what its former owner has not said is not waited for.
      relays.push_back(relay(end, source, to, round_ > 2 ? end.mine.value + round_ - 2 : 0));
    }
    if (relays.empty()) return;
    if (isBeside_) sent_.sideFollowsDefault();
    launchRelays(isBeside_ ? SideStream::instance().stream() : defaultStream(), arena_->rank(), relays);
    if (isBeside_) sent_.recordSide();
  }

  static cudaStream_t defaultStream() { return Device::execution_space().cuda_stream(); }

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
      arrivals.push_back({reinterpret_cast<PeerFlag*>(arena_->mine() + end.mine.place), end.mine.value + round_,
                          reinterpret_cast<PeerFlag*>(arena_->of(end.segment.rank) + end.theirs.flagPlace),
                          round_ > 1 ? end.theirs.flagValue + round_ - 1 : 0, end.segment.rank});
    launchArrivals(defaultStream(), arena_->rank(), arrivals);
  }

  void deliver() const {
    std::vector<Relay> relays;
    for (const PeerEnd& end : sources_) {
      const char* from = arena_->mine() + end.place + (round_ & 1) * end.stride;
      char* to = static_cast<char*>(received_) + end.segment.begin * entryBytes_;
      relays.push_back(relay(end, {from, nullptr}, to, end.mine.value + round_));
    }
    launchRelays(defaultStream(), arena_->rank(), relays);
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

  Relay relay(const PeerEnd& end, const Source& source, char* to, PeerFlag awaitedValue) const {
    return {source.from,
            source.indices,
            to,
            end.segment.size,
            entryBytes_,
            reinterpret_cast<PeerFlag*>(arena_->mine() + end.mine.place),
            awaitedValue,
            reinterpret_cast<PeerFlag*>(arena_->of(end.segment.rank) + end.theirs.flagPlace),
            end.theirs.flagValue + round_,
            reinterpret_cast<unsigned int*>(arena_->mine() + end.counter),
            end.segment.rank};
  }

  // Behind finish(), so that what the next owner queues in either stream comes after the last relay.
  void giveBack(const PeerEnd& end) const {
    arena_->releaseFlag(end.segment.rank, {end.mine.place, end.mine.value + round_});
    arena_->releaseCounter(end.counter);
  }

  MPI_Comm comm_;
  PeerArena* arena_;
  std::size_t entryBytes_;
  bool isBeside_;
  StreamMark sent_;  // where relays end that run beside kernels
  std::size_t whole_ = PeerArena::none, wholeStride_ = 0;
  bool keepsReceived_ = false;
  std::vector<PeerEnd> sources_, destinations_;
  std::unique_ptr<Channel> other_;
  void* received_ = nullptr;
  bool isUnderWay_ = false;
  PeerFlag round_ = 0;
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

DeviceSums* PeerTransport::sums() const {
  return PeerSums::of(comm_, *arena_);
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

DeviceSums* PeerTransport::sums() const {
  return nullptr;
}

bool shareGpus(const Comm&) {
  return false;
}

#endif

}  // namespace Chronos
