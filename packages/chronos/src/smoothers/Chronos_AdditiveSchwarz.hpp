// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ADDITIVESCHWARZ_HPP
#define CHRONOS_ADDITIVESCHWARZ_HPP

namespace Chronos {

/// How blocks are solved with.
enum class BlockSolving {
  automatic,  ///< inverses on a GPU where blocks do not overlap and can be inverted, else factors
  factors,    ///< Cholesky factors, found and assembled on the host
  inverses,   ///< dense inverses, all on the device
};

/// Parameters of the smoother "additive schwarz".
struct AdditiveSchwarzParameters {
  int numNodes = 16;  ///< of a block before the overlap
  int overlap = 0;    ///< layers of neighbours that join each block
  BlockSolving solving = BlockSolving::automatic;
};

}  // namespace Chronos

#endif
