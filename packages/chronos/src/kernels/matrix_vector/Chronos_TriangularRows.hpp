// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRIANGULARROWS_HPP
#define CHRONOS_TRIANGULARROWS_HPP

#include "Chronos_Block.hpp"
#include "Chronos_ChunkProduct.hpp"

namespace Chronos {

/// \brief The rows of a square matrix, cut at the diagonal: what a triangular solve does with one.
///
/// Columns from numRows on, those of other ranks, belong to neither triangle. Sums are formed in an order in which what
/// the row before has just written comes last.
class TriangularRows {
 public:
  enum class Direction { forward, backward };

  TriangularRows() = default;
  /// \param A columns sorted within rows, the diagonal stored
  /// \param inverses of what divides a row
  TriangularRows(const CsrMatrix<double, Device>& A, const ConstVector& inverses);

  /// \brief Row of (D + L) x = b or (D + U) x = b; from a given x the other triangle is multiplied by what x holds.
  /// \tparam isGiven whether x holds an iterate
  template <int width, Direction direction, bool isGiven>
  struct SolveFunctor;
  /// Row of r = -U x.
  template <int width>
  struct UpperResidualFunctor;

  std::size_t numBytes() const { return diagonals_.extent(0) * sizeof(int); }

 private:
  struct Row {
    const LocalOrdinal* columns;
    const double* values;
    int diagonal, end;  // places; end of the owned columns
  };
  KOKKOS_INLINE_FUNCTION Row at(int row) const {
    const Offset begin = A_.rowPtr(row);
    const LocalOrdinal* columns = A_.colInd.data() + begin;
    int end = static_cast<int>(A_.rowPtr(row + 1) - begin);
    if (hasHalo_)
      while (end > 0 && columns[end - 1] >= A_.numRows) --end;
    return {columns, A_.values.data() + begin, diagonals_(row), end};
  }

  template <int width>
  KOKKOS_INLINE_FUNCTION static void subtract(const Row& row, int place, const double* x, double* sums) {
    const double value = row.values[place];
    const double* from = x + static_cast<std::int64_t>(row.columns[place]) * width;
    for (int j = 0; j < width; ++j) sums[j] -= value * from[j];
  }

  CsrMatrix<double, Device> A_;
  bool hasHalo_ = false;
  ConstVector inverses_;
  Kokkos::View<const int*, Device> diagonals_;  // place of each within its row
};

template <int width, TriangularRows::Direction direction, bool isGiven>
struct TriangularRows::SolveFunctor {
  TriangularRows rows;
  const double* b;
  double* x;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const Row row = rows.at(i);
    constexpr int ahead = direction == Direction::forward ? entriesAhead : -entriesAhead;
    prefetch(row.columns + ahead);
    prefetch(row.values + ahead);
    const std::int64_t begin = static_cast<std::int64_t>(i) * width;
    double sums[width];
    for (int j = 0; j < width; ++j) sums[j] = b[begin + j];
    if constexpr (direction == Direction::forward) {
      if constexpr (isGiven)
        for (int place = row.diagonal + 1; place < row.end; ++place) subtract<width>(row, place, x, sums);
      for (int place = 0; place < row.diagonal; ++place) subtract<width>(row, place, x, sums);
    } else {
      if constexpr (isGiven)
        for (int place = 0; place < row.diagonal; ++place) subtract<width>(row, place, x, sums);
      for (int place = row.end - 1; place > row.diagonal; --place) subtract<width>(row, place, x, sums);
    }
    for (int j = 0; j < width; ++j) x[begin + j] = sums[j] * rows.inverses_(i);
  }
};

template <int width>
struct TriangularRows::UpperResidualFunctor {
  TriangularRows rows;
  const double* x;
  double* r;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    const Row row = rows.at(i);
    prefetch(row.columns + entriesAhead);
    prefetch(row.values + entriesAhead);
    double sums[width] = {};
    for (int place = row.diagonal + 1; place < row.end; ++place) subtract<width>(row, place, x, sums);
    for (int j = 0; j < width; ++j) r[static_cast<std::int64_t>(i) * width + j] = sums[j];
  }
};

}  // namespace Chronos

#endif
