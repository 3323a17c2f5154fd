// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowGathering.hpp"

#include "Chronos_GatheredAssembly.hpp"
#include "Chronos_TrilinosVersion.hpp"

#include <algorithm>
#include <set>

namespace Chronos {
namespace {

// Ranks that share a block with this one, in either direction.
std::set<int> neighbouringRanks(const HaloPattern& halo) {
  std::set<int> ranks;
  for (const auto& source : halo.sources()) ranks.insert(source.rank);
  for (const auto& destination : halo.destinations()) ranks.insert(destination.rank);
  return ranks;
}

// The row of this rank in the power of the communication graph: neighbours tell each other whom they reach.
std::set<int> reachedRanks(const Comm& comm, const HaloPattern& halo, int power) {
  if (power < 1) return {};
  const std::set<int> neighbours = neighbouringRanks(halo);
  std::set<int> reached = neighbours;
  for (int step = 1; step < power; ++step) {
    const std::vector<int> list(reached.begin(), reached.end());
    std::vector<Message> news;
    for (int neighbour : neighbours) {
      news.push_back({neighbour, {}});
      append(news.back().bytes, list.data(), list.size());
    }
    for (const Message& message : exchangeSparse(comm, news)) {
      std::size_t position = 0;
      const auto ranks = extract<int>(message.bytes, position, message.bytes.size() / sizeof(int));
      reached.insert(ranks.begin(), ranks.end());
    }
  }
  reached.erase(comm.getRank());
  return reached;
}

std::vector<GlobalOrdinal> rowsBelow(const Map& rowMap, GlobalOrdinal last) {
  std::vector<GlobalOrdinal> rows;
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(rowMap));
  for (LocalOrdinal row = 0; row < numRows; ++row)
    if (rowMap.getGlobalElement(row) < last) rows.push_back(rowMap.getGlobalElement(row));
  std::sort(rows.begin(), rows.end());
  return rows;
}

// Which rows there are only their owners know: they say so first.
template <class Scalar>
NamedRows<Scalar> fetchBlocks(const DistMatrix<double>& A, int power) {
  const Map& rowMap = *A.rowMap();
  const Comm& comm = *rowMap.getComm();
  const GlobalOrdinal last = lastOwnedRow(rowMap);
  std::vector<Message> requests;
  for (int rank : reachedRanks(comm, *A.halo(), power)) {
    if (TrilinosVersion::numLocal(rowMap) == 0) break;
    requests.push_back({rank, {}});
    append(requests.back().bytes, &last, 1);
  }
  std::vector<Message> lists;
  for (const Message& request : exchangeSparse(comm, requests)) {
    std::size_t position = 0;
    const auto rows = rowsBelow(rowMap, extract<GlobalOrdinal>(request.bytes, position, 1)[0]);
    if (rows.empty()) continue;
    lists.push_back({request.rank, {}});
    append(lists.back().bytes, rows.data(), rows.size());
  }
  std::vector<GlobalOrdinal> wanted;
  std::vector<int> owners;
  for (const Message& list : exchangeSparse(comm, lists)) {
    std::size_t position = 0;
    const auto rows = extract<GlobalOrdinal>(list.bytes, position, list.bytes.size() / sizeof(GlobalOrdinal));
    wanted.insert(wanted.end(), rows.begin(), rows.end());
    owners.resize(wanted.size(), list.rank);
  }
  return fetchRows<Scalar>(A, haloColumns(wanted, owners));
}

}  // namespace

template <class Scalar>
GatheredMatrix<Scalar> gatherBlocks(const DistMatrix<double>& A, int power) {
  if (A.rowMap()->getComm()->getSize() == 1) return assembleGathered(A, appended<Scalar>({}));
  checkColumnsAreRows(A);
  return assembleGathered(A, fetchBlocks<Scalar>(A, power));
}

template GatheredMatrix<double> gatherBlocks(const DistMatrix<double>&, int);
template GatheredMatrix<float> gatherBlocks(const DistMatrix<double>&, int);

}  // namespace Chronos
