// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SmallEigen.hpp"

#include <Teuchos_LAPACK.hpp>

#include <algorithm>
#include <cmath>

namespace Chronos {

SmallEigen symmetricEigen(const SmallMatrix& A) {
  const int n = A.numRows;
  if (n == 0 || !std::all_of(A.values.begin(), A.values.end(), [](double value) { return std::isfinite(value); }))
    return {};
  SmallEigen eigen{std::vector<double>(n), A};
  // LAPACK's blocked reduction wants (nb + 2) n of work; 64 is a block at least as large as any in use.
  std::vector<double> work(std::size_t(66) * n);
  int info = 0;
  Teuchos::LAPACK<int, double>().SYEV('V', 'L', n, eigen.vectors.values.data(), n, eigen.values.data(), work.data(),
                                      static_cast<int>(work.size()), &info);
  return info == 0 ? eigen : SmallEigen();
}

}  // namespace Chronos
