// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RowGathering.hpp"

#include "Chronos_GatheredAssembly.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace Chronos {
namespace {

// Columns that are rows worth asking for: below the last owned row, not owned, not asked for before.
std::vector<GlobalOrdinal> newRows(const Map& rowMap, const GlobalOrdinal* begin, const GlobalOrdinal* end,
                                   std::unordered_set<GlobalOrdinal>& known) {
  const GlobalOrdinal last = lastOwnedRow(rowMap);
  std::vector<GlobalOrdinal> result;
  for (const GlobalOrdinal* global = begin; global != end; ++global)
    if (*global < last && !rowMap.isNodeGlobalElement(*global) && known.insert(*global).second)
      result.push_back(*global);
  std::sort(result.begin(), result.end());
  return result;
}

// One request for each owner: the last column of use here, then the rows wanted.
std::vector<Message> requestsByOwner(const Map& rowMap, const std::vector<GlobalOrdinal>& wanted) {
  std::vector<int> owners(wanted.size(), -1);
  rowMap.getRemoteIndexList(Teuchos::ArrayView<const GlobalOrdinal>(wanted.data(), wanted.size()),
                            Teuchos::ArrayView<int>(owners.data(), owners.size()));
  const bool lost = std::find(owners.begin(), owners.end(), -1) != owners.end();
  throwIfAny(*rowMap.getComm(), lost ? "Gathering needs a square matrix whose columns are numbered like its rows: "
                                       "a column is no rank's row."
                                     : "");
  const GlobalOrdinal last = lastOwnedRow(rowMap);
  std::map<int, std::vector<char>> bytes;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::vector<char>& request = bytes[owners[i]];
    if (request.empty()) append(request, &last, 1);
    append(request, &wanted[i], 1);
  }
  std::vector<Message> requests;
  for (auto& [owner, request] : bytes) requests.push_back({owner, std::move(request)});
  return requests;
}

template <class Scalar>
std::vector<Message> answer(const Map& rowMap, const RowPacker<Scalar>& packer, const std::vector<Message>& requests) {
  std::vector<Message> answers;
  for (const Message& request : requests) {
    std::size_t position = 0;
    const GlobalOrdinal lastCol = extract<GlobalOrdinal>(request.bytes, position, 1)[0];
    std::vector<LocalOrdinal> rows;
    for (GlobalOrdinal global :
         extract<GlobalOrdinal>(request.bytes, position, request.bytes.size() / sizeof(GlobalOrdinal) - 1))
      rows.push_back(rowMap.getLocalElement(global));
    answers.push_back({request.rank, packer.pack(rows, lastCol)});
  }
  return answers;
}

// Breadth first, one step a round; all ranks go through the same rounds, also those with nothing left to ask.
template <class Scalar>
ReceivedRows<Scalar> fetchWithin(const DistMatrix<double>& A, int distance) {
  const Map& rowMap = *A.rowMap();
  const Comm& comm = *rowMap.getComm();
  const RowPacker<Scalar> packer(A);
  ReceivedRows<Scalar> received;
  std::unordered_set<GlobalOrdinal> known;
  const auto& halo = A.halo()->haloGlobals();
  std::vector<GlobalOrdinal> wanted = newRows(rowMap, halo.data(), halo.data() + halo.size(), known);
  for (int step = 0; step < distance; ++step) {
    if (maxOverRanks(comm, static_cast<long long>(wanted.size())) == 0) break;
    const std::vector<Message> requests = exchangeSparse(comm, requestsByOwner(rowMap, wanted));
    const std::size_t seen = received.globalColInd.size();
    for (const Message& message : exchangeSparse(comm, answer(rowMap, packer, requests)))
      unpackRows(message.bytes, received);
    wanted = newRows(rowMap, received.globalColInd.data() + seen,
                     received.globalColInd.data() + received.globalColInd.size(), known);
  }
  return received;
}

}  // namespace

template <class Scalar>
GatheredMatrix<Scalar> gatherRows(const DistMatrix<double>& A, int distance) {
  if (A.rowMap()->getComm()->getSize() == 1) return assembleGathered(A, ReceivedRows<Scalar>());
  return assembleGathered(A, fetchWithin<Scalar>(A, distance));
}

template GatheredMatrix<double> gatherRows(const DistMatrix<double>&, int);
template GatheredMatrix<float> gatherRows(const DistMatrix<double>&, int);

}  // namespace Chronos
