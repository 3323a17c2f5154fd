// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TestRows.hpp"

#include "Chronos_Block.hpp"
#include "Chronos_PackedProduct.hpp"
#include "Chronos_TablePool.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>

namespace Chronos {
namespace {

using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using Rows = Kokkos::View<double**, Kokkos::LayoutRight, Device>;

struct CopyRowsFunctor {
  TestSpace V;
  Rows rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    for (std::size_t k = 0; k < V.extent(1); ++k) rows(i, k) = V(i, k);
  }
};

struct PickCoarseFunctor {
  TestRows fine;
  Kokkos::View<const LocalOrdinal*, Device> coarseIndex;
  Rows coarse;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (coarseIndex(i) < 0) return;
    for (std::size_t k = 0; k < fine.extent(1); ++k) coarse(coarseIndex(i), k) = fine(i, k);
  }
};

struct CoarseGlobalsFunctor {
  Map::local_map_type rowMap;
  Kokkos::View<const LocalOrdinal*, Device> coarseIndex;
  Kokkos::View<GlobalOrdinal*, Device> globals;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (coarseIndex(i) >= 0) globals(coarseIndex(i)) = rowMap.getGlobalElement(static_cast<LocalOrdinal>(i));
  }
};

// Some columns of rows side by side, zeros behind the last.
template <int width>
struct TakeColumnsFunctor {
  TestRows rows;
  int first;
  Kokkos::View<PackedRow<width>*, Device> packed;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const int numColumns = static_cast<int>(rows.extent(1));
    for (int c = 0; c < width; ++c) packed(i).entry[c] = first + c < numColumns ? rows(i, first + c) : 0;
  }
};

template <int width>
struct PutColumnsFunctor {
  Kokkos::View<const PackedRow<width>*, Device> packed;
  int first;
  Rows rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const int numColumns = static_cast<int>(rows.extent(1));
    for (int c = 0; c < width && first + c < numColumns; ++c) rows(i, first + c) = packed(i).entry[c];
  }
};

std::int64_t size(std::size_t n) {
  return static_cast<std::int64_t>(n);
}

}  // namespace

TestRows testRows(const TestSpace& V) {
  const Rows rows = allocateTable<Rows>("Chronos::test rows", V.extent(0), V.extent(1));
  Kokkos::parallel_for("Chronos::testRows", Policy(0, size(V.extent(0))), CopyRowsFunctor{V, rows});
  return rows;
}

TestRows coarseTestRows(const TestRows& fine, const Splitting& splitting) {
  const Rows coarse =
      allocateTable<Rows>("Chronos::coarse test rows", TrilinosVersion::numLocal(*splitting.coarseMap), fine.extent(1));
  Kokkos::parallel_for("Chronos::coarseTestRows", Policy(0, size(fine.extent(0))),
                       PickCoarseFunctor{fine, splitting.coarseIndex, coarse});
  return coarse;
}

Kokkos::View<const GlobalOrdinal*, Device> coarsePointGlobals(const Map& rowMap, const Splitting& splitting) {
  const auto globals = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::coarse point globals",
                                                                      TrilinosVersion::numLocal(*splitting.coarseMap));
  Kokkos::parallel_for("Chronos::coarsePointGlobals", Policy(0, size(splitting.coarseIndex.extent(0))),
                       CoarseGlobalsFunctor{rowMap.getLocalMap(), splitting.coarseIndex, globals});
  return globals;
}

TestRows extendRows(const ExtendedColumns& columns, const TestRows& owned) {
  if (columns.domainMap()->getComm()->getSize() == 1) return owned;
  const Rows all = allocateTable<Rows>("Chronos::test rows of columns", columns.numCols(), owned.extent(1));
  const int numColumns = static_cast<int>(owned.extent(1));
  for (int first = 0; first < numColumns; first += widestBlock)
    withWidth(blockWidth(std::min(numColumns - first, widestBlock)), [&](auto widthOfPack) {
      constexpr int width = decltype(widthOfPack)::value;
      using Packed = Kokkos::View<PackedRow<width>*, Device>;
      const Packed packed = allocate<Packed>("Chronos::test rows, packed", owned.extent(0));
      Kokkos::parallel_for("Chronos::extendRows::take", Policy(0, size(owned.extent(0))),
                           TakeColumnsFunctor<width>{owned, first, packed});
      const Kokkos::View<const PackedRow<width>*, Device> extended = columns.extend<PackedRow<width>>(packed);
      Kokkos::parallel_for("Chronos::extendRows::put", Policy(0, size(all.extent(0))),
                           PutColumnsFunctor<width>{extended, first, all});
    });
  return all;
}

}  // namespace Chronos
