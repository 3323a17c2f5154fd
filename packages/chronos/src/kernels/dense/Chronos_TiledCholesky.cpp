// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TiledCholesky.hpp"

#include "Chronos_DynamicFor.hpp"
#include "Chronos_OrderedTasks.hpp"
#include "Chronos_TileOperations.hpp"
#include "Chronos_Triangle.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

namespace Chronos {
namespace {

using HostThreads = HostDevice::execution_space;

}  // namespace

TiledCholesky::TiledCholesky(std::int64_t numRows)
    : numRows_(numRows),
      numTiles_((numRows + tileEdge - 1) / tileEdge),
      tiles_(allocate<Kokkos::View<double*, HostDevice>>(
          "Chronos::tiles", static_cast<std::size_t>(Triangle::size(numTiles_) * tileEntries))) {
  dynamicFor("Chronos::TiledCholesky::clear", HostThreads(), numTiles_, std::int64_t(1),
             [&](std::int64_t col) { std::fill_n(tile(col, col), (numTiles_ - col) * tileEntries, 0.0); });
  // Rows that fill the last tile up.
  for (std::int64_t row = numRows_; row < numTiles_ * tileEdge; ++row) at(row, row) = 1;
}

// Column by column, each from its diagonal down: row by row from the end.
std::int64_t TiledCholesky::numberOf(std::int64_t row, std::int64_t col) const {
  return Triangle::size(numTiles_) - 1 - Triangle::numberOf(numTiles_ - 1 - col, numTiles_ - 1 - row);
}

std::pair<std::int64_t, std::int64_t> TiledCholesky::rowAndCol(std::int64_t number) const {
  const auto fromEnd = Triangle::rowAndCol(Triangle::size(numTiles_) - 1 - number);
  return {numTiles_ - 1 - fromEnd.second, numTiles_ - 1 - fromEnd.first};
}

double* TiledCholesky::tile(std::int64_t row, std::int64_t col) const {
  return tiles_.data() + numberOf(row, col) * tileEntries;
}

double& TiledCholesky::at(std::int64_t row, std::int64_t col) const {
  return tile(row / tileEdge, col / tileEdge)[col % tileEdge * tileEdge + row % tileEdge];
}

// L_jj L_jj^T = A_jj - (L_j0 L_j0^T + ...), L_ij = (A_ij - (L_i0 L_j0^T + ...)) L_jj^{-T}.
double TiledCholesky::factor() {
  OrderedTasks tasks(Triangle::size(numTiles_));
  std::vector<double> pivots(static_cast<std::size_t>(numTiles_), 1.0);  // the smallest of each diagonal tile
  std::atomic<bool> isVoid{false};
  tasks.run("Chronos::TiledCholesky::factor", [&](std::int64_t number) {
    if (isVoid.load(std::memory_order_relaxed)) return;
    const auto place = rowAndCol(number);
    const std::int64_t row = place.first, col = place.second;
    double* const result = tile(row, col);
    for (std::int64_t k = 0; k < col; ++k) {
      tasks.waitFor(numberOf(col, k));
      tasks.waitFor(numberOf(row, k));
      subtractProduct(tile(row, k), tile(col, k), result);
    }
    if (row == col) {
      pivots[col] = factorTile(result);
      if (!(pivots[col] > 0)) isVoid.store(true, std::memory_order_relaxed);
    } else {
      tasks.waitFor(numberOf(col, col));
      if (!isVoid.load(std::memory_order_relaxed)) divideByTransposed(tile(col, col), result);
    }
  });
  return pivots.empty() ? 1 : *std::min_element(pivots.begin(), pivots.end());
}

}  // namespace Chronos
