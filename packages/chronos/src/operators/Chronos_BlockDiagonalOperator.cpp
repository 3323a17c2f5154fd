// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockDiagonalOperator.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_EnvelopeAssembly.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_MatrixChecks.hpp"
#include "Chronos_TpetraConversion.hpp"

#include <algorithm>
#include <numeric>

namespace Chronos {
namespace {

// Columns of the halo are numbered behind all rows: they lie outside any block, which fill() tells.
std::vector<int> runsOf(const RowsOnHost& A) {
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

std::string checkInside(const DistMatrix<double>& A, const RowsOnHost& rows, const std::vector<int>& first) {
  for (std::size_t block = 0; block + 1 < first.size(); ++block)
    for (int row = first[block]; row < first[block + 1]; ++row)
      for (Offset entry = rows.rowPtr[row]; entry < rows.rowPtr[row + 1]; ++entry)
        if (rows.colInd[entry] < first[block] || rows.colInd[entry] >= first[block + 1])
          return "Chronos::BlockDiagonalOperator: row " + std::to_string(A.rowMap()->getGlobalElement(row)) +
                 " (counted from 0) has an entry outside its block.";
  return "";
}

}  // namespace

BlockDiagonalOperator::BlockDiagonalOperator(const Teuchos::RCP<const TpetraCrsMatrix>& A,
                                             const std::vector<int>& sizes)
    : CommonOperator("Chronos::BlockDiagonalOperator") {
  if (A.is_null()) throw InputError("Chronos::BlockDiagonalOperator needs a matrix, not a null pointer.");
  checkShape(*A);
  const Comm& comm = *A->getComm();
  const DistMatrix<double> matrix = fromTpetra(*A);
  map_ = matrix.rowMap();
  const RowsOnHost rows(matrix);
  const std::vector<int> taken = sizes.empty() ? runsOf(rows) : sizes;
  throwIfAny(comm, checkSizes(taken, rows.numRows));
  BlockLists blocks;
  for (int size : taken) blocks.first.push_back(blocks.first.back() + size);
  throwIfAny(comm, checkInside(matrix, rows, blocks.first));
  blocks.rows.resize(rows.numRows);
  std::iota(blocks.rows.begin(), blocks.rows.end(), 0);
  factors_ = assembleEnvelopes(rows, blocks);
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
