// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SetupReport.hpp"

namespace Chronos {
namespace {

template <class Count>
double complexity(const std::vector<LevelReport>& levels, Count count) {
  double sum = 0;
  for (const LevelReport& level : levels) sum += double(count(level));
  return levels.empty() || count(levels.front()) == 0 ? 0 : sum / double(count(levels.front()));
}

}  // namespace

double SetupReport::gridComplexity() const {
  return complexity(levels, [](const LevelReport& level) { return level.rows; });
}

double SetupReport::operatorComplexity() const {
  return complexity(levels, [](const LevelReport& level) { return level.entries; });
}

double SetupReport::bytes() const {
  double sum = 0;
  for (const LevelReport& level : levels) sum += level.bytes;
  return sum;
}

}  // namespace Chronos
