// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WIDERESULTS_HPP
#define CHRONOS_WIDERESULTS_HPP

#include "Chronos_WideLanes.hpp"

namespace Chronos {

/// \file
/// What becomes of the sum of a row and a column, or of two columns; `at` is the place of both in the vectors. take()
/// reads what store() needs beside the sum, for those who want it under way before they add up.

struct WideCombination {  ///< y = alpha A x + beta w
  double alpha, beta;
  const double* w;
  double* y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, Pair sum) const {
    Pair result{alpha * sum.first, alpha * sum.second};
    if (beta != 0) {
      const Pair before = *reinterpret_cast<const Pair*>(w + at);
      result = {result.first + beta * before.first, result.second + beta * before.second};
    }
    *reinterpret_cast<Pair*>(y + at) = result;
  }
  KOKKOS_INLINE_FUNCTION double take(LocalOrdinal, std::int64_t at) const { return beta == 0 ? 0 : w[at]; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, double sum, double before) const {
    y[at] = beta == 0 ? alpha * sum : alpha * sum + beta * before;
  }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, double sum) const {
    store(row, at, sum, take(row, at));
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal, std::int64_t at, double sum) const { y[at] += alpha * sum; }
};

struct WideRelaxation {  ///< y = x + omega d .* (b - A x)
  double omega;
  const double *d, *b, *x;
  double* y;
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, Pair sum) const {
    const Pair before = loadPair(x + at), right = loadPair(b + at);
    const double step = omega * d[row];
    *reinterpret_cast<Pair*>(y + at) = {before.first + step * (right.first - sum.first),
                                        before.second + step * (right.second - sum.second)};
  }
  struct Taken {
    double x, d, b;
  };
  KOKKOS_INLINE_FUNCTION Taken take(LocalOrdinal row, std::int64_t at) const { return {x[at], d[row], b[at]}; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, double sum, const Taken& taken) const {
    y[at] = taken.x + omega * taken.d * (taken.b - sum);
  }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, double sum) const {
    store(row, at, sum, take(row, at));
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, std::int64_t at, double sum) const {
    y[at] -= omega * d[row] * sum;
  }
};

/// The same two for one vector in single precision.
struct SingleCombination {
  float alpha, beta;
  const float* w;
  float* y;
  KOKKOS_INLINE_FUNCTION float take(LocalOrdinal, std::int64_t at) const { return beta == 0 ? 0 : w[at]; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, float sum, float before) const {
    y[at] = beta == 0 ? alpha * sum : alpha * sum + beta * before;
  }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, float sum) const {
    store(row, at, sum, take(row, at));
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal, std::int64_t at, float sum) const { y[at] += alpha * sum; }
};

struct SingleRelaxation {
  float omega;
  const float *d, *b, *x;
  float* y;
  struct Taken {
    float x, d, b;
  };
  KOKKOS_INLINE_FUNCTION Taken take(LocalOrdinal row, std::int64_t at) const { return {x[at], d[row], b[at]}; }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal, std::int64_t at, float sum, const Taken& taken) const {
    y[at] = taken.x + omega * taken.d * (taken.b - sum);
  }
  KOKKOS_INLINE_FUNCTION void store(LocalOrdinal row, std::int64_t at, float sum) const {
    store(row, at, sum, take(row, at));
  }
  KOKKOS_INLINE_FUNCTION void add(LocalOrdinal row, std::int64_t at, float sum) const { y[at] -= omega * d[row] * sum; }
};

}  // namespace Chronos

#endif
