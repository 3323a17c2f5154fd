// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FLEXIBLECGREFERENCE_HPP
#define CHRONOS_FLEXIBLECGREFERENCE_HPP

#include "DenseOperators.hpp"
#include "KrylovStepsReference.hpp"

#include <cmath>

namespace Chronos::Test {

/// Residuals over that of b in flexible conjugate gradients as Notay (2000) has them: d is made A-orthogonal to the
/// direction before, with its image. Preconditioned in each step by the entries of another diagonal.
inline std::vector<double> referenceHistory(const Dense& A, const std::vector<double>& b, int numSteps,
                                            double (*entry)(int step, GlobalOrdinal row)) {
  const auto times = [&](const std::vector<double>& x) {
    std::vector<double> y(x.size(), 0.0);
    for (int row = 0; row < A.n; ++row)
      for (int col = 0; col < A.n; ++col) y[row] += A(row, col) * x[col];
    return y;
  };
  std::vector<double> r = b, d, Ad, history{1};
  for (int step = 0; step < numSteps; ++step) {
    std::vector<double> w(r.size());
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = entry(step, static_cast<GlobalOrdinal>(i)) * r[i];
    const double factor = step == 0 ? 0 : dotOf(w, Ad) / dotOf(d, Ad);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= step == 0 ? 0 : factor * d[i];
    d = w;
    Ad = times(d);
    const double length = dotOf(d, r) / dotOf(d, Ad);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] -= length * Ad[i];
    history.push_back(std::sqrt(dotOf(r, r) / dotOf(b, b)));
  }
  return history;
}

}  // namespace Chronos::Test

#endif
