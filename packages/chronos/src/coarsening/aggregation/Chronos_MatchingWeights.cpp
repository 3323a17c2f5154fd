// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatchingWeights.hpp"

namespace Chronos {
namespace {

template <class DeviceType>
using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;

KOKKOS_INLINE_FUNCTION double magnitude(double x) {
  return x < 0 ? -x : x;
}

template <class DeviceType>
struct SortedRows {
  CsrMatrix<double, DeviceType> A;

  // 0 where nothing is stored.
  KOKKOS_INLINE_FUNCTION double entry(LocalOrdinal row, LocalOrdinal col) const {
    Offset low = A.rowPtr(row), high = A.rowPtr(row + 1);
    while (low < high) {
      const Offset middle = low + (high - low) / 2;
      if (A.colInd(middle) < col) low = middle + 1;
      else high = middle;
    }
    return low < A.rowPtr(row + 1) && A.colInd(low) == col ? A.values(low) : 0;
  }
};

// a_ii w_i^2, or |a_ii| without w.
template <class DeviceType>
struct DiagonalFunctor {
  SortedRows<DeviceType> rows;
  Kokkos::View<const double*, DeviceType> w;
  Kokkos::View<double*, DeviceType> diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item);
    const double value = rows.entry(row, row);
    diagonal(row) = w.extent(0) == 0 ? magnitude(value) : value * w(row) * w(row);
  }
};

template <class DeviceType>
struct MatchingWeight {
  static constexpr bool needsBoth = false;  // entries of an edge, from both rows
  SortedRows<DeviceType> rows;
  Kokkos::View<const double*, DeviceType> w, diagonal;
  PairWeight kind;

  KOKKOS_INLINE_FUNCTION float operator()(LocalOrdinal smaller, LocalOrdinal larger, double upper, double) const {
    return pairWeight(kind, upper * w(smaller) * w(larger), diagonal(smaller), diagonal(larger));
  }
};

template <class DeviceType>
struct GraphMatchWeight {
  static constexpr bool needsBoth = true;
  SortedRows<DeviceType> rows;
  Kokkos::View<const double*, DeviceType> diagonal;

  KOKKOS_INLINE_FUNCTION float operator()(LocalOrdinal smaller, LocalOrdinal larger, double upper, double lower) const {
    const double scale = diagonal(smaller) > diagonal(larger) ? diagonal(smaller) : diagonal(larger);
    const bool isEdge = upper != 0 && lower != 0 && scale > 0;
    return isEdge ? static_cast<float>((magnitude(upper) + magnitude(lower)) / 2 / scale) : 0.0f;
  }
};

template <class DeviceType, class Weight>
struct WeightsFunctor {
  Weight weight;
  Kokkos::View<const char*, DeviceType> isolated;
  Kokkos::View<float*, DeviceType> weights;

  KOKKOS_INLINE_FUNCTION bool isIsolated(LocalOrdinal row) const {
    return isolated.extent(0) > 0 && isolated(row) != 0;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal row = static_cast<LocalOrdinal>(item);
    const auto& A = weight.rows.A;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry) weights(entry) = of(row, entry);
  }

  KOKKOS_INLINE_FUNCTION float of(LocalOrdinal row, Offset entry) const {
    const LocalOrdinal col = weight.rows.A.colInd(entry);
    if (col == row || col >= weight.rows.A.numRows || isIsolated(row) || isIsolated(col)) return 0.0f;
    const double here = weight.rows.A.values(entry);
    const double there = row < col && !Weight::needsBoth ? 0 : weight.rows.entry(col, row);
    return row < col ? weight(row, col, here, there) : weight(col, row, there, here);
  }
};

template <class DeviceType>
Kokkos::View<const double*, DeviceType> diagonalOf(const typename DeviceType::execution_space& space,
                                                   const SortedRows<DeviceType>& rows,
                                                   const Kokkos::View<const double*, DeviceType>& w) {
  const auto diagonal = allocate<Kokkos::View<double*, DeviceType>>("Chronos::matching diagonal", rows.A.numRows);
  Kokkos::parallel_for("Chronos::matchingWeights::diagonal", Policy<DeviceType>(space, 0, rows.A.numRows),
                       DiagonalFunctor<DeviceType>{rows, w, diagonal});
  return diagonal;
}

template <class DeviceType, class Weight>
Kokkos::View<const float*, DeviceType> weightsBy(const typename DeviceType::execution_space& space,
                                                 const Weight& weight,
                                                 const Kokkos::View<const char*, DeviceType>& isolated) {
  const auto weights =
      allocate<Kokkos::View<float*, DeviceType>>("Chronos::matching weights", weight.rows.A.numEntries());
  Kokkos::parallel_for("Chronos::matchingWeights::weights", Policy<DeviceType>(space, 0, weight.rows.A.numRows),
                       WeightsFunctor<DeviceType, Weight>{weight, isolated, weights});
  return weights;
}

}  // namespace

template <class DeviceType>
Kokkos::View<const float*, DeviceType> matchingWeights(const typename DeviceType::execution_space& space,
                                                       PairWeight kind, const CsrMatrix<double, DeviceType>& A,
                                                       const Kokkos::View<const double*, DeviceType>& w,
                                                       const Kokkos::View<const char*, DeviceType>& isolated) {
  const SortedRows<DeviceType> rows{A};
  return weightsBy<DeviceType>(space, MatchingWeight<DeviceType>{rows, w, diagonalOf(space, rows, w), kind}, isolated);
}

template <class DeviceType>
Kokkos::View<const float*, DeviceType> graphMatchWeights(const typename DeviceType::execution_space& space,
                                                         const CsrMatrix<double, DeviceType>& A,
                                                         const Kokkos::View<const char*, DeviceType>& isolated) {
  const SortedRows<DeviceType> rows{A};
  return weightsBy<DeviceType>(space, GraphMatchWeight<DeviceType>{rows, diagonalOf<DeviceType>(space, rows, {})},
                               isolated);
}

#define CHRONOS_MATCHINGWEIGHTS(DEVICE)                                                      \
  template Kokkos::View<const float*, DEVICE> matchingWeights(                               \
      const DEVICE::execution_space&, PairWeight, const CsrMatrix<double, DEVICE>&,          \
      const Kokkos::View<const double*, DEVICE>&, const Kokkos::View<const char*, DEVICE>&); \
  template Kokkos::View<const float*, DEVICE> graphMatchWeights(                             \
      const DEVICE::execution_space&, const CsrMatrix<double, DEVICE>&, const Kokkos::View<const char*, DEVICE>&);
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MATCHINGWEIGHTS)

}  // namespace Chronos
