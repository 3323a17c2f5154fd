// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWPLACEMENT_HPP
#define CHRONOS_ROWPLACEMENT_HPP

#include "Chronos_Types.hpp"

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
  bool wouldGain = false;      ///< consecutive rows share far more columns than need be
  long long sharedBefore = 0;  ///< columns of other ranks that ranks use, added over ranks, with consecutive rows
  long long shared = 0;        ///< the same now
  double seconds = 0;          ///< deciding, partition and moving rows, slowest rank
};

struct PlacedMatrix {
  Teuchos::RCP<TpetraCrsMatrix> matrix;
  PlacementReport report;
};

/// \brief Moves rows to where few columns are shared. Collective.
///
/// Global indices stay as they are: a rank's rows are no longer consecutive, and ascend. `automatic` moves them where P
/// ranks share more than three times as many columns as cubes in a cube of N nodes would, each coupled with one layer
/// around it (6 (P^(1/3) - 1) N^(2/3) nodes), and each rank has a thousand nodes or more. Rank 0 partitions alone: it
/// needs memory and time that grow with the matrix.
/// \param A fill-complete; global indices from 0, consecutive on each rank
/// \param rowsPerNode rows that follow each other and stay together; 0: rowsOfNode() tells
/// \throws InputError on all ranks as partitionGraph(), only where `graph` was asked for
PlacedMatrix placeRows(const Teuchos::RCP<TpetraCrsMatrix>& A, RowPlacement placement, int rowsPerNode = 0);

}  // namespace Chronos

#endif
