// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SplittingCoarsening.hpp"

#include "Chronos_NodalCoarsening.hpp"
#include "Chronos_ProlongationSteps.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_RankCoarsening.hpp"
#include "Chronos_SplitUnknowns.hpp"
#include "Chronos_StageTraffic.hpp"
#include "Chronos_TrilinosVersion.hpp"

namespace Chronos {
namespace {

struct SplitLevel {
  StrongFlags strong;
  Splitting splitting;
};

// What is chosen for a level, on all ranks or on each alone.
struct SplitRules {
  int numAggressivePaths;  // 0: PMIS
  const InterpolationParameters& interpolation;

  bool keepsTestSpace() const { return interpolation.method.method().facts.usesTestSpace; }
};

bool isByNodes(const CoarseningTask& task) {
  return task.parameters.coarsening.unit == CoarseningUnit::nodes;
}

SplitLevel splitNodes(const CoarseningTask& task, const SplitRules& rules, const NodeNumbering* known,
                      StageReport& report) {
  const StageClock clock("coarsening", report.seconds);
  const NodeNumbering numbering = known != nullptr ? *known : numberNodes(task.A, task.unknowns.nodes(task.A));
  const NodalCoarsening nodal = coarsenNodes(task.A, numbering, task.parameters.strength, rules.numAggressivePaths);
  noteTraffic("coarsening", {&task.A}, report);
  return {nodal.strong, nodal.splitting};
}

SplitLevel splitUnknowns(const CoarseningTask& task, const SplitRules& rules, const SplittingRecord* former,
                         StageReport& report) {
  SplitLevel level;
  {
    const StageClock clock("strength", report.seconds);
    level.strong = strengthOfConnection(task.A, task.parameters.strength, task.unknowns.testSpace());
    noteTraffic("strength", {&task.A}, report);
  }
  const StageClock clock("coarsening", report.seconds);
  level.splitting = former                         ? former->splitting
                    : rules.numAggressivePaths > 0 ? aggressivePmis(task.A, level.strong, rules.numAggressivePaths)
                                                   : pmis(task.A, level.strong);
  return level;
}

Interpolated interpolateLevel(const CoarseningTask& task, const SplitLevel& level,
                              const InterpolationParameters& interpolation, CoarseReport& report) {
  const StageClock clock("interpolation", report.seconds);
  const Interpolated result = interpolate(task.A, level.strong, level.splitting, interpolation,
                                          task.unknowns.testSpace(), task.tentativeRanks());
  noteTraffic("interpolation", {&task.A, &result.P}, report);
  report.interpolation = interpolation.method.name();
  report.isolatedRows = result.splitting.numIsolated;
  report.promotedRows = result.numPromoted;
  report.distributions = result.distributions;
  return result;
}

struct SplitSpace {
  StrongFlags strong;  // of the entries of the matrix that was split
  Interpolated interpolated;
};

// Null where coarsening has stalled, for a reason that the space gets.
Teuchos::RCP<const SplitSpace> split(const CoarseningTask& task, const SplitRules& rules, CoarseSpace& coarse) {
  const auto former = dynamic_cast<const SplittingRecord*>(task.former);
  SplitLevel level = isByNodes(task) ? splitNodes(task, rules, nullptr, coarse.report)
                                     : splitUnknowns(task, rules, former, coarse.report);
  if (former) level.splitting = former->splitting;
  coarse.stall = task.stallWith(*level.splitting.coarseMap);
  if (!coarse.stall.empty()) return Teuchos::null;
  return Teuchos::rcp(new SplitSpace{level.strong, interpolateLevel(task, level, rules.interpolation, coarse.report)});
}

// One rank's part. A classical interpolation keeps sums of rows, a test space does not ask for them.
SplitSpace splitAlone(const CoarseningTask& task, const SplitRules& rules, const NodeNumbering* numbering,
                      CoarseReport& report) {
  const DistMatrix<double> block = rankBlock(task.A, rules.keepsTestSpace() ? CutEntries::dropped : CutEntries::lumped);
  const CoarseningTask alone{block, task.unknowns, task.parameters, CoarseRanks()};
  SplitLevel level =
      isByNodes(task) ? splitNodes(alone, rules, numbering, report) : splitUnknowns(alone, rules, nullptr, report);
  if (const auto former = dynamic_cast<const SplittingRecord*>(task.former))
    level.splitting = numberCoarsePoints(block, former->splitting.types);
  else
    level.splitting = withTornRows(
        {task.A, block, numbering, rules.keepsTestSpace(), task.parameters.strength.maxRowSum}, level.splitting);
  return {level.strong, interpolateLevel(alone, level, rules.interpolation, report)};
}

// Nodes are numbered by all ranks, which sees those that lie on several.
Teuchos::RCP<const SplitSpace> splitOnRanks(const CoarseningTask& task, const SplitRules& rules, CoarseSpace& coarse) {
  const Comm& comm = *task.A.rowMap()->getComm();
  NodeNumbering numbering;
  if (isByNodes(task)) {
    numbering = numberNodes(task.A, task.unknowns.nodes(task.A));
    numbering.map = mapAlone(*numbering.map);
  }
  Teuchos::RCP<const SplitSpace> mine;
  runOnEachRank(comm, [&] {
    mine = Teuchos::rcp(new SplitSpace(splitAlone(task, rules, isByNodes(task) ? &numbering : nullptr, coarse.report)));
  });
  auto numCoarse = static_cast<long long>(TrilinosVersion::numLocal(*mine->interpolated.splitting.coarseMap));
  sumOverRanks(comm, coarse.report, numCoarse);
  return Teuchos::rcp(
      new SplitSpace{mine->strong, amongRanks(task, mine->interpolated, coarse.report.isolatedRows, numCoarse)});
}

CoarseSpace coarsenBySplitting(const CoarseningTask& task, const SplitRules& rules) {
  CoarseSpace coarse;
  const bool isDecoupled = splitsOnRanks(task, rules.keepsTestSpace());
  coarse.report.coarsening = task.parameters.coarsening.method.name() + (isByNodes(task) ? " of nodes" : "") +
                             (isDecoupled ? ", decoupled" : "");
  const Teuchos::RCP<const SplitSpace> space =
      isDecoupled ? splitOnRanks(task, rules, coarse) : split(task, rules, coarse);
  if (space.is_null()) return coarse;
  const Splitting& splitting = space->interpolated.splitting;
  coarse.stall = task.stallWith(*splitting.coarseMap);
  if (!coarse.stall.empty()) return coarse;

  coarse.P = Teuchos::rcp(new DistMatrix<double>(space->interpolated.P));
  coarse.unknowns = Teuchos::rcp(new SplitUnknowns(splitting));
  coarse.record = Teuchos::rcp(new SplittingRecord(splitting, isDecoupled));
  finishProlongation(task, coarse, splitting, space->strong);
  return coarse;
}

}  // namespace

CoarseningMethod pmisMethod() {
  return {"pmis",
          "parallel maximal independent set",
          [](const CoarseningTask& task, const std::any&) {
            return coarsenBySplitting(task, {0, task.parameters.interpolation});
          },
          {},
          {},
          {true}};
}

CoarseningMethod aggressivePmisMethod() {
  return {"aggressive pmis",
          "pmis, and once more on its coarse points, interpolated by multipass or bamg",
          [](const CoarseningTask& task, const std::any&) {
            InterpolationParameters interpolation = task.parameters.interpolation;
            if (!interpolation.method.method().facts.reachesFar) interpolation.method.choose("multipass");
            return coarsenBySplitting(task, {task.parameters.coarsening.numPaths, interpolation});
          },
          {},
          {},
          {true}};
}

}  // namespace Chronos
