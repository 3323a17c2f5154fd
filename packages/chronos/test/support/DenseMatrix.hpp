// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DENSEMATRIX_HPP
#define CHRONOS_DENSEMATRIX_HPP

#include "RandomMatrix.hpp"

namespace Chronos::Test {

/// B B^T + I: symmetric positive definite, condition a few hundred.
inline std::vector<double> spdDense(int n) {
  std::vector<double> B(n * n), A(n * n);
  for (int i = 0; i < n * n; ++i) B[i] = globalUniform(7, static_cast<std::uint64_t>(i));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = i == j ? 1 : 0;
      for (int k = 0; k < n; ++k) sum += B[i * n + k] * B[j * n + k];
      A[i * n + j] = sum;
    }
  return A;
}

}  // namespace Chronos::Test

#endif
