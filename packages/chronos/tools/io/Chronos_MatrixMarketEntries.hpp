// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXMARKETENTRIES_HPP
#define CHRONOS_MATRIXMARKETENTRIES_HPP

#include "Chronos_MatrixMarketHeader.hpp"
#include "Chronos_ReadOptions.hpp"
#include "Chronos_TextSource.hpp"
#include "Chronos_Types.hpp"

#include <vector>

namespace Chronos {

/// One stored entry; indices from 0.
struct Entry {
  GlobalOrdinal row, col;
  double value;
};

/// Entries of one block of text, in its order.
struct EntryBlock {
  std::uint64_t offset = 0;
  std::vector<Entry> entries;
};

/// A line that cannot be read: where it is in the uncompressed text, and why.
struct LineError {
  std::uint64_t offset;
  std::string what;
};

/// \brief Appends the entries of a text. Local.
///
/// Coordinate: one entry per line. Array: any number of values per line, row and col left at 0. Blank lines are passed
/// over, and whatever follows a % on a line.
/// \throws LineError at the first line that is wrong
void parseEntries(const TextBlock& block, const MatrixMarketHeader& header, std::vector<Entry>& entries);

/// What a rank read.
struct ParsedEntries {
  std::vector<EntryBlock> blocks;  ///< in the order of the file
  int threads = 1;
  std::size_t numEntries() const;
};

/// \brief Reads a rank's share of the entries of a file; all of a compressed file on rank 0. Local.
///
/// \param threads 0: up to hostThreads, as many as the share is worth
/// \throws InputError with the line number when something is wrong with the rank's share
ParsedEntries readEntries(const InputFile& file, const MatrixMarketHeader& header, int rank, int numRanks,
                          int hostThreads, const ReadOptions& options);

}  // namespace Chronos

#endif
