// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_EvenShare.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "Chronos_OrderedRows.hpp"
#include "Chronos_TextSink.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <Tpetra_Import.hpp>

#include <algorithm>

namespace Chronos {
namespace {

Offset endOfRow(const OrderedRows& matrix, GlobalOrdinal row, MatrixMarketTriangle triangle) {
  const HostRows& rows = matrix.rows;
  if (triangle == MatrixMarketTriangle::all) return rows.rowPtr(row + 1);
  const GlobalOrdinal* const begin = rows.colInd.data() + rows.rowPtr(row);
  const GlobalOrdinal* const end = rows.colInd.data() + rows.rowPtr(row + 1);
  return rows.rowPtr(row) + (std::upper_bound(begin, end, matrix.firstRow + row) - begin);
}

void putRows(const OrderedRows& matrix, MatrixMarketTriangle triangle, TextSink& sink) {
  for (GlobalOrdinal row = 0; row < matrix.numRows; ++row) {
    const Offset end = endOfRow(matrix, row, triangle);
    for (Offset k = matrix.rows.rowPtr(row); k < end; ++k) {
      sink.index(matrix.firstRow + row + 1, ' ');
      sink.index(matrix.rows.colInd(k) + 1, ' ');
      sink.shortestReal(matrix.rows.values(k), '\n');
    }
  }
  sink.flush();
}

}  // namespace

void writeMatrixMarket(const std::string& path, const TpetraCrsMatrix& matrix, MatrixMarketTriangle triangle) {
  const Teuchos::RCP<const Comm> comm = matrix.getComm();
  const OrderedRows ordered = orderedRows(matrix, path);
  throwIfAny(*comm, allFinite(ordered.rows.values, ordered.rows.values.extent(0)) ? "" : notFinite(path));
  long long numEntries = 0;
  for (GlobalOrdinal row = 0; row < ordered.numRows; ++row) {
    numEntries += static_cast<long long>(endOfRow(ordered, row, triangle) - ordered.rows.rowPtr(row));
  }
  const std::string n = std::to_string(ordered.globalRows);
  const std::string header = std::string("%%MatrixMarket matrix coordinate real ") +
                             (triangle == MatrixMarketTriangle::lower ? "symmetric\n" : "general\n") + n + " " + n +
                             " " + std::to_string(sumOverRanks(*comm, numEntries)) + "\n";

  // Twice through the rows: where a rank writes depends on the length of the text of the ranks before.
  TextSink ruler(nullptr, 0);
  putRows(ordered, triangle, ruler);
  OutputFile file(path, comm);
  if (comm->getRank() == 0) file.write(header.data(), header.size(), 0);
  TextSink sink(&file, header.size() + sumBefore(*comm, static_cast<long long>(ruler.offset())));
  putRows(ordered, triangle, sink);
  file.commit();
}

void writeVectors(const std::string& path, const TpetraMultiVector& vectors) {
  const Map& map = *vectors.getMap();
  const Teuchos::RCP<const Comm> comm = map.getComm();
  const auto n = static_cast<GlobalOrdinal>(map.getGlobalNumElements());
  if (n > 0 && (map.getMinAllGlobalIndex() != 0 || map.getMaxAllGlobalIndex() != n - 1)) {
    throw InputError("Cannot write '" + path + "': the global indices are not 0 to " + std::to_string(n - 1) + ".");
  }
  const EvenShare share(n, comm->getSize());
  const Teuchos::RCP<const Map> evenMap = share.map(comm);
  TpetraMultiVector even(evenMap, vectors.getNumVectors());
  const Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node> import(vectors.getMap(), evenMap);
  even.doImport(vectors, import, Tpetra::INSERT);
  const auto values = even.getLocalViewHost(Tpetra::Access::ReadOnly);
  const std::size_t numRows = TrilinosVersion::numLocal(*evenMap), numVectors = vectors.getNumVectors();
  bool finite = true;
  for (std::size_t k = 0; k < numVectors; ++k)
    finite = finite && allFinite(Kokkos::subview(values, Kokkos::ALL(), k), numRows);
  throwIfAny(*comm, finite ? "" : notFinite(path));

  const auto putColumn = [&](std::size_t col, TextSink& sink) {
    for (std::size_t row = 0; row < numRows; ++row) sink.fullReal(values(row, col), '\n');
    sink.flush();
  };
  const std::string header =
      "%%MatrixMarket matrix array real general\n" + std::to_string(n) + " " + std::to_string(numVectors) + "\n";
  OutputFile file(path, comm);
  if (comm->getRank() == 0) file.write(header.data(), header.size(), 0);
  std::uint64_t columnBegin = header.size();
  for (std::size_t col = 0; col < numVectors; ++col) {
    TextSink ruler(nullptr, 0);
    putColumn(col, ruler);
    const auto length = static_cast<long long>(ruler.offset());
    TextSink sink(&file, columnBegin + sumBefore(*comm, length));
    putColumn(col, sink);
    columnBegin += sumOverRanks(*comm, length);
  }
  file.commit();
}

}  // namespace Chronos
