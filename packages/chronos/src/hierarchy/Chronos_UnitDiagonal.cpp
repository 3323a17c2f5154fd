// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_UnitDiagonal.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Calls action(row, entry), rows by the threads of the host.
template <class Action>
void forRows(const char* label, const RootMatrix& matrix, const Action& action) {
  using Policy = Kokkos::RangePolicy<HostDevice::execution_space, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Policy(0, matrix.numRows), [&](std::int64_t row) {
    for (std::int64_t e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; ++e) action(row, e);
  });
}

}  // namespace

std::vector<double> scaleToUnitDiagonal(RootMatrix& matrix) {
  std::vector<double> scale(matrix.numRows, 1.0);
  forRows("Chronos::scaleOfDiagonal", matrix, [&](std::int64_t row, std::int64_t e) {
    if (matrix.colInd[e] == row && matrix.values[e] > 0) scale[row] = 1 / std::sqrt(matrix.values[e]);
  });
  forRows("Chronos::scaleToUnitDiagonal", matrix,
          [&](std::int64_t row, std::int64_t e) { matrix.values[e] *= scale[row] * scale[matrix.colInd[e]]; });
  return scale;
}

std::string notPositiveDefinite(std::int64_t numRows) {
  return "The matrix of the coarsest level (" + std::to_string(numRows) +
         " rows) is not positive definite, beyond what rounding explains: neither is the matrix of the "
         "system, or an "
         "interpolation has lost its full rank.";
}

}  // namespace Chronos
