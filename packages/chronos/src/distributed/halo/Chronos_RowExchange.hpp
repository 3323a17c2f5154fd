// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWEXCHANGE_HPP
#define CHRONOS_ROWEXCHANGE_HPP

#include "Chronos_HaloPattern.hpp"

#include <vector>

namespace Chronos {

/// An entry of a row on its way, its column as all ranks know it: they travel as one, since each message is one more
/// that ranks wait for each other with. In double 4 of 24 bytes mean nothing.
template <class Scalar>
struct NamedEntry {
  GlobalOrdinal global;
  Scalar value;
  int owner;
};

/// \brief What belongs to the entries of whole rows, on its way to the ranks whose halo asks for these rows.
///
/// Once row lengths have been exchanged, both sides of a message know its size: any number of arrays
/// (columns, values, flags) follow, each packed by one gather on the device and delivered in the order of the
/// halo.
class RowExchange {
 public:
  /// \brief Exchanges row lengths. Collective.
  /// \param halo which rows; must outlive the exchange
  /// \param rowPtr of the rows that this rank owns, in the order of halo.domainMap()
  RowExchange(const HaloPattern& halo, const Kokkos::View<const Offset*, Device>& rowPtr);

  /// numHalo + 1 positions in the arrays that exchange() returns.
  const Kokkos::View<const Offset*, Device>& receivedRowPtr() const { return receivedRowPtr_; }

  /// Where the entries that others ask for are among the stored ones.
  const Kokkos::View<const Offset*, Device>& sendEntries() const { return sendEntries_; }

  /// \brief What others ask for, out of an array with one item per stored entry. Local.
  /// T: double, float, char.
  template <class T>
  Kokkos::View<T*, Device> pack(const Kokkos::View<const T*, Device>& items) const;

  /// \brief Sends packed items; returns those of the halo rows, for kernels that follow. Collective.
  /// T: as above, NamedEntry<double> or NamedEntry<float>.
  template <class T>
  Kokkos::View<T*, Device> exchange(const Kokkos::View<T*, Device>& packed) const;

 private:
  const HaloPattern& halo_;
  std::vector<HaloPattern::Neighbour> sources_, destinations_;  // places counted in entries, not in rows
  Kokkos::View<const Offset*, Device> receivedRowPtr_;
  Kokkos::View<const Offset*, Device> sendEntries_;
  std::size_t numReceived_ = 0;
};

}  // namespace Chronos

#endif
