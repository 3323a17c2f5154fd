// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_StrengthPaths.hpp"

#include "Chronos_CoarseColumns.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Diagonal.hpp"
#include "Chronos_DistProduct.hpp"
#include "Chronos_RelaxedAccess.hpp"
#include "Chronos_SelectEntries.hpp"
#include "Chronos_StrengthMethods.hpp"

#include <cmath>

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;
using Local = DistMatrix<double>::Local;

// Above this share of rows that go on, all of them do: the rows of powers of S are much longer than those of its coarse
// columns.
constexpr double shareOfAllRows = 0.25;
// Entries of a front for each row of A: with more it meets most rows so often that the coarse points of these are made
// first, with fewer the front goes on by itself.
constexpr double longestFront = 4;

// Chooses and weighs the entries of a row of I + S.
struct StepEntries {
  Local A;
  Kokkos::View<const char*, Device> rows;  // empty, or: only these
  StrongFlags strong;                      // empty: all are
  Kokkos::View<const LocalOrdinal*, Device> diagonalColumns;
  Kokkos::View<const double*, Device> scales;     // 1 / sqrt |a_jj| of each column
  Kokkos::View<const char*, Device> columnTypes;  // empty, or: only coarse columns

  KOKKOS_INLINE_FUNCTION bool takes(int row) const { return rows.data() == nullptr || rows(row); }
  KOKKOS_INLINE_FUNCTION bool has(int row, Offset entry) const {
    const LocalOrdinal col = A.colInd(entry);
    if (strong.data() != nullptr && !strong(entry) && col != diagonalColumns(row)) return false;
    return columnTypes.data() == nullptr || columnTypes(col) == coarsePoint;
  }
  KOKKOS_INLINE_FUNCTION double value(int row, Offset entry) const {
    const LocalOrdinal col = A.colInd(entry);
    const double a = A.values(entry);
    return col == diagonalColumns(row) ? 1 : (a < 0 ? -a : a) * scales(diagonalColumns(row)) * scales(col);
  }
};

Local entriesOf(const StepEntries& entries) {
  return selectEntries<Device>(Device::execution_space(), entries.A, entries);
}

struct InverseRootFunctor {
  Kokkos::View<double*, Device> diagonal;
  KOKKOS_INLINE_FUNCTION void operator()(int row) const {
    const double a = diagonal(row) < 0 ? -diagonal(row) : diagonal(row);
    diagonal(row) = a > 0 ? 1 / std::sqrt(a) : 0;
  }
};

Kokkos::View<const double*, Device> columnScales(const DistMatrix<double>& A,
                                                 const Kokkos::View<const LocalOrdinal*, Device>& diagonals) {
  const Kokkos::View<double*, Device> ofRows = diagonalOf(A);
  Kokkos::parallel_for("Chronos::StrengthPaths::scales", RowPolicy(0, A.numRows()), InverseRootFunctor{ofRows});
  return columnValues(A, diagonals, ofRows);
}

// Whole rows.
struct WantedRows {
  Local rows;
  Kokkos::View<const char*, Device> wanted;
  KOKKOS_INLINE_FUNCTION bool takes(int row) const { return wanted(row); }
  KOKKOS_INLINE_FUNCTION bool has(int, Offset) const { return true; }
  KOKKOS_INLINE_FUNCTION double value(int, Offset entry) const { return rows.values(entry); }
};

DistMatrix<double> wantedRows(const DistMatrix<double>& M, const Kokkos::View<const char*, Device>& wanted) {
  return DistMatrix<double>(M.rowMap(), M.halo(),
                            selectEntries<Device>(Device::execution_space(), M.local(), WantedRows{M.local(), wanted}));
}

// Several entries mark the same row at once, all with the same number.
struct MarkColumnsFunctor {
  Kokkos::View<const LocalOrdinal*, Device> cols;
  LocalOrdinal numOwned;
  Kokkos::View<char*, Device> rows;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    if (cols(i) < numOwned) relaxedStore(&rows(cols(i)), char(1));
  }
};

// Rows of a second factor that the first one meets. What other ranks ask for is marked without looking.
Kokkos::View<const char*, Device> rowsMetBy(const DistMatrix<double>& first) {
  using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;
  const LocalOrdinal numOwned = first.numOwnedCols();
  const auto rows = allocateZeros<Kokkos::View<char*, Device>>("Chronos::rows of a factor", numOwned);
  const auto mark = [&](const Kokkos::View<const LocalOrdinal*, Device>& cols) {
    Kokkos::parallel_for("Chronos::StrengthPaths::mark", EntryPolicy(0, static_cast<std::int64_t>(cols.extent(0))),
                         MarkColumnsFunctor{cols, numOwned, rows});
  };
  mark(first.local().colInd);
  mark(first.halo()->sendIndices());
  return rows;
}

struct CountFlagsFunctor {
  Kokkos::View<const char*, Device> flags;
  KOKKOS_INLINE_FUNCTION void operator()(int row, long long& count) const { count += flags(row) ? 1 : 0; }
};

double shareOf(const Kokkos::View<const char*, Device>& wanted, const Map& rowMap) {
  long long count = 0;
  Kokkos::parallel_reduce("Chronos::StrengthPaths::share", RowPolicy(0, static_cast<int>(wanted.extent(0))),
                          CountFlagsFunctor{wanted}, count);
  return double(sumOverRanks(*rowMap.getComm(), count)) / double(rowMap.getGlobalNumElements());
}

}  // namespace

StrengthPaths::StrengthPaths(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting)
    : A_(A), strong_(strong), diagonals_(diagonalColumns(A)), scales_(columnScales(A, diagonals_)) {
  const ExtendedColumns columns(A.halo());
  const StepEntries entries{A.local(), {}, strong, diagonals_, scales_, columns.extend<char>(splitting.types)};
  base_ = Teuchos::rcp(new DistMatrix<double>(
      compressColumns(A.rowMap(), splitting.coarseMap, entriesOf(entries), coarseColumns(columns, splitting))));
  reached_ = base_;
}

DistMatrix<double> StrengthPaths::steps(const Kokkos::View<const char*, Device>& rows,
                                        const StrongFlags& strong) const {
  const StepEntries entries{A_.local(), rows, strong, diagonals_, scales_, {}};
  return DistMatrix<double>(A_.rowMap(), A_.halo(), entriesOf(entries));
}

Teuchos::RCP<const DistMatrix<double>> StrengthPaths::stepFrom(const DistMatrix<double>& front) const {
  return DistProduct<double>(front, steps(rowsMetBy(front), strong_)).result();
}

Teuchos::RCP<const DistMatrix<double>> StrengthPaths::baseOver(const DistMatrix<double>& front) const {
  return DistProduct<double>(front, *base_).result();
}

Teuchos::RCP<const DistMatrix<double>> StrengthPaths::nextBaseOver(const DistMatrix<double>& front) const {
  const DistMatrix<double> next = *DistProduct<double>(steps(rowsMetBy(front), strong_), *base_).result();
  return DistProduct<double>(front, next).result();
}

bool StrengthPaths::isShort(const DistMatrix<double>& front) const {
  const double numRows = double(A_.rowMap()->getGlobalNumElements());
  return double(front.numGlobalEntries()) <= longestFront * numRows;
}

void StrengthPaths::extend(const Kokkos::View<const char*, Device>& wanted) {
  ++distance_;
  if (front_.is_null() && shareOf(wanted, *A_.rowMap()) > shareOfAllRows) {
    if (baseIsBehind_) base_ = DistProduct<double>(steps({}, strong_), *base_).result();
    baseIsBehind_ = true;
    reached_ = DistProduct<double>(steps(wanted, strong_), *base_).result();
    return;
  }
  if (front_.is_null()) {
    front_ = Teuchos::rcp(new DistMatrix<double>(steps(wanted, strong_)));
    frontIsBehind_ = baseIsBehind_;
  } else {
    front_ = stepFrom(wantedRows(*front_, wanted));
  }
  if (frontIsBehind_ && isShort(*front_)) {
    front_ = stepFrom(*front_);
    frontIsBehind_ = false;
  }
  reached_ = frontIsBehind_ ? nextBaseOver(*front_) : baseOver(*front_);
}

void StrengthPaths::goThroughWeak(const Kokkos::View<const char*, Device>& wanted) {
  const DistMatrix<double> front = steps(wanted, {});
  reached_ = isShort(front) ? baseOver(*stepFrom(front)) : nextBaseOver(front);
}

}  // namespace Chronos
