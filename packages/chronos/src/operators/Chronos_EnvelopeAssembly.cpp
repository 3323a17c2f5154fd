// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EnvelopeAssembly.hpp"

#include "Chronos_DynamicFor.hpp"
#include "Chronos_EnvelopeOrder.hpp"
#include "Chronos_HostCopy.hpp"

#include <algorithm>

namespace Chronos {
namespace {

struct HostBlocks {
  const RowsOnHost& A;
  const BlockLists& lists;
  std::vector<int> order;
  std::vector<Offset> rowPtr;
  std::vector<double> entries;

  // Calls function(position of the row, position of the column, entry) for the lower triangle of a block.
  template <class Function>
  void eachEntry(int block, const Function& function) const {
    const auto begin = lists.rows.begin() + lists.first[block], end = lists.rows.begin() + lists.first[block + 1];
    const bool isRun = begin != end && *(end - 1) - *begin == end - begin - 1;
    for (auto row = begin; row != end; ++row)
      for (Offset entry = A.rowPtr[*row]; entry < A.rowPtr[*row + 1]; ++entry) {
        const int col = A.colInd[entry];
        if (col > *row || col < *begin) continue;
        const auto found = isRun ? begin + (col - *begin) : std::lower_bound(begin, row, col);
        if (*found == col) function(static_cast<int>(row - begin), static_cast<int>(found - begin), entry);
      }
  }
};

struct OrderFunctor {
  HostBlocks& blocks;
  void operator()(int block) const {
    const int first = blocks.lists.first[block], size = blocks.lists.first[block + 1] - first;
    Adjacency adjacency(size);
    blocks.eachEntry(block, [&](int row, int col, Offset) {
      if (row == col) return;
      adjacency[row].push_back(col);
      adjacency[col].push_back(row);
    });
    const std::vector<int> chosen = envelopeOrder(adjacency), begins = firstColumns(adjacency, chosen);
    for (int row = 0; row < size; ++row) {
      blocks.order[first + row] = blocks.lists.rows[first + chosen[row]];
      blocks.rowPtr[first + row + 1] = row + 1 - begins[row];
    }
  }
};

struct FillFunctor {
  HostBlocks& blocks;
  void operator()(int block) const {
    const int first = blocks.lists.first[block], size = blocks.lists.first[block + 1] - first;
    const auto begin = blocks.lists.rows.begin() + first;
    std::vector<int> place(size);
    for (int row = 0; row < size; ++row)
      place[std::lower_bound(begin, begin + size, blocks.order[first + row]) - begin] = row;
    blocks.eachEntry(block, [&](int row, int col, Offset entry) {
      const int low = std::min(place[row], place[col]), high = std::max(place[row], place[col]);
      blocks.entries[blocks.rowPtr[first + high + 1] - 1 - (high - low)] += blocks.A.values[entry];
    });
  }
};

}  // namespace

EnvelopeBlocks assembleEnvelopes(const RowsOnHost& A, const BlockLists& lists) {
  HostBlocks blocks{A, lists, std::vector<int>(lists.rows.size()), std::vector<Offset>(lists.rows.size() + 1, 0), {}};
  // Blocks differ in size, so a thread takes the next one when it is done.
  const HostDevice::execution_space space;
  const int numBlocks = lists.count();
  dynamicFor("Chronos::Envelope::order", space, numBlocks, 1, OrderFunctor{blocks});
  for (std::size_t row = 0; row < lists.rows.size(); ++row) blocks.rowPtr[row + 1] += blocks.rowPtr[row];
  blocks.entries.assign(blocks.rowPtr.back(), 0.0);
  dynamicFor("Chronos::Envelope::fill", space, numBlocks, 1, FillFunctor{blocks});
  return {toView("Chronos::blocks first row", lists.first), toView("Chronos::blocks rowPtr", blocks.rowPtr),
          toView("Chronos::blocks order", blocks.order), toView("Chronos::blocks entries", blocks.entries)};
}

}  // namespace Chronos
