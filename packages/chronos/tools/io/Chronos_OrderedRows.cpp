// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OrderedRows.hpp"

#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_HostThreads.hpp"
#include "Chronos_RouteEntries.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace Chronos {
namespace {

void checkMatrix(const TpetraCrsMatrix& matrix, const std::string& path) {
  std::string problem;
  const Map& rowMap = *matrix.getRowMap();
  const auto n = static_cast<GlobalOrdinal>(rowMap.getGlobalNumElements());
  if (!matrix.isFillComplete()) problem = "it is not fill-complete";
  else if (matrix.getDomainMap()->getGlobalNumElements() != rowMap.getGlobalNumElements()) problem = "it is not square";
  else if (n > 0 && (rowMap.getMinAllGlobalIndex() != 0 || rowMap.getMaxAllGlobalIndex() != n - 1)) {
    problem = "its global indices are not 0 to " + std::to_string(n - 1);
  }
  if (!problem.empty()) throw InputError("Cannot write '" + path + "': of the matrix, " + problem + ".");
}

// Sorts each row of the matrix into place; the local order of columns has owned ones first.
HostRows sortedRows(const TpetraCrsMatrix& matrix, int threads) {
  const auto local = matrix.getLocalMatrixHost();
  const Map& columnMap = *matrix.getColMap();
  const std::size_t numRows = TrilinosVersion::numLocal(*matrix.getRowMap());
  std::vector<GlobalOrdinal> globals(TrilinosVersion::numLocal(columnMap));
  for (std::size_t i = 0; i < globals.size(); ++i)
    globals[i] = columnMap.getGlobalElement(static_cast<LocalOrdinal>(i));

  HostRows rows;
  rows.allocate(numRows, local.graph.entries.extent(0));
  rows.rowPtr(0) = 0;
  for (std::size_t row = 0; row < numRows; ++row) rows.rowPtr(row + 1) = local.graph.row_map(row + 1);
  runThreads(threads, [&](int thread) {
    std::vector<std::pair<GlobalOrdinal, double>> sorted;
    for (std::size_t row = shareBegin(numRows, thread, threads); row < shareBegin(numRows, thread + 1, threads);
         ++row) {
      const Offset begin = rows.rowPtr(row), end = rows.rowPtr(row + 1);
      sorted.clear();
      for (Offset k = begin; k < end; ++k) sorted.emplace_back(globals[local.graph.entries(k)], local.values(k));
      std::sort(sorted.begin(), sorted.end());
      for (Offset k = begin; k < end; ++k) std::tie(rows.colInd(k), rows.values(k)) = sorted[k - begin];
    }
  });
  return rows;
}

std::vector<EntryBlock> entriesOf(const HostRows& rows, const Map& rowMap) {
  std::vector<EntryBlock> blocks(1);
  blocks[0].entries.reserve(rows.colInd.extent(0));
  for (std::size_t row = 0; row < TrilinosVersion::numLocal(rowMap); ++row) {
    const GlobalOrdinal globalRow = rowMap.getGlobalElement(static_cast<LocalOrdinal>(row));
    for (Offset k = rows.rowPtr(row); k < rows.rowPtr(row + 1); ++k) {
      blocks[0].entries.push_back({globalRow, rows.colInd(k), rows.values(k)});
    }
  }
  return blocks;
}

}  // namespace

OrderedRows orderedRows(const TpetraCrsMatrix& matrix, const std::string& path) {
  checkMatrix(matrix, path);
  const Map& rowMap = *matrix.getRowMap();
  const Comm& comm = *rowMap.getComm();
  const int threads = hostThreadsPerRank(comm);
  OrderedRows result;
  result.globalRows = static_cast<GlobalOrdinal>(rowMap.getGlobalNumElements());
  runOnAllRanks(comm, path, [&] { result.rows = sortedRows(matrix, threads); });
  if (rowMap.isContiguous()) {
    result.numRows = static_cast<GlobalOrdinal>(TrilinosVersion::numLocal(rowMap));
    long long behind = 0;
    Teuchos::scan<int, long long>(comm, Teuchos::REDUCE_SUM, result.numRows, Teuchos::outArg(behind));
    result.firstRow = behind - result.numRows;
    return result;
  }
  const EvenShare share(result.globalRows, comm.getSize());
  auto blocks = routeEntries(comm, share, EntryGoesTo::rowOwner, entriesOf(result.rows, rowMap));
  result.firstRow = share.first(comm.getRank());
  result.numRows = share.count(comm.getRank());
  runOnAllRanks(comm, path, [&] {
    result.rows = assembleRows(std::move(blocks), MatrixMarketSymmetry::general, share, comm.getRank(), threads);
  });
  return result;
}

}  // namespace Chronos
