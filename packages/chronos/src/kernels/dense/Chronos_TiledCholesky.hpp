// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TILEDCHOLESKY_HPP
#define CHRONOS_TILEDCHOLESKY_HPP

#include "Chronos_KernelTypes.hpp"

#include <cstdint>
#include <utility>

namespace Chronos {

/// \brief A = L L^T of a dense symmetric positive definite matrix, tile by tile, on the threads of the host. Local.
///
/// Threads take the tiles of L column by column, and each waits for no more than the tiles that its own needs
/// (Buttari, Langou, Kurzak, Dongarra 2009, left-looking). Tiles are small enough for the first cache and summed in one
/// order: results do not depend on the number of threads, nor on a library of BLAS.
/// n^3 / 3 operations; n^2 / 2 doubles and those of padded tiles.
class TiledCholesky {
 public:
  /// A matrix of zeros.
  explicit TiledCholesky(std::int64_t numRows);

  std::int64_t numRows() const { return numRows_; }
  /// Of rows or columns; the last one is filled up with rows of the unit matrix.
  std::int64_t numTiles() const { return numTiles_; }
  /// Of the lower triangle: col <= row. Before factor() it is A.
  double& at(std::int64_t row, std::int64_t col) const;
  /// A tile of the lower triangle, column by column.
  double* tile(std::int64_t row, std::int64_t col) const;

  /// \brief Replaces A by L.
  /// \return the smallest square of an entry of the diagonal of L, 1 at most; 0 where one is not positive and finite,
  /// and L is void then
  double factor();

 private:
  /// Of a tile, as it is stored and factored.
  std::int64_t numberOf(std::int64_t row, std::int64_t col) const;
  std::pair<std::int64_t, std::int64_t> rowAndCol(std::int64_t number) const;

  std::int64_t numRows_, numTiles_;
  Kokkos::View<double*, HostDevice> tiles_;  // column by column of tiles, each from its diagonal down
};

}  // namespace Chronos

#endif
