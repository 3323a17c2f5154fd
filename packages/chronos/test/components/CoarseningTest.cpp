// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Coarsening.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_PairwiseCoarsening.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "HaloPatternCounter.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

struct System {
  Problem problem;  // owns the arrays
  DistMatrix<double> A;
  Unknowns unknowns;

  explicit System(int n) : System(makeProblem("laplace3d7", optionsOf(n), world())) {}
  explicit System(const Problem& itsProblem)
      : problem(itsProblem), A(fromTpetra(*problem.matrix)), unknowns(TestSpaceParameters(), false, {}) {}

  static ProblemOptions optionsOf(int n) {
    ProblemOptions options;
    options.nx = n;
    return options;
  }
};

struct Counted {
  CoarseSpace coarse;
  int numPatterns;
};

Counted coarsened(const System& system, const CoarseSpaceParameters& parameters, const CoarseRanks& ranks) {
  const HaloPatternCounter patterns;
  const CoarseSpace coarse = coarsen({system.A, system.unknowns, parameters, ranks});
  return {coarse, patterns.numMade()};
}

constexpr CoarseRanks onOneRank{1000000, false};

// Every coarsening and interpolation, smoothed or not. Matching of each rank alone: across ranks the columns of P were
// numbered before they move, for what comes down to them. Splittings across ranks: those of a rank alone are, too.
template <class Check>
void forEachWay(const Check& check) {
  for (const auto& coarsening : coarsenings())
    for (const auto& interpolation : interpolations())
      for (int steps : {0, 1}) {
        CoarseSpaceParameters parameters;
        parameters.coarsening.method.choose(coarsening.name);
        parameters.coarsening.ranks = RankCoupling::across;
        parameters.coarsening.method.of<MatchingParameters>("matching").ranks = RankCoupling::decoupled;
        parameters.interpolation.method.choose(interpolation.name);
        parameters.interpolation.maxEntries = 4;
        parameters.prolongationSmoothing.steps = steps;
        if (!parameters.usesTestSpace())
          check(parameters, coarsening.name + ", " + interpolation.name + ", " + std::to_string(steps));
      }
}

TEST(MpiCoarsening, ALevelOnFewerRanksNumbersItsProlongationNotOnceMore) {
  const System system(8);
  forEachWay([&](CoarseSpaceParameters parameters, const std::string& way) {
    for (double share : {1.0, 0.9}) {
      parameters.prolongationFiltering.share = share;
      const Counted here = coarsened(system, parameters, {}), moved = coarsened(system, parameters, onOneRank);
      EXPECT_GT(here.numPatterns, 0) << way;
      EXPECT_EQ(moved.numPatterns, here.numPatterns) << way << ", " << share;
      // And it is the same prolongation, numbered as agglomerate() does.
      const Map& map = *here.coarse.unknowns->map();
      const Teuchos::RCP<const Map> target =
          numActiveRanks(map) > 1 ? agglomeratedMap(map, 1) : here.coarse.P->domainMap();
      const DistMatrix<double> expected = agglomerate(*here.coarse.P, target);
      ASSERT_TRUE(moved.coarse.P->domainMap()->isSameAs(*target)) << way;
      EXPECT_EQ(moved.coarse.P->halo()->haloGlobals(), expected.halo()->haloGlobals()) << way;
      EXPECT_EQ(toVector(moved.coarse.P->local().colInd), toVector(expected.local().colInd)) << way << ", " << share;
      EXPECT_EQ(toVector(moved.coarse.P->local().values), toVector(expected.local().values)) << way << ", " << share;
    }
  });
}

// A step that changes the columns numbers them, and nothing else does: smoothing also learns what rows of P behind the
// halo hold, on several ranks.
TEST(MpiCoarsening, EachStepMakesOnePattern) {
  const System system(8);
  const bool isAlone = world()->getSize() == 1;
  CoarseSpaceParameters parameters;
  parameters.coarsening.ranks = RankCoupling::across;
  const int plain = coarsened(system, parameters, {}).numPatterns;
  EXPECT_EQ(plain, isAlone ? 1 : 2);
  parameters.prolongationSmoothing.steps = 1;
  const int smoothed = coarsened(system, parameters, {}).numPatterns;
  EXPECT_EQ(smoothed, plain + (isAlone ? 1 : 2));
  parameters.prolongationFiltering.share = 0.9;
  EXPECT_EQ(coarsened(system, parameters, {}).numPatterns, smoothed + 1);
}

TEST(MpiCoarsening, AStalledLevelHasNoProlongationAndSaysWhy) {
  const System system(6);
  CoarseSpaceParameters parameters;
  const CoarseSpace stalled = coarsen({system.A, system.unknowns, parameters, {}, 1e-3});
  EXPECT_TRUE(stalled.P.is_null());
  EXPECT_EQ(stalled.stall, "coarsening has stalled");
  parameters.strength.threshold = 1e6;
  EXPECT_EQ(coarsen({system.A, system.unknowns, parameters, {}}).stall, "no strong connections are left");
}

}  // namespace
}  // namespace Chronos::Test
