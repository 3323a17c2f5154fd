// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SharedAggregates.hpp"

#include "Chronos_Aggregates.hpp"
#include "Chronos_ColumnProducts.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_ContiguousMap.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HaloRows.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_ScanTotal.hpp"
#include "Chronos_Transpose.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Globals = Kokkos::View<const GlobalOrdinal*, Device>;
using Indices = Kokkos::View<const LocalOrdinal*, Device>;
using Flags = Kokkos::View<const char*, Device>;

struct LeadsFunctor {
  Globals globals, partners;
  Indices joined;
  Flags isolated;

  KOKKOS_INLINE_FUNCTION bool joins(int row) const { return joined.extent(0) > 0 && joined(row) >= 0; }
  KOKKOS_INLINE_FUNCTION bool operator()(int row) const {
    return isolated(row) == 0 && !joins(row) && partners(row) < globals(row);
  }
};

struct CountLeadersFunctor {
  LeadsFunctor leads;
  Kokkos::View<LocalOrdinal*, Device> numbers;
  KOKKOS_INLINE_FUNCTION void operator()(int row, LocalOrdinal& next, bool final) const {
    const bool isLeader = leads(row);
    if (final) numbers(row) = isLeader ? next : -1;
    next += isLeader;
  }
};

struct NameLeadersFunctor {
  Indices numbers;
  Map::local_map_type coarseMap;
  Kokkos::View<GlobalOrdinal*, Device> aggregates;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    aggregates(row) = numbers(row) < 0 ? GlobalOrdinal(-1) : coarseMap.getGlobalElement(numbers(row));
  }
};

// The smaller row of a pair is told by the larger one, which is its neighbour.
struct FollowPartnerFunctor {
  CsrMatrix<double, Device> A;
  Globals globals, partners, aggregatesOfAll;
  Kokkos::View<GlobalOrdinal*, Device> aggregates;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (partners(row) < globals(row)) return;
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      if (globals(A.colInd(entry)) == partners(row)) aggregates(row) = aggregatesOfAll(A.colInd(entry));
  }
};

struct JoinNeighbourFunctor {
  Indices joined;
  Globals aggregatesOfAll;
  Kokkos::View<GlobalOrdinal*, Device> aggregates;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (joined(row) >= 0) aggregates(row) = aggregatesOfAll(joined(row));
  }
};

struct RowPtrFunctor {
  Globals aggregates;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int row, Offset& sum, bool final) const {
    sum += aggregates(row) >= 0;
    if (final) rowPtr(row + 1) = sum;
  }
};

struct FillFunctor {
  Globals aggregates;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<GlobalOrdinal*, Device> colInd;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (aggregates(row) >= 0) colInd(rowPtr(row)) = aggregates(row);
  }
};

struct RowValuesFunctor {
  CsrMatrix<double, Device> P;
  ConstVector w;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (Offset entry = P.rowPtr(row); entry < P.rowPtr(row + 1); ++entry) values(entry) = w(row);
  }
};

struct DivideFunctor {
  CsrMatrix<double, Device> P;
  ConstVector w, norms;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    for (Offset entry = P.rowPtr(row); entry < P.rowPtr(row + 1); ++entry)
      values(entry) = norms(P.colInd(entry)) == 0 ? 1 : w(row) / norms(P.colInd(entry));
  }
};

struct SquaresFunctor {
  CsrMatrix<double, Device> R;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    double squares = 0;
    for (Offset entry = R.rowPtr(row); entry < R.rowPtr(row + 1); ++entry) squares += R.values(entry) * R.values(entry);
    values(row) /= squares;
  }
};

struct HashFunctor {
  CsrMatrix<double, Device> R;
  Globals globals;
  KOKKOS_INLINE_FUNCTION void operator()(int row, std::uint64_t& sum) const {
    GlobalOrdinal least = globals(R.colInd(R.rowPtr(row)));
    for (Offset entry = R.rowPtr(row); entry < R.rowPtr(row + 1); ++entry)
      if (globals(R.colInd(entry)) < least) least = globals(R.colInd(entry));
    for (Offset entry = R.rowPtr(row); entry < R.rowPtr(row + 1); ++entry)
      sum += globalHash(globalHash(static_cast<std::uint64_t>(least)) ^
                        static_cast<std::uint64_t>(globals(R.colInd(entry))));
  }
};

}  // namespace

DistMatrix<double> pairsAcrossRanks(const DistMatrix<double>& A, const Globals& partners, const Indices* joined,
                                    const Flags& isolated) {
  const LocalOrdinal numRows = A.numRows();
  const RowPolicy rows(0, numRows);
  const ExtendedColumns columns(A.halo());
  const Globals globals = columns.extend<GlobalOrdinal>(ownedGlobals(*A.rowMap()));
  const auto numbers = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregate numbers", numRows);
  LocalOrdinal count = 0;
  scanTotal("Chronos::pairsAcrossRanks::leaders", rows,
            CountLeadersFunctor{{globals, partners, joined ? *joined : Indices(), isolated}, numbers}, count);
  const auto coarseMap = contiguousMap(static_cast<std::size_t>(count), A.rowMap()->getComm());
  const auto aggregates = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::aggregates", numRows);
  Kokkos::parallel_for("Chronos::pairsAcrossRanks::name", rows,
                       NameLeadersFunctor{numbers, coarseMap->getLocalMap(), aggregates});
  // On one rank `extend` gives the View itself: rows are told by leaders, which no one changes.
  Kokkos::parallel_for("Chronos::pairsAcrossRanks::follow", rows,
                       FollowPartnerFunctor{A.local(), globals, partners,
                                            columns.extend<GlobalOrdinal>(Globals(aggregates)), aggregates});
  if (joined) {
    const Globals named = columns.extend<GlobalOrdinal>(Globals(aggregates));
    Kokkos::parallel_for("Chronos::pairsAcrossRanks::join", rows, JoinNeighbourFunctor{*joined, named, aggregates});
  }
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::aggregate row pointers", std::size_t(numRows) + 1);
  Offset numEntries = 0;
  scanTotal("Chronos::pairsAcrossRanks::rowPtr", rows, RowPtrFunctor{aggregates, rowPtr}, numEntries);
  const auto colInd = allocate<Kokkos::View<GlobalOrdinal*, Device>>("Chronos::aggregate columns", numEntries);
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::aggregate entries", numEntries);
  Kokkos::parallel_for("Chronos::pairsAcrossRanks::fill", rows, FillFunctor{aggregates, rowPtr, colInd});
  Kokkos::deep_copy(values, 1.0);
  return DistMatrix<double>(A.rowMap(), coarseMap, rowPtr, colInd, values);
}

SharedBasis normalisedBasis(const DistMatrix<double>& aggregates, const ConstVector& w) {
  const RowPolicy rows(0, aggregates.numRows());
  const auto ofRows =
      allocate<Kokkos::View<double*, Device>>("Chronos::aggregate values", aggregates.local().numEntries());
  Kokkos::parallel_for("Chronos::normalisedBasis::w", rows, RowValuesFunctor{aggregates.local(), w, ofRows});
  const DistMatrix<double> R = transpose(aggregates.withValues(ofRows));
  const NormalisedMembers normalised = normaliseMembers(R.local());
  const auto values =
      allocate<Kokkos::View<double*, Device>>("Chronos::aggregate values", aggregates.local().numEntries());
  const ConstVector normsOfAll = ExtendedColumns(aggregates.halo()).extend<double>(normalised.norms);
  Kokkos::parallel_for("Chronos::normalisedBasis::divide", rows,
                       DivideFunctor{aggregates.local(), w, normsOfAll, values});
  return {aggregates.withValues(values), R.withValues(normalised.factors), normalised.norms};
}

TestSpace SharedUnknowns::testSpace(const TestSpace& fine) const {
  const TestVectors coarse = allocateVectors("Chronos::coarse test space", basis_.R.numRows(), fine.extent(1));
  for (std::size_t k = 0; k < fine.extent(1); ++k) {
    basis_.R.apply<double>(column(fine, k), column(coarse, k));
    Kokkos::parallel_for("Chronos::SharedUnknowns::testSpace", RowPolicy(0, basis_.R.numRows()),
                         SquaresFunctor{basis_.R.local(), column(coarse, k)});
  }
  return coarse;
}

UnknownNodes SharedUnknowns::nodes(const DistMatrix<double>&, const UnknownNodes&) const {
  return ownedGlobals(*basis_.P.domainMap());
}

std::uint64_t SharedUnknowns::fingerprint(const Map& fineMap) const {
  std::uint64_t sum = 0;
  const auto globals = ExtendedColumns(basis_.R.halo()).extend<GlobalOrdinal>(ownedGlobals(*basis_.R.domainMap()));
  Kokkos::parallel_reduce("Chronos::fingerprint::aggregates", RowPolicy(0, basis_.R.numRows()),
                          HashFunctor{basis_.R.local(), globals}, sum);
  return sumOfHashes(*fineMap.getComm(), sum);
}

}  // namespace Chronos
