// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRANSPORT_HPP
#define CHRONOS_TRANSPORT_HPP

#include "Chronos_DeviceSums.hpp"
#include "Chronos_HaloWait.hpp"
#include "Chronos_Types.hpp"

#include <memory>
#include <string>
#include <vector>

namespace Chronos {

/// Entries of a list that go to one rank or come from it.
struct Segment {
  int rank;
  std::size_t begin;
  std::size_t size;
};

/// Whom a rank exchanges with, and how large an entry is.
struct Route {
  std::vector<Segment> sources, destinations;  ///< none is this rank
  std::size_t entryBytes;
  bool mayStay = false;  ///< whether what is received may stay where it arrives, for who asks finish() where that is
  bool besideKernels = false;  ///< whether kernels run between start() and finish(): another queue is worth its marks
};

/// \brief Exchanges along one route, one at a time. Buffers belong to the caller and lie in memory of the device.
///
/// Kernels of the default stream and exchanges follow each other as they are called: an exchange sends what kernels
/// wrote before start(), kernels after finish() read what it received. The host may be ahead. Opening is collective.
class Channel {
 public:
  virtual ~Channel() = default;

  /// \brief Sends the destinations' segments of `sent`, receives into the sources' segments of `received`. Collective
  /// over the route. Both stay untouched until finish().
  /// \param received not used where the channel keepsReceived()
  virtual void start(const void* sent, void* received) = 0;
  /// Whether entries need not be packed. Ranks may differ.
  virtual bool gathers() const { return false; }
  /// \brief start() of entries x[indices[i]] in place of sent[i], where the channel gathers(). Both are neither written
  /// nor released until finish(): memory of a pool that is released may be written by the next kernel.
  virtual void startGathered(const void* /*x*/, const LocalOrdinal* /*indices*/, void* /*received*/) {}
  /// \brief Ends the exchange that was started last, if it has not ended.
  /// \return where the received entries lie, laid out as in `received` and until the next start(): there, or in memory
  ///         of the channel
  virtual const void* finish() = 0;
  /// \brief finish() for a kernel that waits itself for what has yet to arrive: the next one of the default stream,
  /// which must run, and does `wait` before it reads. All ranks start and finish exchanges in one order: nothing that
  /// is queued behind the kernel is needed for what it waits for.
  virtual const void* finishUnawaited(HaloWait& wait) {
    wait = {};
    return finish();
  }
  /// Whether received entries stay in memory of the channel, so that `received` is not used. Ranks may differ.
  virtual bool keepsReceived() const { return false; }
  /// Of buffers of its own.
  virtual std::size_t numBytes() const { return 0; }
};

/// \brief How entries of vectors and rows travel between ranks: through host memory, by an MPI that takes pointers of
/// the device, by NCCL, by kernels from GPU to GPU. Nothing else in the project knows.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::unique_ptr<Channel> open(Route route) const = 0;
  virtual const char* name() const = 0;
  /// \brief Sums that stay on the device; null where this way has none, the same on all ranks. Valid as long as the
  /// transport. Collective at the first call, local after that.
  virtual DeviceSums* sums() const { return nullptr; }
};

/// What a communicator was given, and why.
struct ChosenTransport {
  std::shared_ptr<const Transport> transport;
  std::string reason;  ///< one line for a report
};

/// Names that chooseTransport() knows.
const std::vector<std::string>& transportNames();

/// \brief Decides how entries travel on this communicator from now on. Collective.
///
/// What was opened before stays. A duplicate made later shares NCCL, else it chooses anew. One rank: checks the name.
/// \param name `automatic` (the first that can be had of: kernels from GPU to GPU of one host, NCCL, an MPI that
///        says it takes pointers of the device, through host memory), `peer`, `nccl`, `mpi`, `host`
/// \throws InputError on all ranks for an unknown name and for a way that cannot be had; says why
void chooseTransport(const Comm& comm, const std::string& name);

/// \brief The choice of a communicator. Collective at the first call for it, which chooses by the environment variable
/// CHRONOS_TRANSPORT, `automatic` where there is none. Local after that.
const ChosenTransport& transportOf(const Comm& comm);

}  // namespace Chronos

#endif
