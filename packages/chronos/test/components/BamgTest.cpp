// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Bamg.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_StrengthPaths.hpp"
#include "LaunchCounter.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace Chronos::Test {
namespace {

constexpr int size = 9;

struct Case {
  Problem problem;  // owns the arrays
  DistMatrix<double> A;
  StrongFlags strong;
  Splitting splitting;

  explicit Case(const Teuchos::RCP<const Comm>& comm = world())
      : problem(makeProblem("laplace3d7", cube(), comm)),
        A(fromTpetra(*problem.matrix)),
        strong(strengthOfConnection(A, rule())),
        splitting(pmis(A, strong)) {}

  static StrengthParameters rule() {
    StrengthParameters parameters;
    parameters.measure = StrengthMeasure::strongCouplings;
    parameters.threshold = 0.02;
    return parameters;
  }
  static ProblemOptions cube() {
    ProblemOptions options;
    options.nx = size;
    return options;
  }

  /// Smooth functions of the global index: constant, three linear ones, a wave.
  TestSpace testSpace(int numVectors) const {
    const Kokkos::View<double**, Kokkos::LayoutLeft, Device> V("V", A.numRows(), numVectors);
    const auto host = Kokkos::create_mirror_view(V);
    for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
      const GlobalOrdinal global = A.rowMap()->getGlobalElement(row);
      const double x = double(global % size) / size, y = double(global / size % size) / size,
                   z = double(global / (size * size)) / size;
      const double values[] = {1, x, y, z, std::sin(3 * x + y)};
      for (int k = 0; k < numVectors; ++k) host(row, k) = values[k];
    }
    Kokkos::deep_copy(V, host);
    return V;
  }
};

// Weights of each owned row by global fine point.
std::map<GlobalOrdinal, std::map<GlobalOrdinal, double>> weightsOf(const Case& problem, const BamgResult& result) {
  const Map& rowMap = *problem.A.rowMap();
  std::vector<GlobalOrdinal> fineOfCoarse(result.splitting.coarseMap->getGlobalNumElements(), 0);
  const auto coarse = toVector(result.splitting.coarseIndex);
  for (std::size_t row = 0; row < coarse.size(); ++row)
    if (coarse[row] >= 0)
      fineOfCoarse[result.splitting.coarseMap->getGlobalElement(coarse[row])] =
          rowMap.getGlobalElement(static_cast<LocalOrdinal>(row));
  MPI_Allreduce(MPI_IN_PLACE, fineOfCoarse.data(), static_cast<int>(fineOfCoarse.size()), MPI_LONG_LONG, MPI_SUM,
                rawComm(*rowMap.getComm()));
  const auto local = toHost(result.P.local());
  std::map<GlobalOrdinal, std::map<GlobalOrdinal, double>> weights;
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
      weights[rowMap.getGlobalElement(row)][fineOfCoarse[globalColumn(result.P, local.colInd[e])]] = local.values[e];
  return weights;
}

Kokkos::View<const double*, Device> onCoarse(const BamgResult& result, const TestSpace& V, int k) {
  const auto types = toVector(result.splitting.types);
  const auto column = toVector(Kokkos::View<const double*, Device>(Kokkos::subview(V, Kokkos::ALL(), k)));
  std::vector<double> coarse;
  for (std::size_t i = 0; i < types.size(); ++i)
    if (types[i] == coarsePoint) coarse.push_back(column[i]);
  return toView("coarse", coarse);
}

long long countOf(const BamgResult& result, const std::string& distribution, const std::string& name) {
  for (const Distribution& d : result.distributions)
    if (d.name == distribution)
      for (const auto& entry : d.counts)
        if (entry.first == name) return entry.second;
  ADD_FAILURE() << distribution << ": no class " << name;
  return -1;
}

TEST(MpiBamg, RowsReproduceTheTestSpace) {
  const Case problem;
  for (int numVectors : {1, 4, 5}) {
    const TestSpace V = problem.testSpace(numVectors);
    const BamgResult result = bamgInterpolation(problem.A, problem.strong, problem.splitting, V, {});
    ASSERT_TRUE(result.P.domainMap()->isSameAs(*result.splitting.coarseMap));
    for (int k = 0; k < numVectors; ++k) {
      const Kokkos::View<double*, Device> y("y", problem.A.numRows());
      result.P.apply<double>(onCoarse(result, V, k), y);
      const auto found = toVector(y);
      const auto wanted = toVector(Kokkos::View<const double*, Device>(Kokkos::subview(V, Kokkos::ALL(), k)));
      for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], wanted[i], 1e-12) << k << ", " << i;
    }
  }
}

TEST(MpiBamg, CoarseRowsAreTheIdentityAndEveryFineRowIsReported) {
  const Case problem;
  const BamgResult result = bamgInterpolation(problem.A, problem.strong, problem.splitting, problem.testSpace(4), {});
  const auto local = toHost(result.P.local());
  const auto types = toVector(result.splitting.types);
  const auto coarse = toVector(result.splitting.coarseIndex);
  long long numFine = 0;
  for (LocalOrdinal row = 0; row < local.numRows; ++row) {
    if (types[row] == finePoint) ++numFine;
    if (types[row] != coarsePoint) continue;
    ASSERT_EQ(local.rowPtr[row + 1] - local.rowPtr[row], 1u);
    EXPECT_EQ(local.colInd[local.rowPtr[row]], coarse[row]);
    EXPECT_EQ(local.values[local.rowPtr[row]], 1.0);
  }
  numFine = sumOverRanks(*world(), numFine);
  long long counted = 0;
  for (const char* distance : {"1", "2", "3", "4", "5", "weak"}) counted += countOf(result, "distance", distance);
  EXPECT_EQ(counted, numFine);
  EXPECT_EQ(countOf(result, "distance", "promoted"), result.numPromoted);
}

TEST(MpiBamg, BothBoundsMustHoldOrTheRowIsPromoted) {
  const Case problem;
  BamgParameters parameters;
  parameters.rules.weightNorm = 0.7;  // fewer points than are needed for a mean of two of them
  const BamgResult strict =
      bamgInterpolation(problem.A, problem.strong, problem.splitting, problem.testSpace(1), parameters);
  EXPECT_GT(strict.numPromoted, 0);
  const auto types = toVector(strict.splitting.types), before = toVector(problem.splitting.types);
  long long numChanged = 0;
  for (std::size_t i = 0; i < types.size(); ++i) {
    EXPECT_TRUE(before[i] != coarsePoint || types[i] == coarsePoint);
    numChanged += types[i] != before[i];
  }
  EXPECT_EQ(sumOverRanks(*world(), numChanged), strict.numPromoted);
  for (const auto& row : weightsOf(problem, strict)) {
    double squares = 0;
    for (const auto& weight : row.second) squares += weight.second * weight.second;
    EXPECT_TRUE(row.second.size() == 1 || std::sqrt(squares) <= 0.7 * (1 + 1e-12)) << row.first;
  }
}

// Breadth-first search over the strong connections of the whole matrix.
TEST(MpiBamg, PathsFindTheCoarsePointsAtEachDistance) {
  const Case problem;
  const auto local = toHost(problem.A.local());
  const auto strong = toVector(problem.strong);
  const int n = static_cast<int>(problem.A.rowMap()->getGlobalNumElements());
  std::vector<int> adjacent(n * n, 0), coarseIndex(n, 0);
  const auto mine = toVector(problem.splitting.coarseIndex);
  for (LocalOrdinal row = 0; row < local.numRows; ++row) {
    const GlobalOrdinal i = problem.A.rowMap()->getGlobalElement(row);
    if (mine[row] >= 0) coarseIndex[i] = 1 + static_cast<int>(problem.splitting.coarseMap->getGlobalElement(mine[row]));
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e)
      if (strong[e]) adjacent[i * n + globalColumn(problem.A, local.colInd[e])] = 1;
  }
  MPI_Allreduce(MPI_IN_PLACE, adjacent.data(), n * n, MPI_INT, MPI_SUM, rawComm(*world()));
  MPI_Allreduce(MPI_IN_PLACE, coarseIndex.data(), n, MPI_INT, MPI_SUM, rawComm(*world()));

  // Every tenth row goes on alone, in the end; a quarter and more go on with all.
  std::vector<char> all(local.numRows, 1), few(local.numRows, 0);
  for (LocalOrdinal row = 0; row < local.numRows; ++row) few[row] = problem.A.rowMap()->getGlobalElement(row) % 10 == 0;
  StrengthPaths paths(problem.A, problem.strong, problem.splitting);
  for (int distance = 1; distance <= 4; ++distance) {
    ASSERT_EQ(paths.distance(), distance);
    const auto found = toHost(paths.coarsePoints().local());
    for (LocalOrdinal row = 0; row < local.numRows; ++row) {
      if (distance > 2 && !few[row]) continue;
      const int i = static_cast<int>(problem.A.rowMap()->getGlobalElement(row));
      std::set<int> reached{i}, expected;
      for (int l = 0; l < distance; ++l) {
        const std::set<int> before = reached;
        for (int from : before)
          for (int to = 0; to < n; ++to)
            if (adjacent[from * n + to]) reached.insert(to);
      }
      for (int point : reached)
        if (coarseIndex[point] > 0) expected.insert(coarseIndex[point] - 1);
      std::set<int> columns;
      for (Offset e = found.rowPtr[row]; e < found.rowPtr[row + 1]; ++e) {
        columns.insert(static_cast<int>(globalColumn(paths.coarsePoints(), found.colInd[e])));
        EXPECT_GT(found.values[e], 0);
      }
      ASSERT_EQ(columns, expected) << i << " at distance " << distance;
    }
    paths.extend(toView("wanted", distance == 1 ? all : few));
  }
}

// Rows of some fine points lie far outside of what weights of bounded norm can make of coarse points.
TestSpace withStubbornRows(const Case& problem, GlobalOrdinal apart) {
  const TestSpace V = problem.testSpace(4);
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), V);
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> changed("V", V.extent(0), V.extent(1));
  const auto onHost = Kokkos::create_mirror_view(changed);
  Kokkos::deep_copy(onHost, host);
  const auto types = toVector(problem.splitting.types);
  GlobalOrdinal first = problem.A.rowMap()->getMaxAllGlobalIndex();
  for (std::size_t row = 0; row < types.size(); ++row)
    if (types[row] == finePoint) {
      first = problem.A.rowMap()->getGlobalElement(static_cast<LocalOrdinal>(row));
      break;
    }
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_LONG_LONG, MPI_MIN, rawComm(*world()));
  for (std::size_t row = 0; row < types.size(); ++row)
    if (types[row] == finePoint &&
        (problem.A.rowMap()->getGlobalElement(static_cast<LocalOrdinal>(row)) - first) % apart == 0)
      for (int k = 1; k < 4; ++k) onHost(row, k) = 1e6 * k;
  Kokkos::deep_copy(changed, onHost);
  return changed;
}

// A step of a front marks the rows that it meets, so that marks tell how far the search went.
TEST(MpiBamg, FewRowsGoThroughWeakConnectionsAtOnceAndSearchNoFurtherThanItHelps) {
  const Case problem;
  const auto marks = [&](const TestSpace& V, int minDistance, int maxDistance) {
    BamgParameters parameters;
    parameters.minDistance = minDistance;
    parameters.maxDistance = maxDistance;
    const LaunchCounter launches;
    const BamgResult result = bamgInterpolation(problem.A, problem.strong, problem.splitting, V, parameters);
    EXPECT_GE(result.numPromoted, 1);
    EXPECT_EQ(launches.of("Chronos::bamgInterpolation::isolated"), 1) << "weak connections are tried once";
    return launches.of("Chronos::StrengthPaths::mark");
  };
  const TestSpace one = withStubbornRows(problem, size * size * size), some = withStubbornRows(problem, 40),
                  many = withStubbornRows(problem, 5);
  EXPECT_EQ(marks(one, 1, 20), marks(one, 1, 2));
  EXPECT_EQ(marks(one, 7, 20), marks(one, 7, 7));
  EXPECT_GT(marks(some, 1, 20), marks(some, 1, 2));
  EXPECT_EQ(marks(some, 1, 20), marks(some, 1, 3));
  EXPECT_GT(marks(many, 1, 7), marks(many, 1, 5));
}

TEST(MpiBamg, WithoutATestSpaceIsAnErrorOnAllRanks) {
  const Case problem;
  EXPECT_THROW(bamgInterpolation(problem.A, problem.strong, problem.splitting, {}, {}), InputError);
}

TEST(MpiBamg, AMinimumDistanceAboveTheMaximumIsAnErrorOnAllRanks) {
  const Case problem;
  BamgParameters parameters;
  parameters.minDistance = parameters.maxDistance + 1;
  EXPECT_THROW(bamgInterpolation(problem.A, problem.strong, problem.splitting, problem.testSpace(1), parameters),
               InputError);
}

TEST(MpiBamg, RowsDoNotDependOnTheRanks) {
  const Case problem, alone(Teuchos::rcp(new Teuchos::SerialComm<int>()));
  BamgParameters parameters;
  parameters.rules.weightNorm = 1.2;  // some rows go further, some are promoted
  const BamgResult here =
      bamgInterpolation(problem.A, problem.strong, problem.splitting, problem.testSpace(4), parameters);
  const BamgResult whole = bamgInterpolation(alone.A, alone.strong, alone.splitting, alone.testSpace(4), parameters);
  EXPECT_EQ(here.numPromoted, whole.numPromoted);
  const auto expected = weightsOf(alone, whole);
  for (const auto& row : weightsOf(problem, here)) {
    const auto& other = expected.at(row.first);
    ASSERT_EQ(row.second.size(), other.size()) << row.first;
    for (const auto& weight : row.second) {
      ASSERT_EQ(other.count(weight.first), 1u) << row.first;
      EXPECT_NEAR(weight.second, other.at(weight.first), 1e-12);
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
