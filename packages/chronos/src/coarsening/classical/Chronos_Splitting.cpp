// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Splitting.hpp"

#include "Chronos_ContiguousMap.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct NumberCoarseFunctor {
  Kokkos::View<const char*, Device> types;
  Kokkos::View<LocalOrdinal*, Device> coarseIndex;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numCoarse, bool final) const {
    const bool coarse = types(row) == coarsePoint;
    if (final) coarseIndex(row) = coarse ? numCoarse : -1;
    if (coarse) ++numCoarse;
  }
};

struct CountIsolatedFunctor {
  Kokkos::View<const char*, Device> types;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& numIsolated) const {
    if (types(row) == isolatedPoint) ++numIsolated;
  }
};

}  // namespace

Splitting numberCoarsePoints(const DistMatrix<double>& A, const Kokkos::View<const char*, Device>& types) {
  const RowPolicy policy(0, A.numRows());
  const auto coarseIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::coarse numbers", A.numRows());
  int numCoarse = 0;
  scanTotal("Chronos::numberCoarsePoints::scan", policy, NumberCoarseFunctor{types, coarseIndex}, numCoarse);
  long long numIsolated = 0;
  Kokkos::parallel_reduce("Chronos::numberCoarsePoints::isolated", policy, CountIsolatedFunctor{types}, numIsolated);
  const Teuchos::RCP<const Comm> comm = A.rowMap()->getComm();
  long long numAllCoarse = numCoarse;
  JointReduction all;
  all.sum(numAllCoarse);
  all.sum(numIsolated);
  all.reduce(*comm);
  return {types, coarseIndex, contiguousMap(static_cast<std::size_t>(numCoarse), numAllCoarse, comm), numIsolated};
}

}  // namespace Chronos
