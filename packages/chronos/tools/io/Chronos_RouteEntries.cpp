// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RouteEntries.hpp"

#include "Chronos_Communicator.hpp"

#include <cstring>

namespace Chronos {
namespace {

// Calls f(rank) for each rank that needs the entry.
template <class F>
void forEachTarget(const EvenShare& share, EntryGoesTo target, const Entry& entry, const F& f) {
  const int rowOwner = share.owner(entry.row);
  f(rowOwner);
  if (target == EntryGoesTo::rowOwner || entry.row == entry.col) return;
  const int colOwner = share.owner(entry.col);
  if (colOwner != rowOwner) f(colOwner);
}

std::vector<std::size_t> countPerRank(const Comm& comm, const EvenShare& share, EntryGoesTo target,
                                      const std::vector<EntryBlock>& blocks) {
  std::vector<std::size_t> counts(comm.getSize(), 0);
  for (const EntryBlock& block : blocks) {
    for (const Entry& entry : block.entries) {
      forEachTarget(share, target, entry, [&](int rank) { ++counts[rank]; });
    }
  }
  return counts;
}

}  // namespace

std::vector<EntryBlock> routeEntries(const Comm& comm, const EvenShare& share, EntryGoesTo target,
                                     std::vector<EntryBlock> blocks) {
  if (comm.getSize() == 1) return blocks;
  const int me = comm.getRank();
  const std::vector<std::size_t> counts = countPerRank(comm, share, target, blocks);

  EntryBlock staying;
  staying.entries.reserve(counts[me]);
  std::vector<Message> messages;
  std::vector<char*> cursors(comm.getSize(), nullptr);
  for (int rank = 0; rank < comm.getSize(); ++rank) {
    if (rank == me || counts[rank] == 0) continue;
    messages.push_back({rank, std::vector<char>(counts[rank] * sizeof(Entry))});
    cursors[rank] = messages.back().bytes.data();
  }
  for (EntryBlock& block : blocks) {
    for (const Entry& entry : block.entries) {
      forEachTarget(share, target, entry, [&](int rank) {
        if (rank == me) {
          staying.entries.push_back(entry);
        } else {
          std::memcpy(cursors[rank], &entry, sizeof(Entry));
          cursors[rank] += sizeof(Entry);
        }
      });
    }
    std::vector<Entry>().swap(block.entries);
  }

  std::vector<Message> received = exchangeSparse(comm, messages);
  messages.clear();
  messages.shrink_to_fit();
  std::vector<EntryBlock> result;
  bool placed = false;
  for (Message& message : received) {
    if (!placed && message.rank > me) {
      result.push_back(std::move(staying));
      placed = true;
    }
    std::size_t position = 0;
    result.push_back({0, extract<Entry>(message.bytes, position, message.bytes.size() / sizeof(Entry))});
    std::vector<char>().swap(message.bytes);
  }
  if (!placed) result.push_back(std::move(staying));
  return result;
}

}  // namespace Chronos
