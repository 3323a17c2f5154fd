// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CYCLECOST_HPP
#define CHRONOS_CYCLECOST_HPP

#include "Chronos_Hierarchy.hpp"

namespace Chronos {

/// \brief Bytes that one cycle for one vector reads of matrices, prolongations and smoothers, all ranks together.
/// Collective.
///
/// A visit of a level reads A for the residual and for each sweep that begins with an iterate, the smoother for each
/// sweep, P and R once. Levels below are visited once (V), twice for each visit above (W), or once more each time (F).
double cycleBytes(const Hierarchy& hierarchy);

}  // namespace Chronos

#endif
