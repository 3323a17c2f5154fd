// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ASYMMETRY_HPP
#define CHRONOS_ASYMMETRY_HPP

#include "Chronos_Types.hpp"

#include <string>

namespace Chronos::Command {

/// How far a matrix is from its transpose, entry by entry; the same on all ranks.
struct Asymmetry {
  long long numPairs = 0;  ///< of a_ij and a_ji that are not the same bit by bit, or of which one is not stored
  double largest = 0;  ///< of |a_ij - a_ji| / sqrt(a_ii a_jj), or over the larger of both without a positive diagonal
  std::string pair;    ///< the one that differs most, in words; empty where none does
};

/// \brief Forms the transpose and looks at all entries, on the host. Collective.
/// \param matrix square, its rows and columns distributed alike
Asymmetry asymmetryOf(const TpetraCrsMatrix& matrix);

}  // namespace Chronos::Command

#endif
