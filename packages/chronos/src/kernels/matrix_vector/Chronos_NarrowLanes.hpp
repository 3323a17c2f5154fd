// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NARROWLANES_HPP
#define CHRONOS_NARROWLANES_HPP

#include "Chronos_GroupProduct.hpp"
#include "Chronos_MergedSingles.hpp"
#include "Chronos_NarrowRows.hpp"
#include "Chronos_RowGroup.hpp"

namespace Chronos {

/// \file
/// Products with one vector on a GPU, of rows in the storages of Chronos_NarrowRows.hpp; work items are lanes.

/// \brief The pages of a row where the lanes of a warp hold one each: see CompactColumns::hasFewPages.
///
/// An exchange between lanes takes less than a load from the first cache, which these products wait for.
struct PagesOfLanes {
  LocalOrdinal page;

  template <class Row>
  KOKKOS_INLINE_FUNCTION static PagesOfLanes of(const Row& row, const RowGroup<warpSize>& warp) {
    return {loadReadOnly(row.columns.pages + warp.lane % CompactColumns<Device>::mostPagesOfWarp)};
  }
  template <class Row>
  KOKKOS_INLINE_FUNCTION LocalOrdinal column(const RowGroup<warpSize>& warp, const Row&,
                                             const typename Row::Entry& entry, bool exists, LocalOrdinal none) const {
    constexpr int bits = CompactColumns<Device>::widestPage;
    const std::uint32_t code = Row::code(entry);
    const LocalOrdinal first = warp.broadcast(page, static_cast<int>(code >> bits));
    return exists ? first + static_cast<LocalOrdinal>(code & ((1u << bits) - 1u)) : none;
  }
};

struct PagesInMemory {
  template <class Row>
  KOKKOS_INLINE_FUNCTION static PagesInMemory of(const Row&, const RowGroup<warpSize>&) {
    return {};
  }
  template <class Row>
  KOKKOS_INLINE_FUNCTION LocalOrdinal column(const RowGroup<warpSize>&, const Row& row,
                                             const typename Row::Entry& entry, bool exists, LocalOrdinal none) const {
    return exists ? row.column(entry) : none;
  }
};

/// \brief A lane takes some rows, a warp apart, some entries of each after the others.
///
/// What a row needs beside its entries is read first, so that little waits for what comes before it. docs/precision.md
/// has what other ways took.
template <class Scalar, class Rows, class Result, class Pages, int rowsOfLane, int atOnce>
struct NarrowLaneFunctor {
  using Row = typename Rows::Row;
  Rows A;
  LocalOrdinal numOwned;
  const Scalar* x;
  Result result;

  static std::int64_t numItems(LocalOrdinal numRows) {
    constexpr std::int64_t rowsOfWarp = warpSize * rowsOfLane;
    return (numRows + rowsOfWarp - 1) / rowsOfWarp * warpSize;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const RowGroup<warpSize> warp(item);
    const std::int64_t firstRow = item / warpSize * (warpSize * rowsOfLane) + warp.lane;
    Row rows[rowsOfLane];
    Pages pages[rowsOfLane];
    typename RowScales<typename Rows::device_type>::template Own<Scalar> own[rowsOfLane];
    decltype(result.take(0, 0)) taken[rowsOfLane];
    Scalar sums[rowsOfLane] = {};
    for (int r = 0; r < rowsOfLane; ++r) {
      const LocalOrdinal row = existing(firstRow + r * warpSize);
      rows[r] = A.row(row);
      own[r] = A.scales.own(row, x);
      taken[r] = result.take(row, row);
      pages[r] = Pages::of(rows[r], warp);
    }
    addRows(rows, pages, warp, sums);
    for (int r = 0; r < rowsOfLane; ++r) {
      const std::int64_t row = firstRow + r * warpSize;
      if (row < A.numRows) result.store(static_cast<LocalOrdinal>(row), row, own[r].whole(sums[r]), taken[r]);
    }
  }

 private:
  // Behind the last row a lane does that one again, and stores nothing.
  KOKKOS_INLINE_FUNCTION LocalOrdinal existing(std::int64_t row) const {
    return static_cast<LocalOrdinal>(row < A.numRows ? row : std::int64_t(A.numRows) - 1);
  }

  // Loads, columns and entries of x are asked for in bulk: a branch between them would make each wait for the last, and
  // so would one before the first of them, even where there is no entry.
  KOKKOS_INLINE_FUNCTION void addRows(const Row (&rows)[rowsOfLane], const Pages (&pages)[rowsOfLane],
                                      const RowGroup<warpSize>& warp, Scalar (&sums)[rowsOfLane]) const {
    int longest = 0;
    for (int r = 0; r < rowsOfLane; ++r) longest = rows[r].length > longest ? rows[r].length : longest;
    longest = warp.max(longest);
    int first = 0;
    do {
      typename Row::Entry entries[rowsOfLane][atOnce];
      LocalOrdinal cols[rowsOfLane][atOnce];
      Scalar factors[rowsOfLane][atOnce];
      for (int r = 0; r < rowsOfLane; ++r)
        for (int i = 0; i < atOnce; ++i)
          entries[r][i] = first + i < rows[r].length ? rows[r].load(first + i) : typename Row::Entry{};
      for (int r = 0; r < rowsOfLane; ++r)
        for (int i = 0; i < atOnce; ++i)
          cols[r][i] = pages[r].column(warp, rows[r], entries[r][i], first + i < rows[r].length, numOwned);
      for (int r = 0; r < rowsOfLane; ++r)
        for (int i = 0; i < atOnce; ++i)
          factors[r][i] = cols[r][i] < numOwned ? loadReadOnly(x + cols[r][i]) : Scalar(0);
      for (int r = 0; r < rowsOfLane; ++r)
        for (int i = 0; i < atOnce; ++i) sums[r] += static_cast<Scalar>(rows[r].value(entries[r][i])) * factors[r][i];
      first += atOnce;
    } while (first < longest);
  }
};

/// Whether lanes take parts of the three rows of a node, in which columns and entries of x are read once for all.
template <class Rows, class DeviceType = typename Rows::device_type>
constexpr bool hasNodes =
    std::is_same_v<Rows, NodeShorts<DeviceType>> || std::is_same_v<Rows, MergedSingles<DeviceType>>;

/// \brief A group of lanes takes the three rows of a node, each lane some parts: pairs of blocks, or four columns.
///
/// docs/precision.md has what they take beside rows. Slices of 32 nodes by blocks would be faster still, but pad
/// unstructured meshes and are not kept.
template <class Scalar, class Rows, class Result, int lanes>
struct NarrowNodesFunctor {
  static_assert(lanes >= nodeSize, "each row of a node is stored by a lane of its own");
  Rows A;
  LocalOrdinal numOwned;
  const Scalar* x;
  Result result;

  static std::int64_t numItems(LocalOrdinal numRows) { return wholeWarps(std::int64_t(numRows / nodeSize) * lanes); }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const auto node = static_cast<LocalOrdinal>(item / lanes);
    const int lane = static_cast<int>(item % lanes);
    const bool isMine = node < A.numRows / nodeSize;
    Scalar sums[nodeSize] = {};
    if (isMine) A.node(node).add(lane, lanes, numOwned, x, sums);
    for (Scalar& sum : sums) sum = groupSum(sum, lanes);
    if (!isMine || lane >= nodeSize) return;
    const LocalOrdinal row = node * nodeSize + lane;
    const Scalar sum = lane == 0 ? sums[0] : lane == 1 ? sums[1] : sums[2];
    result.store(row, row, A.scales.template whole<1>(row, 0, sum, x));
  }
};

}  // namespace Chronos

#endif
