// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CYCLECOST_HPP
#define CHRONOS_CYCLECOST_HPP

#include "Chronos_Hierarchy.hpp"
#include "Chronos_RunsOnHost.hpp"

namespace Chronos {

/// What one cycle for one vector costs.
struct CycleCost {
  double readings = 0;  ///< of the finest matrix: entries of matrices, prolongations and smoothers, over its own
  double visits = 0;    ///< of levels: what a GPU takes for them however small they are
};

/// \brief Counted from the report and the kind of copies: the same on all ranks and threads. Local.
///
/// A visit of a level reads A for the residual and for each sweep that begins with an iterate, P and R once, and for
/// each sweep the factor of the smoother and its transpose, or what a polynomial multiplies by. Levels below are
/// visited once (V), twice for each visit above (W; H on every second level), or once more each time (F); the last
/// level is solved once a visit of the one above. K counts as if every second step were taken: two visits, each with a
/// product.
/// \param shareOfCopies what an entry counts of a level whose matrix is a copy in less than double, in the mean: on a
///        GPU, which waits for memory, its 4.4 to 10 bytes of 12
CycleCost cycleCost(const Hierarchy& hierarchy, double shareOfCopies = runsOnHost<Device> ? 1 : 0.55);

}  // namespace Chronos

#endif
