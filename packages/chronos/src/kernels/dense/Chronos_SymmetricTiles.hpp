// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SYMMETRICTILES_HPP
#define CHRONOS_SYMMETRICTILES_HPP

#include "Chronos_RunsOnHost.hpp"
#include "Chronos_TileShare.hpp"

namespace Chronos {

/// \brief The tiles on and above the diagonal of a symmetric matrix, one behind the other, column of tiles by column.
/// Uninitialised.
template <class DeviceType>
struct SymmetricTiles {
  using Share = TileShare<runsOnHost<DeviceType>>;
  int tilesOfLine;
  Kokkos::View<double*, DeviceType> entries;

  explicit SymmetricTiles(int n)
      : tilesOfLine((n + tileSize - 1) / tileSize),
        entries(
            allocate<Kokkos::View<double*, DeviceType>>("Chronos::tiles", std::size_t(numTiles()) * entriesOfTile)) {}

  KOKKOS_INLINE_FUNCTION int numRows() const { return tilesOfLine * tileSize; }
  KOKKOS_INLINE_FUNCTION int numTiles() const { return tilesOfLine * (tilesOfLine + 1) / 2; }
  KOKKOS_INLINE_FUNCTION static int tileOf(int lineAcross, int lineDown) {
    return lineDown * (lineDown + 1) / 2 + lineAcross;
  }
  KOKKOS_INLINE_FUNCTION double* tile(int number) const {
    return entries.data() + std::int64_t(number) * entriesOfTile;
  }
  /// \pre i and j lie in a tile on or above the diagonal
  KOKKOS_INLINE_FUNCTION double& operator()(int i, int j) const {
    return tile(tileOf(i / tileSize, j / tileSize))[Share::placeOf(i % tileSize, j % tileSize)];
  }
};

}  // namespace Chronos

#endif
