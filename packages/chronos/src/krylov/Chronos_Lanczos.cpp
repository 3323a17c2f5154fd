// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Lanczos.hpp"

#include <Teuchos_LAPACK.hpp>

#include <algorithm>
#include <vector>

namespace Chronos {

double lanczosCondition(const Teuchos::ArrayView<const double>& diagonal,
                        const Teuchos::ArrayView<const double>& offDiagonal) {
  std::vector<double> d(diagonal.begin(), diagonal.end());
  std::vector<double> e(offDiagonal.begin(), offDiagonal.end());
  const int n = static_cast<int>(d.size());
  if (n == 0) return 0;
  e.resize(n, 0.0);
  double noVectors = 0;
  std::vector<double> work(4 * n);
  int info = 0;
  Teuchos::LAPACK<int, double>().PTEQR('N', n, d.data(), e.data(), &noVectors, 1, work.data(), &info);
  if (info != 0) return 0;
  const auto [smallest, largest] = std::minmax_element(d.begin(), d.end());
  return *smallest > 0 ? *largest / *smallest : 0;
}

}  // namespace Chronos
