// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixMarket.hpp"

#include "Chronos_AssembleRows.hpp"
#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_Hdf5File.hpp"
#include "Chronos_MatrixMarketReading.hpp"
#include "Chronos_PetscFile.hpp"
#include "Chronos_RouteEntries.hpp"

#include <Tpetra_Import.hpp>

#include <limits>

namespace Chronos {
namespace {

void checkMatrixHeader(const MatrixMarketReading& reading, int numRanks) {
  const MatrixMarketHeader& header = reading.header();
  if (header.format != MatrixMarketFormat::coordinate) {
    reading.refuse("an array is no sparse matrix. Write the matrix as 'coordinate', or read the file as vectors.");
  }
  if (header.rows != header.cols) {
    reading.refuse("the matrix is " + std::to_string(header.rows) + " by " + std::to_string(header.cols) +
                   ". Only square ones can be used.");
  }
  if (header.rows / numRanks >= std::numeric_limits<LocalOrdinal>::max()) {
    reading.refuse(std::to_string(header.rows) + " rows are too many for " + std::to_string(numRanks) +
                   " ranks: one takes up to 2^31 - 2. Use more ranks, or correct the sizes.");
  }
  // Before memory is asked for by a number that may be a slip. Few empty rows cost nothing, and the matrix is checked
  // later.
  constexpr long long harmlessRows = 1 << 20;
  if (header.rows > harmlessRows && header.entries < header.rows) {
    reading.refuse("the sizes announce " + std::to_string(header.rows) + " rows and " + std::to_string(header.entries) +
                   " entries, but a positive definite matrix has a diagonal entry in every row. Correct the sizes.");
  }
}

// The entries (i, j) and (j, i) of a file that says symmetric would be added up, which few that write both mean.
void checkOneTriangle(const std::string& path, const Comm& comm, const std::vector<EntryBlock>& blocks) {
  long long below = 0, above = 0;
  for (const EntryBlock& block : blocks) {
    for (const Entry& entry : block.entries) {
      below += entry.row > entry.col;
      above += entry.row < entry.col;
    }
  }
  below = sumOverRanks(comm, below);
  above = sumOverRanks(comm, above);
  if (below > 0 && above > 0) {
    throw InputError("'" + path + "', line 1: says symmetric, but the file stores " + std::to_string(below) +
                     " entries below the diagonal and " + std::to_string(above) +
                     " above it. Store one triangle, or say general.");
  }
}

// Values of an array come column by column; all that a rank knows at first is their order.
void numberArrayValues(const Comm& comm, GlobalOrdinal rows, std::vector<EntryBlock>& blocks) {
  long long mine = 0;
  for (const EntryBlock& block : blocks) mine += static_cast<long long>(block.entries.size());
  long long upToMine = 0;
  Teuchos::scan<int, long long>(comm, Teuchos::REDUCE_SUM, mine, Teuchos::outArg(upToMine));
  long long position = upToMine - mine;
  for (EntryBlock& block : blocks) {
    for (Entry& entry : block.entries) {
      entry.row = position % rows;
      entry.col = position / rows;
      ++position;
    }
  }
}

void checkVectorsHeader(const MatrixMarketReading& reading) {
  const MatrixMarketHeader& header = reading.header();
  if (header.symmetry != MatrixMarketSymmetry::general) reading.refuse("vectors are 'general', not 'symmetric'.");
  if (header.cols < 1 || header.cols > std::numeric_limits<int>::max()) {
    reading.refuse("the file has " + std::to_string(header.cols) + " vectors; one at least is needed.");
  }
  // Before memory is asked for by a number that may be a slip.
  constexpr long long harmlessValues = 1 << 24;
  if (header.format == MatrixMarketFormat::coordinate && header.rows > 0 &&
      header.cols > harmlessValues / header.rows && header.entries < header.cols) {
    reading.refuse("the sizes announce " + std::to_string(header.cols) + " vectors and " +
                   std::to_string(header.entries) + " entries: some vectors would be zero. Correct the sizes.");
  }
}

template <class Refuse>
void checkVectorsMap(long long rows, const Map& map, const Refuse& refuse) {
  const auto length = static_cast<long long>(map.getGlobalNumElements());
  if (rows != length) {
    refuse("the vectors have " + std::to_string(rows) + " entries, but the map, and so the matrix, has " +
           std::to_string(length) + " rows. Take the file that belongs to the matrix.");
  }
  if (length > 0 && (map.getMinAllGlobalIndex() != 0 || map.getMaxAllGlobalIndex() != length - 1)) {
    refuse("the map's global indices are not 0 to " + std::to_string(length - 1) + ".");
  }
}

// Duplicates are added, as in a matrix.
void addEntries(const std::vector<EntryBlock>& blocks, TpetraMultiVector& vectors) {
  const auto view = vectors.getLocalViewHost(Tpetra::Access::ReadWrite);
  const Map& map = *vectors.getMap();
  for (const EntryBlock& block : blocks) {
    for (const Entry& entry : block.entries) view(map.getLocalElement(entry.row), entry.col) += entry.value;
  }
}

Teuchos::RCP<TpetraMultiVector> readEvenly(MatrixMarketReading& reading, const Teuchos::RCP<const Comm>& comm,
                                           ReadReport* report) {
  const MatrixMarketHeader& header = reading.header();
  std::vector<EntryBlock> blocks = reading.parse();
  if (header.format == MatrixMarketFormat::array) numberArrayValues(*comm, header.rows, blocks);
  const EvenShare share(header.rows, comm->getSize());
  blocks = routeEntries(*comm, share, EntryGoesTo::rowOwner, std::move(blocks));
  const auto vectors = Teuchos::rcp(new TpetraMultiVector(share.map(comm), static_cast<std::size_t>(header.cols)));
  addEntries(blocks, *vectors);
  reading.fill(report, 0);
  return vectors;
}

Teuchos::RCP<TpetraMultiVector> vectorsOf(const Map& map, const std::string& path, const ReadOptions& options,
                                          ReadReport* report) {
  MatrixMarketReading reading(path, *map.getComm(), options);
  checkVectorsHeader(reading);
  checkVectorsMap(reading.header().rows, map, [&](const std::string& what) { reading.refuse(what); });
  return readEvenly(reading, map.getComm(), report);
}

// Vectors of a file of others, rows on even shares; null where it is Matrix Market's.
Teuchos::RCP<TpetraMultiVector> foreignVectors(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                               ReadReport* report) {
  if (isHdf5File(path, *comm)) return readHdf5Vectors(path, comm, report);
  if (isPetscFile(path, *comm)) return readPetscVectors(path, comm, report);
  return Teuchos::null;
}

Teuchos::RCP<TpetraMultiVector> evenVectorsOf(const Map& map, const std::string& path, const ReadOptions& options,
                                              ReadReport* report) {
  const auto vectors = foreignVectors(path, map.getComm(), report);
  if (vectors.is_null()) return vectorsOf(map, path, options, report);
  checkVectorsMap(static_cast<long long>(vectors->getGlobalLength()), map,
                  [&](const std::string& what) { throw InputError("'" + path + "': " + what); });
  return vectors;
}

}  // namespace

Teuchos::RCP<TpetraCrsMatrix> readMatrixMarket(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                               const ReadOptions& options, ReadReport* report) {
  MatrixMarketReading reading(path, *comm, options);
  checkMatrixHeader(reading, comm->getSize());
  const MatrixMarketSymmetry symmetry = reading.header().symmetry;
  const bool isSymmetric = symmetry == MatrixMarketSymmetry::symmetric;
  std::vector<EntryBlock> blocks = reading.parse();
  if (isSymmetric) checkOneTriangle(path, *comm, blocks);

  const GlobalOrdinal numRows = reading.header().rows;
  const EvenShare share(numRows, comm->getSize(), options.rowsPerNodeOf(numRows));
  blocks = routeEntries(*comm, share, isSymmetric ? EntryGoesTo::rowAndColumnOwner : EntryGoesTo::rowOwner,
                        std::move(blocks));
  HostRows rows;
  runOnAllRanks(*comm, path, [&] {
    rows = assembleRows(std::move(blocks), symmetry, share, comm->getRank(), reading.assemblyThreads());
  });
  const long long duplicates = rows.duplicates;
  const auto matrix = toMatrix(share.map(comm), rows);
  reading.fill(report, duplicates);
  return matrix;
}

Teuchos::RCP<TpetraMultiVector> readVectors(const std::string& path, const Teuchos::RCP<const Map>& map,
                                            const ReadOptions& options, ReadReport* report) {
  const auto even = evenVectorsOf(*map, path, options, report);
  const auto vectors = Teuchos::rcp(new TpetraMultiVector(map, even->getNumVectors()));
  const Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node> import(even->getMap(), map);
  vectors->doImport(*even, import, Tpetra::INSERT);
  return vectors;
}

Teuchos::RCP<TpetraMultiVector> readVectors(const std::string& path, const Teuchos::RCP<const Comm>& comm,
                                            const ReadOptions& options, ReadReport* report) {
  const auto foreign = foreignVectors(path, comm, report);
  if (!foreign.is_null()) return foreign;
  MatrixMarketReading reading(path, *comm, options);
  checkVectorsHeader(reading);
  return readEvenly(reading, comm, report);
}

}  // namespace Chronos
