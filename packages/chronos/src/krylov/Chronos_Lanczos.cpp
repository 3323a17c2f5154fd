// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Lanczos.hpp"

#include <Teuchos_LAPACK.hpp>

#include <algorithm>
#include <cmath>

namespace Chronos {

std::vector<double> ritzValues(const Teuchos::ArrayView<const double>& diagonal,
                               const Teuchos::ArrayView<const double>& offDiagonal) {
  const int n = static_cast<int>(diagonal.size());
  if (n == 0) return {};
  const Teuchos::LAPACK<int, double> lapack;
  std::vector<double> d, e, work(4 * n);
  const auto restart = [&] {
    d.assign(diagonal.begin(), diagonal.end());
    e.assign(offDiagonal.begin(), offDiagonal.end());
    e.resize(n, 0.0);
  };
  double noVectors = 0;
  int info = 0;
  restart();
  lapack.PTEQR('N', n, d.data(), e.data(), &noVectors, 1, work.data(), &info);
  if (info != 0) {  // not positive definite
    restart();
    lapack.STEQR('N', n, d.data(), e.data(), &noVectors, 1, work.data(), &info);
    if (info != 0) return {};
  }
  std::sort(d.begin(), d.end());
  return d;
}

double lanczosCondition(const Teuchos::ArrayView<const double>& diagonal,
                        const Teuchos::ArrayView<const double>& offDiagonal) {
  const std::vector<double> values = ritzValues(diagonal, offDiagonal);
  return !values.empty() && values.front() > 0 ? values.back() / values.front() : 0;
}

void LanczosRecord::add(double rho, double curvature, double beta) {
  const bool isFirst = diagonal_.empty();
  if (!isFirst) offDiagonal_.push_back(std::sqrt(beta) / lastAlpha_);
  diagonal_.push_back(curvature / rho + (isFirst ? 0 : beta / lastAlpha_));
  lastAlpha_ = rho / curvature;
}

double lanczosComponentBound(const Teuchos::ArrayView<const double>& diagonal,
                             const Teuchos::ArrayView<const double>& offDiagonal, double mu) {
  double before = 0, value = 1, sum = 1;
  for (int j = 0; j < std::min<int>(diagonal.size(), offDiagonal.size()); ++j) {
    const double next = ((mu - diagonal[j]) * value - (j == 0 ? 0 : offDiagonal[j - 1] * before)) / offDiagonal[j];
    before = value;
    value = next;
    sum += value * value;
    // Overflow, or Lanczos has ended: nothing is left.
    if (!std::isfinite(sum)) return 0;
  }
  return 1 / std::sqrt(sum);
}

}  // namespace Chronos
