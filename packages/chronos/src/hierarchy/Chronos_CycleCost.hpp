// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CYCLECOST_HPP
#define CHRONOS_CYCLECOST_HPP

#include "Chronos_Hierarchy.hpp"

namespace Chronos {

/// \brief Entries that one cycle for one vector reads of matrices, prolongations and smoothers, over those of the
/// finest matrix. Local: counted from the report, the same on all ranks and threads.
///
/// A visit of a level reads A for the residual and for each sweep that begins with an iterate, P and R once, and for
/// each sweep the factor of the smoother and its transpose, or what a polynomial multiplies by. Levels below are
/// visited once (V), twice for each visit above (W; H on every second level), or once more each time (F); the last
/// level is solved once a visit of the one above. K counts as if every second step were taken: two visits, each with a
/// product.
double cycleReadings(const Hierarchy& hierarchy);

}  // namespace Chronos

#endif
