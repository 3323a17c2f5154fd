// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BAMGREFERENCE_HPP
#define CHRONOS_BAMGREFERENCE_HPP

#include <cmath>
#include <vector>

namespace Chronos::Test {

using LongVector = std::vector<long double>;

inline long double innerProductOf(const LongVector& x, const LongVector& y) {
  long double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

/// What is left of y when the span of `vectors` is taken out, by Gram-Schmidt repeated three times.
inline LongVector outsideSpan(const std::vector<LongVector>& vectors, LongVector y) {
  std::vector<LongVector> basis;
  const auto project = [&](LongVector z) {
    for (int pass = 0; pass < 3; ++pass)
      for (const LongVector& q : basis) {
        const long double part = innerProductOf(q, z);
        for (std::size_t k = 0; k < z.size(); ++k) z[k] -= part * q[k];
      }
    return z;
  };
  for (const LongVector& vector : vectors) {
    LongVector q = project(vector);
    const long double length = std::sqrt(innerProductOf(q, q));
    if (length == 0) continue;
    for (long double& entry : q) entry /= length;
    basis.push_back(q);
  }
  return project(y);
}

/// The candidate that lies farthest from the span of those chosen; -1 when all lie inside it.
inline int farthestCandidate(const std::vector<LongVector>& scaled, const std::vector<int>& chosen) {
  std::vector<LongVector> basis;
  for (int j : chosen) basis.push_back(scaled[j]);
  int best = -1;
  long double largest = 1e-14L;
  for (std::size_t j = 0; j < scaled.size(); ++j) {
    const LongVector rest = outsideSpan(basis, scaled[j]);
    const long double square = innerProductOf(rest, rest);
    if (square > largest * (1 + 1e-6L)) {
      largest = square;
      best = static_cast<int>(j);
    }
  }
  return best;
}

}  // namespace Chronos::Test

#endif
