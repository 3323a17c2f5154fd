// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Coarsening.hpp"

#include "Chronos_NodeAggregation.hpp"
#include "Chronos_PairwiseCoarsening.hpp"
#include "Chronos_RankJoining.hpp"
#include "Chronos_SplittingCoarsening.hpp"

namespace Chronos {

const MethodTable<CoarseningMake, CoarseningFacts>& coarsenings() {
  static const MethodTable<CoarseningMake, CoarseningFacts> table = {
      pmisMethod(), aggressivePmisMethod(), aggregatesMethod(), matchingMethod(), pgmMethod(),
  };
  return table;
}

namespace {

void bindCoarsening(ParameterBinding& list, CoarseningParameters& p) {
  p.method.bind(list, "How coarse unknowns are chosen.");
  list.choice(
      "unit", p.unit, {{"unknowns", CoarseningUnit::unknowns}, {"nodes", CoarseningUnit::nodes}},
      "Strength and coarsening of single unknowns, or of nodes: blocks of unknowns, which are told by coordinates, by "
      "`number of equations` in the user data, by `degrees of freedom` of the test space, or, where none of these is "
      "given "
      "and rows and columns come in threes, by the matrix.");
  list.integer("paths", p.numPaths, 1, 100,
               "Paths of at most two strong connections that join two coarse points (aggressive pmis).");
  list.choice(
      "ranks", p.ranks,
      {{"automatic", RankCoupling::automatic},
       {"decoupled", RankCoupling::decoupled},
       {"across", RankCoupling::across}},
      "pmis, aggressive pmis. decoupled: each rank looks for strong connections, coarse points and the interpolation "
      "before it is smoothed in its own block and sends nothing; rows that have more than a third of their couplings "
      "elsewhere become coarse points (bamg: those that have all of them there); across: as one rank would. automatic: "
      "across where ranks have more than a quarter as many columns of others as own ones (bamg: three tenths, and "
      "three quarters below the finest level), where more than one row in fifty would become a coarse point so (not "
      "bamg), and where `prolongation smoothing` takes strong entries alone, which decoupled ranks do not go with.");
}

NearKernelUse useBy(const CoarseningParameters& p) {
  const auto& use = p.method.method().facts.use;
  return use ? use(p.method.parameters()) : NearKernelUse::none;
}

}  // namespace

void bindCoarseSpace(ParameterBinding& list, CoarseSpaceParameters& p) {
  list.sublist("strength", [&](ParameterBinding& sub) { bindStrength(sub, p.strength); });
  list.sublist("coarsening", [&](ParameterBinding& sub) { bindCoarsening(sub, p.coarsening); });
  list.sublist("interpolation", [&](ParameterBinding& sub) { bindInterpolation(sub, p.interpolation); });
  list.sublist("prolongation smoothing",
               [&](ParameterBinding& sub) { bindProlongationSmoothing(sub, p.prolongationSmoothing); });
  list.sublist("prolongation filtering", [&](ParameterBinding& sub) { bindFiltering(sub, p.prolongationFiltering); });
}

bool CoarseSpaceParameters::usesTestSpace() const {
  const CoarseningFacts& facts = coarsening.method.method().facts;
  return useBy(coarsening) == NearKernelUse::testSpace ||
         (facts.interpolates && (strength.usesTestSpace() || interpolation.method.method().facts.usesTestSpace));
}

bool CoarseSpaceParameters::keepsVectors() const {
  return usesTestSpace() || useBy(coarsening) != NearKernelUse::none;
}

bool CoarseSpaceParameters::usesNearKernel() const {
  return keepsVectors() || usesNodes() || prolongationFiltering.filters();
}

bool CoarseSpaceParameters::usesNodes() const {
  return coarsening.unit == CoarseningUnit::nodes ||
         (prolongationSmoothing.steps > 0 && prolongationSmoothing.diagonal == SmoothingDiagonal::nodes);
}

CoarseRanks CoarseningTask::tentativeRanks() const {
  return parameters.prolongationFiltering.filters() ? CoarseRanks() : ranks;
}

std::string CoarseningTask::stallWith(const Map& coarseMap) const {
  const double numCoarse = double(coarseMap.getGlobalNumElements());
  if (numCoarse == 0) return "no strong connections are left";
  return numCoarse <= maxRatio * double(A.rowMap()->getGlobalNumElements()) ? "" : "coarsening has stalled";
}

CoarseSpace coarsen(const CoarseningTask& task) {
  if (task.ranks.method == AgglomerationMethod::counts) return task.parameters.coarsening.method.make(task);
  CoarseningTask inPlace = task;
  inPlace.ranks = {};
  CoarseSpace coarse = task.parameters.coarsening.method.make(inPlace);
  if (!coarse.P.is_null()) joinCoarseRanks(task, coarse);
  return coarse;
}

}  // namespace Chronos
