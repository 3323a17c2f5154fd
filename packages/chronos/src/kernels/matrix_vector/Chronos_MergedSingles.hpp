// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MERGEDSINGLES_HPP
#define CHRONOS_MERGEDSINGLES_HPP

#include "Chronos_MergedRows.hpp"
#include "Chronos_NarrowRows.hpp"

namespace Chronos {

/// Four values that a GPU loads at once.
template <class T>
struct alignas(4 * sizeof(T)) Four {
  T at[4];
};

template <class T>
KOKKOS_INLINE_FUNCTION Four<T> loadFour(const T* address) {
  static_assert(sizeof(T) == 4, "of 32 bits");
#ifdef __CUDA_ARCH__
  const int4 bits = __ldg(reinterpret_cast<const int4*>(address));
  return *reinterpret_cast<const Four<T>*>(&bits);
#else
  return {{address[0], address[1], address[2], address[3]}};
#endif
}

/// \brief Values in float of rows that come in threes and are much alike (MergedRows): the columns of the three are
/// listed once, with a value for each row, zero where it has none. Views only, cheap to copy.
///
/// Columns and values are stored by fours, the last of a node filled up with its last column and zeros. An entry of
/// coarse matrices of bodies takes as many bytes as with codes of 16 bits, 6, but a GPU reads them in a third of the
/// loads: on an H100 64 us for 83 with 120 entries a row, 14 for 19 with 310 (docs/precision.md).
template <class DeviceType>
struct MergedSingles {
  using device_type = DeviceType;
  static constexpr int columnsOfPart = 4;

  LocalOrdinal numRows = 0;
  Kokkos::View<const Offset*, DeviceType> firstPart;      ///< of rows 3i to 3i + 2; one more at the end
  Kokkos::View<const LocalOrdinal*, DeviceType> columns;  ///< four a part
  Kokkos::View<const float*, DeviceType> values;          ///< four a part and row, of a node row by row
  RowScales<DeviceType> scales;                           ///< none

  bool exists() const { return firstPart.extent(0) > 0; }

  struct Row {
    int length;
    const LocalOrdinal* columns;
    const float* values;
    struct Entry {
      LocalOrdinal column;
      float value;
    };
    KOKKOS_INLINE_FUNCTION Entry load(int place) const {
      return {loadReadOnly(columns + place), loadReadOnly(values + place)};
    }
    KOKKOS_INLINE_FUNCTION LocalOrdinal column(const Entry& entry) const { return entry.column; }
    KOKKOS_INLINE_FUNCTION float value(const Entry& entry) const { return entry.value; }
  };
  KOKKOS_INLINE_FUNCTION Row row(LocalOrdinal row) const {
    const Node all = node(row / nodeSize);
    const int length = all.numParts * columnsOfPart;
    return {length, all.columns, all.values + row % nodeSize * length};
  }

  /// The rows of a node, whose lanes take four columns at a time.
  struct Node {
    int numParts;
    const LocalOrdinal* columns;
    const float* values;

    /// Adds to the sums of the rows what the parts first, first + stride, ... have of them.
    template <class Scalar>
    KOKKOS_INLINE_FUNCTION void add(int first, int stride, LocalOrdinal numOwned, const Scalar* x,
                                    Scalar (&sums)[nodeSize]) const {
      for (int part = first; part < numParts; part += stride) {
        const Four<LocalOrdinal> cols = loadFour(columns + part * columnsOfPart);
        Four<float> ofRow[nodeSize];
        for (int r = 0; r < nodeSize; ++r) ofRow[r] = loadFour(values + (r * numParts + part) * columnsOfPart);
        Scalar factors[columnsOfPart];
        for (int c = 0; c < columnsOfPart; ++c)
          factors[c] = cols.at[c] < numOwned ? loadReadOnly(x + cols.at[c]) : Scalar(0);
        for (int r = 0; r < nodeSize; ++r)
          for (int c = 0; c < columnsOfPart; ++c) sums[r] += static_cast<Scalar>(ofRow[r].at[c]) * factors[c];
      }
    }
  };
  KOKKOS_INLINE_FUNCTION Node node(LocalOrdinal node) const {
    const Offset begin = loadReadOnly(firstPart.data() + node);
    return {static_cast<int>(loadReadOnly(firstPart.data() + node + 1) - begin), columns.data() + begin * columnsOfPart,
            values.data() + begin * (columnsOfPart * nodeSize)};
  }
  /// Of a node on average.
  double partsOfNode() const { return double(columns.extent(0)) / columnsOfPart * nodeSize / numRows; }

  KOKKOS_INLINE_FUNCTION LocalOrdinal rowsOfChunk() const { return 32 * nodeSize; }
  /// With those that were filled up.
  std::size_t numEntries() const { return values.extent(0); }
  std::size_t numBytes() const {
    return firstPart.extent(0) * sizeof(Offset) + columns.extent(0) * sizeof(LocalOrdinal) +
           values.extent(0) * sizeof(float);
  }
};

/// \brief The matrix with its values rounded to single precision; does not exist where its rows are not worth merging,
/// see mergeRows(). Reads columns twice, values once and the merged list twice. Synchronises the device.
/// \pre the entries are in the range of a float
template <class DeviceType>
MergedSingles<DeviceType> mergeInSingle(const typename DeviceType::execution_space& space,
                                        const CsrMatrix<double, DeviceType>& A);

}  // namespace Chronos

#endif
