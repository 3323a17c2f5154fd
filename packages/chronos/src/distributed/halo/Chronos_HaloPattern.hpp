// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOPATTERN_HPP
#define CHRONOS_HALOPATTERN_HPP

#include "Chronos_Communicator.hpp"
#include "Chronos_HaloColumns.hpp"
#include "Chronos_WantedEntries.hpp"

#include <optional>
#include <vector>

namespace Chronos {

/// \brief Who sends which vector entries to whom, so that every rank has the entries of its halo columns.
///
/// Shared by the matrices that have the same halo. Owners are told what is needed here when somebody asks what they
/// send, which the thesis calls `prepare` (3.1): most matrices of a set-up are never exchanged for.
class HaloPattern {
 public:
  /// One rank that entries go to or come from, and its place in the lists.
  using Neighbour = Segment;

  /// \brief Collective where it is the first for a communicator, whose transport is chosen then; local else.
  ///
  /// \param domainMap one-to-one map of the vector
  /// \param halo needed entries, none owned here
  HaloPattern(const Teuchos::RCP<const Map>& domainMap, const HaloColumns& halo);

  /// \brief The same from lists on the host.
  /// \param haloGlobals grouped by owner, in any order within an owner
  /// \param haloOwners rank of each, in [0, number of ranks), ascending
  HaloPattern(const Teuchos::RCP<const Map>& domainMap, const std::vector<GlobalOrdinal>& haloGlobals,
              const std::vector<int>& haloOwners);

  const Teuchos::RCP<const Map>& domainMap() const { return domainMap_; }
  std::size_t numHalo() const { return halo_.size(); }
  /// What the halo is, on the device.
  const HaloColumns& columns() const { return halo_; }
  const HaloColumns::Globals& globals() const { return halo_.globals; }
  /// The same on the host, copied by each call.
  std::vector<GlobalOrdinal> haloGlobals() const;
  const std::vector<Neighbour>& sources() const { return halo_.owners; }
  /// \brief Whom entries go to. Collective when this or sendIndices() is first asked for; messages between neighbours
  /// only.
  const std::vector<Neighbour>& destinations() const { return wanted().destinations; }
  /// Owned local index of each entry to be sent, grouped by destination.
  const Kokkos::View<LocalOrdinal*, Device>& sendIndices() const { return wanted().indices; }
  /// As far as it is known by now.
  std::size_t numBytes() const {
    return numHalo() * sizeof(GlobalOrdinal) + (wanted_ ? wanted_->indices.extent(0) * sizeof(LocalOrdinal) : 0);
  }
  /// How entries travel: what its communicator had when the pattern was made.
  const Transport& transport() const { return *transport_; }

 private:
  const WantedEntries& wanted() const;

  Teuchos::RCP<const Map> domainMap_;
  HaloColumns halo_;
  mutable std::optional<WantedEntries> wanted_;
  std::shared_ptr<const Transport> transport_;
};

/// \brief One exchange of halo entries under way: `start` sends, `finish` delivers.
///
/// Buffers are kept from one exchange to the next.
template <class Scalar>
class HaloExchange {
 public:
  /// Collective: owners are asked where nobody has, and some transports open their ways together.
  explicit HaloExchange(const Teuchos::RCP<const HaloPattern>& pattern);

  const HaloPattern& pattern() const { return *pattern_; }
  /// \brief Sends the entries of x that others need. Kernels that follow run while they travel; x is neither written
  /// nor released until finish().
  void start(const Kokkos::View<const Scalar*, Device>& x);
  /// Where entries that others need are packed, in the order of HaloPattern::sendIndices().
  const Kokkos::View<Scalar*, Device>& sendBuffer();
  /// start() of what lies in sendBuffer() by now.
  void send();
  /// All entries, for kernels that follow; valid until the next start. Whether the host waits, the transport decides.
  Kokkos::View<const Scalar*, Device> finish();
  /// finish() for a kernel that waits itself: see Channel::finishUnawaited().
  Kokkos::View<const Scalar*, Device> finishUnawaited(HaloWait& wait);
  /// Of the buffers.
  std::size_t numBytes() const {
    return (sendBuffer_.extent(0) + halo_.extent(0)) * sizeof(Scalar) + channel_->numBytes();
  }

 private:
  using Buffer = Kokkos::View<Scalar*, Device>;

  template <class Start>
  void startNoted(const Start& start);

  Teuchos::RCP<const HaloPattern> pattern_;
  Buffer sendBuffer_;                 // empty until somebody packs
  Buffer halo_;                       // empty where the channel keeps what it receives
  std::unique_ptr<Channel> channel_;  // ends before the buffers
  long long ticket_ = -1;             // of an ExchangeRecording
};

}  // namespace Chronos

#endif
