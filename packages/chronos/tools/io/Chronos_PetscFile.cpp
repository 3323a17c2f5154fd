// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PetscFile.hpp"

#include "Chronos_AssembleRows.hpp"
#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_EvenShare.hpp"
#include "Chronos_InputFile.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace Chronos {
namespace {

constexpr std::int64_t matrixClass = 1211216, vectorClass = 1211214, denseEntries = -1;
constexpr std::size_t piece = std::size_t(1) << 16;  // numbers converted at once

std::int64_t numberOf(const unsigned char* bytes, int width) {
  std::uint64_t number = 0;
  for (int i = 0; i < width; ++i) number = number << 8 | bytes[i];
  return width == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(number)) : static_cast<std::int64_t>(number);
}

double realOf(const unsigned char* bytes) {
  const std::int64_t number = numberOf(bytes, 8);
  double real = 0;
  std::memcpy(&real, &number, sizeof(real));
  return real;
}

// Hands n numbers from an offset on to visit(index, bytes), piece by piece.
template <class Visit>
void forEachNumber(const InputFile& file, std::uint64_t offset, int width, std::size_t n, const Visit& visit) {
  std::vector<unsigned char> bytes(std::min(n, piece) * width);
  for (std::size_t at = 0; at < n; at += piece) {
    const std::size_t length = std::min(piece, n - at);
    file.read(bytes.data(), length * width, offset + at * width);
    for (std::size_t i = 0; i < length; ++i) visit(at + i, bytes.data() + i * width);
  }
}

// 4 or 8, the width of indices; 0 when the file is another one.
int indexBytesOf(const InputFile& file) {
  unsigned char bytes[8] = {};
  const std::size_t length = file.readSome(bytes, sizeof(bytes), 0);
  for (const int width : {4, 8}) {
    if (length < static_cast<std::size_t>(width)) continue;
    const std::int64_t number = numberOf(bytes, width);
    if (number == matrixClass || number == vectorClass) return width;
  }
  return 0;
}

// Where an object of the file lies and what it is.
struct PetscObject {
  bool isMatrix = false;
  std::int64_t rows = 0, columns = 0, entries = 0;
  std::uint64_t data = 0, end = 0;  // offsets
};

class PetscFile {
 public:
  explicit PetscFile(const std::string& path) : file_(path), width_(indexBytesOf(file_)) {
    if (width_ == 0) throw InputError("'" + path + "' is no binary file of PETSc: it begins with no matrix or vector.");
  }

  const InputFile& file() const { return file_; }
  int width() const { return width_; }
  bool isAtEnd(std::uint64_t offset) const { return offset >= file_.size(); }

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError("'" + file_.path() + "', a binary file of PETSc: " + what);
  }

  PetscObject object(std::uint64_t offset) const {
    const std::int64_t kind = isAtEnd(offset) ? 0 : word(offset);
    PetscObject result;
    result.isMatrix = kind == matrixClass;
    if (kind != matrixClass && kind != vectorClass)
      refuse("at byte " + std::to_string(offset) + " there is " + std::to_string(kind) +
             " where a matrix (1211216) or a vector (1211214) should begin. Write real scalars in double precision.");
    result.rows = word(offset + width_);
    result.columns = result.isMatrix ? word(offset + 2 * width_) : 1;
    result.entries = result.isMatrix ? word(offset + 3 * width_) : result.rows;
    if (result.isMatrix && result.entries == denseEntries)
      refuse("the matrix is dense. Write it as MATAIJ (MatConvert).");
    result.data = offset + (result.isMatrix ? 4 : 2) * width_;
    // First bounds that no sum of sizes can overflow.
    const auto most = static_cast<std::int64_t>(file_.size());
    const bool plausible =
        result.rows >= 0 && result.columns >= 0 && result.entries >= 0 && result.rows <= most && result.entries <= most;
    if (plausible)
      result.end = result.data + 8 * result.entries + (result.isMatrix ? width_ * (result.rows + result.entries) : 0);
    if (!plausible || result.end > file_.size())
      refuse("it has " + std::to_string(file_.size()) + " bytes, too few for " + std::to_string(result.rows) +
             " rows and " + std::to_string(result.entries) + " entries. It may be cut off: write or fetch it again.");
    return result;
  }

 private:
  std::int64_t word(std::uint64_t offset) const {
    unsigned char bytes[8] = {};
    if (file_.readSome(bytes, static_cast<std::size_t>(width_), offset) < static_cast<std::size_t>(width_))
      refuse("it is cut off within a header. Write or fetch it again.");
    return numberOf(bytes, width_);
  }

  InputFile file_;
  int width_;
};

PetscObject matrixOf(const PetscFile& petsc, int numRanks) {
  const PetscObject matrix = petsc.object(0);
  if (!matrix.isMatrix) petsc.refuse("it begins with a vector. Name a file with a matrix.");
  if (matrix.rows != matrix.columns)
    petsc.refuse("the matrix is " + std::to_string(matrix.rows) + " by " + std::to_string(matrix.columns) +
                 ". Only square ones can be used.");
  if (matrix.rows / numRanks >= std::numeric_limits<LocalOrdinal>::max())
    petsc.refuse(std::to_string(matrix.rows) + " rows are too many for " + std::to_string(numRanks) +
                 " ranks: one takes up to 2^31 - 2. Use more ranks.");
  // Complex scalars take the room of twice as many real ones.
  if (!petsc.isAtEnd(matrix.end)) petsc.object(matrix.end);
  return matrix;
}

std::vector<std::int64_t> readLengths(const PetscFile& petsc, const PetscObject& matrix, const EvenShare& share,
                                      int rank) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(share.count(rank)));
  const int width = petsc.width();
  forEachNumber(petsc.file(), matrix.data + width * share.first(rank), width, lengths.size(),
                [&](std::size_t row, const unsigned char* bytes) {
                  lengths[row] = numberOf(bytes, width);
                  if (lengths[row] < 0 || lengths[row] > matrix.columns)
                    petsc.refuse("row " + std::to_string(share.first(rank) + row) + " (from 0) has " +
                                 std::to_string(lengths[row]) + " entries. The file is damaged: write it again.");
                });
  return lengths;
}

// PETSc sorts the columns of a row; nobody promises it.
void sortRow(HostRows& rows, std::size_t row) {
  const Offset begin = rows.rowPtr(row), end = rows.rowPtr(row + 1);
  if (std::is_sorted(rows.colInd.data() + begin, rows.colInd.data() + end)) return;
  std::vector<std::pair<GlobalOrdinal, double>> entries;
  for (Offset k = begin; k < end; ++k) entries.emplace_back(rows.colInd(k), rows.values(k));
  std::sort(entries.begin(), entries.end());
  for (Offset k = begin; k < end; ++k) std::tie(rows.colInd(k), rows.values(k)) = entries[k - begin];
}

HostRows readRows(const PetscFile& petsc, const PetscObject& matrix, const std::vector<std::int64_t>& lengths,
                  std::int64_t firstEntry, GlobalOrdinal firstRow) {
  HostRows rows;
  std::size_t numEntries = 0;
  for (const std::int64_t length : lengths) numEntries += static_cast<std::size_t>(length);
  rows.allocate(lengths.size(), numEntries);
  rows.rowPtr(0) = 0;
  for (std::size_t row = 0; row < lengths.size(); ++row)
    rows.rowPtr(row + 1) = rows.rowPtr(row) + static_cast<Offset>(lengths[row]);
  const int width = petsc.width();
  const std::uint64_t columns = matrix.data + width * matrix.rows, values = columns + width * matrix.entries;
  forEachNumber(petsc.file(), columns + width * firstEntry, width, numEntries,
                [&](std::size_t k, const unsigned char* bytes) { rows.colInd(k) = numberOf(bytes, width); });
  forEachNumber(petsc.file(), values + 8 * firstEntry, 8, numEntries,
                [&](std::size_t k, const unsigned char* bytes) { rows.values(k) = realOf(bytes); });
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    sortRow(rows, row);
    GlobalOrdinal before = -1;
    for (Offset k = rows.rowPtr(row); k < rows.rowPtr(row + 1); ++k) {
      if (rows.colInd(k) <= before || rows.colInd(k) >= matrix.columns)
        petsc.refuse("in row " + std::to_string(firstRow + static_cast<GlobalOrdinal>(row)) +
                     " (from 0) a column is out of range or there twice. The file is damaged: write it again.");
      before = rows.colInd(k);
    }
  }
  return rows;
}

}  // namespace

bool isPetscFile(const std::string& path, const Comm& comm) {
  int isPetsc = 0;
  runOnAllRanks(comm, path, [&] {
    if (comm.getRank() == 0) isPetsc = indexBytesOf(InputFile(path)) > 0;
  });
  broadcastPlain(comm, isPetsc);
  return isPetsc != 0;
}

Teuchos::RCP<TpetraCrsMatrix> readPetscMatrix(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                              const ReadOptions& options, ReadReport* report) {
  Kokkos::Timer timer;
  const int rank = comm->getRank();
  PetscObject matrix;
  std::vector<std::int64_t> lengths;
  std::uint64_t bytes = 0;
  const auto share = [&] {
    return EvenShare(matrix.rows, comm->getSize(), options.rowsPerNodeOf(static_cast<long long>(matrix.rows)));
  };
  runOnAllRanks(*comm, path, [&] {
    const PetscFile petsc(path);
    bytes = petsc.file().size();
    matrix = matrixOf(petsc, comm->getSize());
    lengths = readLengths(petsc, matrix, share(), rank);
  });
  long long mine = 0, upToMine = 0;
  for (const std::int64_t length : lengths) mine += length;
  Teuchos::scan<int, long long>(*comm, Teuchos::REDUCE_SUM, mine, Teuchos::outArg(upToMine));
  const long long all = sumOverRanks(*comm, mine);
  if (all != matrix.entries)
    throw InputError("'" + path + "', a binary file of PETSc: its rows have " + std::to_string(all) +
                     " entries together, the header says " + std::to_string(matrix.entries) +
                     ". The file is damaged: write it again.");
  HostRows rows;
  runOnAllRanks(*comm, path,
                [&] { rows = readRows(PetscFile(path), matrix, lengths, upToMine - mine, share().first(rank)); });
  const auto result = toMatrix(share().map(comm), rows);
  if (options.progress && rank == 0) options.progress(1.0);
  if (report != nullptr) {
    *report = ReadReport();
    report->bytes = static_cast<long long>(bytes);
    report->entries = all;
    report->threads = 1;
    report->seconds = timer.seconds();
  }
  return result;
}

Teuchos::RCP<TpetraMultiVector> readPetscVectors(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                                 ReadReport* report) {
  Kokkos::Timer timer;
  std::vector<PetscObject> vectors;
  std::uint64_t bytes = 0;
  runOnAllRanks(*comm, path, [&] {
    const PetscFile petsc(path);
    bytes = petsc.file().size();
    PetscObject object = petsc.object(0);
    if (object.isMatrix && petsc.isAtEnd(object.end))
      petsc.refuse("it holds a matrix and no vector. Name a file with vectors.");
    if (object.isMatrix) object = petsc.object(object.end);
    while (!object.isMatrix) {
      if (!vectors.empty() && object.rows != vectors.front().rows)
        petsc.refuse("vectors of " + std::to_string(vectors.front().rows) + " and of " + std::to_string(object.rows) +
                     " entries follow each other. Write those of one length to a file.");
      vectors.push_back(object);
      if (petsc.isAtEnd(object.end)) break;
      object = petsc.object(object.end);
    }
    if (vectors.empty()) petsc.refuse("matrices follow each other, and no vector. Name a file with vectors.");
  });
  const EvenShare share(vectors.front().rows, comm->getSize());
  const auto result = Teuchos::rcp(new TpetraMultiVector(share.map(comm), vectors.size()));
  {
    const auto view = result->getLocalViewHost(Tpetra::Access::OverwriteAll);
    runOnAllRanks(*comm, path, [&] {
      const InputFile file(path);
      for (std::size_t column = 0; column < vectors.size(); ++column)
        forEachNumber(file, vectors[column].data + 8 * share.first(comm->getRank()), 8, view.extent(0),
                      [&](std::size_t row, const unsigned char* number) { view(row, column) = realOf(number); });
    });
  }
  if (report != nullptr) {
    *report = ReadReport();
    report->bytes = static_cast<long long>(bytes);
    report->entries = static_cast<long long>(vectors.size()) * static_cast<long long>(vectors.front().rows);
    report->threads = 1;
    report->seconds = timer.seconds();
  }
  return result;
}

}  // namespace Chronos
