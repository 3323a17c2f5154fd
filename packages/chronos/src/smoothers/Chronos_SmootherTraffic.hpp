// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHERTRAFFIC_HPP
#define CHRONOS_SMOOTHERTRAFFIC_HPP

#include "Chronos_Smoother.hpp"
#include "Chronos_StageTraffic.hpp"

namespace Chronos {

/// \brief noteTraffic() of a smoother's set-up: what its kernels say, or A read and the smoother written once.
/// Collective.
void noteSmootherTraffic(const DistMatrix<double>& A, const SmootherReport& smoother, StageReport& report);

}  // namespace Chronos

#endif
