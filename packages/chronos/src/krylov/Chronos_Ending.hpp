// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ENDING_HPP
#define CHRONOS_ENDING_HPP

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_ConjugateGradient.hpp"

#include <functional>
#include <string>

namespace Chronos {

/// How the iteration of a column ends.
struct Ending {
  SolveStatus status;
  std::string message;
};

/// \brief What an obstacle means, which keeps a column from its next step. Collective where curvatureShare is.
/// \param iteration the step that cannot be taken, from 1
/// \param relative recursive residual before it
/// \param curvatureShare ColumnIteration::curvatureShare(); asked only where the obstacle is a curvature
Ending endingAt(const Obstacle& obstacle, int iteration, double relative,
                const std::function<double()>& curvatureShare);

}  // namespace Chronos

#endif
