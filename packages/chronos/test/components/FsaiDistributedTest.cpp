// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Communicator.hpp"
#include "Chronos_Fsai.hpp"
#include "Chronos_Gallery.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_RunsOnHost.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "FsaiReference.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

AdaptiveFsaiParameters covering(Gathering gathering) {
  AdaptiveFsaiParameters parameters;
  parameters.maxSteps = 6;
  parameters.gathering = gathering;
  parameters.gatheringDistance = 100;
  parameters.gatheringPower = 10;
  return parameters;
}

// Each rank compares its own rows with the oracle on the whole matrix: the factor cannot depend on the ranks.
TEST(MpiFsai, FactorEqualsTheOracleWhenTheGatheringCoversThePattern) {
  const HostCsr<double> A = spdMatrix(60, 3, 2);
  ReferenceFsaiRules rules;
  rules.maxSteps = 6;
  rules.tolerance = AdaptiveFsaiParameters().tolerance;
  rules.kaporinRatio = false;
  rules.scaledGradient = true;
  for (const auto& map : testMaps(A.numRows))
    for (Gathering gathering : {Gathering::rows, Gathering::blocks}) {
      const Fsai fsai(distributeRows(A, map), covering(gathering));
      const auto& G = fsai.factor();
      const auto rowPtr = toVector(G.local().rowPtr);
      const auto colInd = toVector(G.local().colInd);
      const auto values = toVector(G.local().values);
      for (LocalOrdinal local = 0; local < G.numRows(); ++local) {
        const auto row = static_cast<LocalOrdinal>(map->getGlobalElement(local));
        const ReferenceFsaiRow expected = referenceFsaiRow(A, row, rules);
        std::map<GlobalOrdinal, double> entries{{row, 1 / std::sqrt(expected.psi)}};
        for (std::size_t p = 0; p < expected.pattern.size(); ++p)
          entries[expected.pattern[p]] = expected.coefficient[p] / std::sqrt(expected.psi);
        EXPECT_EQ(rowPtr[local + 1] - rowPtr[local], entries.size()) << "row " << row;
        for (Offset e = rowPtr[local]; e < rowPtr[local + 1]; ++e) {
          const GlobalOrdinal col = colInd[e] < G.numOwnedCols()
                                        ? map->getGlobalElement(colInd[e])
                                        : G.halo()->haloGlobals()[colInd[e] - G.numOwnedCols()];
          ASSERT_EQ(entries.count(col), 1u) << "row " << row << " col " << col;
          EXPECT_NEAR(values[e], entries[col], 1e-9 * (1 + std::abs(entries[col])));
        }
      }
    }
}

TEST(MpiFsai, GatheringNothingIsTheFactorOfAMatrixWithoutBorders) {
  const HostCsr<double> A = spdMatrix(60, 3, 2);
  for (const auto& map : testMaps(A.numRows)) {
    const DistMatrix<double> whole = distributeRows(A, map);
    const DistMatrix<double> cut = amongRanks(map, noHalo(map), rankBlock(whole, CutEntries::dropped));
    const Fsai alone(whole, covering(Gathering::none)), expected(cut, covering(Gathering::rows));
    EXPECT_EQ(globalEntriesOf(alone.factor()), globalEntriesOf(expected.factor()));
    EXPECT_EQ(globalEntriesOf(alone.factorTransposed()), globalEntriesOf(expected.factorTransposed()));
    EXPECT_EQ(alone.factor().halo()->numHalo(), 0u);
    EXPECT_EQ(alone.report().numGatheredRows, 0);
  }
}

TEST(MpiFsai, LightFactorsGatherNothingOverShortBorders) {
  const bool isAlone = world()->getSize() == 1;
  const GlobalOrdinal numRows = 60 * world()->getSize();
  const DistMatrix<double> longBorders =
      distributeRows(spdMatrix(static_cast<LocalOrdinal>(numRows), 3, 2), cyclicMap(numRows));
  ProblemOptions options;
  options.nx = options.ny = 4;
  options.nz = 20 * world()->getSize();
  const Problem column = makeProblem("laplace3d7", options, world());
  const DistMatrix<double> shortBorders = fromTpetra(*column.matrix);
  const auto gathers = [](const DistMatrix<double>& A, const AdaptiveFsaiParameters& parameters) {
    return Fsai(A, parameters).report().numGatheredRows > 0;
  };
  const AdaptiveFsaiParameters light = smoothingFsai();
  EXPECT_FALSE(gathers(shortBorders, light));
  EXPECT_EQ(gathers(longBorders, light), !isAlone);
  AdaptiveFsaiParameters heavy = light;
  heavy.maxSteps = 9;
  EXPECT_EQ(gathers(shortBorders, heavy), !isAlone);
  EXPECT_EQ(gathers(shortBorders, AdaptiveFsaiParameters()), !isAlone);
}

// Borders of slabs of a cube: 1 in 8 layers of two ranks, 2 in 8 at most of more; then 1 in 2, 1 in 3 at least.
TEST(MpiFsai, FactorsOfCoarseLevelsGatherNothingOverShortBorders) {
  const int numRanks = world()->getSize();
  if (numRanks == 1) return;
  const auto gathers = [&](int layersOfRank, int maxSteps, bool onCoarseLevel) {
    ProblemOptions options;
    options.nx = options.ny = 4;
    options.nz = layersOfRank * numRanks;
    AdaptiveFsaiParameters parameters = smoothingFsai();
    parameters.maxSteps = maxSteps;
    parameters.onCoarseLevel = onCoarseLevel;
    const Problem slabs = makeProblem("laplace3d7", options, world());
    return Fsai(fromTpetra(*slabs.matrix), parameters).report().numGatheredRows > 0;
  };
  const int light = smoothingFsai().maxSteps, heavy = 9, thick = 8, thin = numRanks == 2 ? 2 : 4;
  EXPECT_TRUE(gathers(thick, heavy, false));
  EXPECT_FALSE(gathers(thick, heavy, true));
  EXPECT_TRUE(gathers(thin, heavy, true));
  EXPECT_FALSE(gathers(thin, light, true));
  EXPECT_TRUE(gathers(1, light, true));
}

TEST(MpiFsai, AutomaticPrecisionIsSingleOnAGpuAlone) {
  const HostCsr<double> A = spdMatrix(60, 3, 2);
  for (const auto& map : testMaps(A.numRows)) {
    const DistMatrix<double> distributed = distributeRows(A, map);
    const auto factor = [&](SetupPrecision precision) {
      AdaptiveFsaiParameters parameters;
      parameters.setupPrecision = precision;
      return toVector(Fsai(distributed, parameters).factor().local().values);
    };
    const auto chosen = factor(SetupPrecision::automatic);
    EXPECT_EQ(chosen, factor(runsOnHost<Device> ? SetupPrecision::doublePrecision : SetupPrecision::singlePrecision));
    const auto other = factor(runsOnHost<Device> ? SetupPrecision::singlePrecision : SetupPrecision::doublePrecision);
    EXPECT_TRUE(chosen.size() <= 20 || chosen != other);
  }
}

TEST(MpiFsai, AppliesGTransposedTimesG) {
  const HostCsr<double> A = spdMatrix(40, 3, 0);
  for (const auto& map : testMaps(A.numRows)) {
    const DistMatrix<double> distributed = distributeRows(A, map);
    const Fsai fsai(distributed, AdaptiveFsaiParameters());
    const std::size_t n = distributed.numRows();
    Kokkos::View<double*, Device> r("r", n), Gr("Gr", n), z("z", n), expected("expected", n);
    auto host = Kokkos::create_mirror_view(r);
    for (std::size_t i = 0; i < n; ++i)
      host(i) = globalUniform(5, static_cast<std::uint64_t>(map->getGlobalElement(static_cast<LocalOrdinal>(i))));
    Kokkos::deep_copy(r, host);
    Kokkos::deep_copy(z, 1e300);
    fsai.apply(asBlock(r), asBlock(z));
    fsai.factor().apply<double>(r, Gr);
    fsai.factorTransposed().apply<double>(Gr, expected);
    EXPECT_EQ(toVector(z), toVector(expected));
    // r^T G^T G r = ||G r||^2 > 0
    double rz = 0, square = 0;
    const auto zHost = toVector(z), GrHost = toVector(Gr);
    for (std::size_t i = 0; i < n; ++i) {
      rz += host(i) * zHost[i];
      square += GrHost[i] * GrHost[i];
    }
    EXPECT_NEAR(sumOverRanks(*world(), rz), sumOverRanks(*world(), square), 1e-10 * sumOverRanks(*world(), square));
  }
}

TEST(MpiFsai, StaticAndDistanceZeroWorkOnMoreRanksThanRows) {
  for (GlobalOrdinal n : {1, 2, 3}) {
    const HostCsr<double> A = spdMatrix(static_cast<LocalOrdinal>(n), 2, 0);
    const DistMatrix<double> distributed = distributeRows(A, evenMap(n));
    AdaptiveFsaiParameters adaptive;
    adaptive.gatheringDistance = 0;
    EXPECT_EQ(Fsai(distributed, adaptive).report().numJacobiRows, 0);
    EXPECT_GE(Fsai(distributed, StaticFsaiParameters()).report().density,
              double(n) / double(distributed.numGlobalEntries()));
  }
}

}  // namespace
}  // namespace Chronos::Test
