// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_OperatorFiltering.hpp"

namespace Chronos {

bool losesSymmetry(const FilteringParameters& filtering) {
  return filtering.filters() && filtering.compensation != Compensation::diagonal;
}

FilteringParameters operatorFilteringOf(const AmgParameters& parameters, int level) {
  return level > 0 ? parameters.at(level - 1).operatorFiltering : FilteringParameters();
}

bool keepsOperatorPattern(const AmgParameters& parameters, int level) {
  for (int k = 1; k <= level; ++k)
    if (operatorFilteringOf(parameters, k).filters()) return false;
  return true;
}

bool filtersOperators(const AmgParameters& parameters) {
  return parameters.onAnyLevel([](const LevelParameters& level) { return level.operatorFiltering.filters(); });
}

AmgParameters withoutOperatorFiltering(AmgParameters parameters) {
  parameters.level.operatorFiltering = {};
  for (auto& entry : parameters.perLevel) entry.second.operatorFiltering = {};
  return parameters;
}

}  // namespace Chronos
