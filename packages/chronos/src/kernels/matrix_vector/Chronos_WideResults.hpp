// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDERESULTS_HPP
#define CHRONOS_WIDERESULTS_HPP

#include "Chronos_ProductResults.hpp"
#include "Chronos_WideLanes.hpp"

namespace Chronos {

/// \file
/// What becomes of the sum of a row and a column, or of two columns; `at` is the place of both in the vectors. take()
/// reads what store() needs beside the sum, for those who want it under way before they add up. Pairs are of doubles.

template <class Scalar>
struct VectorCombination {  ///< y = alpha A x + beta w
  Scalar alpha, beta;
  const Scalar* w;
  Scalar* y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, Pair sum) const {
    Pair result{alpha * sum.first, alpha * sum.second};
    if (beta != 0) {
      const Pair before = *reinterpret_cast<const Pair*>(w + at);
      result = {result.first + beta * before.first, result.second + beta * before.second};
    }
    *reinterpret_cast<Pair*>(y + at) = result;
  }
  KOKKOS_INLINE_FUNCTION Scalar take(LocalOrdinal, std::int64_t at) const { return beta == 0 ? 0 : w[at]; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, Scalar sum, Scalar before) const {
    y[at] = beta == 0 ? alpha * sum : alpha * sum + beta * before;
  }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, Scalar sum) const {
    store(row, at, sum, take(row, at));
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal, std::int64_t at, Scalar sum) const { y[at] += alpha * sum; }
};

template <class Scalar>
struct VectorRelaxation {  ///< y = x + omega d .* (b - A x)
  Scalar omega;
  const Scalar *d, *b, *x;
  Scalar* y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, Pair sum) const {
    const Pair before = loadPair(x + at), right = loadPair(b + at);
    const Scalar step = omega * d[row];
    *reinterpret_cast<Pair*>(y + at) = {before.first + step * (right.first - sum.first),
                                        before.second + step * (right.second - sum.second)};
  }
  struct Taken {
    Scalar x, d, b;
  };
  KOKKOS_INLINE_FUNCTION Taken take(LocalOrdinal row, std::int64_t at) const { return {x[at], d[row], b[at]}; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, Scalar sum, const Taken& taken) const {
    y[at] = taken.x + omega * taken.d * (taken.b - sum);
  }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, Scalar sum) const {
    store(row, at, sum, take(row, at));
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, std::int64_t at, Scalar sum) const {
    y[at] -= omega * d[row] * sum;
  }
};

struct WideDottedProduct {  ///< y = A x and x^T y of each column
  const double* x;
  double *y, *partials;
  KOKKOS_INLINE_FUNCTION Pair store(LocalOrdinal, std::int64_t at, Pair sum) const {
    *reinterpret_cast<Pair*>(y + at) = sum;
    const Pair before = loadPair(x + at);
    return {before.first * sum.first, before.second * sum.second};
  }
  KOKKOS_INLINE_FUNCTION double take(LocalOrdinal, std::int64_t at) const { return x[at]; }
  KOKKOS_INLINE_FUNCTION double store(LocalOrdinal, std::int64_t at, double sum, double before) const {
    y[at] = sum;
    return before * sum;
  }
  KOKKOS_INLINE_FUNCTION double add(LocalOrdinal, std::int64_t at, double sum) const {
    y[at] += sum;
    return x[at] * sum;
  }
};

struct WideDottedRelaxation {  ///< y = x + omega d .* (b - A x) and b^T y of each column
  double omega;
  const double *d, *b, *x;
  double *y, *partials;
  KOKKOS_INLINE_FUNCTION Pair store(LocalOrdinal row, std::int64_t at, Pair sum) const {
    const Pair before = loadPair(x + at), right = loadPair(b + at);
    const double step = omega * d[row];
    const Pair relaxed{before.first + step * (right.first - sum.first),
                       before.second + step * (right.second - sum.second)};
    *reinterpret_cast<Pair*>(y + at) = relaxed;
    return {right.first * relaxed.first, right.second * relaxed.second};
  }
  struct Taken {
    double x, d, b;
  };
  KOKKOS_INLINE_FUNCTION Taken take(LocalOrdinal row, std::int64_t at) const { return {x[at], d[row], b[at]}; }
  KOKKOS_INLINE_FUNCTION double store(LocalOrdinal, std::int64_t at, double sum, const Taken& taken) const {
    const double relaxed = taken.x + omega * taken.d * (taken.b - sum);
    y[at] = relaxed;
    return taken.b * relaxed;
  }
  KOKKOS_INLINE_FUNCTION double add(LocalOrdinal row, std::int64_t at, double sum) const {
    const double step = omega * d[row] * sum;
    y[at] -= step;
    return -b[at] * step;
  }
};

struct WideStartResidual {  ///< x = omega d .* b, stored unless null, and r = b - A x of each column
  double omega;
  const double *d, *b;
  double *x, *r;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, Pair sum) const {
    const double factor = omega * d[row];
    const Pair right = loadPair(b + at);
    if (x != nullptr) *reinterpret_cast<Pair*>(x + at) = {factor * right.first, factor * right.second};
    *reinterpret_cast<Pair*>(r + at) = {right.first - sum.first, right.second - sum.second};
  }
  struct Taken {
    double d, b;
  };
  KOKKOS_INLINE_FUNCTION Taken take(LocalOrdinal row, std::int64_t at) const { return {d[row], b[at]}; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, double sum, const Taken& taken) const {
    if (x != nullptr) x[at] = omega * taken.d * taken.b;
    r[at] = taken.b - sum;
  }
};

struct WideOntoStart {  ///< y = omega d .* b + A x of each column
  double omega;
  const double *d, *b;
  double* y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, Pair sum) const {
    const double factor = omega * d[row];
    const Pair right = loadPair(b + at);
    *reinterpret_cast<Pair*>(y + at) = {sum.first + factor * right.first, sum.second + factor * right.second};
  }
  KOKKOS_INLINE_FUNCTION double take(LocalOrdinal row, std::int64_t at) const { return omega * d[row] * b[at]; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, double sum, double started) const {
    y[at] = sum + started;
  }
};

/// \brief Stores the sums of all columns of a row, and adds to `summands` what that returns for a result with partials.
///
/// What a result takes is read before the first column is stored: stores that could change it would keep a host from
/// taking columns two or four at a time.
template <int width, class Result>
KOKKOS_INLINE_FUNCTION void storeColumns(const Result& result, LocalOrdinal row, const double* sums,
                                         [[maybe_unused]] double* summands) {
  const std::int64_t first = std::int64_t(row) * width;
  decltype(result.take(row, first)) taken[width];
  for (int c = 0; c < width; ++c) taken[c] = result.take(row, first + c);
  for (int c = 0; c < width; ++c) {
    if constexpr (hasPartials<Result>) summands[c] += result.store(row, first + c, sums[c], taken[c]);
    else result.store(row, first + c, sums[c], taken[c]);
  }
}

using WideCombination = VectorCombination<double>;
using WideRelaxation = VectorRelaxation<double>;
using SingleCombination = VectorCombination<float>;
using SingleRelaxation = VectorRelaxation<float>;

}  // namespace Chronos

#endif
