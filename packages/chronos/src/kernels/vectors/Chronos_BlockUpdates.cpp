// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockUpdates.hpp"

#include <limits>

namespace Chronos {
namespace {

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// A copy that a kernel may hold: std::array has no operator[] on a device.
template <class T, int width>
struct OfColumns {
  T value[width];
  template <class Array>
  explicit OfColumns(const Array& array) {
    for (int c = 0; c < width; ++c) value[c] = array[c];
  }
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t entry) const { return value[entry % width]; }
};

template <int width>
struct AddMultiplesFunctor {
  const double* x;
  OfColumns<double, width> factors;
  double* y;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const double factor = factors(i);
    y[i] = factor == 0 ? x[i] : x[i] + factor * y[i];
  }
};

template <int width>
struct CombineFunctor {
  OfColumns<double, width> alpha;
  const double* a;
  double beta;
  const double* b;
  double* result;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { result[i] = alpha(i) * a[i] + beta * b[i]; }
};

template <int width>
struct ScaleFunctor {
  OfColumns<double, width> factors;
  double* x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { x[i] = factors(i) == 0 ? 0 : factors(i) * x[i]; }
};

template <int width>
struct CopyFunctor {
  const double* from;
  OfColumns<bool, width> chosen;
  double* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (chosen(i)) to[i] = from[i];
  }
};

struct ChooseFunctor {
  ConstBlock from;
  OfColumns<int, widestBlock> columns;
  Block to;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (int c = 0; c < static_cast<int>(to.extent(1)); ++c)
      to(row, c) = columns.value[c] < 0 ? 0 : from(row, columns.value[c]);
  }
};

struct PlaceFunctor {
  ConstBlock from;
  int fromColumn;
  Block to;
  int toColumn;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { to(row, toColumn) = from(row, fromColumn); }
};

struct PackFunctor {
  ConstColumnsOfVectors from;
  int first;
  Block to;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (int c = 0; c < static_cast<int>(to.extent(1)); ++c)
      to(row, c) = first + c < static_cast<int>(from.extent(1)) ? from(row, first + c) : 0;
  }
};

struct UnpackFunctor {
  ConstBlock from;
  ColumnsOfVectors to;
  int first;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (int c = 0; c < static_cast<int>(from.extent(1)); ++c)
      if (first + c < static_cast<int>(to.extent(1))) to(row, first + c) = from(row, c);
  }
};

struct LargestFunctor {
  ConstBlock x;
  int column;
  KOKKOS_INLINE_FUNCTION void operator()(int row, double& largest) const {
    const double size = x(row, column) < 0 ? -x(row, column) : x(row, column);
    if (!(size <= largest)) largest = size == size ? size : std::numeric_limits<double>::infinity();
  }
};

EntryPolicy entriesOf(const ConstBlock& x) {
  return EntryPolicy(0, static_cast<std::int64_t>(x.size()));
}

RowPolicy rowsOf(const ConstBlock& x) {
  return RowPolicy(0, static_cast<int>(x.extent(0)));
}

}  // namespace

void addMultiples(const ConstBlock& x, const ColumnScalars& factors, const Block& y) {
  withWidth(widthOf(y), [&](auto width) {
    constexpr int w = decltype(width)::value;
    Kokkos::parallel_for("Chronos::addMultiples", entriesOf(y),
                         AddMultiplesFunctor<w>{x.data(), OfColumns<double, w>(factors), y.data()});
  });
}

void combineColumns(const ColumnScalars& alpha, const ConstBlock& a, double beta, const ConstBlock& b,
                    const Block& result) {
  withWidth(widthOf(result), [&](auto width) {
    constexpr int w = decltype(width)::value;
    Kokkos::parallel_for("Chronos::combineColumns", entriesOf(result),
                         CombineFunctor<w>{OfColumns<double, w>(alpha), a.data(), beta, b.data(), result.data()});
  });
}

void scaleColumns(const ColumnScalars& factors, const Block& x) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int w = decltype(width)::value;
    Kokkos::parallel_for("Chronos::scaleColumns", entriesOf(x),
                         ScaleFunctor<w>{OfColumns<double, w>(factors), x.data()});
  });
}

void copyColumns(const ConstBlock& from, const std::array<bool, widestBlock>& chosen, const Block& to) {
  withWidth(widthOf(to), [&](auto width) {
    constexpr int w = decltype(width)::value;
    Kokkos::parallel_for("Chronos::copyColumns", entriesOf(to),
                         CopyFunctor<w>{from.data(), OfColumns<bool, w>(chosen), to.data()});
  });
}

void chooseColumns(const ConstBlock& from, const std::vector<int>& columns, const Block& to) {
  std::array<int, widestBlock> chosen;
  chosen.fill(-1);
  for (std::size_t c = 0; c < columns.size(); ++c) chosen[c] = columns[c];
  Kokkos::parallel_for("Chronos::chooseColumns", rowsOf(to),
                       ChooseFunctor{from, OfColumns<int, widestBlock>(chosen), to});
}

void placeColumn(const ConstBlock& from, int fromColumn, const Block& to, int toColumn) {
  Kokkos::parallel_for("Chronos::placeColumn", rowsOf(to), PlaceFunctor{from, fromColumn, to, toColumn});
}

void packBlock(const ConstColumnsOfVectors& from, int first, const Block& to) {
  Kokkos::parallel_for("Chronos::packBlock", rowsOf(to), PackFunctor{from, first, to});
}

void unpackBlock(const ConstBlock& from, const ColumnsOfVectors& to, int first) {
  Kokkos::parallel_for("Chronos::unpackBlock", rowsOf(from), UnpackFunctor{from, to, first});
}

ColumnScalars largestEntries(const ConstBlock& x) {
  ColumnScalars largest{};
  for (int c = 0; c < widthOf(x); ++c) {
    double result = 0;
    if (x.extent(0) > 0)
      Kokkos::parallel_reduce("Chronos::largestEntries", rowsOf(x), LargestFunctor{x, c}, Kokkos::Max<double>(result));
    largest[c] = result;
  }
  return largest;
}

}  // namespace Chronos
