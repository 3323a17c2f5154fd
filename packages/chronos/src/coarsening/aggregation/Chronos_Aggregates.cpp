// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Aggregates.hpp"

#include "Chronos_LocalTranspose.hpp"
#include "Chronos_ScanTotal.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Indices = Kokkos::View<const LocalOrdinal*, Device>;

RowPolicy rowsOf(const Indices& view) {
  return RowPolicy(0, static_cast<int>(view.extent(0)));
}

struct IsCarriedDown {
  Kokkos::View<const char*, Device> isolated;
  KOKKOS_INLINE_FUNCTION bool operator()(int row) const { return isolated.extent(0) == 0 || isolated(row) == 0; }
};

struct NumberLeadersFunctor {
  Indices leaders;
  IsCarriedDown isCarriedDown;
  Kokkos::View<LocalOrdinal*, Device> numbers;
  KOKKOS_INLINE_FUNCTION void operator()(int row, LocalOrdinal& next, bool final) const {
    const bool leads = leaders(row) == row && isCarriedDown(row);
    if (final) numbers(row) = leads ? next : -1;
    next += leads;
  }
};

struct FollowFunctor {
  Indices leaders, numbers;
  IsCarriedDown isCarriedDown;
  Kokkos::View<LocalOrdinal*, Device> aggregates;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    aggregates(row) = isCarriedDown(row) ? numbers(leaders(row)) : -1;
  }
};

struct ComposeFunctor {
  Indices fine, coarse;
  Kokkos::View<LocalOrdinal*, Device> aggregates;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { aggregates(row) = fine(row) < 0 ? -1 : coarse(fine(row)); }
};

struct RowPtrFunctor {
  Indices aggregates;
  Kokkos::View<Offset*, Device> rowPtr;
  KOKKOS_INLINE_FUNCTION void operator()(int row, Offset& sum, bool final) const {
    if (final && row == 0) rowPtr(0) = 0;
    sum += aggregates(row) >= 0;
    if (final) rowPtr(row + 1) = sum;
  }
};

struct FillFunctor {
  Indices aggregates;
  Kokkos::View<const Offset*, Device> rowPtr;
  Kokkos::View<const double*, Device> values;
  Kokkos::View<LocalOrdinal*, Device> colInd;
  Kokkos::View<double*, Device> entries;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    if (aggregates(row) < 0) return;
    colInd(rowPtr(row)) = aggregates(row);
    entries(rowPtr(row)) = values(row);
  }
};

struct NormaliseMembersFunctor {
  CsrMatrix<double, Device> members;
  Kokkos::View<double*, Device> norms, factors;
  KOKKOS_INLINE_FUNCTION void operator()(int aggregate) const {
    const Offset begin = members.rowPtr(aggregate), end = members.rowPtr(aggregate + 1);
    double sum = 0;
    for (Offset member = begin; member < end; ++member) sum += members.values(member) * members.values(member);
    const double first = members.values(begin);
    const double norm = end - begin > 1 ? sqrt(sum) : first < 0 ? -first : first;
    norms(aggregate) = norm;
    for (Offset member = begin; member < end; ++member) factors(member) = norm == 0 ? 1 : members.values(member) / norm;
  }
};

struct NormaliseRowsFunctor {
  Indices aggregates;
  ConstVector w, norms;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const LocalOrdinal aggregate = aggregates(row);
    if (aggregate < 0) values(row) = 0;
    else values(row) = norms(aggregate) == 0 ? 1 : w(row) / norms(aggregate);
  }
};

struct OneWhereCarriedFunctor {
  Indices aggregates;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const { values(row) = aggregates(row) < 0 ? 0 : 1; }
};

struct OwnedColumnsFunctor {
  Indices aggregates;
  Kokkos::View<const double*, Device> values;
  Kokkos::View<LocalOrdinal*, Device> ofColumns;
  Kokkos::View<double*, Device> valuesOfColumns;
  KOKKOS_INLINE_FUNCTION void operator()(int col) const {
    const bool isOwned = col < static_cast<int>(aggregates.extent(0));
    ofColumns(col) = isOwned ? aggregates(col) : -1;
    valuesOfColumns(col) = isOwned ? values(col) : 0;
  }
};

// At most one entry a row.
CsrMatrix<double, Device> singleEntries(const Aggregates& aggregates, const ConstVector& values) {
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(aggregates.of.extent(0));
  const auto rowPtr =
      allocateZeros<Kokkos::View<Offset*, Device>>("Chronos::aggregate row pointers", std::size_t(numRows) + 1);
  Offset numEntries = 0;
  scanTotal("Chronos::singleEntries::rowPtr", rowsOf(aggregates.of), RowPtrFunctor{aggregates.of, rowPtr}, numEntries);
  const auto colInd = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregate columns", numEntries);
  const auto entries = allocate<Kokkos::View<double*, Device>>("Chronos::aggregate entries", numEntries);
  Kokkos::parallel_for("Chronos::singleEntries::fill", rowsOf(aggregates.of),
                       FillFunctor{aggregates.of, rowPtr, values, colInd, entries});
  return {numRows, aggregates.count, rowPtr, colInd, entries};
}

CsrMatrix<double, Device> membersWith(const Aggregates& aggregates, const ConstVector& values) {
  return transposeLocal<double, Device>(Device::execution_space(), singleEntries(aggregates, values));
}

}  // namespace

Aggregates numberAggregates(const Indices& leaders, const Kokkos::View<const char*, Device>& isolated) {
  const std::size_t numRows = leaders.extent(0);
  const auto numbers = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregate numbers", numRows);
  const auto aggregates = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregates", numRows);
  LocalOrdinal count = 0;
  scanTotal("Chronos::numberAggregates::leaders", rowsOf(leaders), NumberLeadersFunctor{leaders, {isolated}, numbers},
            count);
  Kokkos::parallel_for("Chronos::numberAggregates::follow", rowsOf(leaders),
                       FollowFunctor{leaders, numbers, {isolated}, aggregates});
  return {aggregates, count};
}

Aggregates composed(const Aggregates& fine, const Aggregates& coarse) {
  const auto aggregates = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregates", fine.of.extent(0));
  Kokkos::parallel_for("Chronos::composedAggregates", rowsOf(fine.of), ComposeFunctor{fine.of, coarse.of, aggregates});
  return {aggregates, coarse.count};
}

NormalisedMembers normaliseMembers(const CsrMatrix<double, Device>& members) {
  const auto norms = allocate<Kokkos::View<double*, Device>>("Chronos::aggregate norms", members.numRows);
  const auto factors = allocate<Kokkos::View<double*, Device>>("Chronos::aggregate factors", members.numEntries());
  Kokkos::parallel_for("Chronos::normaliseMembers", RowPolicy(0, members.numRows),
                       NormaliseMembersFunctor{members, norms, factors});
  return {norms, factors};
}

AggregateBasis normalisedBasis(const Aggregates& aggregates, const ConstVector& w) {
  CsrMatrix<double, Device> members = membersWith(aggregates, w);
  const NormalisedMembers normalised = normaliseMembers(members);
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::aggregate values", aggregates.of.extent(0));
  Kokkos::parallel_for("Chronos::normalisedBasis::rows", rowsOf(aggregates.of),
                       NormaliseRowsFunctor{aggregates.of, w, normalised.norms, values});
  members.values = normalised.factors;
  return {aggregates, values, members, normalised.norms};
}

CsrMatrix<double, Device> membersOf(const Aggregates& aggregates) {
  CsrMatrix<double, Device> members = membersWith(
      aggregates, allocateZeros<Kokkos::View<double*, Device>>("Chronos::no values", aggregates.of.extent(0)));
  members.values = {};
  return members;
}

AggregateBasis binaryBasis(const Aggregates& aggregates) {
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::aggregate values", aggregates.of.extent(0));
  Kokkos::parallel_for("Chronos::binaryBasis", rowsOf(aggregates.of), OneWhereCarriedFunctor{aggregates.of, values});
  const auto coarse = allocate<Kokkos::View<double*, Device>>("Chronos::aggregate ones", aggregates.count);
  Kokkos::deep_copy(coarse, 1.0);
  return {aggregates, values, membersWith(aggregates, values), coarse};
}

CsrMatrix<double, Device> prolongationRows(const AggregateBasis& basis) {
  return singleEntries(basis.aggregates, basis.values);
}

CsrMatrix<double, Device> ownedProduct(const CsrMatrix<double, Device>& A, const AggregateBasis& basis) {
  const auto aggregates = allocate<Kokkos::View<LocalOrdinal*, Device>>("Chronos::aggregates of columns", A.numCols);
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::values of columns", A.numCols);
  Kokkos::parallel_for("Chronos::ownedProduct::columns", RowPolicy(0, A.numCols),
                       OwnedColumnsFunctor{basis.aggregates.of, basis.values, aggregates, values});
  return aggregateProduct<double, Device>(Device::execution_space(), basis.members, A,
                                          {basis.aggregates.count, aggregates, values});
}

}  // namespace Chronos
