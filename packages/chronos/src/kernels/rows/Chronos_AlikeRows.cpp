// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AlikeRows.hpp"

#include "Chronos_LaneGroup.hpp"
#include "Chronos_Memory.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {
namespace {

// `lanes` threads compare a row with the one before, and stop where they differ.
template <class Scalar, class DeviceType>
struct CompareRowsFunctor {
  static constexpr int lanes = runsOnHost<DeviceType> ? 1 : 8;

  CsrMatrix<Scalar, DeviceType> A;
  Kokkos::View<char*, DeviceType> flags;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t thread) const {
    const std::int64_t row = thread / lanes;
    const bool isThere = row < A.numRows;
    const bool mayFollow = isThere && row % AlikeRows<DeviceType>::longestRun != 0;
    const int differs = groupSum(mayFollow && differsFromFormer(row, static_cast<int>(thread % lanes)) ? 1 : 0, lanes);
    if (isThere && thread % lanes == 0) flags(row) = mayFollow && differs == 0;
  }

  KOKKOS_INLINE_FUNCTION bool differsFromFormer(std::int64_t row, int lane) const {
    const Offset former = A.rowPtr(row - 1), begin = A.rowPtr(row), end = A.rowPtr(row + 1);
    if (begin - former != end - begin) return true;
    const LocalOrdinal* const cols = A.colInd.data();
    for (Offset entry = lane; entry < end - begin; entry += lanes)
      if (cols[former + entry] != cols[begin + entry]) return true;
    return false;
  }
};

template <class DeviceType>
struct CountFollowersFunctor {
  AlikeRows<DeviceType> alike;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, LocalOrdinal& count) const {
    count += alike.follows(static_cast<LocalOrdinal>(row));
  }
};

}  // namespace

template <class Scalar, class DeviceType>
AlikeRows<DeviceType> findAlikeRows(const typename DeviceType::execution_space& space,
                                    const CsrMatrix<Scalar, DeviceType>& A) {
  using Policy = Kokkos::RangePolicy<typename DeviceType::execution_space, Kokkos::IndexType<std::int64_t>>;
  if (A.numRows == 0) return {};
  const auto flags = allocate<Kokkos::View<char*, DeviceType>>("Chronos::alike rows", A.numRows);
  using Functor = CompareRowsFunctor<Scalar, DeviceType>;
  const std::int64_t numThreads = (std::int64_t(A.numRows) * Functor::lanes + 31) / 32 * 32;
  Kokkos::parallel_for("Chronos::findAlikeRows::compare", Policy(space, 0, numThreads), Functor{A, flags});
  const AlikeRows<DeviceType> alike{flags};
  LocalOrdinal numFollowers = 0;
  Kokkos::parallel_reduce("Chronos::findAlikeRows::count", Policy(space, 0, A.numRows),
                          CountFollowersFunctor<DeviceType>{alike}, numFollowers);
  return 4 * std::int64_t(numFollowers) < A.numRows ? AlikeRows<DeviceType>{} : alike;
}

#define CHRONOS_ALIKEROWS(SCALAR, DEVICE)                                                  \
  template AlikeRows<DEVICE> findAlikeRows<SCALAR, DEVICE>(const DEVICE::execution_space&, \
                                                           const CsrMatrix<SCALAR, DEVICE>&);
#define CHRONOS_ALIKEROWS_ALL(DEVICE) CHRONOS_ALIKEROWS(double, DEVICE) CHRONOS_ALIKEROWS(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_ALIKEROWS_ALL)

}  // namespace Chronos
