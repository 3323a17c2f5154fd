// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LEVELPROLONGATION_HPP
#define CHRONOS_LEVELPROLONGATION_HPP

#include "Chronos_LevelUnknowns.hpp"
#include "Chronos_SetupReport.hpp"

namespace Chronos {

/// \brief The strong connections of a level and its splitting, by unknowns or by nodes. Collective.
/// \param former splitting to be kept, or null
void splitLevel(const DistMatrix<double>& A, const LevelUnknowns& unknowns, const LevelParameters& parameters,
                const Splitting* former, StrongFlags& strong, Splitting& splitting, LevelReport& report);

/// \brief The prolongation of a level: interpolated, smoothed, filtered, as the parameters say. Collective.
///
/// \param splitting rows that bamg cannot interpolate become coarse points
/// \return rows of A x splitting.coarseMap
Teuchos::RCP<const DistMatrix<double>> prolongateLevel(const DistMatrix<double>& A, const LevelUnknowns& unknowns,
                                                       const LevelParameters& parameters, const StrongFlags& strong,
                                                       Splitting& splitting, LevelReport& report);

/// Names of the methods of a level, into its report. Local.
void nameMethods(const LevelParameters& parameters, LevelReport& report);

/// Whether a level needs a test space. Local.
bool usesTestSpace(const LevelParameters& parameters);

/// Whether any level needs to know something about its unknowns. Local.
bool usesNearKernel(const AmgParameters& parameters);

}  // namespace Chronos

#endif
