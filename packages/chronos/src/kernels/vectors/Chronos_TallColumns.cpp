// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TallColumns.hpp"

#include "Chronos_HostCopy.hpp"
#include "Chronos_LaneGroup.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

constexpr int warpSize = 32;
// Columns of either matrix in a tile: 16 sums and 8 factors fit the registers of a thread.
constexpr int tileWidth = 4;
// Rows of a block: the sums of blocks are 1/512 of what a tile reads.
constexpr std::int64_t blockLength = 2048;
// Rows that a host thread takes through all tiles before it goes on: 64 columns of them fit a second-level cache.
constexpr std::int64_t rowsInCache = 256;
// Columns of the result that one thread of combineTall sums at once.
constexpr int columnsAtOnce = 8;
// Rows of one work item of combineTall on a host: four sums of each stay in the first-level cache.
constexpr int rowsPerItem = 128;

template <class DeviceType>
using ItemPolicy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

KOKKOS_INLINE_FUNCTION int tilesOf(int numCols) {
  return (numCols + tileWidth - 1) / tileWidth;
}

struct TileSums {
  double entry[tileWidth][tileWidth];
};

// Products of the rows first, first + step, ... below end. Columns past the last one repeat it: no branch in the loop.
template <class DeviceType>
KOKKOS_INLINE_FUNCTION TileSums sumTile(const ConstTallColumns<DeviceType>& X, const ConstTallColumns<DeviceType>& Y,
                                        int tileX, int tileY, std::int64_t first, std::int64_t end, int step) {
  const int lastX = static_cast<int>(X.extent(1)) - 1, lastY = static_cast<int>(Y.extent(1)) - 1;
  const double* x[tileWidth];
  const double* y[tileWidth];
  for (int i = 0; i < tileWidth; ++i) {
    const int colX = tileX * tileWidth + i, colY = tileY * tileWidth + i;
    x[i] = &X(0, colX < lastX ? colX : lastX);
    y[i] = &Y(0, colY < lastY ? colY : lastY);
  }
  TileSums sums = {};
  for (std::int64_t row = first; row < end; row += step)
    for (int i = 0; i < tileWidth; ++i) {
      const double factor = x[i][row];
      for (int j = 0; j < tileWidth; ++j) sums.entry[i][j] += factor * y[j][row];
    }
  return sums;
}

// One block a work item: all tiles of a few rows while these are in the cache.
template <class DeviceType>
struct HostTilesFunctor {
  ConstTallColumns<DeviceType> X, Y;
  Kokkos::View<double*, DeviceType> partials;  // block, column of Y, column of X; zero before

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block) const {
    const int p = static_cast<int>(X.extent(1)), q = static_cast<int>(Y.extent(1));
    const std::int64_t numRows = static_cast<std::int64_t>(X.extent(0));
    const std::int64_t end = (block + 1) * blockLength < numRows ? (block + 1) * blockLength : numRows;
    for (std::int64_t first = block * blockLength; first < end; first += rowsInCache) {
      const std::int64_t last = first + rowsInCache < end ? first + rowsInCache : end;
      for (int tileY = 0; tileY < tilesOf(q); ++tileY)
        for (int tileX = 0; tileX < tilesOf(p); ++tileX) {
          const TileSums sums = sumTile<DeviceType>(X, Y, tileX, tileY, first, last, 1);
          for (int j = 0; j < tileWidth && tileY * tileWidth + j < q; ++j)
            for (int i = 0; i < tileWidth && tileX * tileWidth + i < p; ++i)
              partials((block * q + tileY * tileWidth + j) * p + tileX * tileWidth + i) += sums.entry[i][j];
        }
    }
  }
};

// One warp a block and tile; work items are lanes.
template <class DeviceType>
struct WarpTilesFunctor {
  ConstTallColumns<DeviceType> X, Y;
  Kokkos::View<double*, DeviceType> partials;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const int p = static_cast<int>(X.extent(1)), q = static_cast<int>(Y.extent(1));
    const int lane = static_cast<int>(item % warpSize);
    const int tile = static_cast<int>(item / warpSize % (tilesOf(p) * tilesOf(q)));
    const std::int64_t block = item / warpSize / (tilesOf(p) * tilesOf(q));
    const int tileX = tile % tilesOf(p), tileY = tile / tilesOf(p);
    const std::int64_t numRows = static_cast<std::int64_t>(X.extent(0));
    const std::int64_t end = (block + 1) * blockLength < numRows ? (block + 1) * blockLength : numRows;
    const TileSums sums = sumTile<DeviceType>(X, Y, tileX, tileY, block * blockLength + lane, end, warpSize);
    for (int j = 0; j < tileWidth; ++j)
      for (int i = 0; i < tileWidth; ++i) {
        const double sum = groupSum(sums.entry[i][j], warpSize);
        const int row = tileX * tileWidth + i, col = tileY * tileWidth + j;
        if (lane == 0 && row < p && col < q) partials((block * q + col) * p + row) = sum;
      }
  }
};

template <class DeviceType>
struct AddBlocksFunctor {
  Kokkos::View<const double*, DeviceType> partials;
  std::int64_t numBlocks;
  Kokkos::View<double*, DeviceType> sums;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const std::int64_t numEntries = static_cast<std::int64_t>(sums.extent(0));
    double sum = 0;
    for (std::int64_t block = 0; block < numBlocks; ++block) sum += partials(block * numEntries + entry);
    sums(entry) = sum;
  }
};

// A thread a row; neighbouring threads read neighbouring entries of a column.
template <class DeviceType>
struct CombineRowFunctor {
  ConstTallColumns<DeviceType> X;
  Kokkos::View<const double*, DeviceType> C;  // by columns
  TallColumns<DeviceType> Y;
  bool add;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const int p = static_cast<int>(X.extent(1)), q = static_cast<int>(Y.extent(1));
    for (int first = 0; first < q; first += columnsAtOnce) {
      const int count = q - first < columnsAtOnce ? q - first : columnsAtOnce;
      double sums[columnsAtOnce];
      for (int j = 0; j < columnsAtOnce; ++j) sums[j] = add && j < count ? Y(row, first + j) : 0;
      for (int k = 0; k < p; ++k) {
        const double x = X(row, k);
        for (int j = 0; j < columnsAtOnce; ++j)
          if (j < count) sums[j] += x * loadReadOnly(C.data() + std::int64_t(first + j) * p + k);
      }
      for (int j = 0; j < columnsAtOnce; ++j)
        if (j < count) Y(row, first + j) = sums[j];
    }
  }
};

// Some rows a work item, four columns at a time: loops over rows that the compiler can vectorise.
template <class DeviceType>
struct CombineChunkFunctor {
  ConstTallColumns<DeviceType> X;
  Kokkos::View<const double*, DeviceType> C;
  TallColumns<DeviceType> Y;
  bool add;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const int p = static_cast<int>(X.extent(1)), q = static_cast<int>(Y.extent(1));
    const std::int64_t begin = item * rowsPerItem, rest = static_cast<std::int64_t>(X.extent(0)) - begin;
    const int numRows = rest < rowsPerItem ? static_cast<int>(rest) : rowsPerItem;
    for (int first = 0; first < q; first += tileWidth) {
      double sums[tileWidth][rowsPerItem];
      const int count = q - first < tileWidth ? q - first : tileWidth;
      for (int j = 0; j < tileWidth; ++j)
        for (int row = 0; row < numRows; ++row) sums[j][row] = add && j < count ? Y(begin + row, first + j) : 0;
      for (int k = 0; k < p; ++k) {
        double factors[tileWidth];
        for (int j = 0; j < tileWidth; ++j) factors[j] = j < count ? C(std::int64_t(first + j) * p + k) : 0;
        const double* x = &X(begin, k);
        for (int row = 0; row < numRows; ++row)
          for (int j = 0; j < tileWidth; ++j) sums[j][row] += factors[j] * x[row];
      }
      for (int j = 0; j < count; ++j)
        for (int row = 0; row < numRows; ++row) Y(begin + row, first + j) = sums[j][row];
    }
  }
};

}  // namespace

template <class DeviceType>
SmallMatrix tallProduct(const typename DeviceType::execution_space& space, const ConstTallColumns<DeviceType>& X,
                        const ConstTallColumns<DeviceType>& Y) {
  SmallMatrix result(static_cast<int>(X.extent(1)), static_cast<int>(Y.extent(1)));
  const std::int64_t numRows = static_cast<std::int64_t>(X.extent(0)),
                     numEntries = static_cast<std::int64_t>(result.values.size());
  if (numRows == 0 || numEntries == 0) return result;
  const std::int64_t numBlocks = (numRows + blockLength - 1) / blockLength;
  const auto partials = allocate<Kokkos::View<double*, DeviceType>>("Chronos::sums of blocks", numBlocks * numEntries);
  if constexpr (runsOnHost<DeviceType>) {
    Kokkos::deep_copy(space, partials, 0.0);
    Kokkos::parallel_for("Chronos::tallProduct", ItemPolicy<DeviceType>(space, 0, numBlocks),
                         HostTilesFunctor<DeviceType>{X, Y, partials});
  } else {
    const std::int64_t numTiles = std::int64_t(tilesOf(result.numRows)) * tilesOf(result.numCols);
    Kokkos::parallel_for("Chronos::tallProduct", ItemPolicy<DeviceType>(space, 0, numBlocks * numTiles * warpSize),
                         WarpTilesFunctor<DeviceType>{X, Y, partials});
  }
  const auto sums = allocate<Kokkos::View<double*, DeviceType>>("Chronos::sums", numEntries);
  Kokkos::parallel_for("Chronos::tallProduct::add", ItemPolicy<DeviceType>(space, 0, numEntries),
                       AddBlocksFunctor<DeviceType>{partials, numBlocks, sums});
  space.fence();
  result.values = toVector(sums);
  return result;
}

template <class DeviceType>
void combineTall(const typename DeviceType::execution_space& space, const ConstTallColumns<DeviceType>& X,
                 const SmallMatrix& C, const TallColumns<DeviceType>& Y, Columns columns) {
  const std::int64_t numRows = static_cast<std::int64_t>(Y.extent(0));
  if (numRows == 0 || Y.extent(1) == 0) return;
  const Kokkos::View<const double*, DeviceType> coefficients = toView<DeviceType>("Chronos::coefficients", C.values);
  const bool add = columns == Columns::add;
  if constexpr (runsOnHost<DeviceType>) {
    Kokkos::parallel_for("Chronos::combineTall",
                         ItemPolicy<DeviceType>(space, 0, (numRows + rowsPerItem - 1) / rowsPerItem),
                         CombineChunkFunctor<DeviceType>{X, coefficients, Y, add});
  } else {
    Kokkos::parallel_for("Chronos::combineTall", ItemPolicy<DeviceType>(space, 0, numRows),
                         CombineRowFunctor<DeviceType>{X, coefficients, Y, add});
  }
}

#define CHRONOS_TALLCOLUMNS(DEVICE)                                                                         \
  template SmallMatrix tallProduct<DEVICE>(const DEVICE::execution_space&, const ConstTallColumns<DEVICE>&, \
                                           const ConstTallColumns<DEVICE>&);                                \
  template void combineTall<DEVICE>(const DEVICE::execution_space&, const ConstTallColumns<DEVICE>&,        \
                                    const SmallMatrix&, const TallColumns<DEVICE>&, Columns);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_TALLCOLUMNS)

}  // namespace Chronos
