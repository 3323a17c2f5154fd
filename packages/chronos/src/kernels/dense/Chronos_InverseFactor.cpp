// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_InverseFactor.hpp"

#include "Chronos_DynamicFor.hpp"
#include "Chronos_OrderedTasks.hpp"
#include "Chronos_TileOperations.hpp"
#include "Chronos_Triangle.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using HostThreads = HostDevice::execution_space;

// Rows of tiles are dealt out to so many sums, however many threads there are, so that sums are the same.
constexpr std::int64_t sharesOfRows = 16;

Kokkos::View<double*, HostDevice> doubles(const char* label, std::int64_t n) {
  return allocate<Kokkos::View<double*, HostDevice>>(label, static_cast<std::size_t>(n));
}

}  // namespace

InverseFactor::InverseFactor(const TiledCholesky& L)
    : numRows_(L.numRows()),
      numTiles_(L.numTiles()),
      tiles_(doubles("Chronos::tiles of an inverse", Triangle::size(numTiles_) * tileEntries)),
      sums_(doubles("Chronos::sums of shares", sharesOfRows * numTiles_ * tileEdge)),
      x_(doubles("Chronos::right-hand side", numTiles_ * tileEdge)) {
  invert(L);
}

double* InverseFactor::tile(std::int64_t row, std::int64_t col) const {
  return tiles_.data() + Triangle::numberOf(row, col) * tileEntries;
}

// W_ik^T = -(W_kk^T L_ik^T + ... + W_i-1,k^T L_i,i-1^T) L_ii^{-T}, and W_kk^T = L_kk^{-T}.
void InverseFactor::invert(const TiledCholesky& L) const {
  OrderedTasks tasks(Triangle::size(numTiles_));
  tasks.run("Chronos::InverseFactor::invert", [&](std::int64_t number) {
    const auto place = Triangle::rowAndCol(number);
    const std::int64_t row = place.first, col = place.second;
    double* const result = tile(row, col);
    std::fill_n(result, tileEntries, 0.0);
    if (row == col)
      for (int i = 0; i < tileEdge; ++i) result[i * tileEdge + i] = 1;
    for (std::int64_t k = col; k < row; ++k) {
      tasks.waitFor(Triangle::numberOf(k, col));
      subtractProduct(tile(k, col), L.tile(row, k), result);
    }
    divideByTransposed(L.tile(row, row), result);
  });
}

// sums += W_i^T W_i x for the rows W_i of a tile.
void InverseFactor::addRow(std::int64_t row, double* sums) const {
  double ofRow[tileEdge] = {};
  for (std::int64_t col = 0; col <= row; ++col) addTransposedProduct(1, tile(row, col), &x_(col * tileEdge), ofRow);
  for (std::int64_t col = 0; col <= row; ++col) addProduct(1, tile(row, col), ofRow, sums + col * tileEdge);
}

void InverseFactor::applyToOne(double* x) const {
  const std::int64_t length = numTiles_ * tileEdge;
  std::fill(std::copy_n(x, numRows_, x_.data()), x_.data() + length, 0.0);
  dynamicFor("Chronos::InverseFactor::products", HostThreads(), sharesOfRows, std::int64_t(1), [&](std::int64_t share) {
    double* sums = &sums_(share * length);
    std::fill_n(sums, length, 0.0);
    for (std::int64_t row = share; row < numTiles_; row += sharesOfRows) addRow(row, sums);
  });
  dynamicFor("Chronos::InverseFactor::sums", HostThreads(), numTiles_, std::int64_t(1), [&](std::int64_t col) {
    const std::int64_t end = std::min((col + 1) * tileEdge, numRows_);
    for (std::int64_t i = col * tileEdge; i < end; ++i) {
      double sum = 0;
      for (std::int64_t share = 0; share < sharesOfRows; ++share) sum += sums_(share * length + i);
      x[i] = sum;
    }
  });
}

void InverseFactor::apply(double* x, int numColumns) const {
  if (numRows_ == 0) return;
  for (int c = 0; c < numColumns; ++c) applyToOne(x + c * numRows_);
}

}  // namespace Chronos
