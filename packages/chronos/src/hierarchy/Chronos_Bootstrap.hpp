// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BOOTSTRAP_HPP
#define CHRONOS_BOOTSTRAP_HPP

#include "Chronos_HierarchyBuilder.hpp"

namespace Chronos {

/// \brief A hierarchy whose test space its own cycle has improved: bootstrap AMG (Brandt and others 2011; thesis
/// 2.2.1). Collective.
///
/// parameters.bootstrapRounds times: set up, improve the test space of the finest level by SRQCG with a cycle for
/// preconditioner and the weight of the test space, set up again from what came out. Without rounds this is
/// buildHierarchy(). The observer hears of the last round; the report counts the seconds of all rounds in the stage
/// `bootstrap` of the finest level.
/// \throws InputError on all ranks when the finest level uses no test space
Teuchos::RCP<const Hierarchy> bootstrapHierarchy(const Teuchos::RCP<const DistMatrix<double>>& A,
                                                 const AmgParameters& parameters,
                                                 const Teuchos::RCP<const Hierarchy>& former = Teuchos::null,
                                                 const LevelObserver& observer = {}, const NearKernel& nearKernel = {});

}  // namespace Chronos

#endif
