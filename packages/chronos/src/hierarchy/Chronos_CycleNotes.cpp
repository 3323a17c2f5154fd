// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CycleNotes.hpp"

#include "Chronos_VisitBound.hpp"

namespace Chronos {

void boundVisits(Hierarchy& hierarchy) {
  const int numLevels = static_cast<int>(hierarchy.levels.size());
  int first = numLevels;
  double visits = 2;
  for (int level = 1; hierarchy.takesKrylov(level); ++level, visits *= 2)
    if (!staysCheap(hierarchy.report, level, visits)) {
      hierarchy.krylovLevels = level - 1;
      first = level;
    }
  if (hierarchy.cycle == CycleKind::W || hierarchy.cycle == CycleKind::H)
    for (int level = numLevels - 2; level > 0; --level)
      if ((hierarchy.cycle == CycleKind::W || level % 2 == 1) && hierarchy.mayRepeat(level) &&
          !hierarchy.visitsTwice(level))
        first = level;
  if (first < numLevels)
    hierarchy.report.notes.push_back(
        "from level " + std::to_string(first) +
        " on levels shrink too little for this cycle, which would visit them too often: not all of them are visited "
        "twice from above (`maximum coarse ratio` ends coarsening earlier)");
}

void noteSharedLevels(Hierarchy& hierarchy) {
  if (hierarchy.repeatsSharedLevels) return;
  std::size_t deepest = 0;
  for (std::size_t level = 1; level < hierarchy.levels.size(); ++level) {
    hierarchy.repeatsSharedLevels = true;
    const bool wouldBe = hierarchy.visitsTwice(level);
    hierarchy.repeatsSharedLevels = false;
    if (wouldBe && !hierarchy.visitsTwice(level)) deepest = level;
  }
  if (deepest > 0)
    hierarchy.report.notes.push_back("levels that ranks share, down to level " + std::to_string(deepest) +
                                     ", are visited once in a cycle (`repeat shared levels`)");
}

}  // namespace Chronos
