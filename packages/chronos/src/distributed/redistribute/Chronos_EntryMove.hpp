// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ENTRYMOVE_HPP
#define CHRONOS_ENTRYMOVE_HPP

#include "Chronos_HaloPattern.hpp"

namespace Chronos {

/// What a rank needs of a contiguous vector when it comes to own other indices.
struct EntryMove {
  Teuchos::RCP<const HaloPattern> pattern;
  /// Of the new indices, those owned before: local place, number, place in the new order.
  LocalOrdinal firstHere, numHere, numBefore;
  LocalOrdinal numNow = 0;  ///< of the new indices
};

/// Received entries come by owner, so by former index: those below the kept ones, then those above.
template <class T>
struct EntryMoveFunctor {
  Kokkos::View<const T*, Device> former, received;
  LocalOrdinal firstHere, numHere, numBefore;
  Kokkos::View<T*, Device> moved;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    if (numHere == 0) moved(i) = received(i);
    else if (i < numBefore) moved(i) = received(i);
    else if (i < numBefore + numHere) moved(i) = former(firstHere + i - numBefore);
    else moved(i) = received(i - numHere);
  }
};

/// \brief The entries that a rank comes to own. Collective.
/// \param values one per index owned before
/// \param moved one per index owned now
template <class T>
void moveTo(const EntryMove& move, const Kokkos::View<const T*, Device>& values,
            const Kokkos::View<T*, Device>& moved) {
  HaloExchange<T> exchange(move.pattern);
  exchange.start(values);
  Kokkos::parallel_for(
      "Chronos::moveEntries",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(moved.extent(0))),
      EntryMoveFunctor<T>{values, exchange.finish(), move.firstHere, move.numHere, move.numBefore, moved});
  Device::execution_space().fence();  // the exchange goes with its buffers
}

}  // namespace Chronos

#endif
