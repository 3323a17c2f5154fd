// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TiledCholesky.hpp"

#include "Chronos_DynamicFor.hpp"
#include "Chronos_TileOperations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace Chronos {
namespace {

using HostThreads = HostDevice::execution_space;

// Columns of tiles that are taken from what is behind them together, while a tile there stays in the first cache.
constexpr std::int64_t tileColumnsAtOnce = 4;

// Of some columns of a triangle, row by row: the tile of the first diagonal is item 0.
class TilesOfColumns {
 public:
  TilesOfColumns(std::int64_t numRows, std::int64_t numCols)
      : numCols_(numCols),
        numAbove_(numCols * (numCols + 1) / 2),
        numItems_(numAbove_ + (numRows - numCols) * numCols) {}

  std::int64_t size() const { return numItems_; }
  std::pair<std::int64_t, std::int64_t> rowAndCol(std::int64_t item) const {
    if (item >= numAbove_) return {numCols_ + (item - numAbove_) / numCols_, (item - numAbove_) % numCols_};
    auto row = static_cast<std::int64_t>((std::sqrt(8.0 * double(item) + 1) - 1) / 2);
    while (row * (row + 1) / 2 > item) --row;
    while ((row + 1) * (row + 2) / 2 <= item) ++row;
    return {row, item - row * (row + 1) / 2};
  }

 private:
  std::int64_t numCols_, numAbove_, numItems_;  // above: the columns' own triangle
};

}  // namespace

TiledCholesky::TiledCholesky(std::int64_t numRows)
    : numRows_(numRows),
      numTiles_((numRows + tileEdge - 1) / tileEdge),
      tiles_(allocate<Kokkos::View<double*, HostDevice>>(
          "Chronos::tiles", static_cast<std::size_t>(numTiles_ * (numTiles_ + 1) / 2 * tileEntries))) {
  dynamicFor("Chronos::TiledCholesky::clear", HostThreads(), numTiles_, std::int64_t(1),
             [&](std::int64_t col) { std::fill_n(tile(col, col), (numTiles_ - col) * tileEntries, 0.0); });
  // Rows that fill the last tile up.
  for (std::int64_t row = numRows_; row < numTiles_ * tileEdge; ++row) at(row, row) = 1;
}

double* TiledCholesky::tile(std::int64_t row, std::int64_t col) const {
  return tiles_.data() + (col * numTiles_ - col * (col - 1) / 2 + row - col) * tileEntries;
}

double& TiledCholesky::at(std::int64_t row, std::int64_t col) const {
  return tile(row / tileEdge, col / tileEdge)[col % tileEdge * tileEdge + row % tileEdge];
}

// L_ik = A_ik L_kk^{-T}.
void TiledCholesky::divideColumn(std::int64_t k) const {
  dynamicFor("Chronos::TiledCholesky::column", HostThreads(), numTiles_ - k - 1, std::int64_t(1),
             [&](std::int64_t i) { divideByTransposed(tile(k, k), tile(k + 1 + i, k)); });
}

void TiledCholesky::update(const TileColumns& from, const TileColumns& to, double& nextPivot) const {
  const TilesOfColumns tiles(numTiles_ - to.first, to.end - to.first);
  dynamicFor("Chronos::TiledCholesky::update", HostThreads(), tiles.size(), std::int64_t(1), [&](std::int64_t item) {
    const auto place = tiles.rowAndCol(item);
    const std::int64_t row = to.first + place.first, col = to.first + place.second;
    for (std::int64_t k = from.first; k < from.end; ++k) subtractProduct(tile(row, k), tile(col, k), tile(row, col));
    if (item == 0) nextPivot = factorTile(tile(row, row));
  });
}

double TiledCholesky::factor() {
  if (numTiles_ == 0) return 1;
  double smallest = 1, pivot = factorTile(tile(0, 0));
  for (std::int64_t first = 0; first < numTiles_; first += tileColumnsAtOnce) {
    const std::int64_t end = std::min(first + tileColumnsAtOnce, numTiles_);
    for (std::int64_t k = first; k < end; ++k) {
      if (!(pivot > 0)) return 0;
      smallest = std::min(smallest, pivot);
      divideColumn(k);
      if (k + 1 < end) update({k, k + 1}, {k + 1, end}, pivot);
    }
    if (end < numTiles_) update({first, end}, {end, numTiles_}, pivot);
  }
  return smallest;
}

}  // namespace Chronos
