// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Bamg.hpp"
#include "Chronos_RankCoarsening.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "FsaiReference.hpp"
#include "ReferenceDistributed.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

struct System {
  Problem problem;  // owns the arrays
  DistMatrix<double> A;
  Unknowns unknowns;

  System(const std::string& name, int n, int nz) : System(makeProblem(name, optionsOf(n, nz), world())) {}
  explicit System(const Problem& its)
      : problem(its),
        A(fromTpetra(*problem.matrix)),
        unknowns(TestSpaceParameters(), its.dofsPerNode > 1, {testSpaceOf(its), nodesOf(its)}) {}

  static ProblemOptions optionsOf(int n, int nz) {
    ProblemOptions options;
    options.nx = options.ny = n;
    options.nz = nz;
    return options;
  }
  static TestSpace testSpaceOf(const Problem& problem) {
    return problem.nearKernel->getLocalViewDevice(Tpetra::Access::ReadOnly);
  }
  static UnknownNodes nodesOf(const Problem& problem) {
    return nodesOfBlocks(*problem.matrix->getRowMap(), problem.dofsPerNode);
  }
};

// The same system where ranks know nothing of each other.
DistMatrix<double> withoutBorders(const DistMatrix<double>& A, CutEntries cut) {
  return amongRanks(A.rowMap(), noHalo(A.domainMap()), rankBlock(A, cut));
}

CoarseSpace coarsened(const DistMatrix<double>& A, const System& system, CoarseSpaceParameters parameters,
                      RankCoupling across) {
  parameters.coarsening.ranks = across;
  return coarsen({A, system.unknowns, parameters, {}});
}

void expectSameSpace(const CoarseSpace& coarse, const CoarseSpace& expected, const std::string& way) {
  ASSERT_FALSE(coarse.P.is_null()) << way << ": " << coarse.stall;
  EXPECT_TRUE(coarse.P->domainMap()->isSameAs(*expected.P->domainMap())) << way;
  EXPECT_EQ(globalEntriesOf(*coarse.P), globalEntriesOf(*expected.P)) << way;
  EXPECT_EQ(coarse.report.isolatedRows, expected.report.isolatedRows) << way;
  EXPECT_EQ(coarse.report.promotedRows, expected.report.promotedRows) << way;
  ASSERT_EQ(coarse.report.distributions.size(), expected.report.distributions.size()) << way;
  for (std::size_t i = 0; i < expected.report.distributions.size(); ++i)
    EXPECT_EQ(coarse.report.distributions[i].counts, expected.report.distributions[i].counts) << way;
}

// Where every rank splits its own block, it is as if the matrix had nothing else: found by the way across ranks.
TEST(MpiRankCoarsening, IsThatOfAMatrixWithoutBorders) {
  const System system("laplace3d7", 5, 12);  // whole layers on 1 to 4 ranks
  const DistMatrix<double> lumped = withoutBorders(system.A, CutEntries::lumped);
  for (const char* coarsening : {"pmis", "aggressive pmis"})
    for (const auto& interpolation : interpolations()) {
      if (interpolation.facts.usesTestSpace) continue;
      CoarseSpaceParameters parameters;
      parameters.coarsening.method.choose(coarsening);
      parameters.interpolation.method.choose(interpolation.name);
      parameters.interpolation.maxEntries = 4;
      expectSameSpace(coarsened(system.A, system, parameters, RankCoupling::decoupled),
                      coarsened(lumped, system, parameters, RankCoupling::across),
                      std::string(coarsening) + ", " + interpolation.name);
    }
}

CoarseSpaceParameters ofBodies() {
  CoarseSpaceParameters parameters;
  parameters.strength.measure = StrengthMeasure::strongCouplings;
  parameters.strength.threshold = 0.02;
  parameters.coarsening.unit = CoarseningUnit::nodes;
  parameters.interpolation.method.choose("bamg");
  return parameters;
}

// How far few rows search says their share of a rank's rows, or of all: both end at distance two here.
TEST(MpiRankCoarsening, KeepsATestSpaceByItsOwnRows) {
  const System system("elasticity3d", 5, 12);
  CoarseSpaceParameters parameters = ofBodies();
  parameters.interpolation.method.of<BamgParameters>("bamg").maxDistance = 2;
  expectSameSpace(coarsened(system.A, system, parameters, RankCoupling::decoupled),
                  coarsened(withoutBorders(system.A, CutEntries::dropped), system, parameters, RankCoupling::across),
                  "bamg");
}

// What follows looks at the whole matrix: rows at a border reach over it.
TEST(MpiRankCoarsening, SmoothingReachesOverBorders) {
  const System system("elasticity3d", 5, 12);
  CoarseSpaceParameters parameters = ofBodies();
  parameters.prolongationSmoothing.steps = 1;
  const CoarseSpace coarse = coarsened(system.A, system, parameters, RankCoupling::decoupled);
  const long long numHalo = sumOverRanks(*world(), static_cast<long long>(coarse.P->halo()->numHalo()));
  EXPECT_EQ(numHalo > 0, world()->getSize() > 1);
}

TEST(MpiRankCoarsening, LevelsOnFewerRanksGetTheirColumnsThere) {
  const System system("elasticity3d", 5, 12);
  CoarseSpaceParameters parameters = ofBodies();
  parameters.coarsening.ranks = RankCoupling::decoupled;
  const CoarseSpace here = coarsen({system.A, system.unknowns, parameters, {}});
  const CoarseSpace moved = coarsen({system.A, system.unknowns, parameters, CoarseRanks{1000000, true}});
  EXPECT_EQ(maxOverRanks(*world(), static_cast<long long>(TrilinosVersion::numLocal(*moved.P->domainMap()))),
            static_cast<long long>(moved.P->domainMap()->getGlobalNumElements()));
  EXPECT_EQ(globalEntriesOf(*moved.P), globalEntriesOf(*here.P));
}

struct Chain {
  double entry(GlobalOrdinal row, GlobalOrdinal col) const {
    return row == col ? 2 : std::abs(row - col) == 1 ? -1 : 0;
  }
};

struct FirstRows {
  const HostCsr<double>& A;
  double entry(GlobalOrdinal row, GlobalOrdinal col) const {
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] == col) return A.values[e];
    return 0;
  }
};

struct ChainSystem {
  DistMatrix<double> A;
  Unknowns unknowns{TestSpaceParameters(), false, {}};
  explicit ChainSystem(const Teuchos::RCP<const Map>& map)
      : A(rowsOnMap(wholeMatrix(Chain(), static_cast<GlobalOrdinal>(map->getGlobalNumElements()),
                                static_cast<GlobalOrdinal>(map->getGlobalNumElements())),
                    map, map)) {}
};

bool reachesOver(const DistMatrix<double>& A, LocalOrdinal row) {
  const HostCsr<double> local = toHost(A.local());
  for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
    if (local.colInd[e] >= A.numOwnedCols()) return true;
  return false;
}

// Half of what a row at an end of a piece of the chain depends on is elsewhere.
TEST(MpiRankCoarsening, RowsThatBordersTearAreCoarse) {
  const GlobalOrdinal numRows = 30 * world()->getSize();
  for (const auto& map : {evenMap(numRows), mapWithEmptyRank(numRows)}) {
    const ChainSystem chain(map);
    CoarseSpaceParameters parameters;
    parameters.coarsening.ranks = RankCoupling::decoupled;
    const CoarseSpace coarse = coarsen({chain.A, chain.unknowns, parameters, {}});
    const HostCsr<double> P = toHost(coarse.P->local());
    int numTorn = 0;
    for (LocalOrdinal row = 0; row < chain.A.numRows(); ++row) {
      double sum = 0;
      for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e) sum += P.values[e];
      if (!reachesOver(chain.A, row)) continue;
      ++numTorn;
      EXPECT_EQ(P.rowPtr[row + 1] - P.rowPtr[row], 1u) << row;
      EXPECT_EQ(sum, 1) << row;
    }
    EXPECT_EQ(numTorn > 0, chain.A.halo()->numHalo() > 0);
  }
}

// One row in fifteen would be torn; a layer of the cube none.
TEST(MpiRankCoarsening, AutomaticLooksAcrossWhereManyRowsWouldBeTorn) {
  const bool isAlone = world()->getSize() == 1;
  const CoarseSpaceParameters parameters;
  const ChainSystem chain(evenMap(30 * world()->getSize()));
  EXPECT_EQ(coarsen({chain.A, chain.unknowns, parameters, {}}).report.coarsening, "pmis");
  const System layers("laplace3d7", 4, 20 * world()->getSize());
  EXPECT_EQ(coarsen({layers.A, layers.unknowns, parameters, {}}).report.coarsening,
            isAlone ? "pmis" : "pmis, decoupled");
}

// Slabs of a body: borders are 1 in 7 layers of two ranks, 2 in 7 at most of more; then 1 in 3, 4 in 12 at least.
TEST(MpiRankCoarsening, AutomaticLooksAcrossWhereSlabsOfBodiesAreThin) {
  const int numRanks = world()->getSize();
  if (numRanks == 1) return;
  const auto isDecoupled = [&](int layersOfRank) {
    const System system("elasticity3d", 3, layersOfRank * numRanks);
    const CoarseSpace coarse = coarsen({system.A, system.unknowns, ofBodies(), {}});
    return coarse.report.coarsening.find("decoupled") != std::string::npos;
  };
  EXPECT_TRUE(isDecoupled(7));
  EXPECT_FALSE(isDecoupled(numRanks == 2 ? 3 : 4));
}

CoarseSpace onCoarseLevel(const DistMatrix<double>& A, const Unknowns& unknowns,
                          const CoarseSpaceParameters& parameters) {
  CoarseningTask task{A, unknowns, parameters, {}};
  task.isFinest = false;
  return coarsen(task);
}

// Borders are 1 in 2 layers of two ranks, 1 in 3 to 1 in 2 of more; of slabs of one layer as long as these or longer.
TEST(MpiRankCoarsening, CoarseLevelsOfBodiesBearLongerBorders) {
  const int numRanks = world()->getSize();
  if (numRanks == 1) return;
  const System slabs("elasticity3d", 3, (numRanks == 2 ? 2 : 4) * numRanks), layers("elasticity3d", 3, numRanks);
  EXPECT_EQ(coarsen({slabs.A, slabs.unknowns, ofBodies(), {}}).report.coarsening, "pmis of nodes");
  EXPECT_EQ(onCoarseLevel(slabs.A, slabs.unknowns, ofBodies()).report.coarsening, "pmis of nodes, decoupled");
  EXPECT_EQ(onCoarseLevel(layers.A, layers.unknowns, ofBodies()).report.coarsening, "pmis of nodes");
}

// No row of such a slab is torn.
TEST(MpiRankCoarsening, ClassicalInterpolationsDoNotBearLongerBordersOnCoarseLevels) {
  const int numRanks = world()->getSize();
  if (numRanks == 1) return;
  const System slabs("laplace3d7", 4, (numRanks == 2 ? 3 : 4) * numRanks);
  EXPECT_EQ(onCoarseLevel(slabs.A, slabs.unknowns, {}).report.coarsening, "pmis");
  EXPECT_EQ(coarsened(slabs.A, slabs, {}, RankCoupling::decoupled).report.promotedRows, 0);
}

Teuchos::RCP<const Hierarchy> strongHierarchy(int n, int layersOfRank) {
  const Problem problem = makeProblem("elasticity3d", System::optionsOf(n, layersOfRank * world()->getSize()), world());
  Teuchos::ParameterList list;
  list.set("preset", "strong mechanics");
  list.sublist("amg").set("rows per rank", 0).set("coarse size", 30);
  Preconditioner<> M(problem.matrix);
  M.setParameters(list);
  M.setNearKernel(problem.nearKernel);
  M.compute();
  return M.hierarchy();
}

// Level 1 has borders of more than three tenths, which the finest would not bear.
TEST(MpiRankCoarsening, LevelsBelowTheFinestAreCoarse) {
  const int numRanks = world()->getSize();
  if (numRanks == 1) return;
  const auto hierarchy = strongHierarchy(12, numRanks == 2 ? 8 : 12);
  ASSERT_GE(hierarchy->levels.size(), 3u);
  EXPECT_EQ(hierarchy->report.levels[1].coarsening, "pmis of nodes, decoupled");
}

// Twenty entries a row: the finest level gathers whatever its borders, level 1 nothing over short ones.
TEST(MpiRankCoarsening, SmoothersOfCoarseLevelsAreToldSo) {
  if (world()->getSize() == 1) return;
  const auto hierarchy = strongHierarchy(6, 32);
  ASSERT_GE(hierarchy->levels.size(), 3u);
  EXPECT_GT(hierarchy->levels[0].smoother->report().numGatheredRows, 0);
  EXPECT_EQ(hierarchy->levels[1].smoother->report().numGatheredRows, 0);
}

// Each row's neighbours are on other ranks: nothing is strong in a block, and no level is made of that.
TEST(MpiRankCoarsening, ScatteredRowsHaveNothingStrongOfTheirOwn) {
  const ChainSystem chain(cyclicMap(40));
  CoarseSpaceParameters parameters;
  EXPECT_FALSE(coarsen({chain.A, chain.unknowns, parameters, {}}).P.is_null());
  parameters.coarsening.ranks = RankCoupling::decoupled;
  const CoarseSpace coarse = coarsen({chain.A, chain.unknowns, parameters, {}});
  EXPECT_EQ(coarse.stall, world()->getSize() == 1 ? "" : "no strong connections are left");
}

TEST(MpiRankCoarsening, ALonelyNodeIsCoarseAsAWhole) {
  if (world()->getSize() == 1) return;
  // Rank 1 begins with the last node of a layer, whose neighbours below it and in its layer are all of rank 0.
  const System system("elasticity3d", 3, 4 * world()->getSize());
  const GlobalOrdinal numNodes = static_cast<GlobalOrdinal>(system.A.rowMap()->getGlobalNumElements()) / 3;
  std::vector<GlobalOrdinal> mine;
  const GlobalOrdinal lonely = 0, perRank = numNodes / world()->getSize() + 1;
  for (GlobalOrdinal node = 0; node < numNodes; ++node) {
    const int owner = node == lonely ? world()->getSize() - 1 : static_cast<int>(node / perRank);
    for (int k = 0; k < 3; ++k)
      if (owner == world()->getRank()) mine.push_back(3 * node + k);
  }
  const auto map = Teuchos::rcp(
      new Map(3 * numNodes, Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()), 0, world()));
  const DistMatrix<double> A =
      rowsOnMap(wholeProblem("elasticity3d", System::optionsOf(3, 4 * world()->getSize())), map, map);
  const auto values = Kokkos::View<double**, Kokkos::LayoutLeft, Device>("ones", A.numRows(), 1);
  Kokkos::deep_copy(values, 1.0);
  std::vector<GlobalOrdinal> nodes;
  for (const GlobalOrdinal row : mine) nodes.push_back(row / 3);
  const Unknowns unknowns(TestSpaceParameters(), true, {values, toView("nodes", nodes)});
  CoarseSpaceParameters parameters = ofBodies();
  parameters.coarsening.ranks = RankCoupling::decoupled;
  const CoarseSpace coarse = coarsen({A, unknowns, parameters, {}});
  const HostCsr<double> P = toHost(coarse.P->local());
  for (std::size_t row = 0; row < mine.size(); ++row) {
    if (mine[row] / 3 != lonely) continue;
    EXPECT_EQ(P.rowPtr[row + 1] - P.rowPtr[row], 1u) << mine[row];
  }
}

TEST(MpiRankCoarsening, AFormerSplittingGoesOnAsItWasMade) {
  const ChainSystem chain(evenMap(30 * world()->getSize()));
  CoarseSpaceParameters parameters;
  const CoarseSpace across = coarsen({chain.A, chain.unknowns, parameters, {}});
  parameters.coarsening.ranks = RankCoupling::decoupled;
  const CoarseSpace again = coarsen({chain.A, chain.unknowns, parameters, {}, 1, across.record.get()});
  expectSameSpace(again, across, "across");
  const CoarseSpace alone = coarsen({chain.A, chain.unknowns, parameters, {}});
  parameters.coarsening.ranks = RankCoupling::across;
  expectSameSpace(coarsen({chain.A, chain.unknowns, parameters, {}, 1, alone.record.get()}), alone, "decoupled");
}

TEST(MpiRankCoarsening, NodesOnTwoRanksAreRefused) {
  if (world()->getSize() == 1) return;
  const System system("elasticity3d", 4, 12);
  const auto map = evenMap(system.A.rowMap()->getGlobalNumElements() - 3);
  const GlobalOrdinal numRows = static_cast<GlobalOrdinal>(map->getGlobalNumElements());
  HostCsr<double> whole = wholeProblem("elasticity3d", System::optionsOf(4, 12));
  const DistMatrix<double> A = distributeRows(wholeMatrix(FirstRows{whole}, numRows, numRows), map);
  TestSpaceParameters testSpace;
  testSpace.degreesOfFreedom = 3;
  const auto ones = Kokkos::View<double**, Kokkos::LayoutLeft, Device>("ones", A.numRows(), 1);
  Kokkos::deep_copy(ones, 1.0);
  const Unknowns unknowns(testSpace, true, {ones, {}});
  CoarseSpaceParameters parameters = ofBodies();
  parameters.coarsening.ranks = RankCoupling::decoupled;
  EXPECT_THROW(coarsen({A, unknowns, parameters, {}}), InputError);
}

TEST(MpiRankCoarsening, WhatOneRankThrowsAllThrow) {
  const bool isLast = world()->getRank() + 1 == world()->getSize();
  EXPECT_THROW(runOnEachRank(*world(),
                             [&] {
                               if (isLast) throw BreakdownError("broken");
                             }),
               InputError);
  EXPECT_NO_THROW(runOnEachRank(*world(), [] {}));
}

TEST(MpiRankCoarsening, EmptyRanksHaveNothingToSplit) {
  const GlobalOrdinal numRows = 30 * world()->getSize();
  const Teuchos::RCP<const Map> map = mapWithEmptyRank(numRows);
  const DistMatrix<double> A = distributeRows(spdMatrix(static_cast<LocalOrdinal>(numRows), 3, 1), map);
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  CoarseSpaceParameters parameters;
  parameters.coarsening.ranks = RankCoupling::decoupled;
  const CoarseSpace coarse = coarsen({A, unknowns, parameters, {}});
  ASSERT_FALSE(coarse.P.is_null());
  EXPECT_GT(coarse.P->domainMap()->getGlobalNumElements(), 0u);
}

TEST(MpiRankCoarsening, StrongEntriesOfTheWholeMatrixAreKnownAcrossRanksOnly) {
  const System system("laplace3d7", 5, 12);
  CoarseSpaceParameters parameters;
  parameters.prolongationSmoothing.steps = 1;
  parameters.prolongationSmoothing.matrix = SmoothingMatrix::strong;
  EXPECT_THROW(coarsened(system.A, system, parameters, RankCoupling::decoupled), InputError);
  EXPECT_FALSE(coarsened(system.A, system, parameters, RankCoupling::automatic).P.is_null());
}

TEST(MpiRankCoarsening, AStalledLevelSaysWhy) {
  const System system("laplace3d7", 6, 12);
  CoarseSpaceParameters parameters;
  parameters.coarsening.ranks = RankCoupling::decoupled;
  EXPECT_EQ(coarsen({system.A, system.unknowns, parameters, {}, 1e-3}).stall, "coarsening has stalled");
  parameters.strength.threshold = 1e6;
  EXPECT_EQ(coarsen({system.A, system.unknowns, parameters, {}}).stall, "no strong connections are left");
}

}  // namespace
}  // namespace Chronos::Test
