// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INVERSEFACTOR_HPP
#define CHRONOS_INVERSEFACTOR_HPP

#include "Chronos_TiledCholesky.hpp"

namespace Chronos {

/// \brief A^{-1} = W^T W with W = L^{-1}, a lower triangle, by the threads of the host. Local.
///
/// No entry of a product waits for another as in substitutions with L: threads share rows, and one pass over W does
/// both products, row by row of tiles, while these are in a cache. W^T W is symmetric positive definite, however far
/// rounding takes it from A^{-1}: by about the condition of L (a test says so). n^3 / 3 operations behind those of L,
/// and n^2 / 2 doubles beside it; sums do not depend on the number of threads.
class InverseFactor {
 public:
  /// Of no rows.
  InverseFactor() = default;
  /// \param L factored; not read later
  explicit InverseFactor(const TiledCholesky& L);

  std::int64_t numRows() const { return numRows_; }

  /// \brief x = A^{-1} x for columns that follow each other, one after the other. 2 n^2 operations each.
  ///
  /// Writes what it keeps: one application at a time.
  /// \param x numColumns times numRows() entries
  void apply(double* x, int numColumns) const;

  std::size_t numBytes() const { return (tiles_.extent(0) + sums_.extent(0) + x_.extent(0)) * sizeof(double); }

 private:
  double* tile(std::int64_t row, std::int64_t col) const;
  void invert(const TiledCholesky& L) const;
  void addRow(std::int64_t row, double* sums) const;
  void applyToOne(double* x) const;

  std::int64_t numRows_ = 0, numTiles_ = 0;
  Kokkos::View<double*, HostDevice> tiles_;     // of W, transposed, row by row of tiles up to the diagonal
  Kokkos::View<double*, HostDevice> sums_, x_;  // of each share of rows; a right-hand side
};

}  // namespace Chronos

#endif
