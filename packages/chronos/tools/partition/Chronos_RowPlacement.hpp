// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWPLACEMENT_HPP
#define CHRONOS_ROWPLACEMENT_HPP

#include "Chronos_Types.hpp"

#include <string>

namespace Chronos {

/// Which rank gets which rows of a matrix that was read.
enum class RowPlacement {
  automatic,  ///< graph where consecutive rows share far more columns than need be, and there is METIS; else rows
  rows,       ///< equal pieces of consecutive ones, as they were read
  graph       ///< by a partition of the graph of the matrix
};

/// How rows came to their ranks. The same on all ranks.
struct PlacementReport {
  bool isByGraph = false;
  bool sharesMuch = false;     ///< sharesMuch() of consecutive rows
  long long sharedBefore = 0;  ///< columns of other ranks that ranks use, added over ranks, with consecutive rows
  long long shared = 0;        ///< the same now
  double seconds = 0;          ///< deciding, partition and moving rows, slowest rank
  std::string refusal;         ///< why rows stayed where a partition was wanted; empty otherwise
};

struct PlacedMatrix {
  Teuchos::RCP<TpetraCrsMatrix> matrix;
  PlacementReport report;
};

/// \brief Whether ranks share so much that a partition may be worth its time: a thousand nodes a rank, a quarter as
/// many shared ones as there are nodes, and three times what cubes in a cube would share. Local.
///
/// P cubes in a cube of N nodes, each coupled with one layer around it, share 6 (P^(1/3) - 1) N^(2/3).
bool sharesMuch(double numNodes, double numShared, int numRanks);

/// \brief Moves rows to where few columns are shared. Collective.
///
/// Global indices stay as they are: a rank's rows are no longer consecutive, and ascend. `automatic` moves them where
/// sharesMuch() says so, the graph has at most 100 million couplings, and the partition shares less than half. Rank 0
/// partitions alone: it needs memory and time that grow with the matrix.
/// \param A fill-complete
/// \param rowsPerNode rows that follow each other and stay together; 0: rowsOfNode() tells
/// \throws InputError on all ranks unless global indices are from 0 and consecutive on each rank, and, where `graph`
/// was asked for, when there is no partition
PlacedMatrix placeRows(const Teuchos::RCP<TpetraCrsMatrix>& A, RowPlacement placement, int rowsPerNode = 0);

}  // namespace Chronos

#endif
