// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NarrowProduct.hpp"

#include "Chronos_AwaitedLaunch.hpp"
#include "Chronos_Block.hpp"
#include "Chronos_DynamicFor.hpp"
#include "Chronos_GroupProduct.hpp"
#include "Chronos_LanePolicy.hpp"
#include "Chronos_NarrowLanes.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_WideResults.hpp"

namespace Chronos {
namespace {

enum class Columns { owned, halo };

// What bounds these products on a GPU is instructions, not bytes: lanes without an entry cost as much as others. On an
// H200 these lengths were best (docs/precision.md).
constexpr int entriesOfNarrowLane = 24;
constexpr int partsOfNarrowLane = 3;
// Lanes of a row for several vectors: they share its entries, so that few of them are enough.
constexpr int lanesOfWideRow = 4;
// Loads of a lane of such a group under way at a time.
constexpr int entriesOfGroupLane = 3;
// Whether a lane takes several rows where one lane is enough for a row, or a group of one lane each. Sums in double
// take registers that threads then lack: no gain in half.
template <class Rows, class Scalar, class DeviceType = typename Rows::device_type>
constexpr bool takesRowsByLanes = std::is_same_v<Scalar, float> && (std::is_same_v<Rows, PagedWords<DeviceType>> ||
                                                                    std::is_same_v<Rows, PagedRows<float, DeviceType>>);

template <Columns columns, int width, class Row, class Scalar>
KOKKOS_INLINE_FUNCTION void addEntry(const Row& row, const typename Row::Entry& entry, LocalOrdinal numOwned,
                                     const Scalar* x, Scalar* sums) {
  const LocalOrdinal col = row.column(entry);
  if ((col < numOwned) != (columns == Columns::owned)) return;
  const Scalar* factors = x + std::int64_t(columns == Columns::halo ? col - numOwned : col) * width;
  const auto value = static_cast<Scalar>(row.value(entry));
  // Peers may write the halo while the kernel waits for it.
  for (int c = 0; c < width; ++c)
    sums[c] += value * (columns == Columns::halo ? factors[c] : loadReadOnly(factors + c));
}

// One group of `lanes` lanes a row; work items are lanes, group by group.
template <class Scalar, class Rows, class Result, int lanes, int width>
struct NarrowGroupFunctor {
  Rows A;
  LocalOrdinal numOwned;
  const Scalar* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item / lanes);
    const int lane = static_cast<int>(item % lanes);
    const bool isMine = row < A.numRows;
    Scalar sums[width] = {};
    if (isMine) addLane(A.row(row), lane, sums);
    for (int c = 0; c < width; ++c) {
      const Scalar sum = groupSum(sums[c], lanes);
      if (isMine && lane == 0)
        result.store(row, std::int64_t(row) * width + c, A.scales.template whole<width>(row, c, sum, x));
    }
  }

  // All of a lane's loads are under way before the first is used, and so are its pages, and what it takes of x: a
  // branch between them would make each entry wait for the one before.
  template <class Row>
  KOKKOS_INLINE_FUNCTION void addLane(const Row& row, int lane, Scalar* sums) const {
    constexpr int atOnce = width == 1 ? entriesOfGroupLane : 2;
    for (int first = lane; first < row.length; first += lanes * atOnce) {
      typename Row::Entry entries[atOnce];
      LocalOrdinal cols[atOnce];
      for (int i = 0; i < atOnce; ++i) {
        const int place = first + i * lanes;
        entries[i] = place < row.length ? row.load(place) : typename Row::Entry{};
      }
      for (int i = 0; i < atOnce; ++i) cols[i] = first + i * lanes < row.length ? row.column(entries[i]) : numOwned;
      for (int c = 0; c < width; ++c) {
        Scalar factors[atOnce];
        for (int i = 0; i < atOnce; ++i)
          factors[i] = cols[i] < numOwned ? loadReadOnly(x + std::int64_t(cols[i]) * width + c) : Scalar(0);
        for (int i = 0; i < atOnce; ++i) sums[c] += static_cast<Scalar>(row.value(entries[i])) * factors[i];
      }
    }
  }
};

// A chunk of consecutive rows: what a host thread takes. Several sums of a row overlap, added in fixed order.
template <class Scalar, class Rows, class Result, int width>
struct NarrowChunkFunctor {
  static constexpr int partial = width == 1 ? 4 : 1;
  Rows A;
  LocalOrdinal numOwned;
  const Scalar* x;
  Result result;

  KOKKOS_INLINE_FUNCTION void operator()(int chunk) const {
    const LocalOrdinal size = A.rowsOfChunk(), begin = chunk * size;
    const LocalOrdinal end = A.numRows - begin < size ? A.numRows : begin + size;
    for (LocalOrdinal row = begin; row < end; ++row) {
      Scalar sums[partial][width] = {};
      addRow(A.row(row), sums);
      for (int c = 0; c < width; ++c) {
        Scalar sum = sums[0][c];
        for (int i = 1; i < partial; ++i) sum += sums[i][c];
        result.store(row, std::int64_t(row) * width + c, A.scales.template whole<width>(row, c, sum, x));
      }
    }
  }

  template <class Row>
  KOKKOS_INLINE_FUNCTION void addRow(const Row& row, Scalar (*sums)[width]) const {
    int place = 0;
    for (; place + partial <= row.length; place += partial)
      for (int i = 0; i < partial; ++i) addEntry<Columns::owned, width>(row, row.load(place + i), numOwned, x, sums[i]);
    for (; place < row.length; ++place) addEntry<Columns::owned, width>(row, row.load(place), numOwned, x, sums[0]);
  }
};

// One group of `lanes` lanes a boundary row: the whole row is searched for entries of the halo.
template <class Scalar, class Rows, class Result, int lanes, int width, class Wait>
struct NarrowHaloFunctor {
  Rows A;
  Kokkos::View<const BoundaryRow*, typename Rows::device_type> rows;
  LocalOrdinal numOwned;
  const Scalar* xHalo;
  Result result;
  Wait wait;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t position = item / lanes;
    const int lane = static_cast<int>(item % lanes);
    const bool isMine = position < static_cast<std::int64_t>(rows.extent(0));
    const LocalOrdinal row = isMine ? rows(position).row : 0;
    Scalar sums[width] = {};
    wait(item);
    if (isMine) addLane(A.row(row), lane, sums);
    for (int c = 0; c < width; ++c) {
      const Scalar sum = groupSum(sums[c], lanes);
      if (isMine && lane == 0)
        result.add(row, std::int64_t(row) * width + c, A.scales.template factor<Scalar>(row) * sum);
    }
  }

  template <class Row>
  KOKKOS_INLINE_FUNCTION void addLane(const Row& row, int lane, Scalar* sums) const {
    for (int place = lane; place < row.length; place += lanes)
      addEntry<Columns::halo, width>(row, row.load(place), numOwned, xHalo, sums);
  }
};

template <class Scalar, class Rows, class Result, int width>
class NarrowLaunch {
 public:
  using DeviceType = typename Rows::device_type;
  using Execution = typename DeviceType::execution_space;

  static void rows(const Execution& space, const Rows& A, LocalOrdinal numOwned, const Scalar* x,
                   const Result& result) {
    if (A.numRows == 0) return;
    if constexpr (runsOnHost<DeviceType>) {
      dynamicFor("Chronos::multiplyNarrow", space, (A.numRows - 1) / A.rowsOfChunk() + 1, 1,
                 NarrowChunkFunctor<Scalar, Rows, Result, width>{A, numOwned, x, result});
    } else if constexpr (width > 1) {
      groups<lanesOfWideRow>(space, A, numOwned, x, result);
    } else if constexpr (hasNodes<Rows>) {
      switch (lanesFor(A.partsOfNode(), partsOfNarrowLane)) {
        case 1:
        case 2:
        case 4: return nodes<4>(space, A, numOwned, x, result);
        case 8: return nodes<8>(space, A, numOwned, x, result);
        case 16: return nodes<16>(space, A, numOwned, x, result);
        default: return nodes<32>(space, A, numOwned, x, result);
      }
    } else {
      switch (lanesFor(A.lengthToDealFor(), entriesOfNarrowLane)) {
        case 1:
          if constexpr (takesRowsByLanes<Rows, Scalar>) return rowsByLanes(space, A, numOwned, x, result);
          else return groups<1>(space, A, numOwned, x, result);
        case 2: return groups<2>(space, A, numOwned, x, result);
        case 4: return groups<4>(space, A, numOwned, x, result);
        case 8: return groups<8>(space, A, numOwned, x, result);
        case 16: return groups<16>(space, A, numOwned, x, result);
        default: return groups<32>(space, A, numOwned, x, result);
      }
    }
  }

  static void halo(const Execution& space, const Rows& A, const BoundaryRows<DeviceType>& boundary,
                   LocalOrdinal numOwned, const Scalar* xHalo, const Result& result, const HaloWait& wait) {
    if (boundary.size() == 0) return;
    constexpr int lanes = runsOnHost<DeviceType> ? 1 : 8;
    const std::int64_t numItems = static_cast<std::int64_t>(boundary.size()) * lanes;
    const std::int64_t numPadded = lanes == 1 ? numItems : wholeWarps(numItems);
    launchAwaited("Chronos::multiplyNarrowHalo", FreeLanes<Execution>(space, 0, numPadded), wait,
                  [&](const auto& awaited) {
                    return NarrowHaloFunctor<Scalar, Rows, Result, lanes, width, std::decay_t<decltype(awaited)>>{
                        A, boundary.rows, numOwned, xHalo, result, awaited};
                  });
  }

 private:
  using Policy = FreeLanes<Execution>;  // told of threads, they took one to three hundredths more

  // Of the ways in docs/precision.md those that were best on an H100 and an H200: values beside codes take more
  // registers, so that few rows at a time are best where they are not very short.
  static void rowsByLanes(const Execution& space, const Rows& A, LocalOrdinal numOwned, const Scalar* x,
                          const Result& result) {
    constexpr bool areWords = std::is_same_v<Rows, PagedWords<DeviceType>>;
    constexpr int shortRow = areWords ? 8 : 5;
    if (A.columns.hasFewPages && A.columns.longestRow <= shortRow)
      byLanes<PagesOfLanes, 3, 2>(space, A, numOwned, x, result);
    else if constexpr (!areWords) byLanes<PagesInMemory, 1, 3>(space, A, numOwned, x, result);
    else if (A.columns.hasFewPages) byLanes<PagesOfLanes, 2, 3>(space, A, numOwned, x, result);
    else byLanes<PagesInMemory, 2, 3>(space, A, numOwned, x, result);
  }

  template <class Pages, int rowsOfLane, int atOnce>
  static void byLanes(const Execution& space, const Rows& A, LocalOrdinal numOwned, const Scalar* x,
                      const Result& result) {
    using Lanes = NarrowLaneFunctor<Scalar, Rows, Result, Pages, rowsOfLane, atOnce>;
    Kokkos::parallel_for("Chronos::multiplyNarrow", Policy(space, 0, Lanes::numItems(A.numRows)),
                         Lanes{A, numOwned, x, result});
  }

  template <int lanes>
  static void nodes(const Execution& space, const Rows& A, LocalOrdinal numOwned, const Scalar* x,
                    const Result& result) {
    using Nodes = NarrowNodesFunctor<Scalar, Rows, Result, lanes>;
    Kokkos::parallel_for("Chronos::multiplyNarrow", Policy(space, 0, Nodes::numItems(A.numRows)),
                         Nodes{A, numOwned, x, result});
  }

  template <int lanes>
  static void groups(const Execution& space, const Rows& A, LocalOrdinal numOwned, const Scalar* x,
                     const Result& result) {
    Kokkos::parallel_for("Chronos::multiplyNarrow", Policy(space, 0, wholeWarps(std::int64_t(A.numRows) * lanes)),
                         NarrowGroupFunctor<Scalar, Rows, Result, lanes, width>{A, numOwned, x, result});
  }
};

template <class Rows, class Result>
void launchRows(const typename Rows::device_type::execution_space& space, const Rows& A,
                const ConstWideVectors<typename Rows::device_type>& x, const Result& result) {
  withWidth(static_cast<int>(x.extent(1)), [&](auto width) {
    NarrowLaunch<double, Rows, Result, decltype(width)::value>::rows(space, A, static_cast<LocalOrdinal>(x.extent(0)),
                                                                     x.data(), result);
  });
}

template <class Rows, class Result>
void launchHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                const ConstWideVectors<typename Rows::device_type>& xHalo, const Result& result, const HaloWait& wait) {
  withWidth(static_cast<int>(xHalo.extent(1)), [&](auto width) {
    NarrowLaunch<double, Rows, Result, decltype(width)::value>::halo(space, A, boundary, numOwned, xHalo.data(), result,
                                                                     wait);
  });
}

}  // namespace

template <class Rows>
void multiplyNarrow(const typename Rows::device_type::execution_space& space, const Rows& A,
                    const ConstWideVectors<typename Rows::device_type>& x, double alpha, double beta,
                    const ConstWideVectors<typename Rows::device_type>& w,
                    const WideVectors<typename Rows::device_type>& y) {
  launchRows(space, A, x, WideCombination{alpha, beta, w.data(), y.data()});
}

template <class Rows>
void relaxNarrow(const typename Rows::device_type::execution_space& space, const Rows& A, double omega,
                 const Kokkos::View<const double*, typename Rows::device_type>& d,
                 const ConstWideVectors<typename Rows::device_type>& b,
                 const ConstWideVectors<typename Rows::device_type>& x,
                 const WideVectors<typename Rows::device_type>& y) {
  launchRows(space, A, x, WideRelaxation{omega, d.data(), b.data(), x.data(), y.data()});
}

template <class Rows>
void multiplyNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                        const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                        const ConstWideVectors<typename Rows::device_type>& xHalo, double alpha,
                        const WideVectors<typename Rows::device_type>& y, const HaloWait& wait) {
  launchHalo(space, A, boundary, numOwned, xHalo, WideCombination{alpha, 0, nullptr, y.data()}, wait);
}

template <class Rows>
void relaxNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                     const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                     const ConstWideVectors<typename Rows::device_type>& xHalo, double omega,
                     const Kokkos::View<const double*, typename Rows::device_type>& d,
                     const WideVectors<typename Rows::device_type>& y, const HaloWait& wait) {
  launchHalo(space, A, boundary, numOwned, xHalo, WideRelaxation{omega, d.data(), nullptr, nullptr, y.data()}, wait);
}

template <class Rows>
void multiplyNarrow(const typename Rows::device_type::execution_space& space, const Rows& A,
                    const Kokkos::View<const float*, typename Rows::device_type>& x, float alpha, float beta,
                    const Kokkos::View<const float*, typename Rows::device_type>& w,
                    const Kokkos::View<float*, typename Rows::device_type>& y) {
  NarrowLaunch<float, Rows, SingleCombination, 1>::rows(space, A, static_cast<LocalOrdinal>(x.extent(0)), x.data(),
                                                        SingleCombination{alpha, beta, w.data(), y.data()});
}

template <class Rows>
void relaxNarrow(const typename Rows::device_type::execution_space& space, const Rows& A, float omega,
                 const Kokkos::View<const float*, typename Rows::device_type>& d,
                 const Kokkos::View<const float*, typename Rows::device_type>& b,
                 const Kokkos::View<const float*, typename Rows::device_type>& x,
                 const Kokkos::View<float*, typename Rows::device_type>& y) {
  NarrowLaunch<float, Rows, SingleRelaxation, 1>::rows(space, A, static_cast<LocalOrdinal>(x.extent(0)), x.data(),
                                                       SingleRelaxation{omega, d.data(), b.data(), x.data(), y.data()});
}

template <class Rows>
void multiplyNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                        const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                        const Kokkos::View<const float*, typename Rows::device_type>& xHalo, float alpha,
                        const Kokkos::View<float*, typename Rows::device_type>& y, const HaloWait& wait) {
  NarrowLaunch<float, Rows, SingleCombination, 1>::halo(space, A, boundary, numOwned, xHalo.data(),
                                                        SingleCombination{alpha, 0, nullptr, y.data()}, wait);
}

template <class Rows>
void relaxNarrowHalo(const typename Rows::device_type::execution_space& space, const Rows& A,
                     const BoundaryRows<typename Rows::device_type>& boundary, LocalOrdinal numOwned,
                     const Kokkos::View<const float*, typename Rows::device_type>& xHalo, float omega,
                     const Kokkos::View<const float*, typename Rows::device_type>& d,
                     const Kokkos::View<float*, typename Rows::device_type>& y, const HaloWait& wait) {
  NarrowLaunch<float, Rows, SingleRelaxation, 1>::halo(
      space, A, boundary, numOwned, xHalo.data(), SingleRelaxation{omega, d.data(), nullptr, nullptr, y.data()}, wait);
}

#define CHRONOS_NARROWPRODUCT(ROWS, DEVICE)                                                                        \
  template void multiplyNarrow<ROWS>(const DEVICE::execution_space&, const ROWS&, const ConstWideVectors<DEVICE>&, \
                                     double, double, const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&); \
  template void relaxNarrow<ROWS>(const DEVICE::execution_space&, const ROWS&, double,                             \
                                  const Kokkos::View<const double*, DEVICE>&, const ConstWideVectors<DEVICE>&,     \
                                  const ConstWideVectors<DEVICE>&, const WideVectors<DEVICE>&);                    \
  template void multiplyNarrowHalo<ROWS>(const DEVICE::execution_space&, const ROWS&, const BoundaryRows<DEVICE>&, \
                                         LocalOrdinal, const ConstWideVectors<DEVICE>&, double,                    \
                                         const WideVectors<DEVICE>&, const HaloWait&);                             \
  template void relaxNarrowHalo<ROWS>(const DEVICE::execution_space&, const ROWS&, const BoundaryRows<DEVICE>&,    \
                                      LocalOrdinal, const ConstWideVectors<DEVICE>&, double,                       \
                                      const Kokkos::View<const double*, DEVICE>&, const WideVectors<DEVICE>&,      \
                                      const HaloWait&);
#define CHRONOS_SINGLENARROWPRODUCT(ROWS, DEVICE)                                                                     \
  CHRONOS_NARROWPRODUCT(ROWS, DEVICE)                                                                                 \
  template void multiplyNarrow<ROWS>(const DEVICE::execution_space&, const ROWS&,                                     \
                                     const Kokkos::View<const float*, DEVICE>&, float, float,                         \
                                     const Kokkos::View<const float*, DEVICE>&, const Kokkos::View<float*, DEVICE>&); \
  template void relaxNarrow<ROWS>(const DEVICE::execution_space&, const ROWS&, float,                                 \
                                  const Kokkos::View<const float*, DEVICE>&,                                          \
                                  const Kokkos::View<const float*, DEVICE>&,                                          \
                                  const Kokkos::View<const float*, DEVICE>&, const Kokkos::View<float*, DEVICE>&);    \
  template void multiplyNarrowHalo<ROWS>(const DEVICE::execution_space&, const ROWS&, const BoundaryRows<DEVICE>&,    \
                                         LocalOrdinal, const Kokkos::View<const float*, DEVICE>&, float,              \
                                         const Kokkos::View<float*, DEVICE>&, const HaloWait&);                       \
  template void relaxNarrowHalo<ROWS>(const DEVICE::execution_space&, const ROWS&, const BoundaryRows<DEVICE>&,       \
                                      LocalOrdinal, const Kokkos::View<const float*, DEVICE>&, float,                 \
                                      const Kokkos::View<const float*, DEVICE>&, const Kokkos::View<float*, DEVICE>&, \
                                      const HaloWait&);
using DeviceDoubles = PagedRows<double, Device>;
using DeviceFloats = PagedRows<float, Device>;
CHRONOS_NARROWPRODUCT(DeviceDoubles, Device)
CHRONOS_SINGLENARROWPRODUCT(DeviceFloats, Device)
CHRONOS_SINGLENARROWPRODUCT(PagedWords<Device>, Device)
CHRONOS_SINGLENARROWPRODUCT(NodeShorts<Device>, Device)
CHRONOS_SINGLENARROWPRODUCT(MergedSingles<Device>, Device)
#ifdef KOKKOS_ENABLE_CUDA
using HostDoubles = PagedRows<double, HostDevice>;
using HostFloats = PagedRows<float, HostDevice>;
CHRONOS_NARROWPRODUCT(HostDoubles, HostDevice)
CHRONOS_SINGLENARROWPRODUCT(HostFloats, HostDevice)
CHRONOS_SINGLENARROWPRODUCT(PagedWords<HostDevice>, HostDevice)
CHRONOS_SINGLENARROWPRODUCT(NodeShorts<HostDevice>, HostDevice)
CHRONOS_SINGLENARROWPRODUCT(MergedSingles<HostDevice>, HostDevice)
#endif

}  // namespace Chronos
