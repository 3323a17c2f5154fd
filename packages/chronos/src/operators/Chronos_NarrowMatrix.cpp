// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NarrowMatrix.hpp"

#include "Chronos_HaloRows.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_MergedSingles.hpp"
#include "Chronos_NarrowCopy.hpp"
#include "Chronos_NarrowProduct.hpp"
#include "Chronos_NodeBlockMatrix.hpp"
#include "Chronos_OwnedGlobals.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_SingleCopy.hpp"
#include "Chronos_SingleExchange.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// How the rows of a matrix are scaled and rounded.
struct ScaledRows {
  RowExponents<Device> exponents;
  EntryRange<Device> rounding;
};

// The rows for vectors in single.
template <class Rows>
class SingleVectorNarrowMatrix : public SingleVectorMatrix {
 public:
  SingleVectorNarrowMatrix(const Rows& rows, const BoundaryRows<Device>& boundaryRows,
                           const Teuchos::RCP<const HaloPattern>& halo)
      : rows_(rows), boundaryRows_(boundaryRows), exchange_(halo) {}

  void apply(const ConstSingleVector& x, const SingleVector& y, float alpha, float beta) const override {
    multiply(x, alpha, beta, y, y);
  }
  void residual(const ConstSingleVector& b, const ConstSingleVector& x, const SingleVector& r) const override {
    multiply(x, -1, 1, b, r);
  }
  void relax(float omega, const ConstSingleVector& d, const ConstSingleVector& b, const ConstSingleVector& x,
             const SingleVector& y) const override {
    const Device::execution_space space;
    exchange_.start(x);
    relaxNarrow<Rows>(space, rows_, omega, d, b, x, y);
    HaloWait wait;
    const auto halo = finishFor(boundaryRows_, exchange_, wait);
    relaxNarrowHalo<Rows>(space, rows_, boundaryRows_, numOwned(x), halo, omega, d, y, wait);
  }
  // Of the buffers.
  std::size_t numBytes() const { return exchange_.numBytes(); }

 private:
  static LocalOrdinal numOwned(const ConstSingleVector& x) { return static_cast<LocalOrdinal>(x.extent(0)); }

  void multiply(const ConstSingleVector& x, float alpha, float beta, const ConstSingleVector& w,
                const SingleVector& y) const {
    const Device::execution_space space;
    exchange_.start(x);
    multiplyNarrow<Rows>(space, rows_, x, alpha, beta, w, y);
    HaloWait wait;
    const auto halo = finishFor(boundaryRows_, exchange_, wait);
    multiplyNarrowHalo<Rows>(space, rows_, boundaryRows_, numOwned(x), halo, alpha, y, wait);
  }

  Rows rows_;
  BoundaryRows<Device> boundaryRows_;
  mutable SingleExchange exchange_;
};

// Rows of this rank in one of the storages; other ranks may have another one.
template <class Rows>
class NarrowMatrix : public LevelMatrix {
 public:
  // \param takesSingleVectors the same on all ranks
  NarrowMatrix(const DistMatrix<double>& A, const Rows& rows, bool takesSingleVectors)
      : rowMap_(A.rowMap()), rows_(rows), boundaryRows_(A.boundaryRows()), exchange_(A.halo()) {
    // Values in double are there for columns in 16 bits alone, with vectors in double.
    if constexpr (!std::is_same_v<Rows, PagedRows<double, Device>>)
      if (takesSingleVectors) single_ = Teuchos::rcp(new SingleVectorNarrowMatrix<Rows>(rows, boundaryRows_, A.halo()));
  }

  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    multiply(x, alpha, beta, y, y);
  }
  void residual(const ConstBlock& b, const ConstBlock& x, const Block& r) const override { multiply(x, -1, 1, b, r); }
  void relax(double omega, const ConstVector& d, const ConstBlock& b, const ConstBlock& x,
             const Block& y) const override {
    const Device::execution_space space;
    exchange_.start(x);
    relaxNarrow(space, rows_, omega, d, b, x, y);
    HaloWait wait;
    const auto halo = finishFor(boundaryRows_, exchange_, wait);
    relaxNarrowHalo(space, rows_, boundaryRows_, numOwned(x), halo, omega, d, y, wait);
  }
  const SingleVectorMatrix* forSingleVectors() const override { return single_.get(); }
  Teuchos::RCP<const Map> domainMap() const override { return exchange_.pattern()->domainMap(); }
  Teuchos::RCP<const Map> rangeMap() const override { return rowMap_; }
  std::size_t numBytes() const override {
    return rows_.numBytes() + boundaryRows_.numBytes() + exchange_.pattern()->numBytes() + exchange_.numBytes() +
           (single_.is_null() ? 0 : single_->numBytes());
  }

 private:
  static LocalOrdinal numOwned(const ConstBlock& x) { return static_cast<LocalOrdinal>(x.extent(0)); }

  void multiply(const ConstBlock& x, double alpha, double beta, const ConstBlock& w, const Block& y) const {
    const Device::execution_space space;
    exchange_.start(x);
    multiplyNarrow(space, rows_, x, alpha, beta, w, y);
    HaloWait wait;
    const auto halo = finishFor(boundaryRows_, exchange_, wait);
    multiplyNarrowHalo(space, rows_, boundaryRows_, numOwned(x), halo, alpha, y, wait);
  }

  Teuchos::RCP<const Map> rowMap_;
  Rows rows_;
  BoundaryRows<Device> boundaryRows_;
  mutable BlockExchange exchange_;
  Teuchos::RCP<const SingleVectorNarrowMatrix<Rows>> single_;
};

template <class Rows>
Teuchos::RCP<const LevelMatrix> narrow(const DistMatrix<double>& A, const Rows& rows, bool takesSingleVectors) {
  return Teuchos::rcp(new NarrowMatrix<Rows>(A, rows, takesSingleVectors));
}

bool onAnyRank(const DistMatrix<double>& A, bool isSo) {
  return maxOverRanks(*A.rowMap()->getComm(), static_cast<long long>(isSo)) > 0;
}

struct LargestExponentFunctor {
  Kokkos::View<const LocalOrdinal*, Device> exponents;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& largest) const {
    if (exponents(row) > largest) largest = exponents(row);
  }
};

long long largestExponent(const RowExponents<Device>& exponents) {
  int largest = noExponent;
  Kokkos::parallel_reduce("Chronos::fitsSingle",
                          Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(
                              0, static_cast<int>(exponents.ofRows.extent(0))),
                          LargestExponentFunctor{exponents.ofRows}, Kokkos::Max<int>(largest));
  return std::max(largest, noExponent);
}

// Whether the largest entry lies well within the range of single precision: smaller ones still have seven digits then,
// or do not count.
bool fitsSingle(long long largest) {
  constexpr int least = -83, greatest = 116;  // 1e-25, 1e35
  return largest >= least && largest < greatest;
}

NarrowOperator theMatrix(const DistMatrix<double>& A) {
  return {asOperator(Teuchos::rcp(new DistMatrix<double>(A)).getConst()), "", false};
}

// Makes the copies of one matrix.
class Copier {
 public:
  Copier(const DistMatrix<double>& A, Diagonal diagonal, ColumnStorage columns)
      : A_(A), diagonal_(diagonal), columns_(columns), byNodes_(A.nodesOfLongRows().exists()) {}

  NarrowOperator copy(StoragePrecision precision, const ScaledRows& rows) const {
    return hasSixteenBits(precision) ? inSixteenBits(precision, rows) : inSingle(rows);
  }

  // Values are shared with the matrix.
  NarrowOperator inDouble() const {
    const auto columns = byNodes_ ? CompactColumns<Device>() : compact(Diagonal::kept);
    if (!columns.exists()) return theMatrix(A_);
    return {narrow(A_, PagedRows<double, Device>{A_.numRows(), columns, local().values, {}}, false), ""};
  }

 private:
  const CsrMatrix<double, Device>& local() const { return A_.local(); }
  CompactColumns<Device> compact(Diagonal diagonal) const {
    return compactColumns<Device>(space_, local(), diagonal, A_.longestRow());
  }

  static long long rangeHere(const ScaledRows& rows) { return static_cast<long long>(rows.exponents.range()); }

  NarrowOperator inSixteenBits(StoragePrecision precision, const ScaledRows& rows) const {
    CompactColumns<Device> columns;
    if (!byNodes_) columns = compact(diagonal_);
    if (onAnyRank(A_, !byNodes_ && !columns.exists() && A_.numRows() > 0))
      return {Teuchos::null, "a row has more than " + std::to_string(entriesOfColumnBlock) + " entries"};
    // The range is asked for behind the copy: to wait for it before would leave the device without work.
    if (byNodes_) {
      const auto copy = copyByNodes<Device>(space_, local(), rows.rounding, A_.nodesOfLongRows(), diagonal_, precision);
      return judged(copy, rangeHere(rows));
    }
    const auto copy = copyInWords<Device>(space_, local(), rows.rounding, columns, diagonal_, precision);
    return judged(copy, rangeHere(rows));
  }

  NarrowOperator inSingle(const ScaledRows& rows) const {
    long long range = rangeHere(rows), largest = largestExponent(rows.exponents);
    JointReduction all;
    all.max(range);
    all.max(largest);
    all.reduce(*A_.rowMap()->getComm());
    if (static_cast<RowRange>(range) == RowRange::none) return outOfRange();
    const bool takesSingleVectors = static_cast<RowRange>(range) == RowRange::singleVectors;
    // Blocks of nodes and plain rows know no exponents of rows.
    const bool fits = fitsSingle(largest);
    if (fits) {
      const Teuchos::RCP<const LevelMatrix> blocks = singleByNodes(A_, takesSingleVectors);
      if (!blocks.is_null()) return {blocks, ""};
    }
    // Rows that differ by more than vectors in single take are scaled, which merged ones are not.
    if (fits && takesMerged() && takesSingleVectors) {
      const MergedSingles<Device> merged = mergedRows();
      if (!onAnyRank(A_, !merged.exists() && A_.numRows() > 0)) return {narrow(A_, merged, takesSingleVectors), ""};
    }
    CompactColumns<Device> columns;
    if (!fits || (wantsCompact() && !byNodes_)) columns = compact(Diagonal::kept);
    if (!onAnyRank(A_, !columns.exists() && A_.numRows() > 0))
      return judged(copyInSingle<Device>(space_, local(), rows.rounding, columns), range);
    if (!fits) return outOfRange();
    const Teuchos::RCP<const DistMatrix<float>> copy = Teuchos::rcp(new DistMatrix<float>(singleCopy(A_)));
    return {asOperator(copy, takesSingleVectors), "", true, 0, true};
  }

  // Columns of 16 bits that were asked for are what is stored.
  bool takesMerged() const { return columns_ == ColumnStorage::automatic && !runsOnHost<Device>; }
  // None where rows come in nodes, nor where memory ends, whatever other ranks have.
  MergedSingles<Device> mergedRows() const {
    try {
      return byNodes_ ? MergedSingles<Device>() : mergeInSingle<Device>(space_, local());
    } catch (const std::exception&) {
      return {};
    }
  }

  // On a host the way from a code to its column costs more than the bytes that it saves.
  bool wantsCompact() const {
    return columns_ == ColumnStorage::compact || (columns_ == ColumnStorage::automatic && !runsOnHost<Device>);
  }

  static NarrowOperator outOfRange() { return {Teuchos::null, "entries are out of its range"}; }

  // \param range RowRange of this rank, or of all
  template <class Rows>
  NarrowOperator judged(const NarrowCopy<Rows>& copy, long long range) const {
    long long numPoor = copy.numPoor, numEntries = static_cast<long long>(local().numEntries());
    JointReduction all;
    all.max(range);
    all.sum(numPoor);
    all.sum(numEntries);
    all.reduce(*A_.rowMap()->getComm());
    if (static_cast<RowRange>(range) == RowRange::none) return outOfRange();
    const double share = numEntries > 0 ? double(numPoor) / double(numEntries) : 0;
    if (share > greatestPoorShare)
      return {Teuchos::null, std::to_string(numPoor) + " entries are too small beside others, more than 1 %"};
    return {narrow(A_, copy.rows, static_cast<RowRange>(range) == RowRange::singleVectors), "", true, numPoor};
  }

  const DistMatrix<double>& A_;
  Device::execution_space space_;
  Diagonal diagonal_;
  ColumnStorage columns_;
  bool byNodes_;
};

// \param ofRows of A, of this rank
// \param ofColumns of the owned columns
ScaledRows scaledRows(const DistMatrix<double>& A, const RowExponents<Device>& ofRows,
                      const RowExponents<Device>& ofColumns) {
  const Kokkos::View<const LocalOrdinal*, Device> owned = ofColumns.ofRows;
  return {ofRows, {ofRows.ofRows, ExtendedColumns(A.halo()).extend<LocalOrdinal>(owned)}};
}

// Of P and of its transpose.
void keepSums(const DistMatrix<double>& P, const DistMatrix<double>& transposed, StoragePrecision precision,
              RowSums sums, EntryRange<Device>& ofP, EntryRange<Device>& ofTransposed) {
  const Device::execution_space space;
  const ExtendedColumns fine(transposed.halo());
  const auto owned = ownedGlobals(*P.domainMap()), all = ExtendedColumns(P.halo()).extend<GlobalOrdinal>(owned);
  ofP.kept = sumKeepers<Device>(space, P.local(), ofP, all, sums == RowSums::keptInThrees ? nodeSize : 1, precision);
  KeptSums<Device>& kept = ofTransposed.kept;
  kept.numClasses = ofP.kept.numClasses;
  kept.globalOfRow = owned;
  for (int ofClass = 0; ofClass < kept.numClasses; ++ofClass) {
    kept.globals[ofClass] = fine.extend<GlobalOrdinal>(globalsOf<Device>(space, ofP.kept.columns[ofClass], all));
    kept.values[ofClass] = fine.extend<double>(ofP.kept.values[ofClass]);
  }
}

NarrowOperator unchanged(const DistMatrix<double>& A, ColumnStorage columns) {
  if (columns == ColumnStorage::compact) return Copier(A, Diagonal::kept, columns).inDouble();
  return theMatrix(A);
}

}  // namespace

NarrowOperator narrowSquare(const DistMatrix<double>& A, StoragePrecision precision, ColumnStorage columns) {
  if (precision == StoragePrecision::doublePrecision) return unchanged(A, columns);
  const auto exponents = largestExponents<Device>({}, A.local());
  return Copier(A, Diagonal::leftOut, columns).copy(precision, scaledRows(A, exponents, exponents));
}

std::pair<NarrowOperator, NarrowOperator> narrowPair(const DistMatrix<double>& A, const DistMatrix<double>& transposed,
                                                     StoragePrecision precision, ColumnStorage columns, RowSums sums) {
  if (precision == StoragePrecision::doublePrecision) return {unchanged(A, columns), unchanged(transposed, columns)};
  const auto ofRows = largestExponents<Device>({}, A.local());
  const auto ofColumns = largestExponents<Device>({}, transposed.local());
  ScaledRows rows = scaledRows(A, ofRows, ofColumns), ofTransposed = scaledRows(transposed, ofColumns, ofRows);
  if (sums != RowSums::free && hasSixteenBits(precision))
    keepSums(A, transposed, precision, sums, rows.rounding, ofTransposed.rounding);
  return {Copier(A, Diagonal::kept, columns).copy(precision, rows),
          Copier(transposed, Diagonal::kept, columns).copy(precision, ofTransposed)};
}

}  // namespace Chronos
