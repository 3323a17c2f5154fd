// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LevelProlongation.hpp"

#include "Chronos_NodalCoarsening.hpp"
#include "Chronos_StageClock.hpp"
#include "Chronos_StageTraffic.hpp"
#include "Chronos_InjectTestSpace.hpp"
#include "Chronos_TestSpaceMethods.hpp"

namespace Chronos {
namespace {

using Matrix = Teuchos::RCP<const DistMatrix<double>>;

std::string nameOf(const CoarseningParameters& parameters) {
  const std::string method = parameters.kind == CoarseningKind::pmis ? "pmis" : "aggressive pmis";
  return parameters.unit == CoarseningUnit::nodes ? method + " of nodes" : method;
}

std::string nameOf(InterpolationKind kind) {
  switch (kind) {
    case InterpolationKind::classical: return "classical";
    case InterpolationKind::extendedI: return "extended+i";
    case InterpolationKind::hybrid: return "hybrid";
    case InterpolationKind::multipass: return "multipass";
    case InterpolationKind::bamg: return "bamg";
  }
  return "";
}

// Of the classical kinds only multipass reaches fine points that are far from every coarse one.
InterpolationKind kindFor(const LevelParameters& parameters) {
  const InterpolationKind kind = parameters.interpolation.kind;
  const bool isAggressive = parameters.coarsening.kind == CoarseningKind::aggressivePmis;
  return isAggressive && kind != InterpolationKind::bamg ? InterpolationKind::multipass : kind;
}

Matrix shared(const DistMatrix<double>& matrix) {
  return Teuchos::rcp(new DistMatrix<double>(matrix));
}

Matrix interpolated(const DistMatrix<double>& A, const TestSpace& testSpace, InterpolationParameters parameters,
                    const StrongFlags& strong, Splitting& splitting, LevelReport& report) {
  if (parameters.kind != InterpolationKind::bamg) return shared(interpolate(A, strong, splitting, parameters));
  const BamgResult result = bamgInterpolation(A, strong, splitting, testSpace, parameters.bamg);
  splitting = result.splitting;
  report.promotedRows = result.numPromoted;
  report.distributions = result.distributions;
  return shared(result.P);
}

}  // namespace

void nameMethods(const LevelParameters& parameters, LevelReport& report) {
  report.coarsening = nameOf(parameters.coarsening);
  report.interpolation = nameOf(kindFor(parameters));
  if (parameters.prolongationSmoothing.steps > 0) report.interpolation = "smoothed " + report.interpolation;
  if (parameters.prolongationFiltering.filters()) report.interpolation = "filtered " + report.interpolation;
}

bool usesTestSpace(const LevelParameters& parameters) {
  return parameters.interpolation.kind == InterpolationKind::bamg ||
         parameters.strength.measure == StrengthMeasure::affinity;
}

bool usesNearKernel(const AmgParameters& parameters) {
  const auto uses = [](const LevelParameters& level) {
    return usesTestSpace(level) || level.coarsening.unit == CoarseningUnit::nodes ||
           level.prolongationFiltering.filters() || level.operatorFiltering.filters() ||
           level.smoother.method.method().facts.usesNodes;
  };
  return parameters.onAnyLevel(uses) ||
         (parameters.oneLevelIterations > 0 && parameters.oneLevelSmoother.method.method().facts.usesNodes);
}

void splitLevel(const DistMatrix<double>& A, const LevelUnknowns& unknowns, const LevelParameters& parameters,
                const Splitting* former, StrongFlags& strong, Splitting& splitting, LevelReport& report) {
  const CoarseningParameters& coarsening = parameters.coarsening;
  const bool isAggressive = coarsening.kind == CoarseningKind::aggressivePmis;
  if (coarsening.unit == CoarseningUnit::nodes) {
    const StageClock clock("coarsening", report.seconds);
    const NodalCoarsening result =
        coarsenNodes(A, unknowns.nodes(A), parameters.strength, isAggressive ? coarsening.numPaths : 0);
    noteTraffic("coarsening", {&A}, report);
    strong = result.strong;
    splitting = former ? *former : result.splitting;
    return;
  }
  {
    const StageClock clock("strength", report.seconds);
    strong = strengthOfConnection(A, parameters.strength, unknowns.testSpace());
    noteTraffic("strength", {&A}, report);
  }
  const StageClock clock("coarsening", report.seconds);
  splitting = former ? *former : isAggressive ? aggressivePmis(A, strong, coarsening.numPaths) : pmis(A, strong);
}

Matrix prolongateLevel(const DistMatrix<double>& A, const LevelUnknowns& unknowns, const LevelParameters& parameters,
                       const StrongFlags& strong, Splitting& splitting, LevelReport& report) {
  InterpolationParameters interpolation = parameters.interpolation;
  interpolation.kind = kindFor(parameters);
  Matrix P;
  {
    const StageClock clock("interpolation", report.seconds);
    P = interpolated(A, unknowns.testSpace(), interpolation, strong, splitting, report);
    noteTraffic("interpolation", {&A, P.get()}, report);
  }
  if (parameters.prolongationSmoothing.steps > 0) {
    const StageClock clock("prolongation smoothing", report.seconds);
    const Matrix tentative = P;
    P = shared(smoothProlongation(A, *tentative, parameters.prolongationSmoothing, splitting, strong));
    noteTraffic("prolongation smoothing", {&A, tentative.get(), P.get()}, report);
  }
  if (parameters.prolongationFiltering.filters()) {
    const StageClock clock("prolongation filtering", report.seconds);
    const TestSpace& V = unknowns.testSpace();
    const FilteredMatrix filtered = filterProlongation(
        *P, V.extent(1) > 0 ? injectTestSpace(V, splitting, splitting.coarseMap) : V, parameters.prolongationFiltering);
    noteTraffic("prolongation filtering", {P.get(), &filtered.matrix}, report);
    P = shared(filtered.matrix);
  }
  return P;
}

}  // namespace Chronos
