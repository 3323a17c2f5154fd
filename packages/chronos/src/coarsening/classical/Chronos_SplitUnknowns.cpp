// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SplitUnknowns.hpp"

#include "Chronos_GlobalHash.hpp"
#include "Chronos_InjectTestSpace.hpp"
#include "Chronos_NodeNumbering.hpp"

namespace Chronos {
namespace {

struct SplittingHashFunctor {
  typename Map::local_map_type rowMap;
  Kokkos::View<const char*, Device> types;
  KOKKOS_INLINE_FUNCTION void operator()(int row, std::uint64_t& sum) const {
    if (types(row) == coarsePoint) sum += globalHash(static_cast<std::uint64_t>(rowMap.getGlobalElement(row)));
  }
};

}  // namespace

TestSpace SplitUnknowns::testSpace(const TestSpace& fine) const {
  return injectTestSpace(fine, splitting_);
}

UnknownNodes SplitUnknowns::nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const {
  return coarseNodes(A, fine, splitting_);
}

std::uint64_t SplitUnknowns::fingerprint(const Map& fineMap) const {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("Chronos::fingerprint::splitting",
                          Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(
                              0, static_cast<int>(splitting_.types.extent(0))),
                          SplittingHashFunctor{fineMap.getLocalMap(), splitting_.types}, sum);
  return sumOfHashes(*fineMap.getComm(), sum);
}

}  // namespace Chronos
