// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PRODUCTWALK_HPP
#define CHRONOS_PRODUCTWALK_HPP

#include "Chronos_AlikeRows.hpp"
#include "Chronos_KeyTable.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_SegmentedRows.hpp"

namespace Chronos {

/// \brief Takes a group of lanes through the products of one row of A with the rows of B, in the order of A's
/// entries.
///
/// The lanes read `width` entries of A at a time, one each, with the positions of the rows of B they point
/// to: three dependent reads once for all of them. Then they run along one row of B after the other, the next
/// one's entries on their way while the present ones are looked up.
template <class Scalar, class DeviceType>
struct ProductWalk {
  CsrMatrix<Scalar, DeviceType> A;
  SegmentedRows<Scalar, DeviceType> B;
  AlikeRows<DeviceType> alikeOfB{};  ///< owned rows, for visitors that look at columns alone

  /// Whether the entry of A before this one leads to a row of B with the same columns.
  KOKKOS_INLINE_FUNCTION bool repeats(Offset entry, Offset begin) const {
    if (entry == begin) return false;
    const LocalOrdinal other = loadReadOnly(A.colInd.data() + entry);
    return alikeOfB.follows(other) && loadReadOnly(A.colInd.data() + entry - 1) == other - 1;
  }

  // A row of B and its factor.
  struct Source {
    const LocalOrdinal* cols;
    const Scalar* values;
    int length;
    Scalar factor;
  };

  /// \brief visitor(col, product) for each product, visitor.endOfRow() after each row of B, in all lanes of
  /// the warp.
  ///
  /// \param row of A; -1: none, for groups that only keep the others of their warp company
  template <class Visitor>
  KOKKOS_INLINE_FUNCTION void operator()(const LaneOwner& owner, LocalOrdinal row, Visitor& visitor) const {
    const Offset begin = row < 0 ? 0 : A.rowPtr(row);
    const int length = row < 0 ? 0 : static_cast<int>(A.rowPtr(row + 1) - begin);
    const int longest = owner.maxOfWarp(length);
    for (int base = 0; base < longest; base += owner.width) {
      const int count = longest - base < owner.width ? longest - base : owner.width;
      Source mine{};
      if (base + owner.lane < length) mine = source<Visitor>(begin + base + owner.lane, begin);
      Source next = broadcast<Visitor>(owner, mine, 0);
      LocalOrdinal nextCol = 0;
      Scalar nextValue = 0;
      load<Visitor>(next, owner.lane, nextCol, nextValue);
      for (int step = 0; step < count; ++step) {
        const Source current = next;
        const LocalOrdinal col = nextCol;
        const Scalar value = nextValue;
        if (step + 1 < count) {
          next = broadcast<Visitor>(owner, mine, step + 1);
          load<Visitor>(next, owner.lane, nextCol, nextValue);
        }
        if (owner.lane < current.length) visitor(col, current.factor * value);
        for (int i = owner.lane + owner.width; i < current.length; i += owner.width) {
          LocalOrdinal furtherCol = 0;
          Scalar furtherValue = 0;
          load<Visitor>(current, i, furtherCol, furtherValue);
          visitor(furtherCol, current.factor * furtherValue);
        }
        visitor.endOfRow();
      }
    }
  }

 private:
  template <class Visitor>
  KOKKOS_INLINE_FUNCTION Source source(Offset entry, Offset begin) const {
    if (!Visitor::needsValues && alikeOfB.exist() && repeats(entry, begin)) return {};
    const RowView<Scalar> other = B.row(loadReadOnly(A.colInd.data() + entry));
    return {other.cols, other.values, other.length,
            Visitor::needsValues ? loadReadOnly(A.values.data() + entry) : Scalar(0)};
  }

  template <class Visitor>
  static KOKKOS_INLINE_FUNCTION Source broadcast(const LaneOwner& owner, const Source& mine, int lane) {
    Source source{};
    source.cols = owner.broadcastAddress(mine.cols, lane);
    source.length = owner.broadcast(mine.length, lane);
    if (Visitor::needsValues) {
      source.values = owner.broadcastAddress(mine.values, lane);
      source.factor = owner.broadcast(mine.factor, lane);
    }
    return source;
  }

  template <class Visitor>
  static KOKKOS_INLINE_FUNCTION void load(const Source& source, int i, LocalOrdinal& col, Scalar& value) {
    if (i >= source.length) return;
    col = loadReadOnly(source.cols + i);
    if (Visitor::needsValues) value = loadReadOnly(source.values + i);
  }
};

}  // namespace Chronos

#endif
