// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BinaryMatrix.hpp"

#include "Chronos_AssembleRows.hpp"
#include "Chronos_BinaryLayout.hpp"
#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_Hdf5File.hpp"
#include "Chronos_HostThreads.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_OrderedRows.hpp"
#include "Chronos_OutputFile.hpp"
#include "Chronos_PetscFile.hpp"
#include "Chronos_Progress.hpp"

#include <chrono>
#include <limits>
#include <vector>

namespace Chronos {
namespace {

constexpr std::size_t piece = std::size_t(1) << 17;  // entries converted at once: they stay in the cache

EvenShare shareOf(const BinaryLayout& layout, const Comm& comm, const ReadOptions& options) {
  const auto n = static_cast<GlobalOrdinal>(layout.n);
  return EvenShare(n, comm.getSize(), options.rowsPerNodeOf(n));
}

// Reads the rows of one rank. Local.
class RowReader {
 public:
  RowReader(const InputFile& file, const BinaryLayout& layout, const EvenShare& share, int rank, Progress& progress)
      : file_(file), layout_(layout), first_(share.first(rank)), numRows_(share.count(rank)), progress_(progress) {}

  HostRows read(int threads) {
    readRowPointers();
    const std::size_t numEntries = rows_.colInd.extent(0);
    runThreads(threads, [&](int thread) {
      readColumnsAndValues(shareBegin(numEntries, thread, threads), shareBegin(numEntries, thread + 1, threads),
                           thread);
    });
    runThreads(threads, [&](int thread) {
      checkColumns(shareBegin(numRows_, thread, threads), shareBegin(numRows_, thread + 1, threads));
    });
    return std::move(rows_);
  }

 private:
  [[noreturn]] void damaged(std::size_t row, const char* what) const {
    throw InputError("'" + file_.path() + "' is damaged: in row " + std::to_string(first_ + row) + " (from 0) " + what +
                     ". Write it again.");
  }

  void readRowPointers() {
    std::vector<std::uint64_t> pointers(numRows_ + 1);
    file_.read(pointers.data(), 8 * pointers.size(), layout_.rowPtrAt(first_));
    if (first_ == 0 && pointers[0] != 0) damaged(0, "the row pointers do not begin with 0");
    for (std::size_t row = 0; row < numRows_; ++row) {
      if (pointers[row + 1] < pointers[row]) damaged(row, "the row pointers fall");
    }
    if (pointers[numRows_] > layout_.numEntries ||
        (first_ + numRows_ == layout_.n && pointers[numRows_] != layout_.numEntries)) {
      damaged(numRows_, "the row pointers do not end with the number of entries");
    }
    firstEntry_ = pointers[0];
    rows_.allocate(numRows_, pointers[numRows_] - firstEntry_);
    for (std::size_t row = 0; row <= numRows_; ++row) rows_.rowPtr(row) = pointers[row] - firstEntry_;
  }

  void readColumnsAndValues(std::size_t begin, std::size_t end, int thread) {
    std::vector<std::int32_t> narrow(layout_.indexBytes == 4 ? std::min(piece, end - begin) : 0);
    for (std::size_t at = begin; at < end; at += piece) {
      const std::size_t length = std::min(piece, end - at);
      GlobalOrdinal* const columns = rows_.colInd.data() + at;
      if (layout_.indexBytes == 4) {
        file_.read(narrow.data(), 4 * length, layout_.colIndAt(firstEntry_ + at));
        std::copy_n(narrow.data(), length, columns);
      } else {
        file_.read(columns, 8 * length, layout_.colIndAt(firstEntry_ + at));
      }
      file_.read(rows_.values.data() + at, 8 * length, layout_.valuesAt(firstEntry_ + at));
      if (thread == 0) progress_.report(static_cast<double>(at - begin) / static_cast<double>(end - begin));
    }
  }

  void checkColumns(std::size_t begin, std::size_t end) const {
    const auto n = static_cast<GlobalOrdinal>(layout_.n);
    for (std::size_t row = begin; row < end; ++row) {
      GlobalOrdinal before = -1;
      for (Offset k = rows_.rowPtr(row); k < rows_.rowPtr(row + 1); ++k) {
        const GlobalOrdinal col = rows_.colInd(k);
        if (col <= before || col >= n) damaged(row, "the columns do not ascend from 0 to n - 1");
        before = col;
      }
    }
  }

  const InputFile& file_;
  const BinaryLayout& layout_;
  std::uint64_t first_;
  std::size_t numRows_;
  Progress& progress_;
  std::uint64_t firstEntry_ = 0;
  HostRows rows_;
};

void checkSize(const std::string& path, const BinaryLayout& layout, int numRanks) {
  if (layout.n / numRanks >= std::numeric_limits<LocalOrdinal>::max()) {
    throw InputError("'" + path + "' has " + std::to_string(layout.n) + " rows, too many for " +
                     std::to_string(numRanks) + " ranks: one takes up to 2^31 - 2. Use more ranks.");
  }
}

}  // namespace

void writeBinary(const std::string& path, const TpetraCrsMatrix& matrix) {
  const Teuchos::RCP<const Comm> comm = matrix.getComm();
  const OrderedRows ordered = orderedRows(matrix, path);
  const HostRows& rows = ordered.rows;
  const auto numEntries = static_cast<long long>(rows.colInd.extent(0));
  long long upToMine = 0;
  Teuchos::scan<int, long long>(*comm, Teuchos::REDUCE_SUM, numEntries, Teuchos::outArg(upToMine));
  const std::uint64_t firstEntry = upToMine - numEntries;
  const BinaryLayout layout = BinaryLayout::of(ordered.globalRows, sumOverRanks(*comm, numEntries));
  const bool isLastRank = comm->getRank() + 1 == comm->getSize();

  OutputFile file(path, comm);
  if (comm->getRank() == 0) file.write(layout.header().data(), BinaryLayout::headerBytes, 0);
  // Each rank writes the first pointer of its rows, the last rank the end too.
  std::vector<std::uint64_t> pointers(ordered.numRows + (isLastRank ? 1 : 0));
  for (std::size_t row = 0; row < pointers.size(); ++row) pointers[row] = firstEntry + rows.rowPtr(row);
  file.write(pointers.data(), 8 * pointers.size(), layout.rowPtrAt(ordered.firstRow));

  if (layout.indexBytes == 4) {
    std::vector<std::int32_t> narrow(rows.colInd.data(), rows.colInd.data() + numEntries);
    // Up to a multiple of 8.
    if (isLastRank && layout.numEntries % 2 == 1) narrow.push_back(0);
    file.write(narrow.data(), 4 * narrow.size(), layout.colIndAt(firstEntry));
  } else {
    file.write(rows.colInd.data(), 8 * numEntries, layout.colIndAt(firstEntry));
  }
  file.write(rows.values.data(), 8 * numEntries, layout.valuesAt(firstEntry));
  file.commit();
}

Teuchos::RCP<TpetraCrsMatrix> readBinary(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                         const ReadOptions& options, ReadReport* report) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const int threads = options.threads > 0 ? options.threads : hostThreadsPerRank(*comm);
  Progress progress(comm->getRank() == 0 ? options.progress : nullptr);
  BinaryLayout layout;
  HostRows rows;
  std::uint64_t bytes = 0;
  runOnAllRanks(*comm, path, [&] {
    const InputFile file(path);
    bytes = file.size();
    layout = BinaryLayout::read(file);
    checkSize(path, layout, comm->getSize());
    rows = RowReader(file, layout, shareOf(layout, *comm, options), comm->getRank(), progress).read(threads);
    progress.finish();
  });
  const auto matrix = toMatrix(shareOf(layout, *comm, options).map(comm), rows);
  if (report != nullptr) {
    *report = ReadReport();
    report->bytes = static_cast<long long>(bytes);
    report->entries = static_cast<long long>(layout.numEntries);
    report->threads = threads;
    broadcastPlain(*comm, report->threads);
    report->seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return matrix;
}

Teuchos::RCP<TpetraCrsMatrix> readMatrix(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                         const ReadOptions& options, ReadReport* report) {
  if (isHdf5File(path, *comm)) return readHdf5Matrix(path, comm, options, report);
  if (isPetscFile(path, *comm)) return readPetscMatrix(path, comm, options, report);
  int isBinary = 0;
  runOnAllRanks(*comm, path, [&] {
    if (comm->getRank() == 0) isBinary = InputFile(path).kind() == FileKind::chronosBinary;
  });
  broadcastPlain(*comm, isBinary);
  return isBinary ? readBinary(path, comm, options, report) : readMatrixMarket(path, comm, options, report);
}

}  // namespace Chronos
