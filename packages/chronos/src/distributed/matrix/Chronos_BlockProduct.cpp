// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockProduct.hpp"

namespace Chronos {

BlockProduct::BlockProduct(const DistMatrix<double>& A) : A_(A) {}

void BlockProduct::apply(const ConstTallColumns<Device>& X, const TallColumns<Device>& Y, double alpha) {
  const int numCols = static_cast<int>(X.extent(1));
  for (int first = 0; first < numCols;) {
    if (numCols - first > 4) {
      applyTo<8>(eight_, X, Y, alpha, first);
      first += 8;
    } else {
      applyTo<4>(four_, X, Y, alpha, first);
      first += 4;
    }
  }
}

template <int width>
void BlockProduct::applyTo(Room<width>& room, const ConstTallColumns<Device>& X, const TallColumns<Device>& Y,
                           double alpha, int first) {
  const Device::execution_space space;
  const LocalOrdinal numOwned = A_.numOwnedCols(), numCols = A_.local().numCols;
  if (room.exchange.is_null()) {
    room.rows = allocate<PackedRows<width, Device>>("Chronos::packed columns", numCols);
    room.exchange = Teuchos::rcp(new HaloExchange<PackedRow<width>>(A_.halo()));
  }
  packColumns<width, Device>(space, X, first, room.rows);
  if (numCols > numOwned || A_.halo()->sendIndices().extent(0) > 0) {
    room.exchange->start(Kokkos::subview(room.rows, std::make_pair(LocalOrdinal(0), numOwned)));
    copyEntries(Kokkos::subview(room.rows, std::make_pair(numOwned, numCols)), room.exchange->finish());
  }
  multiplyPacked<width, Device>(space, A_.local(), room.rows, alpha, Y, first);
}

}  // namespace Chronos
