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

void LevelReport::add(const CoarseReport& coarse) {
  StageReport stages = *this;
  static_cast<CoarseReport&>(*this) = coarse;
  stages.seconds.insert(stages.seconds.end(), coarse.seconds.begin(), coarse.seconds.end());
  stages.traffic.insert(stages.traffic.end(), coarse.traffic.begin(), coarse.traffic.end());
  static_cast<StageReport&>(*this) = stages;
}

std::string storageText(const LevelReport& level) {
  const std::string &A = level.matrixStorage, &P = level.transferStorage, &smoother = level.smootherStorage;
  const std::string matrices = A == P && A == smoother ? A : A + " / " + P + " / " + smoother;
  return level.vectorStorage == "single" ? matrices + " with vectors in single" : matrices;
}

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

double SetupReport::bytesInDouble() const {
  double sum = 0;
  for (const LevelReport& level : levels) sum += level.bytesInDouble;
  return sum;
}

}  // namespace Chronos
