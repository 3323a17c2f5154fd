// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_HIERARCHYBUILDER_HPP
#define CHRONOS_HIERARCHYBUILDER_HPP

#include "Chronos_Hierarchy.hpp"

#include <functional>

namespace Chronos {

/// Told on every rank when a level is finished.
using LevelObserver = std::function<void(int level, const LevelReport& report)>;

/// \brief Sets up a hierarchy (thesis, Algorithm 1). Collective.
///
/// \param A symmetric positive definite, row map and domain map alike
/// \param former hierarchy of a matrix with the same pattern, or null; what of it is kept parameters.reuse says
/// \param nearKernel what the user knows about the unknowns; A's rows
/// \throws InputError or BreakdownError on all ranks
Teuchos::RCP<const Hierarchy> buildHierarchy(const Teuchos::RCP<const DistMatrix<double>>& A,
                                             const AmgParameters& parameters,
                                             const Teuchos::RCP<const Hierarchy>& former = Teuchos::null,
                                             const LevelObserver& observer = {}, const NearKernel& nearKernel = {});

}  // namespace Chronos

#endif
