// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Aggregates.hpp"

#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_Transpose.hpp"
#include "MatchingReference.hpp"
#include "PairwiseCases.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace Chronos::Test {
namespace {

Aggregates aggregatesOf(const std::vector<LocalOrdinal>& of, LocalOrdinal count) {
  return {toView("aggregates", of), count};
}

TEST(Aggregates, AreNumberedByTheirLeaders) {
  const auto leaders = toView("leaders", std::vector<LocalOrdinal>({3, 1, 1, 3, 4, 3}));
  EXPECT_EQ(toVector(numberAggregates(leaders, {}).of), std::vector<LocalOrdinal>({1, 0, 0, 1, 2, 1}));
  const auto isolated = toView("isolated", std::vector<char>({0, 0, 0, 0, 1, 0}));
  const Aggregates aggregates = numberAggregates(leaders, isolated);
  EXPECT_EQ(toVector(aggregates.of), std::vector<LocalOrdinal>({1, 0, 0, 1, -1, 1}));
  EXPECT_EQ(aggregates.count, 2);
  const Aggregates one = composed(aggregates, aggregatesOf({0, 0}, 1));
  EXPECT_EQ(toVector(one.of), std::vector<LocalOrdinal>({0, 0, 0, 0, -1, 0}));
  EXPECT_EQ(one.count, 1);
}

// P^T P = I and P w_c = w, with zeros in w and rows that are in no aggregate.
void expectKeeps(const AggregateBasis& basis, const std::vector<double>& w) {
  const HostCsr<double> members = toHost(basis.members);
  const std::vector<double> coarse = toVector(basis.coarse), values = toVector(basis.values);
  const std::vector<LocalOrdinal> of = toVector(basis.aggregates.of);
  std::size_t numMembers = 0;
  for (LocalOrdinal I = 0; I < members.numRows; ++I) {
    double squares = 0;
    for (Offset e = members.rowPtr[I]; e < members.rowPtr[I + 1]; ++e) {
      const LocalOrdinal row = members.colInd[e];
      EXPECT_EQ(of[row], I);
      EXPECT_EQ(values[row], members.values[e]);
      EXPECT_NEAR(values[row] * coarse[I], w[row], 1e-14 * std::abs(coarse[I]));
      squares += values[row] * values[row];
      ++numMembers;
    }
    EXPECT_NEAR(squares, 1, 1e-14);
  }
  for (std::size_t row = 0; row < of.size(); ++row)
    if (of[row] < 0) {
      EXPECT_EQ(values[row], 0);
      ++numMembers;
    }
  EXPECT_EQ(numMembers, of.size());
}

TEST(AggregateBasis, KeepsItsVector) {
  const std::vector<double> w{1, 0, -2, 0, 3e-5, -0.0, 4, -1};
  expectKeeps(normalisedBasis(aggregatesOf({0, 1, 0, 0, 2, 3, -1, 4}, 5), toView("w", w)), w);
  const auto values = toVector(normalisedBasis(aggregatesOf({0, 1, 0, 0, 2, 3, -1, 4}, 5), toView("w", w)).values);
  EXPECT_EQ(values[1], 1);  // sign(0)
  EXPECT_EQ(values[5], 1);
  EXPECT_EQ(values[7], -1);  // a single row
  EXPECT_NEAR(values[2], -2 / std::sqrt(5.0), 1e-15);
  std::mt19937 random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 30;
    std::vector<double> v = randomKeptVector(n, random);
    for (double& value : v) value += 2;
    std::vector<LocalOrdinal> of(n);
    for (int i = 0; i < n; ++i) of[i] = i < 7 ? i : static_cast<LocalOrdinal>(random() % 8) - 1;
    expectKeeps(normalisedBasis(aggregatesOf(of, 7), toView("v", v)), v);
  }
}

TEST(AggregateBasis, OfZerosAndOnes) {
  const AggregateBasis basis = binaryBasis(aggregatesOf({1, -1, 1, 0}, 2));
  EXPECT_EQ(toVector(basis.values), std::vector<double>({1, 0, 1, 1}));
  EXPECT_EQ(toVector(basis.members.colInd), std::vector<LocalOrdinal>({3, 0, 2}));
  EXPECT_EQ(toVector(prolongationRows(basis).colInd), std::vector<LocalOrdinal>({1, 1, 0}));
}

// One entry a row, on this rank before a level moves.
void expectProlongation(const DistMatrix<double>& A, const CoarseSpace& coarse) {
  const auto P = toHost(coarse.P->local());
  long long numEmpty = 0;
  for (LocalOrdinal row = 0; row < P.numRows; ++row) {
    EXPECT_LE(P.rowPtr[row + 1] - P.rowPtr[row], 1u);
    numEmpty += P.rowPtr[row + 1] == P.rowPtr[row];
  }
  EXPECT_EQ(sumOverRanks(*world(), numEmpty), coarse.report.isolatedRows);
  EXPECT_EQ(coarse.P->rowMap(), A.rowMap());
  long long sum = 0;
  for (const auto& each : coarse.report.distributions.at(0).counts) sum += each.second;
  EXPECT_EQ(sum, static_cast<long long>(coarse.unknowns->map()->getGlobalNumElements()));
}

// R A P by one pass over A, beside R (A P).
void expectGalerkin(const DistMatrix<double>& A, const DistMatrix<double>& P) {
  const GalerkinProduct<double> product(A, P);
  const DistMatrix<double> R = transpose(P);
  const auto expected = globalEntriesOf(*DistProduct<double>(R, *DistProduct<double>(A, P).result()).result());
  const auto found = globalEntriesOf(*product.coarse());
  EXPECT_TRUE(product.coarse()->rowMap()->isSameAs(*P.domainMap()));
  double scale = 0;
  for (const auto& entry : expected) scale = std::max(scale, std::abs(entry.second));
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& entry : expected) {
    ASSERT_EQ(found.count(entry.first), 1u);
    EXPECT_NEAR(found.at(entry.first), entry.second, 1e-13 * scale);
  }
  EXPECT_EQ(globalEntriesOf(*product.again(A, P).coarse()), found);
  EXPECT_EQ(globalEntriesOf(*product.restriction()), globalEntriesOf(R));
}

constexpr CoarseRanks onOneRank{1000000, false};

TEST(MpiAggregation, MakesProlongationsOfOneEntryARowOnAnyMap) {
  const HostCsr<double> whole = withIsolatedRows(wholeProblem("laplace3d7", sized(6)));
  for (const auto& map : testMaps(whole.numRows)) {
    const DistMatrix<double> A = distributeRows(whole, map);
    const Unknowns unknowns(TestSpaceParameters(), false, {});
    for (int steps = 1; steps <= 4; ++steps)
      for (const auto& parameters :
           {on(RankCoupling::decoupled, byMatching(steps)),
            on(RankCoupling::decoupled, byMatching(steps, Singles::attach)),
            on(RankCoupling::across, byMatching(steps)), on(RankCoupling::across, byMatching(steps, Singles::attach)),
            byPgm(std::min(steps, 3)), byPgm(std::min(steps, 3), 1)})
        for (const CoarseRanks& ranks : {CoarseRanks{}, onOneRank}) {
          const CoarseSpace coarse = coarsen({A, unknowns, parameters, ranks});
          ASSERT_FALSE(coarse.P.is_null());
          expectProlongation(A, coarse);
          expectGalerkin(A, *coarse.P);
          EXPECT_EQ(coarse.report.pairwiseSteps,
                    parameters.coarsening.method.name() == "pgm" ? std::min(steps, 3) : steps);
        }
  }
}

// Aggregates of a rank are those of its own block of the matrix, whatever other ranks have.
TEST(MpiAggregation, IsDecoupled) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(7));
  const auto map = evenMap(whole.numRows);
  const DistMatrix<double> A = distributeRows(whole, map);
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const CoarseSpace coarse = coarsen({A, unknowns, on(RankCoupling::decoupled, byMatching(1, Singles::keep)), {}});
  EXPECT_EQ(coarse.P->halo()->numHalo(), 0u);
  const HostCsr<double> local = toHost(A.local());
  std::vector<WeightedEdge> edges;
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
      if (local.colInd[e] < row) edges.push_back({local.colInd[e], row, 1.0f / 6});
  const auto partners = greedyMatching(local.numRows, edges, MatchingTies::number);
  const auto P = toHost(coarse.P->local());
  for (LocalOrdinal i = 0; i < local.numRows; ++i)
    for (LocalOrdinal j = 0; j < i; ++j)
      EXPECT_EQ(P.colInd[P.rowPtr[i]] == P.colInd[P.rowPtr[j]], partners[i] == j) << i << ", " << j;
}

// Rows of one rank, which knows all, and of these ranks: who is with whom by global numbers.
std::map<GlobalOrdinal, GlobalOrdinal> leastOfAggregate(const DistMatrix<double>& P) {
  const DistMatrix<double> R = transpose(P);
  std::map<GlobalOrdinal, std::vector<GlobalOrdinal>> members;
  for (const auto& entry : globalEntriesOf(R)) members[entry.first.first].push_back(entry.first.second);
  std::map<GlobalOrdinal, GlobalOrdinal> least;
  for (const auto& aggregate : members)
    for (const GlobalOrdinal row : aggregate.second)
      least[row] = *std::min_element(aggregate.second.begin(), aggregate.second.end());
  return least;
}

// Numbers in the order of the leaders are those of one rank where rows are dealt out in pieces.
TEST(MpiAggregation, AcrossRanksIsThatOfOneRank) {
  for (const auto& name : {"laplace3d7", "jumps3d", "laplace3d27"}) {
    const HostCsr<double> whole = withIsolatedRows(wholeProblem(name, sized(7)));
    const auto alone = Teuchos::rcp(new Map(whole.numRows, 0, Teuchos::rcp(new Teuchos::SerialComm<int>())));
    const DistMatrix<double> single = distributeRows(whole, alone);
    const Unknowns unknowns(TestSpaceParameters(), false, {});
    for (const int steps : {1, 2, 3})
      for (const Singles singles : {Singles::keep, Singles::attach}) {
        const CoarseSpaceParameters parameters = on(RankCoupling::across, byMatching(steps, singles));
        const CoarseSpace expected = coarsen({single, unknowns, parameters, {}});
        const auto least = leastOfAggregate(*expected.P);
        for (const auto& map : testMaps(whole.numRows)) {
          // Later steps compare numbers of aggregates, which follow the ranks; one rank compares its own numbers.
          if ((steps > 1 || world()->getSize() == 1) && !map->isContiguous()) continue;
          const DistMatrix<double> A = distributeRows(whole, map);
          const CoarseSpace coarse = coarsen({A, unknowns, parameters, {}});
          for (const auto& [row, first] : leastOfAggregate(*coarse.P)) EXPECT_EQ(least.at(row), first) << name;
          EXPECT_EQ(coarse.unknowns->map()->getGlobalNumElements(), expected.unknowns->map()->getGlobalNumElements());
          EXPECT_EQ(coarse.unknowns->fingerprint(*map), expected.unknowns->fingerprint(*alone));
          EXPECT_EQ(coarse.report.singles, expected.report.singles);
        }
      }
  }
}

TEST(MpiAggregation, CrossesRanksWhereTheseCutMuch) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(8));
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const auto nameOn = [&](const Teuchos::RCP<const Map>& map) {
    return coarsen({distributeRows(whole, map), unknowns, byMatching(3), {}}).report.coarsening;
  };
  const bool isAlone = world()->getSize() == 1;
  EXPECT_EQ(nameOn(cyclicMap(whole.numRows)), isAlone ? "matching" : "matching across ranks");
  const auto onFirst = Teuchos::rcp(new Map(whole.numRows, world()->getRank() == 0 ? whole.numRows : 0, 0, world()));
  EXPECT_EQ(nameOn(onFirst), "matching");
}

// 2 x 2 x 2 boxes on a grid with an even number of nodes a line: what coherent ties make.
TEST(Aggregation, MakesBoxesOfUniformGrids) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(8));
  const auto alone = Teuchos::rcp(new Map(whole.numRows, 0, Teuchos::rcp(new Teuchos::SerialComm<int>())));
  const DistMatrix<double> A = distributeRows(whole, alone);
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const CoarseSpace coarse = coarsen({A, unknowns, byMatching(3), {}});
  const auto P = toHost(coarse.P->local());
  EXPECT_EQ(P.numCols, 64);
  const auto box = [](int row) { return row % 8 / 2 + 4 * (row / 8 % 8 / 2) + 16 * (row / 64 / 2); };
  std::map<int, LocalOrdinal> aggregateOfBox;
  for (int row = 0; row < whole.numRows; ++row)
    EXPECT_EQ(P.colInd[row], aggregateOfBox.emplace(box(row), P.colInd[row]).first->second) << row;
}

TEST(MpiAggregation, BringsATestSpaceDownByTheTranspose) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(5));
  const auto map = evenMap(whole.numRows);
  const DistMatrix<double> A = distributeRows(whole, map);
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> fine("fine", A.numRows(), 2);
  for (int k = 0; k < 2; ++k)
    Kokkos::deep_copy(Kokkos::subview(fine, Kokkos::ALL(), k), toView("v", ownedVector<double>(*map, k)));
  for (const auto& parameters :
       {on(RankCoupling::decoupled, byMatching(3)), on(RankCoupling::across, byMatching(3)), byPgm(2)}) {
    const CoarseSpace coarse = coarsen({A, unknowns, parameters, {}});
    const TestSpace found = coarse.unknowns->testSpace(fine);
    const DistMatrix<double> R = transpose(*coarse.P);
    const std::vector<double> squares = toVector(R.local().values);
    for (int k = 0; k < 2; ++k) {
      const Kokkos::View<double*, Device> expected("expected", R.numRows());
      R.apply<double>(Kokkos::View<const double*, Device>(Kokkos::subview(fine, Kokkos::ALL(), k)), expected);
      const auto column = toVector(Kokkos::View<const double*, Device>(Kokkos::subview(found, Kokkos::ALL(), k)));
      const auto local = toHost(R.local());
      const auto host = toVector(expected);
      for (LocalOrdinal I = 0; I < R.numRows(); ++I) {
        double sum = 0;
        for (Offset e = local.rowPtr[I]; e < local.rowPtr[I + 1]; ++e) sum += local.values[e] * local.values[e];
        EXPECT_NEAR(column[I], host[I] / sum, 1e-14);
      }
    }
  }
}

// A hub with leaves: pairs alone take one leaf with them.
TEST(MpiAggregation, AttachesSinglesWherePairsStall) {
  HostCsr<double> A;
  A.numRows = A.numCols = 40;
  for (LocalOrdinal i = 0; i < 40; ++i) {
    for (LocalOrdinal j = 0; j < 40; ++j) {
      if (i != j && i != 0 && j != 0) continue;
      A.colInd.push_back(j);
      A.values.push_back(i == j ? (i == 0 ? 40 : 1.1) : -1);
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  const auto onFirst = Teuchos::rcp(new Map(40, world()->getRank() == 0 ? 40 : 0, 0, world()));
  const DistMatrix<double> M = distributeRows(A, onFirst);
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const auto numCoarse = [&](Singles singles) {
    return coarsen({M, unknowns, byMatching(1, singles), {}}).unknowns->map()->getGlobalNumElements();
  };
  EXPECT_EQ(numCoarse(Singles::keep), 39u);
  EXPECT_EQ(numCoarse(Singles::attach), 1u);
  EXPECT_EQ(numCoarse(Singles::automatic), 1u);
}

TEST(MpiAggregation, StepsEndWhereTheLevelIsSmallEnough) {
  const HostCsr<double> whole = wholeProblem("laplace3d7", sized(8));
  const DistMatrix<double> A = distributeRows(whole, evenMap(whole.numRows));
  const Unknowns unknowns(TestSpaceParameters(), false, {});
  const CoarseSpaceParameters parameters = byMatching(3);
  EXPECT_EQ(coarsen({A, unknowns, parameters, {}, 1, nullptr, 0, 0}).report.pairwiseSteps, 3);
  EXPECT_EQ(coarsen({A, unknowns, parameters, {}, 1, nullptr, 0, 300}).report.pairwiseSteps, 1);
}

}  // namespace
}  // namespace Chronos::Test
