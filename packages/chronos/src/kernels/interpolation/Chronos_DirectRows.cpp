// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DirectRows.hpp"

#include "Chronos_ScanTotal.hpp"

#include <limits>

namespace Chronos {
namespace {

// Sums over a row, by sign: of all entries but the diagonal, and of the strong coarse ones.
template <class Scalar>
struct RowSums {
  Scalar diagonal = 0, negative = 0, positive = 0, coarseNegative = 0, coarsePositive = 0;
  int numCoarse = 0;

  // Of Stueben's formula: the diagonal with what nobody interpolates; 0 where these cancel but for rounding.
  KOKKOS_INLINE_FUNCTION Scalar divisor() const {
    const Scalar left = coarseNegative == 0 ? negative : Scalar(0), right = coarsePositive == 0 ? positive : Scalar(0);
    const Scalar sum = diagonal + left + right;
    const Scalar size = magnitude(diagonal) + magnitude(left) + magnitude(right);
    return magnitude(sum) > cancelled * size ? sum : Scalar(0);
  }

  KOKKOS_INLINE_FUNCTION static Scalar magnitude(Scalar value) { return value < 0 ? -value : value; }
  static constexpr Scalar cancelled = 64 * std::numeric_limits<Scalar>::epsilon();
};

template <class Scalar, class DeviceType>
struct DirectRows {
  CsrMatrix<Scalar, DeviceType> A;
  Kokkos::View<const char*, DeviceType> strong, types;

  KOKKOS_INLINE_FUNCTION bool isUsed(Offset entry) const { return strong(entry) != 0 && types(A.colInd(entry)) == 1; }

  KOKKOS_INLINE_FUNCTION Scalar diagonalOf(LocalOrdinal i) const {
    for (Offset entry = A.rowPtr(i); entry < A.rowPtr(i + 1); ++entry)
      if (A.colInd(entry) == i) return A.values(entry);
    return 0;
  }

  KOKKOS_INLINE_FUNCTION RowSums<Scalar> sumsOf(LocalOrdinal i) const {
    RowSums<Scalar> sums;
    sums.diagonal = diagonalOf(i);
    for (Offset entry = A.rowPtr(i); entry < A.rowPtr(i + 1); ++entry) {
      if (A.colInd(entry) == i) continue;
      const Scalar value = A.values(entry);
      const bool isNegative = (value < 0) != (sums.diagonal < 0);
      const bool used = isUsed(entry);
      (isNegative ? sums.negative : sums.positive) += value;
      if (!used) continue;
      (isNegative ? sums.coarseNegative : sums.coarsePositive) += value;
      ++sums.numCoarse;
    }
    return sums;
  }

  KOKKOS_INLINE_FUNCTION int length(LocalOrdinal i) const {
    if (types(i) == 1) return 1;
    if (types(i) != 0) return 0;
    const RowSums<Scalar> sums = sumsOf(i);
    return sums.divisor() == 0 ? 0 : sums.numCoarse;
  }
};

template <class Scalar, class DeviceType>
struct CountDirectFunctor {
  DirectRows<Scalar, DeviceType> rows;
  Kokkos::View<Offset*, DeviceType> rowPtr;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Offset& sum, bool final) const {
    sum += static_cast<Offset>(rows.length(static_cast<LocalOrdinal>(i)));
    if (final) rowPtr(i + 1) = sum;
  }
};

template <class Scalar, class DeviceType>
struct FillDirectFunctor {
  DirectRows<Scalar, DeviceType> rows;
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<LocalOrdinal*, DeviceType> colInd;
  Kokkos::View<Scalar*, DeviceType> values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const LocalOrdinal i = static_cast<LocalOrdinal>(item);
    Offset next = rowPtr(i);
    if (next == rowPtr(i + 1)) return;
    if (rows.types(i) == 1) {
      colInd(next) = i;
      values(next) = Scalar(1);
      return;
    }
    const RowSums<Scalar> sums = rows.sumsOf(i);
    const Scalar divisor = sums.divisor();
    const Scalar ofNegative = sums.coarseNegative == 0 ? 0 : -sums.negative / sums.coarseNegative / divisor;
    const Scalar ofPositive = sums.coarsePositive == 0 ? 0 : -sums.positive / sums.coarsePositive / divisor;
    for (Offset entry = rows.A.rowPtr(i); entry < rows.A.rowPtr(i + 1); ++entry) {
      if (rows.A.colInd(entry) == i || !rows.isUsed(entry)) continue;
      const Scalar value = rows.A.values(entry);
      colInd(next) = rows.A.colInd(entry);
      values(next++) = value * ((value < 0) != (sums.diagonal < 0) ? ofNegative : ofPositive);
    }
  }
};

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> directRows(const typename DeviceType::execution_space& space,
                                         const CsrMatrix<Scalar, DeviceType>& A,
                                         const Kokkos::View<const char*, DeviceType>& strong,
                                         const Kokkos::View<const char*, DeviceType>& types) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  const DirectRows<Scalar, DeviceType> rows{A, strong, types};
  const auto rowPtr = allocateZeros<Kokkos::View<Offset*, DeviceType>>("Chronos::direct row pointers", A.numRows + 1);
  Offset numEntries = 0;
  if (A.numRows > 0)
    scanTotal("Chronos::directRows::count", Policy(space, 0, A.numRows),
              CountDirectFunctor<Scalar, DeviceType>{rows, rowPtr}, numEntries);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, DeviceType>>("Chronos::direct columns", numEntries);
  const auto values = allocate<Kokkos::View<Scalar*, DeviceType>>("Chronos::direct values", numEntries);
  Kokkos::parallel_for("Chronos::directRows::fill", Policy(space, 0, A.numRows),
                       FillDirectFunctor<Scalar, DeviceType>{rows, rowPtr, colInd, values});
  return {A.numRows, A.numCols, rowPtr, colInd, values};
}

#define CHRONOS_DIRECTROWS(SCALAR, DEVICE)                                                                        \
  template CsrMatrix<SCALAR, DEVICE> directRows(const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, \
                                                const Kokkos::View<const char*, DEVICE>&,                         \
                                                const Kokkos::View<const char*, DEVICE>&);
#define CHRONOS_DIRECTROWS_ALL(DEVICE) \
  CHRONOS_DIRECTROWS(double, DEVICE)   \
  CHRONOS_DIRECTROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_DIRECTROWS_ALL)

}  // namespace Chronos
