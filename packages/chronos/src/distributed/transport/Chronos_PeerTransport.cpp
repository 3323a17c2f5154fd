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

// A segment travels in pieces of so many bytes, unless it is to stay where it arrives.
constexpr std::size_t bytesOfPiece = std::size_t(32) << 20;

// What the two ends of a segment tell each other: the receiver where entries go and which flag tells so, the sender
// which flag tells that they were taken.
struct Handshake {
  std::size_t place, stride, flagPlace;
  std::size_t entriesOfPiece;
  PeerFlag flagValue;
};

// One segment at one of its ends. A piece lies at the receiver, in one of two places by turns.
struct PeerEnd {
  Segment segment;
  PeerArena::Flag mine;        // raised by the peer
  std::size_t counter;         // place of the count of blocks that are done
  std::size_t place;           // at the receiver
  std::size_t stride;          // from there to the other one
  std::size_t entriesOfPiece;  // the receiver says
  Handshake theirs;
  PeerFlag round = 0;  // pieces so far

  std::size_t numPieces() const { return (segment.size + entriesOfPiece - 1) / entriesOfPiece; }
  std::size_t beginOf(std::size_t piece) const { return piece * entriesOfPiece; }
  std::size_t sizeOf(std::size_t piece) const { return std::min(entriesOfPiece, segment.size - beginOf(piece)); }
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
    begin(sent, nullptr, received);
    if (other_) other_->start(sent, received);
  }

  bool gathers() const override { return !other_; }

  void startGathered(const void* x, const LocalOrdinal* indices, void* received) override {
    begin(x, indices, received);
  }

  const void* finish() override {
    if (std::exchange(isUnderWay_, false)) {
      awaitSent();
      if (keepsReceived_) launchArrivals(defaultStream(), arena_->rank(), nextArrivals());
      else deliver(0);
      for (std::size_t piece = 1; piece < mostPieces(); ++piece) {
        send(piece, defaultStream());
        deliver(piece);
      }
      if (other_) other_->finish();
    }
    return received();
  }

  // A kernel that fills the GPU keeps nobody waiting: the relays of this exchange have ended by then, and those of
  // others, queued in the side stream, are waited for by peers that have ended this one.
  const void* finishUnawaited(HaloWait& wait) override {
    wait = {};
    const bool isOneStep = keepsReceived_ && !other_ && mostPieces() == 1;
    if (!isUnderWay_ || !isOneStep || sources_.size() > HaloWait::most) return finish();
    isUnderWay_ = false;
    awaitSent();
    const std::vector<Arrival> arrivals = nextArrivals();
    std::copy(arrivals.begin(), arrivals.end(), wait.arrivals);
    wait.count = static_cast<int>(arrivals.size());
    wait.rank = arena_->rank();
    wait.limit = static_cast<unsigned long long>(1e9 * secondsOfWait());
    return received();
  }

  bool keepsReceived() const override { return keepsReceived_; }

  std::size_t numBytes() const override {
    std::size_t bytes = other_ ? other_->numBytes() : 0;
    if (whole_ != PeerArena::none) return bytes + 2 * wholeStride_;
    for (const PeerEnd& end : sources_) bytes += 2 * end.stride;
    return bytes;
  }

 private:
  // \param indices where entries lie in x; null: one behind the other
  void begin(const void* x, const LocalOrdinal* indices, void* received) {
    isUnderWay_ = true;
    x_ = static_cast<const char*>(x);
    indices_ = indices;
    received_ = received;
    ++round_;
    if (destinations_.empty()) return;
    if (isBeside_) sent_.sideFollowsDefault();
    send(0, isBeside_ ? SideStream::instance().stream() : defaultStream());
    if (isBeside_) sent_.recordSide();
  }

  void awaitSent() {
    if (isBeside_ && !destinations_.empty()) sent_.defaultFollows();
  }

  const void* received() const {
    return keepsReceived_ ? arena_->mine() + whole_ + (round_ & 1) * wholeStride_ : received_;
  }

  static cudaStream_t defaultStream() { return Device::execution_space().cuda_stream(); }

  std::size_t mostPieces() const {
    std::size_t most = 1;
    for (const auto* ends : {&sources_, &destinations_})
      for (const PeerEnd& end : *ends) most = std::max(most, end.numPieces());
    return most;
  }

  void send(std::size_t piece, cudaStream_t stream) {
    std::vector<Relay> relays;
    for (PeerEnd& end : destinations_) {
      if (piece >= end.numPieces()) continue;
      ++end.round;
      char* to = arena_->of(end.segment.rank) + end.place + (end.round & 1) * end.stride;
      const std::size_t first = end.segment.begin + end.beginOf(piece);
      const char* from = indices_ == nullptr ? x_ + first * entryBytes_ : x_;
      // A place that was given back was read: what its former owner has not said is not waited for.
      relays.push_back(relay(end, piece, from, indices_ == nullptr ? nullptr : indices_ + first, to,
                             end.round > 2 ? end.mine.value + end.round - 2 : 0));
    }
    if (!relays.empty()) launchRelays(stream, arena_->rank(), relays);
  }

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

  std::vector<Arrival> nextArrivals() {
    std::vector<Arrival> arrivals;
    for (PeerEnd& end : sources_) {
      ++end.round;
      arrivals.push_back({reinterpret_cast<PeerFlag*>(arena_->mine() + end.mine.place), end.mine.value + end.round,
                          reinterpret_cast<PeerFlag*>(arena_->of(end.segment.rank) + end.theirs.flagPlace),
                          end.round > 1 ? end.theirs.flagValue + end.round - 1 : 0, end.segment.rank});
    }
    return arrivals;
  }

  void deliver(std::size_t piece) {
    std::vector<Relay> relays;
    for (PeerEnd& end : sources_) {
      if (piece >= end.numPieces()) continue;
      ++end.round;
      const char* from = arena_->mine() + end.place + (end.round & 1) * end.stride;
      char* to = static_cast<char*>(received_) + (end.segment.begin + end.beginOf(piece)) * entryBytes_;
      relays.push_back(relay(end, piece, from, nullptr, to, end.mine.value + end.round));
    }
    launchRelays(defaultStream(), arena_->rank(), relays);
  }

  std::vector<PeerEnd> prepare(const std::vector<Segment>& segments, bool receives) {
    std::vector<PeerEnd> ends;
    for (const Segment& segment : segments) {
      if (segment.size == 0) continue;
      const bool isWhole = receives && whole_ != PeerArena::none;
      const std::size_t entriesOfPiece =
          isWhole ? segment.size : std::min(segment.size, std::max<std::size_t>(1, bytesOfPiece / entryBytes_));
      PeerEnd end{segment, arena_->takeFlag(segment.rank), arena_->takeCounter(),
                  0,       slotBytes(entriesOfPiece),      entriesOfPiece,
                  {}};
      const bool hasFlags = end.mine.place != PeerArena::none && end.counter != PeerArena::none;
      if (!hasFlags) {
        end.place = PeerArena::none;
      } else if (isWhole) {
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
      mine[i] = {ends[i].place, ends[i].stride, ends[i].mine.place, ends[i].entriesOfPiece, ends[i].mine.value};
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
        end.entriesOfPiece = theirs.entriesOfPiece;
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

  Relay relay(const PeerEnd& end, std::size_t piece, const char* from, const LocalOrdinal* indices, char* to,
              PeerFlag awaitedValue) const {
    return {from,
            indices,
            to,
            end.sizeOf(piece),
            entryBytes_,
            reinterpret_cast<PeerFlag*>(arena_->mine() + end.mine.place),
            awaitedValue,
            reinterpret_cast<PeerFlag*>(arena_->of(end.segment.rank) + end.theirs.flagPlace),
            end.theirs.flagValue + end.round,
            reinterpret_cast<unsigned int*>(arena_->mine() + end.counter),
            end.segment.rank};
  }

  // Behind finish(), so that what the next owner queues in either stream comes after the last relay.
  void giveBack(const PeerEnd& end) const {
    arena_->releaseFlag(end.segment.rank, {end.mine.place, end.mine.value + end.round});
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
  const char* x_ = nullptr;
  const LocalOrdinal* indices_ = nullptr;
  void* received_ = nullptr;
  bool isUnderWay_ = false;
  PeerFlag round_ = 0;  // exchanges so far
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
