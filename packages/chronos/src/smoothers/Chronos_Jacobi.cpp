// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Jacobi.hpp"

#include "Chronos_HostCopy.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct DiagonalFunctor {
  CsrMatrix<double, Device> A;
  Kokkos::View<const LocalOrdinal*, Device> diagonalColumn;
  Kokkos::View<double*, Device> diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    double value = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (A.colInd(entry) == diagonalColumn(row)) value += A.values(entry);
    diagonal(row) = value;
  }
};

struct InvertFunctor {
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { values(i) = 1 / values(i); }
};

struct MultiplyFunctor {
  Kokkos::View<const double*, Device> diagonal, r;
  Kokkos::View<double*, Device> z;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { z(i) = diagonal(i) * r(i); }
};

}  // namespace

Kokkos::View<double*, Device> diagonalOf(const DistMatrix<double>& A) {
  // Row map and domain map own the same indices, but may list them in another order.
  std::vector<LocalOrdinal> diagonalColumn(A.numRows());
  for (LocalOrdinal row = 0; row < A.numRows(); ++row)
    diagonalColumn[row] = A.domainMap()->getLocalElement(A.rowMap()->getGlobalElement(row));
  auto diagonal = allocate<Kokkos::View<double*, Device>>("Chronos::diagonal", A.numRows());
  Kokkos::parallel_for("Chronos::diagonalOf", RowPolicy(0, A.numRows()),
                       DiagonalFunctor{A.local(), toView("Chronos::diagonal columns", diagonalColumn), diagonal});
  return diagonal;
}

Jacobi::Jacobi(const DistMatrix<double>& A) : inverseDiagonal_(diagonalOf(A)) {
  Kokkos::parallel_for("Chronos::Jacobi::invert", RowPolicy(0, A.numRows()), InvertFunctor{inverseDiagonal_});
  const Comm& comm = *A.rowMap()->getComm();
  report_.name = "jacobi";
  report_.density = double(A.rowMap()->getGlobalNumElements()) / double(A.numGlobalEntries());
  report_.longestRow = 1;
  report_.bytes = sumOverRanks(comm, double(A.numRows()) * sizeof(double));
}

void Jacobi::apply(const Kokkos::View<const double*, Device>& r, const Kokkos::View<double*, Device>& z) const {
  Kokkos::parallel_for("Chronos::Jacobi::apply", RowPolicy(0, static_cast<int>(r.extent(0))),
                       MultiplyFunctor{inverseDiagonal_, r, z});
}

}  // namespace Chronos
