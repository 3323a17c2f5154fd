// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Hdf5File.hpp"

#include "Chronos_AssembleRows.hpp"
#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_Hdf5Objects.hpp"
#include "Chronos_InputFile.hpp"
#include "Chronos_RouteEntries.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace Chronos {
namespace {

// FILE and /OBJECT, which may be empty.
std::pair<std::string, std::string> fileAndObject(const std::string& name) {
  const std::size_t colon = name.rfind(":/");
  if (colon == std::string::npos || colon == 0) return {name, ""};
  std::string object = name.substr(colon + 1);
  while (object.size() > 1 && object.back() == '/') object.pop_back();
  return {name.substr(0, colon), object};
}

// Signatures stand at 0, or behind a block of the user, of which MATLAB's has 512 bytes.
bool hasSignature(const InputFile& file) {
  static const char signature[] = "\x89HDF\r\n\x1a\n";
  for (std::uint64_t offset = 0; offset + 8 <= file.size() && offset <= 8192; offset = offset == 0 ? 512 : 2 * offset) {
    char bytes[8] = {};
    if (file.readSome(bytes, 8, offset) == 8 && std::memcmp(bytes, signature, 8) == 0) return true;
  }
  return false;
}

#ifdef CHRONOS_HAVE_HDF5

// Entries [first, last) of a list of n for one of several ranks.
std::uint64_t shareBegin(std::uint64_t n, int rank, int ranks) {
  return static_cast<std::uint64_t>(EvenShare(static_cast<GlobalOrdinal>(n), ranks).first(rank));
}

// A matrix of a file: where its parts are.
struct SparseGroup {
  std::string path;
  bool isOfTrilinos = false;
  std::int64_t rows = 0;
  Hdf5Set starts, rowIndices, colIndices, values;  // starts of columns, or indices of columns
  std::uint64_t entries = 0;
};

std::string below(const std::string& group, const char* name) {
  return (group == "/" ? "" : group) + "/" + name;
}

bool isOfTrilinos(const Hdf5Objects& file, const std::string& group) {
  return file.text(below(group, "__type__")) == "Epetra_RowMatrix";
}

std::vector<std::string> matricesIn(const Hdf5Objects& file) {
  std::vector<std::string> found;
  for (const std::string& group : file.groups())
    if (file.hasAttribute(group, "MATLAB_sparse") || isOfTrilinos(file, group)) found.push_back(group);
  return found;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return text + (names.size() > most ? ", ..." : "");
}

// The object that is meant: the one that was named, or the only one.
std::string chosen(const Hdf5Objects& file, const std::string& object, const std::vector<std::string>& there,
                   const std::string& kind, const std::string& layouts) {
  if (!object.empty()) {
    if (std::find(there.begin(), there.end(), object) != there.end()) return object;
    file.refuse((file.has(object) ? object + " is no " + kind : "there is no " + object) +
                (there.empty() ? ", nor is there another. " + layouts : "; there is " + listed(there) + "."));
  }
  if (there.empty()) file.refuse("it holds no " + kind + ". " + layouts);
  if (there.size() > 1)
    file.refuse("it holds " + listed(there) + ", each of which may be the " + kind + ". Name one: " + file.file() +
                ":" + there.front());
  return there.front();
}

Hdf5Set listOf(const Hdf5Objects& file, const std::string& path, bool ofIntegers) {
  const Hdf5Set set = file.set(path);
  if (set.kind == Hdf5Kind::complex)
    file.refuse("the data set " + path + " is not of real numbers. Write real values.");
  if (set.kind != Hdf5Kind::integers && (ofIntegers || set.kind != Hdf5Kind::reals))
    file.refuse("the data set " + path + " is not of " + (ofIntegers ? "integers" : "real numbers") +
                ". Write the matrix again.");
  if (set.shape.empty() || *std::max_element(set.shape.begin(), set.shape.end()) != set.size())
    file.refuse("the data set " + path + " is not a list. Write the matrix again.");
  return set;
}

std::int64_t numberIn(const Hdf5Objects& file, const std::string& path) {
  const Hdf5Set set = file.set(path);
  if (set.kind != Hdf5Kind::integers || set.size() != 1)
    file.refuse("the data set " + path + " is not one integer. Write the matrix again.");
  return file.integers(set, 0, 1).front();
}

SparseGroup matrixOf(const Hdf5Objects& file, const std::string& object, int numRanks) {
  SparseGroup matrix;
  matrix.path = chosen(file, object, matricesIn(file), "sparse matrix",
                       "Known are the layouts of PETSc and MATLAB (save -v7.3) and that of EpetraExt.");
  matrix.isOfTrilinos = isOfTrilinos(file, matrix.path);
  const auto part = [&](const char* name, bool ofIntegers) {
    return listOf(file, below(matrix.path, name), ofIntegers);
  };
  std::int64_t cols = 0;
  if (matrix.isOfTrilinos) {
    matrix.rows = numberIn(file, below(matrix.path, "NumGlobalRows"));
    cols = numberIn(file, below(matrix.path, "NumGlobalCols"));
    matrix.rowIndices = part("ROW", true);
    matrix.colIndices = part("COL", true);
    matrix.values = part("VALUES", false);
  } else {
    matrix.rows = file.attribute(matrix.path, "MATLAB_sparse");
    matrix.starts = part("jc", true);
    if (matrix.starts.size() == 0) file.refuse(matrix.starts.path + " is empty. Write the matrix again.");
    cols = static_cast<std::int64_t>(matrix.starts.size()) - 1;
    // MATLAB writes neither list for a matrix of zeros.
    if (file.has(below(matrix.path, "ir")) || file.has(below(matrix.path, "data"))) {
      matrix.rowIndices = part("ir", true);
      matrix.values = part("data", false);
    } else {
      matrix.rowIndices.shape = matrix.values.shape = {0};
    }
  }
  matrix.entries = matrix.values.size();
  if (matrix.rowIndices.size() != matrix.entries || (matrix.isOfTrilinos && matrix.colIndices.size() != matrix.entries))
    file.refuse("the matrix " + matrix.path + " has " + std::to_string(matrix.rowIndices.size()) +
                " indices of rows and " + std::to_string(matrix.entries) + " values. Write it again.");
  if (matrix.rows < 0 || matrix.rows != cols)
    file.refuse("the matrix " + matrix.path + " is " + std::to_string(matrix.rows) + " by " + std::to_string(cols) +
                ". Only square ones can be used.");
  if (matrix.rows / numRanks >= std::numeric_limits<LocalOrdinal>::max())
    file.refuse(std::to_string(matrix.rows) + " rows are too many for " + std::to_string(numRanks) +
                " ranks: one takes up to 2^31 - 2. Use more ranks.");
  return matrix;
}

// The columns of this rank's entries: an even share of the columns, or of the entries.
struct Share {
  std::uint64_t firstEntry = 0, numEntries = 0;
  std::vector<std::int64_t> columns;  // of each entry
};

Share columnsOf(const Hdf5Objects& file, const SparseGroup& matrix, int rank, int ranks) {
  Share share;
  if (matrix.isOfTrilinos) {
    share.firstEntry = shareBegin(matrix.entries, rank, ranks);
    share.numEntries = shareBegin(matrix.entries, rank + 1, ranks) - share.firstEntry;
    share.columns = file.integers(matrix.colIndices, share.firstEntry, share.numEntries);
    return share;
  }
  const std::uint64_t first = shareBegin(matrix.rows, rank, ranks), end = shareBegin(matrix.rows, rank + 1, ranks);
  const std::vector<std::int64_t> starts = file.integers(matrix.starts, first, end - first + 1);
  const auto entries = static_cast<std::int64_t>(matrix.entries);
  bool isSound = (first > 0 || starts.front() == 0) &&
                 (end < static_cast<std::uint64_t>(matrix.rows) || starts.back() == entries) && starts.front() >= 0 &&
                 starts.back() <= entries;
  for (std::size_t c = 0; c + 1 < starts.size(); ++c) isSound = isSound && starts[c] <= starts[c + 1];
  if (!isSound)
    file.refuse("the column pointers " + matrix.starts.path + " do not rise from 0 to " + std::to_string(entries) +
                ", the number of values. Write the matrix again.");
  share.firstEntry = static_cast<std::uint64_t>(starts.front());
  share.numEntries = static_cast<std::uint64_t>(starts.back() - starts.front());
  share.columns.reserve(share.numEntries);
  for (std::size_t c = 0; c + 1 < starts.size(); ++c)
    share.columns.insert(share.columns.end(), static_cast<std::size_t>(starts[c + 1] - starts[c]),
                         static_cast<std::int64_t>(first + c));
  return share;
}

std::vector<EntryBlock> entriesOf(const Hdf5Objects& file, const SparseGroup& matrix, int rank, int ranks) {
  const Share share = columnsOf(file, matrix, rank, ranks);
  const std::vector<std::int64_t> rows = file.integers(matrix.rowIndices, share.firstEntry, share.numEntries);
  const std::vector<double> values = file.reals(matrix.values, share.firstEntry, share.numEntries);
  std::vector<EntryBlock> blocks(1);
  blocks.front().offset = share.firstEntry;
  blocks.front().entries.resize(share.numEntries);
  const auto isIndex = [&](std::int64_t index) { return index >= 0 && index < matrix.rows; };
  for (std::size_t k = 0; k < share.numEntries; ++k) {
    if (!isIndex(rows[k]) || !isIndex(share.columns[k]) || !std::isfinite(values[k]))
      file.refuse("entry " + std::to_string(share.firstEntry + k) + " (from 0) of " + matrix.path + " is in row " +
                  std::to_string(rows[k]) + ", column " + std::to_string(share.columns[k]) + " with the value " +
                  std::to_string(values[k]) + "; indices are from 0 to " + std::to_string(matrix.rows - 1) +
                  " and values finite. Write the matrix again.");
    blocks.front().entries[k] = {rows[k], share.columns[k], values[k]};
  }
  return blocks;
}

// Data sets that may be vectors: those of real numbers, in no matrix.
std::vector<std::string> vectorsIn(const Hdf5Objects& file) {
  const std::vector<std::string> matrices = matricesIn(file);
  std::vector<std::string> found;
  for (const Hdf5Set& set : file.sets()) {
    const std::string group = set.path.substr(0, std::max<std::size_t>(1, set.path.rfind('/')));
    const bool isPart = std::find(matrices.begin(), matrices.end(), group) != matrices.end();
    if (!isPart && set.kind == Hdf5Kind::reals && (set.shape.size() == 1 || set.shape.size() == 2))
      found.push_back(set.path);
  }
  return found;
}

struct VectorSet {
  Hdf5Set set;
  std::uint64_t rows = 0, columns = 1;
  bool columnsFirst = false;
};

VectorSet vectorsOf(const Hdf5Objects& file, const std::string& object) {
  VectorSet vectors;
  vectors.set = file.set(
      chosen(file, object, vectorsIn(file), "data set of vectors", "Write n real numbers, or n by k of them."));
  const std::vector<std::uint64_t>& shape = vectors.set.shape;
  vectors.columnsFirst = shape.size() == 2 && vectors.set.isOfMatlab;
  vectors.rows = shape[vectors.columnsFirst ? 1 : 0];
  if (shape.size() == 2) vectors.columns = shape[vectors.columnsFirst ? 0 : 1];
  if (vectors.columns < 1 || vectors.columns > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
    file.refuse("the data set " + vectors.set.path + " has " + std::to_string(vectors.columns) +
                " vectors; one at least is needed.");
  return vectors;
}

std::uint64_t bytesOf(const std::string& path) {
  return InputFile(path).size();
}

void fill(ReadReport* report, std::uint64_t bytes, std::uint64_t entries, long long duplicates, double seconds) {
  if (report == nullptr) return;
  *report = ReadReport();
  report->bytes = static_cast<long long>(bytes);
  report->entries = static_cast<long long>(entries);
  report->duplicates = duplicates;
  report->threads = 1;
  report->seconds = seconds;
}

#else

[[noreturn]] void refuseAll(const std::string& name) {
  throw InputError("'" + name +
                   "' is an HDF5 file, and Chronos was built without the HDF5 library: install it (Debian: "
                   "libhdf5-openmpi-dev) and build Chronos again, or write Matrix Market or PETSc's binary form.");
}

#endif

}  // namespace

bool isHdf5File(const std::string& name, const Comm& comm) {
  int isHdf5 = 0;
  runOnAllRanks(comm, name, [&] {
    if (comm.getRank() != 0) return;
    const auto parts = fileAndObject(name);
    if (parts.second.empty()) {
      isHdf5 = hasSignature(InputFile(name));
      return;
    }
    // A name may hold a colon; what is wrong with it is said of the whole name.
    try {
      isHdf5 = hasSignature(InputFile(parts.first));
    } catch (const InputError&) {}
  });
  broadcastPlain(comm, isHdf5);
  return isHdf5 != 0;
}

#ifdef CHRONOS_HAVE_HDF5

Teuchos::RCP<TpetraCrsMatrix> readHdf5Matrix(const std::string& name, const Teuchos::RCP<const Comm>& comm,
                                             const ReadOptions& options, ReadReport* report) {
  Kokkos::Timer timer;
  const auto parts = fileAndObject(name);
  const int rank = comm->getRank(), ranks = comm->getSize();
  SparseGroup matrix;
  std::vector<EntryBlock> blocks;
  std::uint64_t bytes = 0;
  runOnAllRanks(*comm, name, [&] {
    bytes = bytesOf(parts.first);
    const Hdf5Objects file(parts.first);
    matrix = matrixOf(file, parts.second, ranks);
    blocks = entriesOf(file, matrix, rank, ranks);
  });
  const EvenShare share(matrix.rows, ranks, options.rowsPerNodeOf(matrix.rows));
  blocks = routeEntries(*comm, share, EntryGoesTo::rowOwner, std::move(blocks));
  HostRows rows;
  runOnAllRanks(*comm, name,
                [&] { rows = assembleRows(std::move(blocks), MatrixMarketSymmetry::general, share, rank, 1); });
  const long long duplicates = sumOverRanks(*comm, rows.duplicates);
  const auto result = toMatrix(share.map(comm), rows);
  if (options.progress && rank == 0) options.progress(1.0);
  fill(report, bytes, matrix.entries, duplicates, timer.seconds());
  return result;
}

Teuchos::RCP<TpetraMultiVector> readHdf5Vectors(const std::string& name, const Teuchos::RCP<const Comm>& comm,
                                                ReadReport* report) {
  Kokkos::Timer timer;
  const auto parts = fileAndObject(name);
  VectorSet vectors;
  std::uint64_t bytes = 0;
  runOnAllRanks(*comm, name, [&] {
    bytes = bytesOf(parts.first);
    vectors = vectorsOf(Hdf5Objects(parts.first), parts.second);
  });
  const EvenShare share(static_cast<GlobalOrdinal>(vectors.rows), comm->getSize());
  const auto result = Teuchos::rcp(new TpetraMultiVector(share.map(comm), static_cast<std::size_t>(vectors.columns)));
  {
    const auto view = result->getLocalViewHost(Tpetra::Access::OverwriteAll);
    runOnAllRanks(*comm, name, [&] {
      const Hdf5Objects file(parts.first);
      const auto first = static_cast<std::uint64_t>(share.first(comm->getRank()));
      const std::uint64_t count = view.extent(0), k = vectors.columns;
      const std::vector<double> values = vectors.set.shape.size() == 1 ? file.reals(vectors.set, first, count)
                                         : vectors.columnsFirst        ? file.reals(vectors.set, 0, k, first, count)
                                                                       : file.reals(vectors.set, first, count, 0, k);
      for (std::size_t row = 0; row < count; ++row)
        for (std::size_t col = 0; col < k; ++col) {
          view(row, col) = values[vectors.columnsFirst ? col * count + row : row * k + col];
          if (!std::isfinite(view(row, col)))
            file.refuse("entry " + std::to_string(first + row) + " (from 0) of " + vectors.set.path +
                        " is no finite number. Write it again.");
        }
    });
  }
  fill(report, bytes, vectors.rows * vectors.columns, 0, timer.seconds());
  return result;
}

#else

Teuchos::RCP<TpetraCrsMatrix> readHdf5Matrix(const std::string& name, const Teuchos::RCP<const Comm>&,
                                             const ReadOptions&, ReadReport*) {
  refuseAll(name);
}

Teuchos::RCP<TpetraMultiVector> readHdf5Vectors(const std::string& name, const Teuchos::RCP<const Comm>&, ReadReport*) {
  refuseAll(name);
}

#endif

}  // namespace Chronos
