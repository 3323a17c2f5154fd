// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_STAGETRAFFIC_HPP
#define CHRONOS_STAGETRAFFIC_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_StageClock.hpp"

#include <initializer_list>

namespace Chronos {

/// \brief Notes what a stage of the set-up must move at least: the matrices that it reads or writes, once. Local.
///
/// It is this rank's part; whoever finishes a level adds up those of all ranks, for all stages at once.
void noteTraffic(const std::string& stage, std::initializer_list<const DistMatrix<double>*> matrices,
                 StageReport& report);

}  // namespace Chronos

#endif
