// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRIANGULARROWS_HPP
#define CHRONOS_TRIANGULARROWS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_ChunkProduct.hpp"

namespace Chronos {

enum class TriangleDirection { forward, backward };

/// \brief Rows of a square matrix in an order that threads can share: A = L + D + U + E.
///
/// Pieces of 2^pieceBits consecutive rows: first the even ones, all at once, then the odd ones, in each the rows one by
/// one. L couples a row to those before it in this order, U to those behind it, E those of different pieces of one
/// kind, which are none where couplings reach no farther than the next piece. Columns from numRows on belong to E.
struct TriangularRows {
  CsrMatrix<double, Device> A;  ///< in each row L, D and U, columns ascending, then E; the diagonal stored
  int pieceBits = 0;
  /// Of each row: where within it the diagonal is, where columns of the own piece begin and end, and where E begins.
  enum Mark : int { diagonal, ownBegin, ownEnd, apart, numMarks };
  Kokkos::View<const int*, Device> marks;
  ConstVector shifts, inverses;  ///< S - D, and 1 / S: S divides a row

  enum class Part { before, behind, apart };

  int numPieces() const { return static_cast<int>((std::int64_t(A.numRows) + (1LL << pieceBits) - 1) >> pieceBits); }

  KOKKOS_INLINE_FUNCTION static std::size_t placeOf(int row, Mark mark) { return numMarks * std::size_t(row) + mark; }
  KOKKOS_INLINE_FUNCTION int markOf(int row, Mark mark) const { return marks(placeOf(row, mark)); }

  /// Where a column other than the row itself stands to it.
  KOKKOS_INLINE_FUNCTION Part partOf(int row, LocalOrdinal column) const {
    if (column >= A.numRows) return Part::apart;
    const int own = row >> pieceBits, other = column >> pieceBits;
    if (own == other) return column < row ? Part::before : Part::behind;
    if (((own ^ other) & 1) == 0) return Part::apart;
    return (other & 1) == 0 ? Part::before : Part::behind;
  }

  KOKKOS_INLINE_FUNCTION bool isInEven(int row) const { return ((row >> pieceBits) & 1) == 0; }

  template <int width>
  KOKKOS_INLINE_FUNCTION void subtract(Offset entry, const double* x, double* sums) const {
    const double value = A.values(entry);
    const double* from = x + static_cast<std::int64_t>(A.colInd(entry)) * width;
    for (int j = 0; j < width; ++j) sums[j] -= value * from[j];
  }
  template <int width>
  KOKKOS_INLINE_FUNCTION void subtract(Offset begin, Offset end, const double* x, double* sums) const {
    for (Offset entry = begin; entry < end; ++entry) subtract<width>(entry, x, sums);
  }
};

// The entries of a row; those that a walk reads a kilobyte later are asked for.
struct TriangularRow {
  Offset begin, ownBegin, diagonal, ownEnd, apart, end;
  bool isInEven;

  KOKKOS_INLINE_FUNCTION TriangularRow(const TriangularRows& rows, int row, TriangleDirection direction)
      : begin(rows.A.rowPtr(row)),
        ownBegin(begin + rows.markOf(row, TriangularRows::ownBegin)),
        diagonal(begin + rows.markOf(row, TriangularRows::diagonal)),
        ownEnd(begin + rows.markOf(row, TriangularRows::ownEnd)),
        apart(begin + rows.markOf(row, TriangularRows::apart)),
        end(rows.A.rowPtr(row + 1)),
        isInEven(rows.isInEven(row)) {
    constexpr int lineBytes = 64;
    const std::int64_t ahead = direction == TriangleDirection::forward ? entriesAhead : -entriesAhead;
    for (Offset entry = begin; entry < end; entry += lineBytes / sizeof(double))
      prefetch(rows.A.values.data() + entry + ahead);
    for (Offset entry = begin; entry < end; entry += lineBytes / sizeof(LocalOrdinal))
      prefetch(rows.A.colInd.data() + entry + ahead);
  }
};

/// \brief x = (S + L)^{-1} b or (S + U)^{-1} b, a piece; from a given x that of b - (A - S - L) x, in place.
/// \tparam isGiven whether x holds an iterate; `before` is a copy of it then, and no column lies beyond the rows
template <int width, TriangleDirection direction, bool isGiven>
struct TriangularSolveFunctor {
  static constexpr bool isForward = direction == TriangleDirection::forward;
  TriangularRows rows;
  int firstPiece;  // every second one from it on
  const double *b, *before;
  double* x;

  KOKKOS_INLINE_FUNCTION void operator()(int item) const {
    const int piece = firstPiece + 2 * item, first = piece << rows.pieceBits;
    const std::int64_t end = (std::int64_t(piece) + 1) << rows.pieceBits;
    const int last = end < rows.A.numRows ? static_cast<int>(end) : rows.A.numRows;
    if constexpr (isForward)
      for (int row = first; row < last; ++row) solve(row);
    else
      for (int row = last - 1; row >= first; --row) solve(row);
  }

 private:
  KOKKOS_INLINE_FUNCTION void solve(int row) const {
    const TriangularRow at(rows, row, direction);
    const std::int64_t place = static_cast<std::int64_t>(row) * width;
    double sums[width];
    for (int j = 0; j < width; ++j) sums[j] = b[place + j];
    if (isGiven && at.apart < at.end) {
      for (int j = 0; j < width; ++j) sums[j] += rows.shifts(row) * before[place + j];
      rows.subtract<width>(at.apart, at.end, before, sums);
    }
    if (isForward) subtractForward(at, sums);
    else subtractBackward(at, sums);
    for (int j = 0; j < width; ++j) x[place + j] = sums[j] * rows.inverses(row);
  }

  // What the row before has just written comes last.
  KOKKOS_INLINE_FUNCTION void subtractForward(const TriangularRow& at, double* sums) const {
    if (isGiven) rows.subtract<width>(at.diagonal + 1, at.apart, x, sums);
    else if (!at.isInEven) rows.subtract<width>(at.ownEnd, at.apart, x, sums);
    rows.subtract<width>(isGiven || !at.isInEven ? at.begin : at.ownBegin, at.diagonal, x, sums);
  }
  KOKKOS_INLINE_FUNCTION void subtractBackward(const TriangularRow& at, double* sums) const {
    if (isGiven) rows.subtract<width>(at.begin, at.diagonal, x, sums);
    else if (at.isInEven) rows.subtract<width>(at.begin, at.ownBegin, x, sums);
    const Offset last = (isGiven || at.isInEven ? at.apart : at.ownEnd) - 1;
    for (Offset entry = last; entry > at.diagonal; --entry) rows.subtract<width>(entry, x, sums);
  }
};

/// \brief Row of r = b - A x behind a forward solve from zero: (S - D - U - E) x.
/// \param rows without columns beyond the rows
template <int width>
struct StartResidualFunctor {
  TriangularRows rows;
  const double* x;
  double* r;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const TriangularRow at(rows, row, TriangleDirection::forward);
    const std::int64_t place = static_cast<std::int64_t>(row) * width;
    double sums[width];
    for (int j = 0; j < width; ++j) sums[j] = rows.shifts(row) * x[place + j];
    if (at.isInEven) rows.subtract<width>(at.begin, at.ownBegin, x, sums);
    rows.subtract<width>(at.diagonal + 1, at.isInEven ? at.end : at.ownEnd, x, sums);
    if (!at.isInEven) rows.subtract<width>(at.apart, at.end, x, sums);
    for (int j = 0; j < width; ++j) r[place + j] = sums[j];
  }
};

}  // namespace Chronos

#endif
