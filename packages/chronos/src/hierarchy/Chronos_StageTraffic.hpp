// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STAGETRAFFIC_HPP
#define CHRONOS_STAGETRAFFIC_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_SetupReport.hpp"
#include "Chronos_Smoother.hpp"

#include <initializer_list>

namespace Chronos {

/// \brief Notes what a stage of the set-up must move at least: the matrices that it reads or writes, once. Collective.
void noteTraffic(const std::string& stage, std::initializer_list<const DistMatrix<double>*> matrices,
                 LevelReport& report);

/// The same for a smoother: what its kernels say, or A read and the smoother written once. Collective.
void noteSmootherTraffic(const DistMatrix<double>& A, const SmootherReport& smoother, LevelReport& report);

}  // namespace Chronos

#endif
