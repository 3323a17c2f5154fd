// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ComponentBindings.hpp"

namespace Chronos {
namespace {

void bindStrength(ParameterBinding& list, StrengthParameters& p) {
  list.choice("measure", p.measure,
              {{"classical", StrengthMeasure::classical},
               {"symmetric classical", StrengthMeasure::symmetricClassical},
               {"strong couplings", StrengthMeasure::strongCouplings},
               {"affinity", StrengthMeasure::affinity}},
              "classical: -a_ij over the largest -a_ik of the row; symmetric classical: the same for both rows; strong "
              "couplings: |a_ij| / sqrt(a_ii a_jj); affinity: cosines of rows of a test space.");
  list.choice("filter", p.filter,
              {{"threshold", StrengthFilter::threshold}, {"average connections", StrengthFilter::averageConnections}},
              "Connections are strong from a threshold on, or the strongest ones up to an average number a row.");
  list.real("threshold", p.threshold, 0, 1, "theta (filter = threshold).");
  list.real("average connections", p.averageConnections, 0, 1e6,
            "Strong connections a row has on average (that filter).");
  list.real(
      "maximum row sum", p.maxRowSum, 0, 1,
      "Rows whose |sum_j a_ij| exceeds this share of |a_ii| have no strong connections, nor do others have any to "
      "them: they are left to the smoother. 1: off.");
}

void bindCoarsening(ParameterBinding& list, CoarseningParameters& p) {
  list.choice(
      "type", p.kind, {{"pmis", CoarseningKind::pmis}, {"aggressive pmis", CoarseningKind::aggressivePmis}},
      "Parallel maximal independent set; aggressive: once more on its coarse points, interpolated by multipass.");
  list.choice(
      "unit", p.unit, {{"unknowns", CoarseningUnit::unknowns}, {"nodes", CoarseningUnit::nodes}},
      "Strength and coarsening of single unknowns, or of nodes: blocks of unknowns, which are told by coordinates, by "
      "`number of equations` in the user data, or by `degrees of freedom` of the test space.");
  list.integer("paths", p.numPaths, 1, 100,
               "Paths of at most two strong connections that join two coarse points (aggressive pmis).");
}

void bindBamg(ParameterBinding& list, BamgParameters& p) {
  list.integer("minimum distance", p.minDistance, 1, 20,
               "Strong connections that coarse points are away at most, first try.");
  list.integer("maximum distance", p.maxDistance, 1, 20,
               "Last try: rows that fail become coarse points. Not below the minimum.");
  list.ordered("minimum distance", p.minDistance, "maximum distance", p.maxDistance);
  list.real("residual", p.rules.residual, 1e-14, 1,
            "A row is good when it reproduces its row of the test space to this, relatively.");
  list.real("weight norm", p.rules.weightNorm, 0.1, 1e6, "And when the Euclidean norm of its weights is at most this.");
  list.real("path power", p.rules.pathPower, 0, 10,
            "How much the strength of the connections that lead to a coarse point counts when a basis is chosen; 0: "
            "not at all.");
  list.real("independence", p.rules.independence, 1e-14, 0.1,
            "Coarse points whose test vectors are nearer than this to the span of those chosen are no use, relative to "
            "the longest; whatever the strength of their paths.");
}

void bindInterpolation(ParameterBinding& list, InterpolationParameters& p) {
  list.choice(
      "type", p.kind,
      {{"extended+i", InterpolationKind::extendedI},
       {"hybrid", InterpolationKind::hybrid},
       {"classical", InterpolationKind::classical},
       {"multipass", InterpolationKind::multipass},
       {"bamg", InterpolationKind::bamg}},
      "From coarse points at distance two, at distance one, or at distance two only where one does not reach (hybrid); "
      "bamg: by least squares on a test space, for systems of equations.");
  list.real("truncation", p.truncation, 0, 1,
            "Weights below this share of the largest of their row are dropped; the row sum stays.");
  list.integer("maximum entries", p.maxEntries, 0, 1000,
               "Entries kept in a row of the prolongation, the largest; 0: all.");
  list.sublist("bamg", [&](ParameterBinding& sub) { bindBamg(sub, p.bamg); });
}

void bindLevel(ParameterBinding& list, LevelParameters& p) {
  list.sublist("smoother", [&](ParameterBinding& sub) { bindSmoother(sub, p.smoother); });
  list.sublist("strength", [&](ParameterBinding& sub) { bindStrength(sub, p.strength); });
  list.sublist("coarsening", [&](ParameterBinding& sub) { bindCoarsening(sub, p.coarsening); });
  list.sublist("interpolation", [&](ParameterBinding& sub) { bindInterpolation(sub, p.interpolation); });
  list.sublist("prolongation smoothing",
               [&](ParameterBinding& sub) { bindProlongationSmoothing(sub, p.prolongationSmoothing); });
  list.sublist("prolongation filtering", [&](ParameterBinding& sub) { bindFiltering(sub, p.prolongationFiltering); });
  list.sublist("operator filtering", [&](ParameterBinding& sub) { bindFiltering(sub, p.operatorFiltering); });
}

void bindCoarseSolver(ParameterBinding& list, CoarseSolverParameters& p) {
  list.choice(
      "type", p.kind,
      {{"automatic", CoarseSolverKind::automatic},
       {"cholesky", CoarseSolverKind::cholesky},
       {"dense inverse", CoarseSolverKind::denseInverse},
       {"sweeps", CoarseSolverKind::sweeps}},
      "How the last level is solved: a sparse factorisation on one rank, an explicit inverse applied on the device, or "
      "smoothing; automatic takes the inverse where it is small.");
  list.integer("dense limit", p.denseLimit, 0, 20000, "Unknowns up to which a GPU takes the inverse (automatic).");
  list.integer("sweeps", p.numSweeps, 1, 1000, "Smoothing sweeps in place of a solution (type = sweeps).");
}

}  // namespace

void bindAmg(ParameterBinding& list, AmgParameters& p) {
  list.choice("cycle", p.cycle, {{"V", CycleKind::V}, {"W", CycleKind::W}, {"F", CycleKind::F}},
              "F is not symmetric: use it with a Krylov method that does not need symmetry.");
  list.choice(
      "cycle precision", p.precision,
      {{"double", CyclePrecision::doublePrecision}, {"single", CyclePrecision::singlePrecision}},
      "Storage of the matrices in the cycle: single moves a third less and takes two thirds of their memory besides. "
      "Vectors, set-up and the Krylov method stay in double.");
  list.integer("aggressive levels", p.aggressiveLevels, 0, 100,
               "Finest levels coarsened by aggressive pmis, whatever the list coarsening says: thinner hierarchies, "
               "quick to set "
               "up, for more iterations.");
  list.integer(
      "one level iterations", p.oneLevelIterations, 0, 1000000,
      "A smoother alone preconditions where a probe of some iterations says that it would take no more than this: "
      "coarse levels do not pay where the near kernel is weak. 0: never.");
  list.sublist("one level smoother", [&](ParameterBinding& sub) { bindSmoother(sub, p.oneLevelSmoother); });
  list.integer("maximum levels", p.maxLevels, 1, 100, "Levels at most, the last one included.");
  list.integer("coarse size", p.coarseSize, 0, 10000000,
               "Unknowns at which coarsening ends; 0: max(coarse minimum, coarse factor n^(1/3)).");
  list.integer("coarse minimum", p.coarseMinimum, 1, 10000000, "See coarse size.");
  list.real("coarse factor", p.coarseFactor, 0, 1e6, "See coarse size.");
  list.real("maximum coarse ratio", p.maxCoarseRatio, 0.01, 1,
            "Coarsening ends where a level would keep more than this share of its unknowns.");
  list.integer("rows per rank", p.minRowsPerRank, 0, 100000000,
               "A coarse level with fewer rows a rank is moved onto fewer ranks; 0: never.");
  list.integer("bootstrap rounds", p.bootstrapRounds, 0, 20,
               "Set-ups whose own cycle improves the test space, before the last set-up: dearer, for systems whose "
               "near kernel is "
               "not known.");
  list.integer("bootstrap iterations", p.bootstrapIterations, 1, 100,
               "Iterations of srqcg in a round, each with a cycle a vector.");
  list.choice(
      "reuse", p.reuse,
      {{"none", Reuse::none}, {"pattern", Reuse::pattern}, {"prolongation", Reuse::prolongation}, {"all", Reuse::all}},
      "What a further compute() keeps for new values on the same pattern: nothing, the splittings, also the "
      "prolongations, or everything.");
  list.flag("fingerprints", p.fingerprints,
            "Report a hash of each level's matrix and splitting, to compare runs on other ranks, threads or devices.");
  list.sublist("test space", [&](ParameterBinding& sub) { bindTestSpace(sub, p.testSpace); });
  bindLevel(list, p.level);
  list.numbered(
      "level ",
      "Parameters of one level, 0 the finest: any of smoother, strength, coarsening, interpolation; those not given "
      "are as above.",
      [&](int index, ParameterBinding& sub) { bindLevel(sub, p.perLevel.emplace(index, p.level).first->second); },
      [&] {
        std::vector<int> indices;
        for (const auto& entry : p.perLevel) indices.push_back(entry.first);
        return indices;
      });
  list.sublist("coarse solver", [&](ParameterBinding& sub) { bindCoarseSolver(sub, p.coarseSolver); });
}

}  // namespace Chronos
