// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Fsai.hpp"
#include "Chronos_SmootherTable.hpp"

namespace Chronos {
namespace {

void bindFsai(ParameterBinding& list, FsaiParameters& p) {
  list.choice("set-up precision", p.setupPrecision,
              {{"automatic", SetupPrecision::automatic},
               {"double", SetupPrecision::doublePrecision},
               {"single", SetupPrecision::singlePrecision}},
              "Arithmetic of the set-up. The factor is scaled and applied in double either way. automatic: single on a "
              "GPU, where it takes a sixth less of the time, double on a host, where it saves none.");
  list.choice(
      "gathering", p.gathering,
      {{"automatic", Gathering::automatic},
       {"rows", Gathering::rows},
       {"blocks", Gathering::blocks},
       {"none", Gathering::none}},
      "How rows of other ranks reach the set-up: rows within a distance of the halo, all rows of the ranks near by "
      "(more memory, stronger on ill-conditioned systems), or not at all: the factor of each rank's own block, which "
      "is applied without messages. automatic: none for adaptive rows of at most 8 entries (steps times entries of "
      "one, no initial pattern) where ranks have at most half as many columns of others as own ones, on levels of "
      "multigrid below the finest three quarters, and three tenths for longer adaptive rows; else rows.");
  list.integer("gathering distance", p.gatheringDistance, 0, 1000,
               "Steps from the halo within which rows of other ranks are gathered (gathering = rows).");
  list.integer("gathering power", p.gatheringPower, 0, 100,
               "Power of the communication graph whose ranks send all their rows (gathering = blocks).");
  list.choice("algorithm", p.algorithm,
              {{"automatic", SetupAlgorithm::automatic},
               {"row by row", SetupAlgorithm::rowByRow},
               {"batched", SetupAlgorithm::batched}},
              "Set-up of a row to its end before the next one, by a host thread or a warp of a GPU, or of a batch of "
              "rows step by step; automatic takes the first.");
  list.choice("gradient accumulation", p.accumulation, {{"hash", Accumulation::hash}, {"merge", Accumulation::merge}},
              "How the batched set-up sums the Kaporin gradient: hash tables, or multiple merge as in Bernaschi "
              "and others 2019.");
  list.real("memory share", p.memoryShare, 1e-3, 0.95,
            "Share of the free memory that the work space of one batch may take.");
}

void bindAdaptiveFsai(ParameterBinding& list, AdaptiveFsaiParameters& p) {
  list.integer(
      "maximum steps", p.maxSteps, 0, 1000,
      "k_max: steps of a row, each of which adds entries to its pattern. A row looks for no entries through others "
      "of more than 512 entries and more than 16 times its own: hubs, through which all rows would reach all others.");
  list.integer("entries per step", p.entriesPerStep, 1, 100, "s: entries added in one step.");
  list.real("tolerance", p.tolerance, 0, 1, "epsilon of the stopping rule of a row; smaller gives a denser factor.");
  list.choice(
      "stopping rule", p.stoppingRule,
      {{"step reduction", StoppingRule::stepReduction}, {"kaporin ratio", StoppingRule::kaporinRatio}},
      "A row is done when its psi fell by at most epsilon psi in the last step (step reduction), or to epsilon times "
      "its first value (kaporin ratio, rule (17) of Bernaschi and others 2019).");
  list.choice(
      "candidate ranking", p.ranking,
      {{"scaled gradient", CandidateRanking::scaledGradient}, {"gradient", CandidateRanking::gradient}},
      "New entries are those of largest gradient of psi, divided by the root of the diagonal or as it is (Bernaschi "
      "and others 2019).");
  list.integer("initial power", p.initialPower, 0, 20,
               "0: rows start from the diagonal; k: from the lower triangle of the k-th power of the filtered matrix.");
  list.real("initial threshold", p.initialThreshold, 0, 1,
            "Entries a_ij with |a_ij| <= threshold sqrt(a_ii a_jj) are filtered out of the initial pattern.");
  list.real("post-filtration", p.postFilter, 0, 1,
            "delta: entries of the factor below this share of the diagonal are dropped in the end.");
  bindFsai(list, p);
}

void bindStaticFsai(ParameterBinding& list, StaticFsaiParameters& p) {
  list.real("threshold", p.threshold, 0, 1,
            "tau: entries a_ij with |a_ij| <= tau sqrt(a_ii a_jj) are left out of the pattern.");
  list.integer("power", p.power, 1, 20,
               "k: the pattern is the lower triangle of the k-th power of the filtered matrix.");
  list.real("post-filtration", p.postFilter, 0, 1,
            "delta: entries of the factor below this share of the diagonal are dropped in the end.");
  bindFsai(list, p);
}

template <class P>
Teuchos::RCP<const Smoother> makeFsai(const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes&,
                                      const std::any& parameters) {
  return Teuchos::rcp(new Fsai(*A, parametersOf<P>(parameters)));
}

}  // namespace

SmootherMethod adaptiveFsai(SmootherUse use) {
  return {"adaptive fsai",
          "a sparse approximate inverse factor that chooses its pattern",
          makeFsai<AdaptiveFsaiParameters>,
          use == SmootherUse::smoothing ? smoothingFsai() : AdaptiveFsaiParameters(),
          bindingOf(bindAdaptiveFsai),
          {false, [](std::any& p) { std::any_cast<AdaptiveFsaiParameters>(&p)->onCoarseLevel = true; }}};
}

SmootherMethod staticFsai() {
  return {"static fsai", "one on the pattern of a power of A", makeFsai<StaticFsaiParameters>, StaticFsaiParameters(),
          bindingOf(bindStaticFsai)};
}

}  // namespace Chronos
