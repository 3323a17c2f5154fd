// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowMove.hpp"

#include "Chronos_AssembleRows.hpp"
#include "Chronos_CollectiveGuard.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <map>

namespace Chronos {
namespace {

// Rows for one rank, one behind the other.
struct RowBundle {
  std::vector<GlobalOrdinal> rows;
  std::vector<std::int64_t> lengths;
  std::vector<GlobalOrdinal> columns;
  std::vector<double> values;
};

Message packed(int rank, const RowBundle& bundle) {
  const std::int64_t counts[2] = {static_cast<std::int64_t>(bundle.rows.size()),
                                  static_cast<std::int64_t>(bundle.columns.size())};
  Message message{rank, {}};
  message.bytes.reserve(16 * (1 + bundle.rows.size() + bundle.columns.size()));
  append(message.bytes, counts, 2);
  append(message.bytes, bundle.rows.data(), bundle.rows.size());
  append(message.bytes, bundle.lengths.data(), bundle.lengths.size());
  append(message.bytes, bundle.columns.data(), bundle.columns.size());
  append(message.bytes, bundle.values.data(), bundle.values.size());
  return message;
}

RowBundle unpacked(const Message& message) {
  std::size_t position = 0;
  const auto counts = extract<std::int64_t>(message.bytes, position, 2);
  RowBundle bundle;
  bundle.rows = extract<GlobalOrdinal>(message.bytes, position, counts[0]);
  bundle.lengths = extract<std::int64_t>(message.bytes, position, counts[0]);
  bundle.columns = extract<GlobalOrdinal>(message.bytes, position, counts[1]);
  bundle.values = extract<double>(message.bytes, position, counts[1]);
  return bundle;
}

using Bundles = std::map<int, RowBundle>;  // by the rank that they go to

using Renumbering = std::function<GlobalOrdinal(GlobalOrdinal)>;

std::vector<GlobalOrdinal> numbersOf(const Map& map, const Renumbering& renumbered) {
  std::vector<GlobalOrdinal> numbers(TrilinosVersion::numLocal(map));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const GlobalOrdinal number = map.getGlobalElement(static_cast<LocalOrdinal>(i));
    numbers[i] = renumbered ? renumbered(number) : number;
  }
  return numbers;
}

Bundles bundlesOf(const TpetraCrsMatrix& A, const Map& rows, const Renumbering& renumbered) {
  const auto local = A.getLocalMatrixHost();
  const std::vector<GlobalOrdinal> mine = numbersOf(*A.getRowMap(), renumbered),
                                   columns = numbersOf(*A.getColMap(), renumbered);
  const std::size_t numRows = mine.size();
  std::vector<int> owners(numRows, 0);
  rows.getRemoteIndexList(Teuchos::arrayViewFromVector(mine), Teuchos::arrayViewFromVector(owners));
  const auto lost = std::find(owners.begin(), owners.end(), -1);
  throwIfAny(*rows.getComm(), lost == owners.end()
                                  ? ""
                                  : "No rank is to get row " + std::to_string(mine[lost - owners.begin()]) +
                                        " of the matrix. Give a map with all of its rows.");
  Bundles bundles;
  for (std::size_t row = 0; row < numRows; ++row) {
    RowBundle& bundle = bundles[owners[row]];
    const auto begin = local.graph.row_map(row), end = local.graph.row_map(row + 1);
    bundle.rows.push_back(mine[row]);
    bundle.lengths.push_back(static_cast<std::int64_t>(end - begin));
    for (auto k = begin; k < end; ++k) bundle.columns.push_back(columns[local.graph.entries(k)]);
    bundle.values.insert(bundle.values.end(), local.values.data() + begin, local.values.data() + end);
  }
  return bundles;
}

std::vector<RowBundle> exchanged(const Comm& comm, Bundles bundles) {
  std::vector<RowBundle> received(1, std::move(bundles[comm.getRank()]));
  bundles.erase(comm.getRank());
  std::vector<Message> messages;
  for (auto& [rank, bundle] : bundles) {
    messages.push_back(packed(rank, bundle));
    bundle = RowBundle();
  }
  for (Message& message : exchangeSparse(comm, messages)) {
    received.push_back(unpacked(message));
    std::vector<char>().swap(message.bytes);
  }
  return received;
}

HostRows assembled(const std::vector<RowBundle>& bundles, const Map& rows) {
  const std::size_t numRows = TrilinosVersion::numLocal(rows);
  std::size_t numEntries = 0;
  for (const RowBundle& bundle : bundles) numEntries += bundle.columns.size();
  HostRows result;
  result.allocate(numRows, numEntries);
  const auto forEachRow = [&](const auto& f) {
    for (const RowBundle& bundle : bundles)
      for (std::size_t index = 0, at = 0; index < bundle.rows.size(); at += bundle.lengths[index++])
        f(rows.getLocalElement(bundle.rows[index]), bundle, at, bundle.lengths[index]);
  };
  forEachRow(
      [&](LocalOrdinal row, const RowBundle&, std::size_t, std::int64_t length) { result.rowPtr(row + 1) = length; });
  result.rowPtr(0) = 0;
  for (std::size_t row = 0; row < numRows; ++row) result.rowPtr(row + 1) += result.rowPtr(row);
  forEachRow([&](LocalOrdinal row, const RowBundle& bundle, std::size_t at, std::int64_t length) {
    const Offset to = result.rowPtr(row);
    std::copy_n(bundle.columns.data() + at, length, result.colInd.data() + to);
    std::copy_n(bundle.values.data() + at, length, result.values.data() + to);
  });
  return result;
}

}  // namespace

Teuchos::RCP<TpetraCrsMatrix> moveRows(const TpetraCrsMatrix& A, const Teuchos::RCP<const Map>& rows,
                                       const Renumbering& renumbered) {
  HostRows moved;
  const std::vector<RowBundle> bundles = exchanged(*A.getComm(), bundlesOf(A, *rows, renumbered));
  runOnAllRanks(*A.getComm(), "the rows of the matrix", [&] { moved = assembled(bundles, *rows); });
  return toMatrix(rows, moved);
}

}  // namespace Chronos
