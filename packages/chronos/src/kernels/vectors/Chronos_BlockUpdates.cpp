// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockUpdates.hpp"

#include "Chronos_ColumnLoop.hpp"
#include "Chronos_StepFunctors.hpp"

#include <algorithm>
#include <limits>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

template <int width>
struct AddMultiplesFunctor {
  const double* x;
  OfColumns<double, width> factors;
  double* y;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const double factor = factors(column);
    y[i] = factor == 0 ? x[i] : x[i] + factor * y[i];
  }
};

template <int width>
struct AddStepFunctor {
  const double* d;
  OfColumns<double, width> steps;
  double* x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const double step = steps(column);
    if (step != 0) x[i] += step * d[i];
  }
};

template <int width>
struct AdvanceStepFunctor {
  const double *z, *w;
  OfColumns<double, width> factors;
  double *p, *s;
  OfColumns<double, width> steps;
  double *x, *r;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const double step = steps(column), factor = factors(column);
    if (step == 0) return;
    double direction = z[i], image = w[i];
    const double iterate = x[i], residual = r[i];
    if (factor != 0) {
      const double lastDirection = p[i], lastImage = s[i];
      direction += factor * lastDirection;
      image += factor * lastImage;
    }
    p[i] = direction;
    s[i] = image;
    x[i] = iterate + step * direction;
    r[i] = residual - step * image;
  }
};

template <int width>
struct CombineFunctor {
  OfColumns<double, width> alpha;
  const double* a;
  double beta;
  const double* b;
  double* result;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    result[i] = alpha(column) * a[i] + beta * b[i];
  }
};

struct FillFunctor {
  double value;
  double* x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const { x[i] = value; }
};

template <int width>
struct TakeStepsFunctor {
  OfColumns<bool, width> chosen;
  double *steps, *x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    if (!chosen(column)) return;
    x[i] += steps[i];
    steps[i] = 0;
  }
};

template <int width>
struct ScaleFunctor {
  OfColumns<double, width> factors;
  double* x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    x[i] = factors(column) == 0 ? 0 : factors(column) * x[i];
  }
};

template <int width>
struct CopyFunctor {
  const double* from;
  OfColumns<bool, width> chosen;
  double* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    if (chosen(column)) to[i] = from[i];
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

template <int width>
struct PackFunctor {
  ConstColumnsOfVectors from;
  int first;
  double* to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    to[i] = first + column < static_cast<int>(from.extent(1)) ? from(i / width, first + column) : 0;
  }
};

template <int width>
struct UnpackFunctor {
  const double* from;
  ColumnsOfVectors to;
  int first;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    if (first + column < static_cast<int>(to.extent(1))) to(i / width, first + column) = from[i];
  }
};

struct NotFiniteFunctor {
  const double* x;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int& count) const {
    // A difference of equal numbers is zero but for infinities and what is no number.
    count += x[i] - x[i] == 0 ? 0 : 1;
  }
};

// Largest magnitudes. Kokkos joins values by += where no reducer says otherwise; Kokkos 3 calls the volatile one.
template <int width>
struct LargestOf {
  double value[width];

  KOKKOS_INLINE_FUNCTION LargestOf() {
    for (int c = 0; c < width; ++c) value[c] = 0;
  }
  KOKKOS_INLINE_FUNCTION void operator+=(const LargestOf& other) {
    for (int c = 0; c < width; ++c) value[c] = other.value[c] > value[c] ? other.value[c] : value[c];
  }
  KOKKOS_INLINE_FUNCTION void operator+=(const volatile LargestOf& other) volatile {
    for (int c = 0; c < width; ++c)
      if (other.value[c] > value[c]) value[c] = other.value[c];
  }
};

// All columns in one pass.
template <int width>
struct LargestFunctor {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  const double* x;

  KOKKOS_INLINE_FUNCTION void operator()(int row, LargestOf<width>& largest) const {
    double size[width];
    for (int c = 0; c < width; ++c) {
      const double entry = x[std::int64_t(row) * width + c];
      size[c] = entry < 0 ? -entry : entry;
    }
    for (int c = 0; c < width; ++c)
      largest.value[c] = size[c] <= largest.value[c] ? largest.value[c] : size[c] == size[c] ? size[c] : infinity;
  }
};

RowPolicy rowsOf(const ConstBlock& x) {
  return RowPolicy(0, static_cast<int>(x.extent(0)));
}

}  // namespace

void addMultiples(const ConstBlock& x, const ColumnScalars& factors, const Block& y) {
  withWidth(widthOf(y), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::addMultiples", y,
                  AddMultiplesFunctor<w>{x.data(), OfColumns<double, w>(factors), y.data()});
  });
}

void advanceAlong(const ConstBlock& w, const ColumnScalars& factors, const Block& d, const ColumnScalars& steps,
                  const Block& x) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int n = decltype(width)::value;
    forEntries<n>("Chronos::advanceAlong", x,
                  AdvanceAlongFunctor<double, NumbersOfColumns<n>, NumbersOfColumns<n>>{
                      w.data(), NumbersOfColumns<n>(factors), d.data(), NumbersOfColumns<n>(steps), x.data()});
  });
}

void advanceAlong(const Kokkos::View<const float*, Device>& w, double factor, const Kokkos::View<float*, Device>& d,
                  double step, const Vector& x) {
  const NumbersOfColumns<1> ofFactor(&factor), ofStep(&step);
  forEntries<1>("Chronos::advanceAlong", x.extent(0),
                AdvanceAlongFunctor<float, NumbersOfColumns<1>, NumbersOfColumns<1>>{w.data(), ofFactor, d.data(),
                                                                                     ofStep, x.data()});
}

void addStepAndTurn(const ConstBlock& w, const ColumnScalars& factors, const Block& d, const ColumnScalars& steps,
                    const Block& x) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int n = decltype(width)::value;
    forEntries<n>("Chronos::addStepAndTurn", x,
                  AddStepAndTurnFunctor<NumbersOfColumns<n>, NumbersOfColumns<n>>{
                      w.data(), NumbersOfColumns<n>(factors), d.data(), NumbersOfColumns<n>(steps), x.data()});
  });
}

void addStep(const ConstBlock& d, const ColumnScalars& steps, const Block& x) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int n = decltype(width)::value;
    forEntries<n>("Chronos::addStep", x, AddStepFunctor<n>{d.data(), OfColumns<double, n>(steps), x.data()});
  });
}

void advanceStep(const ConstBlock& z, const ConstBlock& w, const ColumnScalars& factors, const Block& p, const Block& s,
                 const ColumnScalars& steps, const Block& x, const Block& r) {
  withWidth(widthOf(r), [&](auto width) {
    constexpr int n = decltype(width)::value;
    forEntries<n>("Chronos::advanceStep", r,
                  AdvanceStepFunctor<n>{z.data(), w.data(), OfColumns<double, n>(factors), p.data(), s.data(),
                                        OfColumns<double, n>(steps), x.data(), r.data()});
  });
}

void combineColumns(const ColumnScalars& alpha, const ConstBlock& a, double beta, const ConstBlock& b,
                    const Block& result) {
  withWidth(widthOf(result), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::combineColumns", result,
                  CombineFunctor<w>{OfColumns<double, w>(alpha), a.data(), beta, b.data(), result.data()});
  });
}

void fillBlock(const Block& x, double value) {
  forEntries<1>("Chronos::fillBlock", x, FillFunctor{value, x.data()});
}

void takeSteps(const std::array<bool, widestBlock>& chosen, const Block& steps, const Block& x) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::takeSteps", x, TakeStepsFunctor<w>{OfColumns<bool, w>(chosen), steps.data(), x.data()});
  });
}

void scaleColumns(const ColumnScalars& factors, const Block& x) {
  if (std::all_of(factors.begin(), factors.begin() + widthOf(x), [](double factor) { return factor == 1; })) return;
  withWidth(widthOf(x), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::scaleColumns", x, ScaleFunctor<w>{OfColumns<double, w>(factors), x.data()});
  });
}

void copyColumns(const ConstBlock& from, const std::array<bool, widestBlock>& chosen, const Block& to) {
  withWidth(widthOf(to), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::copyColumns", to, CopyFunctor<w>{from.data(), OfColumns<bool, w>(chosen), to.data()});
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
  withWidth(widthOf(to), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::packBlock", to, PackFunctor<w>{from, first, to.data()});
  });
}

void unpackBlock(const ConstBlock& from, const ColumnsOfVectors& to, int first) {
  withWidth(widthOf(from), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::unpackBlock", from, UnpackFunctor<w>{from.data(), to, first});
  });
}

bool isFinite(const ConstVector& x) {
  using Policy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  int count = 0;
  Kokkos::parallel_reduce("Chronos::isFinite", Policy(0, static_cast<std::int64_t>(x.extent(0))),
                          NotFiniteFunctor{x.data()}, count);
  return count == 0;
}

ColumnScalars largestEntries(const ConstBlock& x) {
  ColumnScalars largest{};
  if (x.extent(0) == 0) return largest;
  withWidth(widthOf(x), [&](auto width) {
    constexpr int w = decltype(width)::value;
    LargestOf<w> result;
    Kokkos::parallel_reduce("Chronos::largestEntries", rowsOf(x), LargestFunctor<w>{x.data()}, result);
    for (int c = 0; c < w; ++c) largest[c] = result.value[c];
  });
  return largest;
}

}  // namespace Chronos
