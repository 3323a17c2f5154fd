// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AmgParameters.hpp"

namespace Chronos {
namespace {

void bindLevel(ParameterBinding& list, LevelParameters& p) {
  list.sublist("smoother", [&](ParameterBinding& sub) { bindSmoother(sub, p.smoother); });
  bindCoarseSpace(list, p);
  list.sublist("operator filtering", [&](ParameterBinding& sub) { bindFiltering(sub, p.operatorFiltering); });
}

}  // namespace

void bindAmg(ParameterBinding& list, AmgParameters& p) {
  list.choice(
      "cycle", p.cycle,
      {{"V", CycleKind::V}, {"W", CycleKind::W}, {"F", CycleKind::F}, {"H", CycleKind::H}, {"K", CycleKind::K}},
      "Visits of each level below the finest: V once, W twice, F as F and then as V, H twice on every second level, K "
      "inside one or two steps of flexible conjugate gradients. F is not symmetric, and K differs from one application "
      "to the next: `solver/method` = automatic takes flexible cg for both.");
  list.integer("krylov levels", p.krylovLevels, 0, 100,
               "Levels below the finest on which a K cycle takes its steps, V below them; the last level takes none.");
  list.real("krylov tolerance", p.krylovTolerance, 0, 1,
            "The first step of a K cycle is all where it leaves no more than this share of the residual. 0: always two "
            "steps, without waiting for the device, as for several right-hand sides.");
  list.flag("repeat shared levels", p.repeatsSharedLevels,
            "Whether W, F and H cycles visit levels that several ranks own as often as `cycle` says, or once: a visit "
            "there waits for messages. false in builds for a GPU, where an iteration then takes from a fifth to a half "
            "less; there may be a third more of them.");
  list.choice(
      "cycle precision", p.precision,
      {{"double", CyclePrecision::doublePrecision}, {"single", CyclePrecision::singlePrecision}},
      "Storage of the matrices in the cycle: single moves a third less and takes two thirds of their memory besides. "
      "Vectors, set-up and the Krylov method stay in double. The list `precision` has more to choose from.");
  list.sublist("precision", [&](ParameterBinding& sub) { bindPrecision(sub, p.storage); });
  list.choice(
      "scaling", p.scaling,
      {{"none", ScalingKind::none}, {"near kernel", ScalingKind::nearKernel}, {"automatic", ScalingKind::automatic}},
      "Levels are those of W A W, W a diagonal matrix, so that constants are its near kernel, as classical "
      "interpolation and aggregates of single unknowns take it to be. near kernel: W is the one vector that is given; "
      "automatic: one that is found, where few rows send constants to zero and A is like diffusion otherwise, as "
      "behind "
      "a scaling by the diagonal; elsewhere A stays as it is.");
  list.integer("aggressive levels", p.aggressiveLevels, 0, 100,
               "Finest levels coarsened by aggressive pmis, whatever the list coarsening says: thinner hierarchies, "
               "quick to set "
               "up, for more iterations.");
  list.integer(
      "unsmoothed levels", p.unsmoothedLevels, 0, 100,
      "Finest levels whose prolongation is neither smoothed nor filtered, whatever these lists say: there it costs "
      "most and iterations need it least; coarse levels keep them from growing with the size.");
  list.integer(
      "one level iterations", p.oneLevelIterations, 0, 1000000,
      "A smoother alone preconditions where a probe of some iterations says that it would take no more than this: "
      "coarse levels do not pay where the near kernel is weak. 0: never.");
  list.sublist("one level smoother", [&](ParameterBinding& sub) { bindSmoother(sub, p.oneLevelSmoother); });
  list.integer("maximum levels", p.maxLevels, 1, 100, "Levels at most, the last one included.");
  list.integer(
      "coarse size", p.coarseSize, 0, 10000000,
      "Unknowns at which coarsening ends; 0: max(coarse minimum, coarse factor n^(1/3)), n of a rank where the "
      "last level is solved directly, of eight ranks where levels keep a test space.");
  list.integer("coarse minimum", p.coarseMinimum, 1, 10000000, "See coarse size.");
  list.real("coarse factor", p.coarseFactor, 0, 1e6, "See coarse size.");
  list.real("maximum coarse ratio", p.maxCoarseRatio, 0.01, 1,
            "Coarsening ends where a level would keep more than this share of its unknowns.");
  list.integer("rows per rank", p.minRowsPerRank, 0, 100000000,
               "A coarse level with fewer rows a rank is moved onto fewer ranks; 0: never. 10000 in builds for a GPU.");
  list.choice("agglomeration", p.agglomeration,
              {{"counts", AgglomerationMethod::counts}, {"zoltan2", AgglomerationMethod::zoltan2}},
              "Which rows move onto one rank: blocks of consecutive ones, by their counts, or those of ranks that "
              "exchange most, by a partition of the graph of ranks (library Chronos::zoltan2).");
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
  list.sublist("composite", [&](ParameterBinding& sub) { bindComposite(sub, p.composite); });
  list.sublist("test space", [&](ParameterBinding& sub) { bindTestSpace(sub, p.testSpace); });
  bindLevel(list, p.level);
  list.numbered(
      "level ",
      "Parameters of one level, 0 the finest: any of the seven lists above; those not given "
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
