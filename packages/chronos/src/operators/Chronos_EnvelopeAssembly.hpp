// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ENVELOPEASSEMBLY_HPP
#define CHRONOS_ENVELOPEASSEMBLY_HPP

#include "Chronos_BlockCholesky.hpp"
#include "Chronos_RowsOnHost.hpp"

#include <vector>

namespace Chronos {

/// Rows of blocks, one block after the other.
struct BlockLists {
  std::vector<int> first{0};  ///< of each block, and their number
  std::vector<int> rows;      ///< ascending in each block; blocks may share rows

  int count() const { return static_cast<int>(first.size()) - 1; }
};

/// \brief Principal submatrices of A as envelopes, rows of each in the order of envelopeOrder(). Host threads share the
/// blocks. Local; synchronises the device.
/// \param A symmetric; the lower triangle is read, and what leads out of a block is not
/// \return `order` holds rows of A
EnvelopeBlocks assembleEnvelopes(const RowsOnHost& A, const BlockLists& blocks);

}  // namespace Chronos

#endif
