// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_PAIRWEIGHT_HPP
#define CHRONOS_PAIRWEIGHT_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// By what a matching compares the edges of A; with d_i = a_ii w_i^2 and c = |a_ij w_i w_j|.
enum class PairWeight {
  compatible,  ///< 2 c / (d_i + d_j) (Bernaschi, D'Ambra, Pasquini 2020, appendix A)
  quality,     ///< c (1 / d_i + 1 / d_j)
};

/// \brief The weight of an edge, in single precision; 0 unless a_ij w_i w_j < 0 and the diagonal is positive. Same bits
/// with both ends exchanged, on host and device: no product is added to anything, so nothing is contracted.
///
/// The inverse of `quality` is the largest v^T D (I - Q) v / v^T A_e v of the pair e, Q the projection on w that is
/// orthogonal in D, v^T A_e v = c (v_i / w_i - v_j / w_j)^2: the largest over all pairs bounds the condition of a
/// two-grid method (Napov and Notay 2012, theorem 3.2).
/// A row of small diagonal is well served beside one of a large diagonal; `compatible` takes such a pair last.
/// \param coupling a_ij w_i w_j
/// \param first, second d_i and d_j
KOKKOS_INLINE_FUNCTION float pairWeight(PairWeight kind, double coupling, double first, double second) {
  if (!(coupling < 0)) return 0.0f;
  if (kind == PairWeight::quality)
    return first > 0 && second > 0 ? static_cast<float>(-coupling / first - coupling / second) : 0.0f;
  const double sum = first + second;
  return sum > 0 ? static_cast<float>(-2 * coupling / sum) : 0.0f;
}

}  // namespace Chronos

#endif
