// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NARROWROWS_HPP
#define CHRONOS_NARROWROWS_HPP

#include "Chronos_CompactColumns.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_NodePattern.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_StoragePrecision.hpp"

namespace Chronos {

/// \file
/// Storages of a matrix that move fewer bytes than values in double and columns in 32 bits. Each of them hands out
/// rows, and a row its entries: load(place), then column() and value() of what was loaded. Views only, cheap to copy.

/// \brief What makes the sum of a matrix's row out of that of its stored entries: 2^exponent (sum + diagonal x).
///
/// Entries of 16 bits leave the diagonal to floats: of each row alone, or the block of the row's node.
template <class DeviceType>
struct RowScales {
  Kokkos::View<const std::int16_t*, DeviceType> exponents;  ///< one per row; empty: all 0
  Kokkos::View<const float*, DeviceType> diagonal;          ///< diagonalWidth per row; of unknowns that the rank owns
  int diagonalWidth = 0;                                    ///< 0, 1 or nodeSize

  /// \tparam VectorScalar in float for exponents within +-126 alone
  template <class VectorScalar>
  KOKKOS_INLINE_FUNCTION VectorScalar factor(LocalOrdinal row) const {
    return exponents.extent(0) == 0 ? VectorScalar(1) : scaleOfTwo(VectorScalar(), exponents(row));
  }

  /// What a row needs beside its entries, as it lies in memory: nothing waits for it before whole().
  template <class VectorScalar>
  struct Own {
    float diagonal;
    VectorScalar x;
    std::int16_t exponent;
    KOKKOS_INLINE_FUNCTION VectorScalar whole(VectorScalar sum) const {
      return scaleOfTwo(VectorScalar(), exponent) * (sum + diagonal * x);
    }
  };

  /// \pre diagonalWidth is not nodeSize
  /// \param x owned entries of one vector
  template <class VectorScalar>
  KOKKOS_INLINE_FUNCTION Own<VectorScalar> own(LocalOrdinal row, const VectorScalar* x) const {
    const bool hasDiagonal = diagonalWidth == 1, isScaled = exponents.extent(0) > 0;
    return {hasDiagonal ? loadReadOnly(diagonal.data() + row) : 0.0f,
            hasDiagonal ? loadReadOnly(x + row) : VectorScalar(0),
            isScaled ? loadReadOnly(exponents.data() + row) : std::int16_t(0)};
  }

  /// \param x owned entries, `width` columns row by row
  template <int width, class VectorScalar>
  KOKKOS_INLINE_FUNCTION VectorScalar whole(LocalOrdinal row, int column, VectorScalar sum,
                                            const VectorScalar* x) const {
    if (diagonalWidth == 1) {
      sum += diagonal(row) * loadReadOnly(x + std::int64_t(row) * width + column);
    } else if (diagonalWidth > 1) {
      const std::int64_t first = row - row % nodeSize;
      for (int i = 0; i < nodeSize; ++i)
        sum += diagonal(std::int64_t(row) * nodeSize + i) * loadReadOnly(x + (first + i) * width + column);
    }
    return factor<VectorScalar>(row) * sum;
  }

  std::size_t numBytes() const {
    return exponents.extent(0) * sizeof(std::int16_t) + diagonal.extent(0) * sizeof(float);
  }

 private:
  KOKKOS_INLINE_FUNCTION static double scaleOfTwo(double, int exponent) { return powerOfTwo(exponent); }
  KOKKOS_INLINE_FUNCTION static float scaleOfTwo(float, int exponent) {
    return floatOfBits(static_cast<std::uint32_t>(exponent + 127) << 23);
  }
};

/// The columns of a row in compact form.
struct PagedColumns {
  const LocalOrdinal* pages;
  int bits;
  KOKKOS_INLINE_FUNCTION LocalOrdinal operator()(std::uint32_t code) const {
    return loadReadOnly(pages + (code >> bits)) + static_cast<LocalOrdinal>(code & ((1u << bits) - 1u));
  }

  template <class DeviceType>
  KOKKOS_INLINE_FUNCTION static PagedColumns of(const CompactColumns<DeviceType>& columns, LocalOrdinal row) {
    const LocalOrdinal block = columns.blockOf(row);
    return {columns.pages.data() + loadReadOnly(columns.firstPage.data() + block),
            loadReadOnly(columns.pageBits.data() + block)};
  }
};

/// First entry and length of a row in compact form.
struct CompactRow {
  Offset begin;
  int length;

  template <class DeviceType>
  KOKKOS_INLINE_FUNCTION static CompactRow of(const CompactColumns<DeviceType>& columns, LocalOrdinal row) {
    const std::uint16_t* first = columns.firstOfRow.data() + columns.placeOf(row);
    const int begin = loadReadOnly(first), end = loadReadOnly(first + 1);
    return {loadReadOnly(columns.firstEntry.data() + columns.blockOf(row)) + Offset(begin), end - begin};
  }
};

/// Values of 4 or 8 bytes beside codes of columns.
template <class Scalar, class DeviceType>
struct PagedRows {
  using device_type = DeviceType;
  LocalOrdinal numRows = 0;
  CompactColumns<DeviceType> columns;
  Kokkos::View<const Scalar*, DeviceType> values;
  RowScales<DeviceType> scales;

  struct Row {
    int length;
    PagedColumns columns;
    const std::uint16_t* codes;
    const Scalar* values;
    struct Entry {
      std::uint16_t code;
      Scalar value;
    };
    KOKKOS_INLINE_FUNCTION Entry load(int place) const {
      return {loadReadOnly(codes + place), loadReadOnly(values + place)};
    }
    KOKKOS_INLINE_FUNCTION static std::uint32_t code(const Entry& entry) { return entry.code; }
    KOKKOS_INLINE_FUNCTION LocalOrdinal column(const Entry& entry) const { return columns(code(entry)); }
    KOKKOS_INLINE_FUNCTION Scalar value(const Entry& entry) const { return entry.value; }
  };
  KOKKOS_INLINE_FUNCTION Row row(LocalOrdinal row) const {
    const CompactRow place = CompactRow::of(columns, row);
    return {place.length, PagedColumns::of(columns, row), columns.codes.data() + place.begin,
            values.data() + place.begin};
  }

  KOKKOS_INLINE_FUNCTION LocalOrdinal rowsOfChunk() const { return columns.rowBits > 6 ? 1 << columns.rowBits : 64; }
  double lengthToDealFor() const { return columns.lengthToDealFor(numEntries()); }
  std::size_t numEntries() const { return columns.numEntries(); }
  std::size_t numBytes() const {
    return columns.patternBytes() + numEntries() * (sizeof(std::uint16_t) + sizeof(Scalar)) + scales.numBytes();
  }
};

KOKKOS_INLINE_FUNCTION float shortValue(std::uint32_t bits, bool isHalf) {
  return isHalf ? Half::finite(bits) : Bfloat16::finite(bits);
}

/// A code and a value of 16 bits in one word, so that an entry is one load wherever its row begins.
template <class DeviceType>
struct PagedWords {
  using device_type = DeviceType;
  LocalOrdinal numRows = 0;
  bool isHalf = true;                                    ///< else bfloat16
  CompactColumns<DeviceType> columns;                    ///< without codes
  Kokkos::View<const std::uint32_t*, DeviceType> words;  ///< value in the upper half
  RowScales<DeviceType> scales;

  struct Row {
    int length;
    PagedColumns columns;
    const std::uint32_t* words;
    bool isHalf;
    using Entry = std::uint32_t;
    KOKKOS_INLINE_FUNCTION Entry load(int place) const { return loadReadOnly(words + place); }
    KOKKOS_INLINE_FUNCTION static std::uint32_t code(Entry word) { return word & 0xffffu; }
    KOKKOS_INLINE_FUNCTION LocalOrdinal column(Entry word) const { return columns(code(word)); }
    KOKKOS_INLINE_FUNCTION float value(Entry word) const { return shortValue(word >> 16, isHalf); }
  };
  KOKKOS_INLINE_FUNCTION Row row(LocalOrdinal row) const {
    const CompactRow place = CompactRow::of(columns, row);
    return {place.length, PagedColumns::of(columns, row), words.data() + place.begin, isHalf};
  }

  KOKKOS_INLINE_FUNCTION LocalOrdinal rowsOfChunk() const { return columns.rowBits > 6 ? 1 << columns.rowBits : 64; }
  double lengthToDealFor() const { return columns.lengthToDealFor(numEntries()); }
  std::size_t numEntries() const { return words.extent(0); }
  std::size_t numBytes() const {
    return columns.patternBytes() + numEntries() * sizeof(std::uint32_t) + scales.numBytes();
  }
};

/// \brief Values of 16 bits of a matrix whose rows and columns come in threes: 2 4/9 bytes an entry.
///
/// A host has them row by row. A GPU has two blocks of a node side by side in words, and the words of all pairs one
/// behind the other for each of the nine places in a block: lanes that take a pair each then load neighbouring words.
template <class DeviceType>
struct NodeShorts {
  using device_type = DeviceType;
  static constexpr bool inPairs = !runsOnHost<DeviceType>;
  static constexpr int placesOfBlock = nodeSize * nodeSize;

  LocalOrdinal numRows = 0;
  bool isHalf = true;
  NodePattern<DeviceType> pattern;
  Kokkos::View<const std::uint16_t*, DeviceType> values;
  RowScales<DeviceType> scales;

  /// Where the values of a node begin whose first run is given: behind it there is room for a pair that one run does
  /// not fill, which nodes with an even number of them leave to the next.
  KOKKOS_INLINE_FUNCTION static Offset firstValue(Offset firstRun, LocalOrdinal node) {
    return inPairs ? (firstRun + node) / 2 * (2 * placesOfBlock) : firstRun * placesOfBlock;
  }
  /// Of entry (r, c) of a run, among the values of its node.
  KOKKOS_INLINE_FUNCTION static int place(int numRuns, int run, int r, int c) {
    if (!inPairs) return (r * numRuns + run) * nodeSize + c;
    return ((r * nodeSize + c) * ((numRuns + 1) / 2) + run / 2) * 2 + run % 2;
  }

  struct Row {
    int length;
    const LocalOrdinal* firstColumn;
    const std::uint16_t* values;  ///< of the node
    int row;                      ///< of its three
    bool isHalf;
    struct Entry {
      LocalOrdinal column;
      std::uint16_t value;
    };
    KOKKOS_INLINE_FUNCTION Entry load(int entry) const {
      const int run = entry / nodeSize, c = entry % nodeSize;
      return {loadReadOnly(firstColumn + run) + c, loadReadOnly(values + place(length / nodeSize, run, row, c))};
    }
    KOKKOS_INLINE_FUNCTION LocalOrdinal column(const Entry& entry) const { return entry.column; }
    KOKKOS_INLINE_FUNCTION float value(const Entry& entry) const { return shortValue(entry.value, isHalf); }
  };
  KOKKOS_INLINE_FUNCTION Row row(LocalOrdinal row) const {
    const Node all = node(row / nodeSize);
    return {all.numRuns * nodeSize, all.firstColumn, all.values, row % nodeSize, isHalf};
  }

  /// The rows of a node, whose lanes take a pair of blocks at a time.
  struct Node {
    int numRuns;
    const LocalOrdinal* firstColumn;
    const std::uint16_t* values;
    bool isHalf;

    /// Adds to the sums of the rows what the pairs first, first + stride, ... have of them. On a GPU.
    template <class Scalar>
    KOKKOS_INLINE_FUNCTION void add(int first, int stride, LocalOrdinal numOwned, const Scalar* x,
                                    Scalar (&sums)[nodeSize]) const {
      const int numPairs = (numRuns + 1) / 2;
      const auto* words = reinterpret_cast<const std::uint32_t*>(values);
      for (int pair = first; pair < numPairs; pair += stride) {
        LocalOrdinal columns[2];
        for (int i = 0; i < 2; ++i)
          columns[i] = 2 * pair + i < numRuns ? loadReadOnly(firstColumn + 2 * pair + i) : numOwned;
        std::uint32_t bits[placesOfBlock];
        for (int i = 0; i < placesOfBlock; ++i) bits[i] = loadReadOnly(words + i * numPairs + pair);
        Scalar factors[2][nodeSize];
        for (int i = 0; i < 2; ++i)
          for (int c = 0; c < nodeSize; ++c)
            factors[i][c] = columns[i] < numOwned ? loadReadOnly(x + columns[i] + c) : Scalar(0);
        for (int r = 0; r < nodeSize; ++r)
          for (int c = 0; c < nodeSize; ++c) {
            const std::uint32_t both = bits[r * nodeSize + c];
            sums[r] += static_cast<Scalar>(shortValue(both & 0xffffu, isHalf)) * factors[0][c];
            sums[r] += static_cast<Scalar>(shortValue(both >> 16, isHalf)) * factors[1][c];
          }
      }
    }
  };
  KOKKOS_INLINE_FUNCTION Node node(LocalOrdinal node) const {
    const Offset begin = loadReadOnly(pattern.firstRun.data() + node);
    const auto numRuns = static_cast<int>(loadReadOnly(pattern.firstRun.data() + node + 1) - begin);
    return {numRuns, pattern.firstColumn.data() + begin, values.data() + firstValue(begin, node), isHalf};
  }
  /// Pairs of a node on average.
  double partsOfNode() const { return double(pattern.firstColumn.extent(0)) * nodeSize / numRows / 2; }

  KOKKOS_INLINE_FUNCTION LocalOrdinal rowsOfChunk() const { return 32 * nodeSize; }
  std::size_t numEntries() const { return pattern.firstColumn.extent(0) * placesOfBlock; }
  std::size_t numBytes() const {
    return pattern.numBytes() + values.extent(0) * sizeof(std::uint16_t) + scales.numBytes();
  }
};

}  // namespace Chronos

#endif
