// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_READOPTIONS_HPP
#define CHRONOS_READOPTIONS_HPP

#include <cstddef>
#include <functional>

namespace Chronos {

/// How to read a file; the same on all ranks, except that progress is used on rank 0 only.
struct ReadOptions {
  /// Host threads per rank. 0: the processors of the node shared out among its ranks, at most one per MiB of text.
  int threads = 0;
  /// Bytes of text that a thread takes at once; small ones make sense in tests only. Lines may be longer.
  std::size_t blockBytes = std::size_t(1) << 20;
  /// Rows of a matrix that follow each other and stay together on a rank: the unknowns of a node. At least 1.
  int rowsPerNode = 1;
  /// Or the number of nodes, each with as many rows: taken where it divides the number of rows. 0: rowsPerNode says it.
  long long numNodes = 0;
  /// Where neither says anything, ranks get multiples of 6, 3 or 2 rows if the matrix has such a number: of nodes that
  /// may follow from it none is torn.
  bool mayHoldNodes = false;

  /// Of a matrix with so many rows.
  long long rowsPerNodeOf(long long numRows) const {
    if (numNodes > 0 && numRows % numNodes == 0 && numRows > 0) return numRows / numNodes;
    if (rowsPerNode == 1 && mayHoldNodes)
      for (const int likely : {6, 3, 2})
        if (numRows % likely == 0) return likely;
    return rowsPerNode;
  }
  /// Called on rank 0, on the thread that called the reader, with the part done so far: from 0 to 1, never falling, at
  /// most about ten times a second. May be empty. Must not throw.
  std::function<void(double fraction)> progress;
};

/// What a reader did. The same on all ranks, but for seconds, which is the time of this rank.
struct ReadReport {
  double seconds = 0;        ///< whole call
  long long bytes = 0;       ///< size of the file, compressed where it is
  long long entries = 0;     ///< stored in the file
  long long duplicates = 0;  ///< entries added to an earlier one of the same row and column
  int threads = 0;           ///< host threads that rank 0 used
  bool compressed = false;
};

}  // namespace Chronos

#endif
