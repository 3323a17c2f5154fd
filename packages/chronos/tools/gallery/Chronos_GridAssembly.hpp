// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_GRIDASSEMBLY_HPP
#define CHRONOS_GRIDASSEMBLY_HPP

#include "Chronos_ColumnNumbering.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos::GridAssembly {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

/// Node of a grid, by its position along x, y, z.
struct GridNode {
  GlobalOrdinal i, j, k;
};

/// Nodes numbered lexicographically, x fastest.
struct Grid {
  GlobalOrdinal nx, ny, nz;

  KOKKOS_INLINE_FUNCTION GlobalOrdinal numNodes() const { return nx * ny * nz; }
  KOKKOS_INLINE_FUNCTION GlobalOrdinal index(const GridNode& node) const {
    return node.i + nx * (node.j + ny * node.k);
  }
  KOKKOS_INLINE_FUNCTION GridNode node(GlobalOrdinal index) const {
    const GlobalOrdinal line = index / nx;
    return {index - line * nx, line % ny, line / ny};
  }
  KOKKOS_INLINE_FUNCTION bool contains(const GridNode& node) const {
    return node.i >= 0 && node.i < nx && node.j >= 0 && node.j < ny && node.k >= 0 && node.k < nz;
  }
  /// Number of nodes of the grid at distance at most one in every direction, the node itself included.
  KOKKOS_INLINE_FUNCTION int boxSize(const GridNode& node) const {
    return (1 + (node.i > 0) + (node.i < nx - 1)) * (1 + (node.j > 0) + (node.j < ny - 1)) *
           (1 + (node.k > 0) + (node.k < nz - 1));
  }
};

/// Row lengths and their prefix sum in one scan, so that the lengths need no array.
template <class Rows>
struct RowPtrFunctor {
  Rows rows;
  GlobalOrdinal firstRow;
  std::int64_t numRows;
  Kokkos::View<Offset*, Device> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, Offset& sum, bool final) const {
    if (final) rowPtr(row) = sum;
    if (row < numRows) sum += static_cast<Offset>(rows.length(firstRow + row));
  }
};

template <class Rows>
struct FillFunctor {
  Rows rows;
  GlobalOrdinal firstRow;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<GlobalOrdinal*, Device> colInd;
  Kokkos::View<double*, Device> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const Offset begin = rowPtr(row);
    rows.fill(firstRow + row, colInd.data() + begin, values.data() + begin);
  }
};

/// \brief Builds the matrix whose rows a functor computes. Collective.
///
/// \param rowMap contiguous map
/// \param rows has `int length(globalRow)` and `void fill(globalRow, colInd, values)`, which writes that many global
/// columns in ascending order and their values; both run on the device, one thread per row
template <class Rows>
Teuchos::RCP<TpetraCrsMatrix> assembleRows(const Teuchos::RCP<const Map>& rowMap, const Rows& rows) {
  const auto numRows = static_cast<std::int64_t>(TrilinosVersion::numLocal(*rowMap));
  const GlobalOrdinal firstRow = numRows > 0 ? rowMap->getMinGlobalIndex() : 0;
  auto rowPtr = allocateAlone<Kokkos::View<Offset*, Device>>("Chronos::Gallery::rowPtr", numRows + 1);
  Offset numEntries = 0;
  Kokkos::parallel_scan("Chronos::Gallery::count", RangePolicy(0, numRows + 1),
                        RowPtrFunctor<Rows>{rows, firstRow, numRows, rowPtr}, numEntries);
  auto colInd = allocateAlone<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::Gallery::global columns", numEntries);
  auto values = allocateAlone<Kokkos::View<double*, Device>>("Chronos::Gallery::values", numEntries);
  Kokkos::parallel_for("Chronos::Gallery::fill", RangePolicy(0, numRows),
                       FillFunctor<Rows>{rows, firstRow, rowPtr, colInd, values});
  return makeCrsMatrix(rowMap, rowPtr, colInd, values);
}

}  // namespace Chronos::GridAssembly

#endif
