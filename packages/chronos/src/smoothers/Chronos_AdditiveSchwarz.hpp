// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ADDITIVESCHWARZ_HPP
#define CHRONOS_ADDITIVESCHWARZ_HPP

namespace Chronos {

/// Parameters of the smoother "additive schwarz".
struct AdditiveSchwarzParameters {
  int numNodes = 16;  ///< of a block before the overlap
  int overlap = 0;    ///< layers of neighbours that join each block
};

}  // namespace Chronos

#endif
