// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AssembleRows.hpp"

#include "Chronos_ColumnNumbering.hpp"
#include "Chronos_HostThreads.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace Chronos {
namespace {

// Positions that threads advance together.
using Cursors = std::vector<std::atomic<Offset>>;

// Calls f(local row, global column, value) for what each entry of some blocks puts into rows of this rank.
template <class F>
void forEachStored(const std::vector<EntryBlock>& blocks, std::size_t begin, std::size_t end,
                   MatrixMarketSymmetry symmetry, GlobalOrdinal firstRow, GlobalOrdinal numRows, const F& f) {
  const auto isMine = [&](GlobalOrdinal row) { return row >= firstRow && row < firstRow + numRows; };
  for (std::size_t b = begin; b < end; ++b) {
    for (const Entry& entry : blocks[b].entries) {
      if (isMine(entry.row)) f(entry.row - firstRow, entry.col, entry.value);
      if (symmetry == MatrixMarketSymmetry::symmetric && entry.row != entry.col && isMine(entry.col)) {
        f(entry.col - firstRow, entry.row, entry.value);
      }
    }
  }
}

bool isStrictlyAscending(const GlobalOrdinal* columns, std::size_t n) {
  for (std::size_t k = 1; k < n; ++k) {
    if (columns[k - 1] >= columns[k]) return false;
  }
  return true;
}

// Sorts a row by column, adds duplicates; returns the number of entries left. countedUpTo: see HostRows::duplicates.
std::size_t tidyRow(GlobalOrdinal* columns, double* values, std::size_t n, GlobalOrdinal countedUpTo,
                    std::vector<std::pair<GlobalOrdinal, double>>& scratch, long long& duplicates) {
  if (isStrictlyAscending(columns, n)) return n;
  scratch.resize(n);
  for (std::size_t k = 0; k < n; ++k) scratch[k] = {columns[k], values[k]};
  std::sort(scratch.begin(), scratch.end());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (kept > 0 && columns[kept - 1] == scratch[k].first) {
      values[kept - 1] += scratch[k].second;
      if (scratch[k].first <= countedUpTo) ++duplicates;
    } else {
      columns[kept] = scratch[k].first;
      values[kept++] = scratch[k].second;
    }
  }
  return kept;
}

class Assembly {
 public:
  Assembly(std::vector<EntryBlock> blocks, MatrixMarketSymmetry symmetry, const EvenShare& share, int rank, int threads)
      : blocks_(std::move(blocks)),
        symmetry_(symmetry),
        share_(share),
        firstRow_(share.first(rank)),
        numRows_(share.count(rank)),
        threads_(std::max(1, threads)) {}

  HostRows run() {
    countAndScatter();
    std::vector<EntryBlock>().swap(blocks_);
    tidyRows();
    return std::move(rows_);
  }

 private:
  template <class F>
  void forEachStoredInParallel(const F& f) const {
    runThreads(threads_, [&](int thread) {
      forEachStored(blocks_, shareBegin(blocks_.size(), thread, threads_),
                    shareBegin(blocks_.size(), thread + 1, threads_), symmetry_, firstRow_, numRows_, f);
    });
  }

  void countAndScatter() {
    Cursors cursors(numRows_);
    forEachStoredInParallel(
        [&](GlobalOrdinal row, GlobalOrdinal, double) { cursors[row].fetch_add(1, std::memory_order_relaxed); });
    Offset sum = 0;
    for (std::atomic<Offset>& cursor : cursors) {
      const Offset count = cursor.load(std::memory_order_relaxed);
      cursor.store(sum, std::memory_order_relaxed);
      sum += count;
    }
    rows_.allocate(numRows_, sum);
    rows_.rowPtr(0) = 0;
    forEachStoredInParallel([&](GlobalOrdinal row, GlobalOrdinal col, double value) {
      const Offset at = cursors[row].fetch_add(1, std::memory_order_relaxed);
      rows_.colInd(at) = col;
      rows_.values(at) = value;
    });
    for (GlobalOrdinal row = 0; row < numRows_; ++row) rows_.rowPtr(row + 1) = cursors[row].load();
  }

  void tidyRows() {
    std::vector<LocalOrdinal> lengths(numRows_);
    std::vector<long long> duplicates(threads_, 0);
    std::atomic<bool> shortened{false};
    runThreads(threads_, [&](int thread) {
      std::vector<std::pair<GlobalOrdinal, double>> scratch;
      long long counted = 0;
      for (std::size_t row = shareBegin(numRows_, thread, threads_); row < shareBegin(numRows_, thread + 1, threads_);
           ++row) {
        const Offset begin = rows_.rowPtr(row), length = rows_.rowPtr(row + 1) - begin;
        // A pair of mirrored duplicates is one of the file: counted below the diagonal.
        const GlobalOrdinal countedUpTo = symmetry_ == MatrixMarketSymmetry::symmetric
                                              ? firstRow_ + static_cast<GlobalOrdinal>(row)
                                              : share_.numRows();
        const std::size_t kept =
            tidyRow(rows_.colInd.data() + begin, rows_.values.data() + begin, length, countedUpTo, scratch, counted);
        lengths[row] = static_cast<LocalOrdinal>(kept);
        if (kept < length) shortened = true;
      }
      duplicates[thread] = counted;
    });
    for (const long long counted : duplicates) rows_.duplicates += counted;
    if (shortened) compress(lengths);
  }

  // Closes the gaps that duplicates left.
  void compress(const std::vector<LocalOrdinal>& lengths) {
    HostRows compact;
    std::size_t numEntries = 0;
    for (const LocalOrdinal length : lengths) numEntries += length;
    compact.allocate(lengths.size(), numEntries);
    compact.duplicates = rows_.duplicates;
    compact.rowPtr(0) = 0;
    for (std::size_t row = 0; row < lengths.size(); ++row) {
      const Offset from = rows_.rowPtr(row), to = compact.rowPtr(row);
      std::copy_n(rows_.colInd.data() + from, lengths[row], compact.colInd.data() + to);
      std::copy_n(rows_.values.data() + from, lengths[row], compact.values.data() + to);
      compact.rowPtr(row + 1) = to + lengths[row];
    }
    rows_ = std::move(compact);
  }

  std::vector<EntryBlock> blocks_;
  MatrixMarketSymmetry symmetry_;
  const EvenShare& share_;
  GlobalOrdinal firstRow_, numRows_;
  int threads_;
  HostRows rows_;
};

// The same memory where the host is the device.
template <class View>
View toDevice(const typename View::HostMirror& host) {
  return Kokkos::create_mirror_view_and_copy(typename View::memory_space(), host);
}

}  // namespace

void HostRows::allocate(std::size_t numRows, std::size_t numEntries) {
  rowPtr = Chronos::allocate<RowPtr::HostMirror>("Chronos::row pointers", numRows + 1);
  colInd = Chronos::allocate<ColInd::HostMirror>("Chronos::global columns", numEntries);
  values = Chronos::allocate<Values::HostMirror>("Chronos::values", numEntries);
}

HostRows assembleRows(std::vector<EntryBlock> blocks, MatrixMarketSymmetry symmetry, const EvenShare& share, int rank,
                      int threads) {
  return Assembly(std::move(blocks), symmetry, share, rank, threads).run();
}

Teuchos::RCP<TpetraCrsMatrix> toMatrix(const Teuchos::RCP<const Map>& rowMap, const HostRows& rows) {
  return makeCrsMatrix(rowMap, toDevice<HostRows::RowPtr>(rows.rowPtr), toDevice<HostRows::ColInd>(rows.colInd),
                       toDevice<HostRows::Values>(rows.values));
}

}  // namespace Chronos
