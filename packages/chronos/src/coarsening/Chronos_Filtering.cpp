// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Filtering.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_ColumnCompression.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_FilterRows.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_LumpRows.hpp"
#include "Chronos_TablePool.hpp"
#include "Chronos_Transpose.hpp"

#include <utility>

namespace Chronos {
namespace {

using RangePolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
using Flags = Kokkos::View<char*, Device>;
using Vectors = FilterInput<double, Device>::Vectors;

struct SetVectorFunctor {
  Kokkos::View<const double*, Device> source;
  std::int64_t firstRow;
  int column;
  Kokkos::View<double**, Kokkos::LayoutRight, Device> vectors;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const { vectors(firstRow + row, column) = source(row); }
};

struct SetDiagonalFunctor {
  CsrMatrix<double, Device> A;
  Kokkos::View<const LocalOrdinal*, Device> diagonalColumn;
  Flags flags;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    for (Offset entry = A.rowPtr(row); entry < A.rowPtr(row + 1); ++entry)
      flags(entry) = A.colInd(entry) == diagonalColumn(row);
  }
};

struct FlagsToValuesFunctor {
  Flags flags;
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { values(entry) = flags(entry) != 0 ? 1 : 0; }
};

struct JoinFlagsFunctor {
  Kokkos::View<const double*, Device> mirrored;
  Flags flags;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    if (mirrored(entry) != 0) flags(entry) = 1;
  }
};

template <class ViewType>
struct DifferencesFunctor {
  ViewType a, b;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, long long& count) const { count += a(i) != b(i); }
};

template <class ViewType>
bool equal(const ViewType& a, const ViewType& b) {
  if (a.extent(0) != b.extent(0)) return false;
  long long differences = 0;
  Kokkos::parallel_reduce("Chronos::filtering::compare", RangePolicy(0, static_cast<std::int64_t>(a.extent(0))),
                          DifferencesFunctor<ViewType>{a, b}, differences);
  return differences == 0;
}

void checkVectors(const DistMatrix<double>& M, const TestSpace& V) {
  const Comm& comm = *M.rowMap()->getComm();
  const long long columns = static_cast<long long>(V.extent(1));
  std::string message;
  if (columns > 0 && V.extent(0) != static_cast<std::size_t>(M.numOwnedCols()))
    message = "filtering needs a test space with one row for each column of the matrix";
  if (columns > maxFilterVectors)
    message = "filtering takes at most " + std::to_string(maxFilterVectors) + " test vectors, not " +
              std::to_string(columns) +
              ": give fewer near-kernel vectors (rigid-body modes are six), or leave out the list `prolongation "
              "filtering`, or `operator filtering`, that asks for it";
  long long most = columns, least = columns, isWrong = message.empty() ? 0 : 1;
  JointReduction all;
  all.max(most);
  all.min(least);
  all.max(isWrong);
  all.reduce(comm);
  if (most != least) throw InputError("filtering needs a test space with the same number of vectors on all ranks");
  if (isWrong > 0) throwIfAny(comm, message);
}

void setVector(const Kokkos::View<const double*, Device>& source, std::int64_t firstRow, int column,
               const Kokkos::View<double**, Kokkos::LayoutRight, Device>& vectors) {
  Kokkos::parallel_for("Chronos::filtering::vectors", RangePolicy(0, static_cast<std::int64_t>(source.extent(0))),
                       SetVectorFunctor{source, firstRow, column, vectors});
}

// The test space at all columns, those of the halo too; a row of it lies in one piece.
Vectors columnVectors(const DistMatrix<double>& M, const TestSpace& V) {
  const LocalOrdinal numCols = M.local().numCols;
  const auto vectors = allocateTable<Kokkos::View<double**, Kokkos::LayoutRight, Device>>(
      "Chronos::test space of columns", numCols, V.extent(1) > 0 ? V.extent(1) : 1);
  if (V.extent(1) == 0) {
    Kokkos::deep_copy(Device::execution_space(), Vector(vectors.data(), vectors.extent(0)), 1.0);
    return vectors;
  }
  HaloExchange<double> exchange(M.halo());
  for (int k = 0; k < static_cast<int>(V.extent(1)); ++k) {
    const Kokkos::View<const double*, Device> owned = Kokkos::subview(V, Kokkos::ALL(), k);
    exchange.start(owned);
    setVector(owned, 0, k, vectors);
    setVector(exchange.finish(), M.numOwnedCols(), k, vectors);
  }
  return vectors;
}

// Flags of entries whose mirror images have one are set too.
void symmetrise(const DistMatrix<double>& A, const Flags& flags) {
  const RangePolicy entries(0, static_cast<std::int64_t>(flags.extent(0)));
  const auto values = allocate<Kokkos::View<double*, Device>>("Chronos::flags as values", flags.extent(0));
  Kokkos::parallel_for("Chronos::filtering::flags", entries, FlagsToValuesFunctor{flags, values});
  const DistMatrix<double> mirrored = transpose(A.withValues(values));
  const bool same = A.numRows() == mirrored.numRows() && A.halo()->haloGlobals() == mirrored.halo()->haloGlobals() &&
                    equal(A.local().rowPtr, mirrored.local().rowPtr) &&
                    equal(A.local().colInd, mirrored.local().colInd);
  throwIfAny(*A.rowMap()->getComm(),
             same ? "" : "filtering an operator needs a matrix of symmetric pattern with sorted rows");
  Kokkos::parallel_for("Chronos::filtering::join", entries, JoinFlagsFunctor{mirrored.local().values, flags});
}

FilteredMatrix assemble(const DistMatrix<double>& M, const FilteredRows<double, Device>& filtered,
                        const ColumnTargets& columns, const Teuchos::RCP<const Map>& domainMap) {
  return {renumberedOnce(M, filtered.rows, columns, domainMap),
          sumOverRanks(*M.rowMap()->getComm(), filtered.numExtendedRows)};
}

}  // namespace

FilteredMatrix filterProlongation(const DistMatrix<double>& P, const TestSpace& vectors,
                                  const FilteringParameters& parameters, const Teuchos::RCP<const Map>& coarseMap) {
  const Teuchos::RCP<const Map> domainMap = coarseMap.is_null() ? P.domainMap() : coarseMap;
  if (!parameters.filters())
    return {domainMap == P.domainMap() ? P : renumberedOnce(P, P.local(), sameColumns(P), domainMap), 0};
  checkVectors(P, vectors);
  const ColumnTargets columns = sameColumns(P);
  const FilterRule rule{parameters.share, parameters.maxEntries, parameters.maxCorrection};
  const FilterInput<double, Device> input{P.local(), columns.globals, columnVectors(P, vectors), {}};
  return assemble(P, filterRows<double, Device>(Device::execution_space(), input, rule), columns, domainMap);
}

FilteredMatrix filterOperator(const DistMatrix<double>& A, const TestSpace& vectors,
                              const FilteringParameters& parameters) {
  if (!parameters.filters()) return {A, 0};
  checkVectors(A, vectors);
  const Device::execution_space space;
  const Comm& comm = *A.rowMap()->getComm();
  const ColumnTargets columns = sameColumns(A);
  const FilterRule rule{parameters.share, parameters.maxEntries, parameters.maxCorrection};
  const auto diagonal = allocate<Flags>("Chronos::diagonal flags", A.local().numEntries());
  Kokkos::parallel_for("Chronos::filterOperator::diagonal", RangePolicy(0, A.numRows()),
                       SetDiagonalFunctor{A.local(), diagonalColumns(A), diagonal});
  FilterInput<double, Device> input{A.local(), columns.globals, {}, diagonal};
  Flags stays = filterRows<double, Device>(space, input, rule).stays;
  if (parameters.compensation == Compensation::diagonal) {
    symmetrise(A, stays);
    const auto lumped = lumpRows<double, Device>(space, A.local(), diagonalColumns(A), stays);
    return {compressHalo(A, lumped), 0};
  }
  input.vectors = columnVectors(A, vectors);
  // Rows that must take more entries for the test space give them to their mirror images, until no row does.
  long long numExtended = 0;
  while (true) {
    symmetrise(A, stays);
    input.mustStay = stays;
    const FilteredRows<double, Device> filtered =
        filterRows<double, Device>(space, input, {0, 0, parameters.maxCorrection});
    const long long numNew = sumOverRanks(comm, filtered.numExtendedRows);
    numExtended += numNew;
    if (numNew == 0) return {assemble(A, filtered, columns, A.domainMap()).matrix, numExtended};
    stays = filtered.stays;
  }
}

}  // namespace Chronos
