// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TwoDirections.hpp"

#include "Chronos_ColumnLoop.hpp"

namespace Chronos {
namespace {

template <int width>
struct SubtractFunctor {
  const double* first;
  const double* v;
  double* r;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const double length = firstStep(first[column], first[width + column]);
    if (length != 0) r[i] -= length * v[i];
  }
};

template <int width>
struct CombineStepsFunctor {
  const double *first, *second;
  const double* c2;
  double* x;
  long long* counts;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int column) const {
    const TwoSteps steps = twoSteps(first[column], first[width + column], second[column], second[width + column],
                                    second[2 * width + column]);
    x[i] = steps.second == 0 ? steps.first * x[i] : steps.first * x[i] + steps.second * c2[i];
    // The first row counts.
    if (i < width) ++counts[static_cast<int>(steps.outcome) * widestBlock + column];
  }
};

}  // namespace

void subtractFirstStep(const ConstVector& firstProducts, const ConstBlock& v, const Block& r) {
  withWidth(widthOf(r), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::subtractFirstStep", r, SubtractFunctor<w>{firstProducts.data(), v.data(), r.data()});
  });
}

void combineTwoSteps(const ConstVector& firstProducts, const ConstVector& secondProducts, const ConstBlock& c2,
                     const Block& x, const Kokkos::View<long long*, Device>& counts) {
  withWidth(widthOf(x), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>(
        "Chronos::combineTwoSteps", x,
        CombineStepsFunctor<w>{firstProducts.data(), secondProducts.data(), c2.data(), x.data(), counts.data()});
  });
}

}  // namespace Chronos
