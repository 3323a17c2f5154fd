// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Filtering.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_Interpolation.hpp"
#include "Chronos_Transpose.hpp"
#include "FilterReference.hpp"
#include "ReferenceDistributed.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

double vectorEntry(GlobalOrdinal row, int k) {
  return k == 0 ? 1 : globalUniform(40 + k, static_cast<std::uint64_t>(row));
}

TestSpace vectorsOn(const Map& map, int t) {
  const std::size_t n = TrilinosVersion::numLocal(map);
  const Kokkos::View<double**, Kokkos::LayoutLeft, Device> V("test space", n, t);
  const auto host = Kokkos::create_mirror_view(V);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < t; ++k) host(i, k) = vectorEntry(map.getGlobalElement(static_cast<LocalOrdinal>(i)), k);
  Kokkos::deep_copy(V, host);
  return V;
}

FilterReferenceRow referenceRow(const GlobalMatrix& M, GlobalOrdinal row, int t) {
  FilterReferenceRow result;
  for (GlobalOrdinal col = 0; col < M.numCols; ++col) {
    if (M.entry(row, col) == 0) continue;
    result.entries.push_back({col, M.entry(row, col), false, {}});
    for (int k = 0; k < t; ++k) result.entries.back().v.push_back(vectorEntry(col, k));
  }
  return result;
}

// Largest difference of M V and M~ V, relative to the sums of magnitudes. Collective.
double changeOfAction(const DistMatrix<double>& M, const DistMatrix<double>& filtered, int t) {
  std::map<GlobalOrdinal, std::vector<double>> difference, size;
  for (const auto& [place, value] : globalEntriesOf(M))
    for (int k = 0; k < t; ++k) {
      difference[place.first].resize(t, 0.0);
      size[place.first].resize(t, 0.0);
      difference[place.first][k] += value * vectorEntry(place.second, k);
      size[place.first][k] += std::abs(value * vectorEntry(place.second, k));
    }
  for (const auto& [place, value] : globalEntriesOf(filtered))
    for (int k = 0; k < t; ++k) difference[place.first][k] -= value * vectorEntry(place.second, k);
  double worst = 0;
  for (const auto& [row, values] : difference)
    for (int k = 0; k < t; ++k) worst = std::max(worst, std::abs(values[k]) / (size[row][k] + 1e-300));
  return maxOverRanks(*world(), worst);
}

TEST(MpiFiltering, EqualsTheReferenceOnAllMaps) {
  const int t = 3;
  for (GlobalOrdinal n : {1, 2, 70}) {
    const GlobalMatrix M{n, n + 4, 3, false, 5};
    FilteringParameters parameters;
    parameters.share = 0.6;
    for (const auto& rowMap : testMaps(n))
      for (const auto& domainMap : {evenMap(n + 4), cyclicMap(n + 4, true)}) {
        const DistMatrix<double> P = distribute<double>(M, rowMap, domainMap);
        const FilteredMatrix result = filterProlongation(P, vectorsOn(*domainMap, t), parameters);
        EXPECT_TRUE(result.matrix.domainMap()->isSameAs(*domainMap));
        std::map<GlobalOrdinal, std::map<GlobalOrdinal, double>> rows;
        for (const auto& [place, value] : globalEntriesOf(result.matrix)) rows[place.first][place.second] = value;
        long long numExtended = 0;
        for (std::size_t i = 0; i < TrilinosVersion::numLocal(*rowMap); ++i) {
          const GlobalOrdinal row = rowMap->getGlobalElement(static_cast<LocalOrdinal>(i));
          SCOPED_TRACE(row);
          FilterReferenceRow reference = referenceRow(M, row, t);
          reference.rule = {0.6, 0, 0.5};
          numExtended += reference.expectFiltered(rows[row], 1e-9);
        }
        EXPECT_EQ(result.numExtendedRows, sumOverRanks(*world(), numExtended));
        EXPECT_LT(changeOfAction(P, result.matrix, t), 2e-11);
      }
  }
}

TEST(MpiFiltering, WithoutTestSpaceRowSumsStay) {
  const GlobalMatrix M{60, 40, 3, false, 5};
  FilteringParameters parameters;
  parameters.share = 0.7;
  for (const auto& map : testMaps(60)) {
    const DistMatrix<double> P = distribute<double>(M, map, cyclicMap(40));
    const FilteredMatrix result = filterProlongation(P, {}, parameters);
    EXPECT_LT(result.matrix.numGlobalEntries(), 0.9 * double(P.numGlobalEntries()));
    EXPECT_LT(changeOfAction(P, result.matrix, 1), 2e-11);
  }
}

TEST(MpiFiltering, AShareOfOneChangesNothing) {
  const DistMatrix<double> P = distribute<double>(GlobalMatrix{20, 10, 3, false, 5}, evenMap(20), evenMap(10));
  EXPECT_EQ(globalEntriesOf(filterProlongation(P, {}, {}).matrix), globalEntriesOf(P));
}

TEST(MpiFiltering, WrongTestSpacesAreErrorsOnAllRanks) {
  const DistMatrix<double> P = distribute<double>(GlobalMatrix{20, 10, 3, false, 5}, evenMap(20), evenMap(10));
  FilteringParameters parameters;
  parameters.share = 0.5;
  EXPECT_THROW(filterProlongation(P, vectorsOn(*evenMap(20), 2), parameters), InputError);
  try {
    filterProlongation(P, vectorsOn(*evenMap(10), 128), parameters);
    FAIL() << "128 vectors were taken";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("at most 48 test vectors, not 128"), std::string::npos) << message;
    EXPECT_NE(message.find("give fewer near-kernel vectors"), std::string::npos) << message;
  }
  const DistMatrix<double> A = distribute<double>(GlobalMatrix{20, 20, 3, false, 5}, evenMap(20));
  EXPECT_THROW(filterOperator(A, {}, parameters), InputError);  // its pattern is not symmetric
}

TEST(MpiFiltering, OperatorsKeepDiagonalSymmetricPatternAndAction) {
  for (GlobalOrdinal n : {1, 2, 50}) {
    const GlobalMatrix M{n, n, 3, true, 5};
    FilteringParameters parameters;
    parameters.share = 0.5;
    for (int t : {1, 4})
      for (const auto& map : testMaps(n)) {
        const DistMatrix<double> A = distribute<double>(M, map);
        const FilteredMatrix result = filterOperator(A, vectorsOn(*map, t), parameters);
        EXPECT_LT(changeOfAction(A, result.matrix, t), 2e-11);
        const auto entries = globalEntriesOf(result.matrix);
        // The transpose has the same places.
        const GlobalEntries<double> mirrored = globalEntriesOf(transpose(result.matrix));
        EXPECT_EQ(entries.size(), mirrored.size());
        for (const auto& [place, value] : entries) EXPECT_EQ(mirrored.count(place), 1u);
        for (std::size_t i = 0; i < TrilinosVersion::numLocal(*map); ++i) {
          const GlobalOrdinal row = map->getGlobalElement(static_cast<LocalOrdinal>(i));
          EXPECT_EQ(entries.count({row, row}), 1u);
        }
        EXPECT_LE(result.matrix.numGlobalEntries(), (n == 50 ? 0.95 : 1) * double(A.numGlobalEntries()));
      }
  }
}

// x^T A~ x = x^T A x + sum over dropped pairs of a_ij (x_i - x_j)^2
TEST(MpiFiltering, LumpedOperatorsAreSymmetric) {
  const GlobalOrdinal n = 40;
  const GlobalMatrix M{n, n, 3, true, 5};
  FilteringParameters parameters;
  parameters.share = 0.5;
  parameters.compensation = Compensation::diagonal;
  for (const auto& map : testMaps(n)) {
    const DistMatrix<double> A = distribute<double>(M, map);
    const FilteredMatrix result = filterOperator(A, {}, parameters);
    EXPECT_LT(result.matrix.numGlobalEntries(), 0.95 * double(A.numGlobalEntries()));
    EXPECT_LT(changeOfAction(A, result.matrix, 1), 1e-14);
    const GlobalEntries<double> entries = globalEntriesOf(result.matrix),
                                mirrored = globalEntriesOf(transpose(result.matrix));
    EXPECT_EQ(entries.size(), mirrored.size());
    double energy = 0, expected = 0;
    for (const auto& [place, value] : entries) {
      EXPECT_TRUE(place.first == place.second || value == M.entry(place.first, place.second));
      EXPECT_EQ(mirrored.count(place), 1u);
      energy += value * vectorEntry(place.first, 1) * vectorEntry(place.second, 1);
    }
    for (const auto& [place, value] : globalEntriesOf(A)) {
      const double x = vectorEntry(place.first, 1), y = vectorEntry(place.second, 1);
      expected += value * x * y + (entries.count(place) ? 0 : 0.5 * value * (x - y) * (x - y));
    }
    EXPECT_NEAR(sumOverRanks(*world(), energy), sumOverRanks(*world(), expected), 1e-12);
  }
}

TEST(MpiFiltering, FilteredInterpolationOfALaplacianKeepsRowSums) {
  ProblemOptions options;
  options.nx = 8;
  const DistMatrix<double> A = fromTpetra(*makeProblem("laplace3d7", options, world()).matrix);
  const StrongFlags strong = strengthOfConnection(A, {});
  const DistMatrix<double> P = interpolate(A, strong, pmis(A, strong), {}).P;
  FilteringParameters parameters;
  parameters.share = 0.8;
  const FilteredMatrix result = filterProlongation(P, {}, parameters);
  EXPECT_LT(result.matrix.numGlobalEntries(), P.numGlobalEntries());
  std::map<GlobalOrdinal, double> change;
  for (const auto& [place, value] : globalEntriesOf(P)) change[place.first] += value;
  for (const auto& [place, value] : globalEntriesOf(result.matrix)) change[place.first] -= value;
  for (const auto& [row, value] : change) EXPECT_NEAR(value, 0, 1e-12);
}

}  // namespace
}  // namespace Chronos::Test
