// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Diagonal.hpp"

#include <cmath>

namespace Chronos {
namespace {

struct DiagonalFunctor {
  DiagonalReader read;
  Kokkos::View<double*, Device> diagonal;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const { diagonal(row) = read(row); }
};

struct DiagonalColumnsFunctor {
  typename Map::local_map_type rowMap, domainMap;
  Kokkos::View<LocalOrdinal*, Device> columns;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    columns(row) = domainMap.getLocalElement(rowMap.getGlobalElement(row));
  }
};

struct RowNormFunctor {
  CsrMatrix<double, Device> A;
  Kokkos::View<double*, Device> norms;

  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    using std::abs;
    double sum = 0;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) sum += abs(A.values(entry));
    norms(row) = sum;
  }
};

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

}  // namespace

Kokkos::View<double*, Device> diagonalOf(const DistMatrix<double>& A) {
  auto diagonal = allocate<Kokkos::View<double*, Device>>("Chronos::diagonal", A.numRows());
  Kokkos::parallel_for("Chronos::diagonalOf", RowPolicy(0, A.numRows()), DiagonalFunctor{DiagonalReader(A), diagonal});
  return diagonal;
}

Kokkos::View<LocalOrdinal*, Device> diagonalColumns(const DistMatrix<double>& A) {
  auto columns = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::diagonal columns", A.numRows());
  Kokkos::parallel_for("Chronos::diagonalColumns", RowPolicy(0, A.numRows()),
                       DiagonalColumnsFunctor{A.rowMap()->getLocalMap(), A.domainMap()->getLocalMap(), columns});
  return columns;
}

Kokkos::View<double*, Device> rowNormsOf(const DistMatrix<double>& A) {
  auto norms = allocate<Kokkos::View<double*, Device>>("Chronos::row norms", A.numRows());
  Kokkos::parallel_for("Chronos::rowNormsOf", RowPolicy(0, A.numRows()), RowNormFunctor{A.local(), norms});
  return norms;
}

}  // namespace Chronos
