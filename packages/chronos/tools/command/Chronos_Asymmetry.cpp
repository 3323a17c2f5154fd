// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Asymmetry.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "Chronos_Transpose.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Teuchos_CommHelpers.hpp>
#include <Tpetra_Import.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

namespace Chronos::Command {
namespace {

// Plain data: sent between ranks as bytes.
struct UnequalPair {
  GlobalOrdinal row = 0, col = 0;
  double value = 0, mirrored = 0;
  bool isMirrored = false;
  double difference = -1;  // relative; below zero: none
};

// Rows of the transpose by global columns, ascending.
class TransposedRows {
 public:
  explicit TransposedRows(const DistMatrix<double>& T)
      : T_(T),
        rowPtr_(toVector(T.local().rowPtr)),
        colInd_(toVector(T.local().colInd)),
        values_(toVector(T.local().values)),
        halo_(T.halo()->haloGlobals()) {}

  void read(GlobalOrdinal globalRow, std::vector<std::pair<GlobalOrdinal, double>>& entries) const {
    const LocalOrdinal row = T_.rowMap()->getLocalElement(globalRow);
    entries.clear();
    for (Offset entry = rowPtr_[row]; entry < rowPtr_[row + 1]; ++entry)
      entries.emplace_back(globalOf(colInd_[entry]), values_[entry]);
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }

 private:
  GlobalOrdinal globalOf(LocalOrdinal col) const {
    const LocalOrdinal numOwned = T_.numOwnedCols();
    return col < numOwned ? T_.domainMap()->getGlobalElement(col) : halo_[col - numOwned];
  }

  const DistMatrix<double>& T_;
  std::vector<Offset> rowPtr_;
  std::vector<LocalOrdinal> colInd_;
  std::vector<double> values_;
  std::vector<GlobalOrdinal> halo_;
};

// The diagonal entry of each local column.
Teuchos::RCP<TpetraMultiVector> diagonalOfColumns(const TpetraCrsMatrix& matrix) {
  TpetraVector diagonal(matrix.getRowMap());
  matrix.getLocalDiagCopy(diagonal);
  const auto columns = Teuchos::rcp(new TpetraMultiVector(matrix.getColMap(), 1));
  const Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node> import(matrix.getRowMap(), matrix.getColMap());
  columns->doImport(diagonal, import, Tpetra::INSERT);
  return columns;
}

double relativeTo(double scale, const UnequalPair& pair) {
  const double entries = std::max(std::abs(pair.value), std::abs(pair.mirrored));
  const bool isUsable = scale > 0 && scale < std::numeric_limits<double>::infinity();
  const double difference = std::abs(pair.value - pair.mirrored) / (isUsable ? scale : entries);
  // -0 and 0, or two that are not stored alike.
  if (pair.value == pair.mirrored) return 0;
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

// This rank's part; a pair of which both are stored counts where it is above the diagonal.
long long compareRows(const TpetraCrsMatrix& matrix, const TransposedRows& transposed, UnequalPair& worst) {
  const auto diagonalVector = diagonalOfColumns(matrix);
  const auto diagonal = diagonalVector->getLocalViewHost(Tpetra::Access::ReadOnly);
  const auto local = matrix.getLocalMatrixHost();
  std::vector<std::pair<GlobalOrdinal, double>> mirrored;
  long long numPairs = 0;
  for (LocalOrdinal row = 0; row < local.numRows(); ++row) {
    const GlobalOrdinal globalRow = matrix.getRowMap()->getGlobalElement(row);
    const LocalOrdinal ownCol = matrix.getColMap()->getLocalElement(globalRow);
    // Without the column nothing is stored on the diagonal.
    const bool isStored = ownCol >= 0 && ownCol < static_cast<LocalOrdinal>(diagonal.extent(0));
    const double ownDiagonal = isStored ? diagonal(ownCol, 0) : 0;
    transposed.read(globalRow, mirrored);
    for (auto entry = local.graph.row_map(row); entry < local.graph.row_map(row + 1); ++entry) {
      const LocalOrdinal col = local.graph.entries(entry);
      UnequalPair pair;
      pair.row = globalRow;
      pair.col = matrix.getColMap()->getGlobalElement(col);
      pair.value = local.values(entry);
      const auto found = std::lower_bound(mirrored.begin(), mirrored.end(), pair.col,
                                          [](const auto& item, GlobalOrdinal wanted) { return item.first < wanted; });
      pair.isMirrored = found != mirrored.end() && found->first == pair.col;
      if (pair.isMirrored) pair.mirrored = found->second;
      if (pair.isMirrored && std::memcmp(&pair.value, &pair.mirrored, sizeof(double)) == 0) continue;
      if (pair.isMirrored && pair.row >= pair.col) continue;
      ++numPairs;
      pair.difference = relativeTo(std::sqrt(ownDiagonal) * std::sqrt(diagonal(col, 0)), pair);
      if (pair.difference > worst.difference) worst = pair;
    }
  }
  return numPairs;
}

// The same pair on all ranks: that of the first rank with the largest difference. Collective.
void shareWorst(const Comm& comm, UnequalPair& worst) {
  const double largest = maxOverRanks(comm, worst.difference);
  const long long none = comm.getSize();
  const long long rank = minOverRanks(comm, worst.difference == largest ? comm.getRank() : none);
  Teuchos::broadcast(comm, static_cast<int>(rank), static_cast<int>(sizeof worst), reinterpret_cast<char*>(&worst));
}

std::string inWords(const UnequalPair& pair) {
  std::ostringstream text;
  text.precision(17);
  text << "entry (" << pair.row << ", " << pair.col << ") is " << pair.value << ", entry (" << pair.col << ", "
       << pair.row << ") is ";
  if (pair.isMirrored) text << pair.mirrored;
  else text << "not stored";
  text << " (indices from 0)";
  return text.str();
}

}  // namespace

Asymmetry asymmetryOf(const TpetraCrsMatrix& matrix) {
  const Comm& comm = *matrix.getComm();
  const DistMatrix<double> T = transpose(fromTpetra(matrix));
  UnequalPair worst;
  Asymmetry result;
  result.numPairs = sumOverRanks(comm, compareRows(matrix, TransposedRows(T), worst));
  if (result.numPairs == 0) return result;
  shareWorst(comm, worst);
  result.largest = worst.difference;
  result.pair = inWords(worst);
  return result;
}

}  // namespace Chronos::Command
