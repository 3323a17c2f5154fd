// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TILESHARE_HPP
#define CHRONOS_TILESHARE_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// \file
/// Tiles of 64 x 64 entries by a team of 256 threads, each of which has 4 x 4 entries in registers while products of
/// two panels, 64 entries a pivot, are subtracted. A tile lies in memory as its threads have it.

constexpr int tileSize = 64, entriesOfTile = tileSize * tileSize, entriesOfThread = 4, threadsOfTile = 256;

/// Of a thread.
struct TileEntries {
  double at[entriesOfThread][entriesOfThread] = {};
};

/// entry(i, j) -= sum over k of factors[k][i] panel[k][j], of the entries that a thread has.
template <class Share>
KOKKOS_INLINE_FUNCTION void subtractOneByOne(const Share& share, TileEntries& entries, int numPivots,
                                             const double* factors, const double* panel) {
  for (int k = 0; k < numPivots; ++k)
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c)
        entries.at[r][c] -= factors[k * Share::stride + share.row(r)] * panel[k * Share::stride + share.column(c)];
}

/// \brief Which entries a thread has, and where they lie in memory. On a host: neighbours; row by row.
template <bool onHost>
class TileShare {
 public:
  static constexpr int stride = tileSize;  ///< of a panel, from a pivot to the next

  KOKKOS_INLINE_FUNCTION explicit TileShare(int thread)
      : row_(thread / threadsOfLine * entriesOfThread), column_(thread % threadsOfLine * entriesOfThread) {}
  KOKKOS_INLINE_FUNCTION int row(int r) const { return row_ + r; }
  KOKKOS_INLINE_FUNCTION int column(int c) const { return column_ + c; }
  /// Where an entry lies in the memory of its tile.
  KOKKOS_INLINE_FUNCTION static int placeOf(int i, int j) { return i * tileSize + j; }

  KOKKOS_INLINE_FUNCTION TileEntries load(const double* tile) const {
    TileEntries entries;
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) entries.at[r][c] = tile[placeOf(row(r), column(c))];
    return entries;
  }

  KOKKOS_INLINE_FUNCTION void store(const TileEntries& entries, double* tile) const {
    for (int r = 0; r < entriesOfThread; ++r)
      for (int c = 0; c < entriesOfThread; ++c) tile[placeOf(row(r), column(c))] = entries.at[r][c];
  }

  /// What subtractOneByOne() does.
  KOKKOS_INLINE_FUNCTION void subtract(TileEntries& entries, int numPivots, const double* factors,
                                       const double* panel) const {
    subtractOneByOne(*this, entries, numPivots, factors, panel);
  }

 private:
  static constexpr int threadsOfLine = tileSize / entriesOfThread;
  int row_, column_;
};

/// \brief On a GPU: a warp has 32 rows and 16 columns, a lane what the matrix multiply-accumulate of f64 (PTX ISA,
/// mma.m8n8k4) leaves it of each 8 x 8 results. A lane's entries are read and written two at a time, beside those of
/// its neighbours.
template <>
class TileShare<false> {
 public:
  /// Lanes that read four pivots at a time read from banks of their own.
  static constexpr int stride = tileSize + 4;

  KOKKOS_INLINE_FUNCTION explicit TileShare(int thread)
      : thread_(thread), lane_(thread % lanes), row_(thread / lanes % 2 * 32), column_(thread / lanes / 2 * 16) {}
  KOKKOS_INLINE_FUNCTION int row(int r) const { return row_ + 8 * r + lane_ / 4; }
  KOKKOS_INLINE_FUNCTION int column(int c) const { return column_ + c / 2 * 8 + lane_ % 4 * 2 + c % 2; }
  KOKKOS_INLINE_FUNCTION static int placeOf(int i, int j) {
    const int warp = j / 16 * 2 + i / 32, lane = i % 8 * 4 + j % 8 / 2, pair = i % 32 / 8 * 2 + j % 16 / 8;
    return placeOfPair(pair, warp * lanes + lane) + j % 2;
  }

  KOKKOS_INLINE_FUNCTION TileEntries load(const double* tile) const {
    TileEntries entries;
    for (int pair = 0; pair < pairs; ++pair) {
      const Pair both = *reinterpret_cast<const Pair*>(tile + placeOfPair(pair, thread_));
      entries.at[pair / 2][pair % 2 * 2] = both.first;
      entries.at[pair / 2][pair % 2 * 2 + 1] = both.second;
    }
    return entries;
  }

  KOKKOS_INLINE_FUNCTION void store(const TileEntries& entries, double* tile) const {
    for (int pair = 0; pair < pairs; ++pair)
      *reinterpret_cast<Pair*>(tile + placeOfPair(pair, thread_)) = {entries.at[pair / 2][pair % 2 * 2],
                                                                     entries.at[pair / 2][pair % 2 * 2 + 1]};
  }

  /// The same, by the multiply-accumulates of a GPU that has them.
  /// \param numPivots a multiple of four
  KOKKOS_INLINE_FUNCTION void subtract(TileEntries& entries, int numPivots, const double* factors,
                                       const double* panel) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    for (int first = 0; first < numPivots; first += 4) {
      const int k = (first + lane_ % 4) * stride + lane_ / 4;
      double a[4], b[2];
      for (int r = 0; r < 4; ++r) a[r] = -factors[k + row_ + 8 * r];
      for (int f = 0; f < 2; ++f) b[f] = panel[k + column_ + 8 * f];
      for (int r = 0; r < 4; ++r)
        for (int f = 0; f < 2; ++f)
          asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
              : "+d"(entries.at[r][2 * f]), "+d"(entries.at[r][2 * f + 1])
              : "d"(a[r]), "d"(b[f]));
    }
#else
    subtractOneByOne(*this, entries, numPivots, factors, panel);
#endif
  }

 private:
  struct alignas(16) Pair {
    double first, second;
  };
  static constexpr int lanes = 32, pairs = 8;
  KOKKOS_INLINE_FUNCTION static int placeOfPair(int pair, int thread) {
    return (pair * threadsOfTile + thread) * 2;
  }

  int thread_, lane_, row_, column_;
};

}  // namespace Chronos

#endif
