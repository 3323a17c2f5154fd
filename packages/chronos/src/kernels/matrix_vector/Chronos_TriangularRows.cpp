// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TriangularRows.hpp"

namespace Chronos {
namespace {

struct PlaceFunctor {
  CsrMatrix<double, Device> A;
  Kokkos::View<int*, Device> places;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    Offset entry = A.rowPtr(row);
    while (entry < A.rowPtr(row + 1) && A.colInd(entry) < row) ++entry;
    places(row) = static_cast<int>(entry - A.rowPtr(row));
  }
};

}  // namespace

TriangularRows::TriangularRows(const CsrMatrix<double, Device>& A, const ConstVector& inverses)
    : A_(A), hasHalo_(A.numCols > A.numRows), inverses_(inverses) {
  const auto places = allocate<Kokkos::View<int*, Device>>("Chronos::TriangularRows diagonals", A.numRows);
  Kokkos::parallel_for("Chronos::TriangularRows::diagonals",
                       Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, A.numRows),
                       PlaceFunctor{A, places});
  diagonals_ = places;
}

}  // namespace Chronos
