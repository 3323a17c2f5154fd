// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AggregatedUnknowns.hpp"

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_NodeNumbering.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct RestrictFunctor {
  CsrMatrix<double, Device> members;
  TestSpace fine;
  TestVectors coarse;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate) const {
    const Offset begin = members.rowPtr(aggregate), end = members.rowPtr(aggregate + 1);
    double squares = 0;
    for (Offset member = begin; member < end; ++member) squares += members.values(member) * members.values(member);
    for (int k = 0; k < static_cast<int>(fine.extent(1)); ++k) {
      double sum = 0;
      for (Offset member = begin; member < end; ++member)
        sum += members.values(member) * fine(members.colInd(member), k);
      coarse(aggregate, k) = sum / squares;
    }
  }
};

struct FirstMembersFunctor {
  CsrMatrix<double, Device> members;
  Kokkos::View<const LocalOrdinal*, Device> aggregates;
  Kokkos::View<char*, Device> types;
  Kokkos::View<LocalOrdinal*, Device> coarseIndex;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const LocalOrdinal aggregate = aggregates(row);
    const bool isFirst = aggregate >= 0 && members.colInd(members.rowPtr(aggregate)) == row;
    types(row) = isFirst ? coarsePoint : finePoint;
    coarseIndex(row) = isFirst ? aggregate : -1;
  }
};

struct AggregateHashFunctor {
  Map::local_map_type rowMap;
  CsrMatrix<double, Device> members;
  Kokkos::View<const LocalOrdinal*, Device> aggregates;
  KOKKOS_INLINE_FUNCTION void operator()(int row, std::uint64_t& sum) const {
    if (aggregates(row) < 0) return;
    const LocalOrdinal first = members.colInd(members.rowPtr(aggregates(row)));
    sum += globalHash(globalHash(static_cast<std::uint64_t>(rowMap.getGlobalElement(first))) ^
                      static_cast<std::uint64_t>(rowMap.getGlobalElement(row)));
  }
};

}  // namespace

TestSpace AggregatedUnknowns::testSpace(const TestSpace& fine) const {
  const TestVectors coarse = allocateVectors("Chronos::coarse test space", basis_.aggregates.count, fine.extent(1));
  Kokkos::parallel_for("Chronos::AggregatedUnknowns::testSpace", RowPolicy(0, basis_.aggregates.count),
                       RestrictFunctor{basis_.members, fine, coarse});
  return coarse;
}

UnknownNodes AggregatedUnknowns::nodes(const DistMatrix<double>& A, const UnknownNodes& fine) const {
  const auto types = allocate<Kokkos::View<char*, Device>>("Chronos::first members", A.numRows());
  const auto coarseIndex = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::coarse numbers", A.numRows());
  Kokkos::parallel_for("Chronos::AggregatedUnknowns::nodes", RowPolicy(0, A.numRows()),
                       FirstMembersFunctor{basis_.members, basis_.aggregates.of, types, coarseIndex});
  return coarseNodes(A, fine, {types, coarseIndex, map_, 0});
}

std::uint64_t AggregatedUnknowns::fingerprint(const Map& fineMap) const {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("Chronos::fingerprint::aggregates",
                          RowPolicy(0, static_cast<int>(basis_.aggregates.of.extent(0))),
                          AggregateHashFunctor{fineMap.getLocalMap(), basis_.members, basis_.aggregates.of}, sum);
  return sumOfHashes(*fineMap.getComm(), sum);
}

}  // namespace Chronos
