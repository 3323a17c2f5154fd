// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SplittingCoarsening.hpp"

#include "Chronos_NodalCoarsening.hpp"
#include "Chronos_ProlongationSteps.hpp"
#include "Chronos_SplitUnknowns.hpp"
#include "Chronos_StageTraffic.hpp"

namespace Chronos {
namespace {

struct SplitLevel {
  StrongFlags strong;
  Splitting splitting;
};

SplitLevel splitNodes(const CoarseningTask& task, int numAggressivePaths, StageReport& report) {
  const StageClock clock("coarsening", report.seconds);
  const NodalCoarsening nodal =
      coarsenNodes(task.A, task.unknowns.nodes(task.A), task.parameters.strength, numAggressivePaths);
  noteTraffic("coarsening", {&task.A}, report);
  return {nodal.strong, nodal.splitting};
}

SplitLevel splitUnknowns(const CoarseningTask& task, int numAggressivePaths, const SplittingRecord* former,
                         StageReport& report) {
  SplitLevel level;
  {
    const StageClock clock("strength", report.seconds);
    level.strong = strengthOfConnection(task.A, task.parameters.strength, task.unknowns.testSpace());
    noteTraffic("strength", {&task.A}, report);
  }
  const StageClock clock("coarsening", report.seconds);
  level.splitting = former                   ? former->splitting
                    : numAggressivePaths > 0 ? aggressivePmis(task.A, level.strong, numAggressivePaths)
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

// \param numAggressivePaths 0: PMIS
CoarseSpace coarsenBySplitting(const CoarseningTask& task, int numAggressivePaths,
                               const InterpolationParameters& interpolation) {
  const bool byNodes = task.parameters.coarsening.unit == CoarseningUnit::nodes;
  const auto former = dynamic_cast<const SplittingRecord*>(task.former);
  CoarseSpace coarse;
  coarse.report.coarsening = task.parameters.coarsening.method.name() + (byNodes ? " of nodes" : "");
  SplitLevel level = byNodes ? splitNodes(task, numAggressivePaths, coarse.report)
                             : splitUnknowns(task, numAggressivePaths, former, coarse.report);
  if (former) level.splitting = former->splitting;
  coarse.stall = task.stallWith(*level.splitting.coarseMap);
  if (!coarse.stall.empty()) return coarse;

  const Interpolated interpolated = interpolateLevel(task, level, interpolation, coarse.report);
  coarse.stall = task.stallWith(*interpolated.splitting.coarseMap);
  if (!coarse.stall.empty()) return coarse;

  coarse.P = Teuchos::rcp(new DistMatrix<double>(interpolated.P));
  coarse.unknowns = Teuchos::rcp(new SplitUnknowns(interpolated.splitting));
  coarse.record = Teuchos::rcp(new SplittingRecord(interpolated.splitting));
  finishProlongation(task, coarse, interpolated.splitting, level.strong);
  return coarse;
}

}  // namespace

CoarseningMethod pmisMethod() {
  return {"pmis",
          "parallel maximal independent set",
          [](const CoarseningTask& task, const std::any&) {
            return coarsenBySplitting(task, 0, task.parameters.interpolation);
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
            return coarsenBySplitting(task, task.parameters.coarsening.numPaths, interpolation);
          },
          {},
          {},
          {true}};
}

}  // namespace Chronos
