// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_KRYLOVSTEPSREFERENCE_HPP
#define CHRONOS_KRYLOVSTEPSREFERENCE_HPP

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace Chronos::Test {

/// All entries of a vector, and what takes one to another.
using Whole = std::vector<double>;
using WholeOperator = std::function<Whole(const Whole&)>;

inline double dotOf(const Whole& x, const Whole& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

inline Whole combined(double alpha, const Whole& x, double beta, const Whole& y) {
  Whole z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = alpha * x[i] + beta * y[i];
  return z;
}

/// What steps give: a correction, and how many there were.
struct Steps {
  Whole e;
  int number;
};

/// One or two steps of flexible conjugate gradients on A, preconditioned by B (Notay, Vassilevski 2008), as it stands.
inline Steps krylovSteps(const WholeOperator& A, const WholeOperator& B, double tolerance, const Whole& r) {
  const Whole c1 = B(r), v1 = A(c1);
  const double rho1 = dotOf(c1, v1), alpha1 = dotOf(c1, r);
  const Whole rest = combined(1, r, -alpha1 / rho1, v1);
  if (dotOf(rest, rest) <= tolerance * tolerance * dotOf(r, r)) return {combined(alpha1 / rho1, c1, 0, c1), 1};
  const Whole c2 = B(rest), v2 = A(c2);
  const double gamma = dotOf(c2, v1), rho2 = dotOf(c2, v2) - gamma * gamma / rho1, alpha2 = dotOf(c2, rest);
  return {combined(alpha1 / rho1 - gamma * alpha2 / (rho1 * rho2), c1, alpha2 / rho2, c2), 2};
}

inline void expectNear(const Whole& found, const Whole& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-11) << i;
}

}  // namespace Chronos::Test

#endif
