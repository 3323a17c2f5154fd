// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HALOPATTERN_HPP
#define CHRONOS_HALOPATTERN_HPP

#include "Chronos_Communicator.hpp"
#include "Chronos_Types.hpp"

#include <vector>

namespace Chronos {

/// \brief Who sends which vector entries to whom, so that every rank has the entries of its halo columns.
///
/// Immutable; shared by the matrices that have the same halo. The thesis calls its making `prepare` (3.1).
class HaloPattern {
 public:
  /// One rank that entries go to or come from, and its place in the packed buffers.
  struct Neighbour {
    int rank;
    std::size_t begin;
    std::size_t size;
  };

  /// \brief Tells every owner what is needed here. Collective; messages between neighbours only.
  ///
  /// \param domainMap one-to-one map of the vector
  /// \param haloGlobals needed entries, grouped by owner, none owned here
  /// \param haloOwners rank of each, in [0, number of ranks), ascending
  HaloPattern(const Teuchos::RCP<const Map>& domainMap, std::vector<GlobalOrdinal> haloGlobals,
              const std::vector<int>& haloOwners);

  const Teuchos::RCP<const Map>& domainMap() const { return domainMap_; }
  std::size_t numHalo() const { return haloGlobals_.size(); }
  const std::vector<GlobalOrdinal>& haloGlobals() const { return haloGlobals_; }
  const std::vector<Neighbour>& sources() const { return sources_; }
  const std::vector<Neighbour>& destinations() const { return destinations_; }
  /// Owned local index of each entry to be sent, grouped by destination.
  const Kokkos::View<LocalOrdinal*, Device>& sendIndices() const { return sendIndices_; }
  std::size_t numBytes() const {
    return haloGlobals_.size() * sizeof(GlobalOrdinal) + sendIndices_.extent(0) * sizeof(LocalOrdinal);
  }

 private:
  Teuchos::RCP<const Map> domainMap_;
  std::vector<GlobalOrdinal> haloGlobals_;
  std::vector<Neighbour> sources_, destinations_;
  Kokkos::View<LocalOrdinal*, Device> sendIndices_;
};

/// \brief One exchange of halo entries under way: `start` packs and sends, `finish` waits and delivers.
///
/// Buffers are kept from one exchange to the next. Messages pass through pinned host memory unless MPI takes device
/// pointers: the environment variable CHRONOS_DEVICE_AWARE_MPI (0 or 1) decides at run time, 0 when unset.
template <class Scalar>
class HaloExchange {
 public:
  explicit HaloExchange(const Teuchos::RCP<const HaloPattern>& pattern);
  ~HaloExchange();
  HaloExchange(const HaloExchange&) = delete;
  HaloExchange& operator=(const HaloExchange&) = delete;

  /// Packs the entries of x that others need and sends them. Synchronises the device when there is something to send.
  void start(const Kokkos::View<const Scalar*, Device>& x);
  /// Waits for all entries; the result is valid until the next start.
  const Kokkos::View<const Scalar*, Device>& finish();
  /// Of the buffers.
  std::size_t numBytes() const {
    return (sendBuffer_.extent(0) + halo_.extent(0) + sendStage_.extent(0) + haloStage_.extent(0)) * sizeof(Scalar);
  }

 private:
  using Buffer = Kokkos::View<Scalar*, Device>;
  using PinnedBuffer = Kokkos::View<Scalar*, PinnedSpace>;

  Teuchos::RCP<const HaloPattern> pattern_;
  bool deviceAware_;
  Buffer sendBuffer_, halo_;
  Kokkos::View<const Scalar*, Device> haloConst_;
  PinnedBuffer sendStage_, haloStage_;
  std::vector<MPI_Request> requests_;
};

/// Whether messages are handed to MPI in device memory.
bool deviceAwareMpi();

}  // namespace Chronos

#endif
