// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProlongationSteps.hpp"

#include "Chronos_StageTraffic.hpp"

namespace Chronos {
namespace {

Teuchos::RCP<const DistMatrix<double>> shared(const DistMatrix<double>& matrix) {
  return Teuchos::rcp(new DistMatrix<double>(matrix));
}

void smooth(const CoarseningTask& task, CoarseSpace& coarse, const Splitting& splitting, const StrongFlags& strong) {
  const ProlongationSmoothingParameters& parameters = task.parameters.prolongationSmoothing;
  SmoothingHelp help{splitting, strong, {}, task.blockEigenvalue};
  if (parameters.diagonal == SmoothingDiagonal::nodes) help.nodes = task.unknowns.nodes(task.A);
  const StageClock clock("prolongation smoothing", coarse.report.seconds);
  const Teuchos::RCP<const DistMatrix<double>> tentative = coarse.P;
  coarse.P = shared(smoothProlongation(task.A, *tentative, parameters, help));
  noteTraffic("prolongation smoothing", {&task.A, tentative.get(), coarse.P.get()}, coarse.report);
  coarse.report.interpolation = "smoothed " + coarse.report.interpolation;
}

void filter(const CoarseningTask& task, CoarseSpace& coarse) {
  const StageClock clock("prolongation filtering", coarse.report.seconds);
  const TestSpace& V = task.unknowns.testSpace();
  const FilteredMatrix filtered =
      filterProlongation(*coarse.P, V.extent(1) > 0 ? coarse.unknowns->testSpace(V) : V,
                         task.parameters.prolongationFiltering, task.ranks.mapFor(coarse.P->domainMap()));
  noteTraffic("prolongation filtering", {coarse.P.get(), &filtered.matrix}, coarse.report);
  coarse.P = shared(filtered.matrix);
  coarse.report.interpolation = "filtered " + coarse.report.interpolation;
}

}  // namespace

void finishProlongation(const CoarseningTask& task, CoarseSpace& coarse, const Splitting& splitting,
                        const StrongFlags& strong) {
  if (task.parameters.prolongationSmoothing.steps > 0) smooth(task, coarse, splitting, strong);
  if (task.parameters.prolongationFiltering.filters()) filter(task, coarse);
}

}  // namespace Chronos
