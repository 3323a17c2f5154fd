// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeBasisUnknowns.hpp"

#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_GlobalHash.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using ConstInts = Kokkos::View<const LocalOrdinal*, Device>;

// One entry of the coarse test space, where an aggregate has no more columns than there are vectors.
struct RestrictFunctor {
  AggregateRows aggregates;
  ConstInts firstColumn;
  CsrMatrix<double, Device> P;
  TestSpace fine;
  TestVectors coarse;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t item) const {
    const int numVectors = static_cast<int>(fine.extent(1)), k = static_cast<int>(item % numVectors);
    const auto aggregate = static_cast<int>(item / numVectors / numVectors);
    const LocalOrdinal first = firstColumn(aggregate), numColumns = firstColumn(aggregate + 1) - first;
    for (auto place = static_cast<LocalOrdinal>(item / numVectors % numVectors); place < numColumns;
         place += numVectors) {
      double sum = 0;
      for (Offset i = aggregates.begin(aggregate); i < aggregates.begin(aggregate + 1); ++i) {
        const LocalOrdinal row = aggregates.row(i);
        sum += P.values(P.rowPtr(row) + static_cast<Offset>(place)) * fine(row, k);
      }
      coarse(first + place, k) = sum;
    }
  }
};

struct NodeFunctor {
  ConstInts firstColumn;
  GlobalOrdinal first;
  Kokkos::View<GlobalOrdinal*, Device> nodes;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate) const {
    for (LocalOrdinal col = firstColumn(aggregate); col < firstColumn(aggregate + 1); ++col)
      nodes(col) = first + aggregate;
  }
};

struct HashFunctor {
  typename Map::local_map_type rowMap;
  AggregateRows aggregates;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate, std::uint64_t& sum) const {
    const Offset begin = aggregates.begin(aggregate), end = aggregates.begin(aggregate + 1);
    if (begin == end) return;
    const auto first = static_cast<std::uint64_t>(rowMap.getGlobalElement(aggregates.row(begin)));
    for (Offset i = begin; i < end; ++i)
      sum += globalHash(static_cast<std::uint64_t>(rowMap.getGlobalElement(aggregates.row(i))) + globalHash(first));
  }
};

}  // namespace

TestSpace NodeBasisUnknowns::testSpace(const TestSpace& fine) const {
  const CsrMatrix<double, Device>& P = tentative_.P->local();
  const TestVectors coarse =
      allocateVectors("Chronos::coarse test space", static_cast<std::size_t>(P.numCols), fine.extent(1));
  using ItemPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  const auto numVectors = static_cast<std::int64_t>(fine.extent(1));
  Kokkos::parallel_for("Chronos::NodeBasisUnknowns::testSpace",
                       ItemPolicy(0, aggregates_.number() * numVectors * numVectors),
                       RestrictFunctor{aggregates_, tentative_.firstColumn, P, fine, coarse});
  return coarse;
}

UnknownNodes NodeBasisUnknowns::nodes(const DistMatrix<double>& A, const UnknownNodes&) const {
  const GlobalOrdinal before = sumOverRanksBefore(*A.rowMap()->getComm(), aggregates_.number());
  const auto nodes = allocate<Kokkos::View<GlobalOrdinal*, Device>>(
      "Chronos::nodes of coarse unknowns", static_cast<std::size_t>(tentative_.P->local().numCols));
  Kokkos::parallel_for("Chronos::NodeBasisUnknowns::nodes", RowPolicy(0, aggregates_.number()),
                       NodeFunctor{tentative_.firstColumn, before, nodes});
  return nodes;
}

std::uint64_t NodeBasisUnknowns::fingerprint(const Map& fineMap) const {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("Chronos::fingerprint::aggregates", RowPolicy(0, aggregates_.number()),
                          HashFunctor{fineMap.getLocalMap(), aggregates_}, sum);
  return sumOfHashes(*fineMap.getComm(), sum);
}

}  // namespace Chronos
