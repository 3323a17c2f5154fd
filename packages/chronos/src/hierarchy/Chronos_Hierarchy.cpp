// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Hierarchy.hpp"

#include "Chronos_VisitBound.hpp"

namespace Chronos {
namespace {

bool isDoubled(const Hierarchy& hierarchy, std::size_t level) {
  const CycleKind cycle = hierarchy.cycle;
  return (cycle == CycleKind::W || (cycle == CycleKind::H && level % 2 == 1)) && hierarchy.mayRepeat(level);
}

}  // namespace

std::size_t Hierarchy::numBytes() const {
  std::size_t sum = krylovBytes;
  for (const Level& level : levels) sum += level.numBytes();
  for (std::size_t index = 0; index < records.size(); ++index) {
    const LevelRecord& record = records[index];
    const Level& next = levels[index + 1];
    sum += record.numBytes();
    // What levels have copies of is held beside them.
    const CopyKind &ofP = levels[index].prolongationCopy, &ofR = levels[index].restrictionCopy;
    if (ofP.isCopy) sum += record.transferBytes(ofP, ofR);
    if (next.matrixCopy.isCopy && !next.smoother->keptMatrix() && !record.galerkin.is_null())
      sum += next.matrixCopy.bytesBeside(*record.galerkin->coarse());
  }
  return sum;
}

// A second visit to an exact solver would find nothing left to do.
bool Hierarchy::visitsTwice(std::size_t level) const {
  if (level == 0 || level + 1 >= levels.size()) return false;
  if (cycle == CycleKind::F) return mayRepeat(level);
  double visits = 1;
  for (std::size_t above = 1; above < level; ++above)
    if (isDoubled(*this, above) && staysCheap(report, above, 2 * visits)) visits *= 2;
  return isDoubled(*this, level) && staysCheap(report, level, 2 * visits);
}

bool Hierarchy::isFixedSymmetric() const {
  // A level above the last one F visits twice as W does: below both visits there is the same.
  for (std::size_t index = 1; cycle == CycleKind::F && index + 2 < levels.size(); ++index)
    if (visitsTwice(index)) return false;
  for (std::size_t index = 0; index + 1 < levels.size(); ++index) {
    const Level& level = levels[index];
    if (takesKrylov(index) || !level.isSymmetric || level.sweepsBefore != level.sweepsAfter) return false;
    if (!level.smoother->isFixedSymmetric()) return false;
  }
  return levels.empty() || levels.back().smoother->isFixedSymmetric();
}

}  // namespace Chronos
