// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOPATTERN_HPP
#define CHRONOS_HALOPATTERN_HPP

#include "Chronos_Communicator.hpp"
#include "Chronos_HaloColumns.hpp"

#include <vector>

namespace Chronos {

/// \brief Who sends which vector entries to whom, so that every rank has the entries of its halo columns.
///
/// Immutable; shared by the matrices that have the same halo. The thesis calls its making `prepare` (3.1).
class HaloPattern {
 public:
  /// One rank that entries go to or come from, and its place in the lists.
  using Neighbour = Segment;

  /// \brief Tells every owner what is needed here. Collective; messages between neighbours only.
  ///
  /// \param domainMap one-to-one map of the vector
  /// \param halo needed entries, none owned here
  HaloPattern(const Teuchos::RCP<const Map>& domainMap, const HaloColumns& halo);

  /// \brief The same from lists on the host. Collective.
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
  const std::vector<Neighbour>& destinations() const { return destinations_; }
  /// Owned local index of each entry to be sent, grouped by destination.
  const Kokkos::View<LocalOrdinal*, Device>& sendIndices() const { return sendIndices_; }
  std::size_t numBytes() const {
    return numHalo() * sizeof(GlobalOrdinal) + sendIndices_.extent(0) * sizeof(LocalOrdinal);
  }
  /// How entries travel: what its communicator had when the pattern was made.
  const Transport& transport() const { return *transport_; }

 private:
  Teuchos::RCP<const Map> domainMap_;
  HaloColumns halo_;
  std::vector<Neighbour> destinations_;
  Kokkos::View<LocalOrdinal*, Device> sendIndices_;
  std::shared_ptr<const Transport> transport_;
};

/// \brief One exchange of halo entries under way: `start` sends, `finish` delivers.
///
/// Buffers are kept from one exchange to the next.
template <class Scalar>
class HaloExchange {
 public:
  explicit HaloExchange(const Teuchos::RCP<const HaloPattern>& pattern);

  /// \brief Sends the entries of x that others need. Kernels that follow run while they travel; x is neither written
  /// nor released until finish().
  void start(const Kokkos::View<const Scalar*, Device>& x);
  /// Where entries that others need are packed, in the order of HaloPattern::sendIndices().
  const Kokkos::View<Scalar*, Device>& sendBuffer();
  /// start() of what lies in sendBuffer() by now.
  void send() { channel_->start(sendBuffer().data(), halo_.data()); }
  /// All entries, for kernels that follow; valid until the next start. Whether the host waits, the transport decides.
  Kokkos::View<const Scalar*, Device> finish();
  /// Of the buffers.
  std::size_t numBytes() const {
    return (sendBuffer_.extent(0) + halo_.extent(0)) * sizeof(Scalar) + channel_->numBytes();
  }

 private:
  using Buffer = Kokkos::View<Scalar*, Device>;

  Teuchos::RCP<const HaloPattern> pattern_;
  Buffer sendBuffer_;                 // empty until somebody packs
  Buffer halo_;                       // empty where the channel keeps what it receives
  std::unique_ptr<Channel> channel_;  // ends before the buffers
};

}  // namespace Chronos

#endif
