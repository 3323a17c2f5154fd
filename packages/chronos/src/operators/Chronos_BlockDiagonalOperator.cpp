// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockDiagonalOperator.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_EnvelopeOrder.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_MatrixChecks.hpp"
#include "Chronos_TpetraConversion.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

struct HostRows {
  explicit HostRows(const DistMatrix<double>& A)
      : numRows(A.numRows()),
        rowPtr(toVector(A.local().rowPtr)),
        colInd(toVector(A.local().colInd)),
        values(toVector(A.local().values)) {}
  int numRows;
  std::vector<Offset> rowPtr;
  std::vector<LocalOrdinal> colInd;
  std::vector<double> values;
};

// Columns of the halo are numbered behind all rows: they lie outside any block, which fill() tells.
std::vector<int> runsOf(const HostRows& A) {
  std::vector<int> reach(A.numRows, 0), sizes;
  for (int row = 0; row < A.numRows; ++row)
    for (Offset entry = A.rowPtr[row]; entry < A.rowPtr[row + 1]; ++entry) {
      const int low = std::min(row, A.colInd[entry]), high = std::max(row, A.colInd[entry]);
      reach[low] = std::max(reach[low], high);
    }
  for (int first = 0, end = 0; first < A.numRows; first = end) {
    int last = reach[first];
    for (int row = first; row <= last && row < A.numRows; ++row) last = std::max(last, reach[row]);
    end = std::min(last + 1, A.numRows);
    sizes.push_back(end - first);
  }
  return sizes;
}

std::string checkSizes(const std::vector<int>& sizes, int numRows) {
  if (std::any_of(sizes.begin(), sizes.end(), [](int size) { return size < 1; }))
    return "Chronos::BlockDiagonalOperator: a block has no rows.";
  const long long sum = std::accumulate(sizes.begin(), sizes.end(), 0LL);
  if (sum == numRows) return "";
  return "Chronos::BlockDiagonalOperator: the blocks of a rank have " + std::to_string(sum) +
         " rows together, and it owns " + std::to_string(numRows) + ".";
}

std::string checkInside(const DistMatrix<double>& A, const HostRows& rows, const std::vector<int>& firstRow) {
  for (std::size_t block = 0; block + 1 < firstRow.size(); ++block)
    for (int row = firstRow[block]; row < firstRow[block + 1]; ++row)
      for (Offset entry = rows.rowPtr[row]; entry < rows.rowPtr[row + 1]; ++entry)
        if (rows.colInd[entry] < firstRow[block] || rows.colInd[entry] >= firstRow[block + 1])
          return "Chronos::BlockDiagonalOperator: row " + std::to_string(A.rowMap()->getGlobalElement(row)) +
                 " (counted from 0) has an entry outside its block.";
  return "";
}

// Of the lower triangle of a block, each edge from both ends.
Adjacency adjacencyOf(const HostRows& rows, int first, int end) {
  Adjacency adjacency(end - first);
  for (int row = first; row < end; ++row)
    for (Offset entry = rows.rowPtr[row]; entry < rows.rowPtr[row + 1]; ++entry) {
      const int col = rows.colInd[entry];
      if (col >= row) continue;
      adjacency[row - first].push_back(col - first);
      adjacency[col - first].push_back(row - first);
    }
  return adjacency;
}

struct HostBlocks {
  std::vector<int> firstRow{0};
  std::vector<Offset> rowPtr{0};
  std::vector<int> order;
  std::vector<double> entries;

  void append(const HostRows& rows, int size) {
    const int first = firstRow.back(), end = first + size;
    const Adjacency adjacency = adjacencyOf(rows, first, end);
    const std::vector<int> chosen = envelopeOrder(adjacency), begins = firstColumns(adjacency, chosen);
    std::vector<int> place(size);
    for (int row = 0; row < size; ++row) {
      place[chosen[row]] = row;
      order.push_back(first + chosen[row]);
      rowPtr.push_back(rowPtr.back() + row + 1 - begins[row]);
    }
    entries.resize(rowPtr.back(), 0.0);
    for (int row = first; row < end; ++row)
      for (Offset entry = rows.rowPtr[row]; entry < rows.rowPtr[row + 1]; ++entry) {
        const int col = rows.colInd[entry];
        if (col > row) continue;
        const int low = std::min(place[row - first], place[col - first]),
                  high = std::max(place[row - first], place[col - first]);
        entries[rowPtr[first + high + 1] - 1 - (high - low)] += rows.values[entry];
      }
    firstRow.push_back(end);
  }
};

}  // namespace

BlockDiagonalOperator::BlockDiagonalOperator(const Teuchos::RCP<const TpetraCrsMatrix>& A,
                                             const std::vector<int>& sizes)
    : CommonOperator("Chronos::BlockDiagonalOperator") {
  if (A.is_null()) throw InputError("Chronos::BlockDiagonalOperator needs a matrix, not a null pointer.");
  checkShape(*A);
  const Comm& comm = *A->getComm();
  const DistMatrix<double> matrix = fromTpetra(*A);
  map_ = matrix.rowMap();
  const HostRows rows(matrix);
  const std::vector<int> taken = sizes.empty() ? runsOf(rows) : sizes;
  throwIfAny(comm, checkSizes(taken, rows.numRows));
  std::vector<int> firstRow = {0};
  for (int size : taken) firstRow.push_back(firstRow.back() + size);
  throwIfAny(comm, checkInside(matrix, rows, firstRow));
  HostBlocks blocks;
  for (int size : taken) blocks.append(rows, size);
  factors_ = {toView("Chronos::blocks first row", blocks.firstRow), toView("Chronos::blocks rowPtr", blocks.rowPtr),
              toView("Chronos::blocks order", blocks.order), toView("Chronos::blocks entries", blocks.entries)};
  work_ = WorkBlock("Chronos::BlockDiagonalOperator work", rows.numRows);
  const int numSingular = factorBlocks(factors_);
  breakDownIfAny(comm, numSingular == 0 ? ""
                                        : "Chronos::BlockDiagonalOperator: " + std::to_string(numSingular) +
                                              " blocks of a rank are not positive definite.");
}

void BlockDiagonalOperator::apply(const ConstBlock& x, const Block& y, double alpha, double beta) const {
  solveBlocks(factors_, x, work_(widthOf(x)), y, alpha, beta);
}

std::size_t BlockDiagonalOperator::numBytes() const {
  return factors_.entries.extent(0) * sizeof(double) + factors_.rowPtr.extent(0) * sizeof(Offset) +
         (factors_.firstRow.extent(0) + factors_.order.extent(0)) * sizeof(int) + work_.numBytes();
}

}  // namespace Chronos
