// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrengthFilter.hpp"
#include "Chronos_StrengthMethods.hpp"

#include <cmath>

namespace Chronos {
namespace {

struct CouplingMeasure {
  Kokkos::View<const double*, Device> diagonal;  // of each column
  KOKKOS_INLINE_FUNCTION double operator()(const RowExtent& extent, int, LocalOrdinal col, double value) const {
    using std::fabs;
    using std::sqrt;
    // Roots of the factors: their product neither overflows nor depends on which of the two rows asks.
    const double scale = sqrt(fabs(extent.diagonal)) * sqrt(fabs(diagonal(col)));
    return scale > 0 ? fabs(value) / scale : 0;
  }
};

}  // namespace

StrongFlags strongCouplings(const DistMatrix<double>& A, const StrengthParameters& parameters) {
  const StrengthRows rows = strengthRows(A, parameters.maxRowSum);
  return filterByMeasure(A, parameters, rows, CouplingMeasure{columnValues(A, rows.diagonalColumns, diagonalOf(A))});
}

}  // namespace Chronos
