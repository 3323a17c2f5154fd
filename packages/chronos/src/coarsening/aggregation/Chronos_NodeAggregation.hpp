// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEAGGREGATION_HPP
#define CHRONOS_NODEAGGREGATION_HPP

#include "Chronos_Coarsening.hpp"

namespace Chronos {

/// Which levels keep apart what hangs on each other by a hinge.
enum class HingeLevels { finest, all };

struct AggregatesParameters {
  HingeLevels hinges = HingeLevels::finest;
};

/// \brief Aggregates of nodes (aggregateNodes(), aggregateHeldNodes()) with an orthonormal basis of the test space on
/// each (tentativeProlongation()); `prolongation smoothing` makes it smoothed aggregation. Collective.
CoarseningMethod aggregatesMethod();

}  // namespace Chronos

#endif
