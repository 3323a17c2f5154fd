// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_RankJoining.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_JoinedRanks.hpp"
#include "Chronos_MovedUnknowns.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

using Prolongation = Teuchos::RCP<const DistMatrix<double>>;

// Of a P that its unknowns keep, what the moved one does not share any more.
std::size_t unsharedBytes(const Prolongation& kept, const DistMatrix<double>& moved) {
  if (kept.strong_count() == 1) return 0;
  const auto &before = kept->local(), &after = moved.local();
  std::size_t shared = 0;
  if (before.rowPtr.data() == after.rowPtr.data()) shared += before.rowPtr.extent(0) * sizeof(Offset);
  if (before.colInd.data() == after.colInd.data()) shared += before.colInd.extent(0) * sizeof(LocalOrdinal);
  if (before.values.data() == after.values.data()) shared += before.values.extent(0) * sizeof(double);
  return kept->memoryBytes() - shared;
}

void moveByCounts(const CoarseRanks& ranks, CoarseSpace& coarse) {
  const Teuchos::RCP<const Map> map = ranks.mapFor(coarse.P->domainMap());
  coarse.P = Teuchos::rcp(new DistMatrix<double>(agglomerate(*coarse.P, map)));
}

void moveBy(const PiecePlacement& placement, CoarseSpace& coarse) {
  const Prolongation before = coarse.P;
  coarse.P = Teuchos::rcp(new DistMatrix<double>(agglomerate(*before, placement)));
  coarse.unknowns = Teuchos::rcp(new MovedUnknowns(coarse.unknowns, placement, unsharedBytes(before, *coarse.P)));
}

}  // namespace

void joinCoarseRanks(const CoarseningTask& task, CoarseSpace& coarse) {
  const Teuchos::RCP<const Map> map = coarse.P->domainMap();
  const int numActive = numActiveRanks(*map);
  const int wanted = task.ranks.numActiveFor(TrilinosVersion::numGlobal(*map), numActive);
  if (wanted >= numActive) return;
  const StageClock clock("agglomeration", coarse.report.seconds);
  if (wanted == 1) {
    moveByCounts(task.ranks, coarse);
    return;
  }
  const JoinedRanks joined = joinRanks(*map, *task.A.halo(), wanted);
  if (joined.failure.empty()) {
    moveBy(placePieces(map, joined.owners), coarse);
    return;
  }
  coarse.report.notes.push_back("Zoltan2 gave no groups of ranks (" + joined.failure +
                                "): rows moved onto fewer ranks by counts");
  moveByCounts(task.ranks, coarse);
}

}  // namespace Chronos
