// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Fingerprint.hpp"
#include "Chronos_HierarchyBuilder.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "SmallHierarchies.hpp"

namespace Chronos::Test {
namespace {

// BAMG on random vectors; the operators of coarse levels are filtered on the test space that comes of them.
AmgParameters filteredOperators() {
  AmgParameters parameters = smallCoarse();
  parameters.level.strength.measure = StrengthMeasure::strongCouplings;
  parameters.level.strength.threshold = 0.02;
  parameters.level.interpolation.method.choose("bamg");
  parameters.level.operatorFiltering.share = 0.9;
  parameters.testSpace.numVectors = 2;
  parameters.fingerprints = true;
  parameters.reuse = Reuse::prolongation;
  return parameters;
}

TEST(MpiHierarchy, ReusedProlongationsFilterOperatorsOnTheFormerTestSpace) {
  const System system = laplacian(12);
  AmgParameters parameters = filteredOperators();
  const auto first = buildHierarchy(system.A, parameters);
  ASSERT_GT(first->levels.size(), 3u);
  ASSERT_TRUE(hasNote(*first, "no longer symmetric"));
  const auto second = buildHierarchy(system.A, parameters, first), third = buildHierarchy(system.A, parameters, second);
  for (const auto& again : {second, third}) {
    ASSERT_EQ(again->levels.size(), first->levels.size());
    for (std::size_t k = 0; k < first->levels.size(); ++k) {
      EXPECT_EQ(again->report.levels[k].matrixFingerprint, first->report.levels[k].matrixFingerprint) << k;
      EXPECT_EQ(again->report.levels[k].testVectors, first->report.levels[k].testVectors) << k;
    }
  }
}

// Other values, other entries that the filter keeps.
TEST(MpiHierarchy, ReusedProlongationsTakeOperatorsOfOtherPatterns) {
  const System system = laplacian(12);
  AmgParameters parameters = filteredOperators();
  const auto first = buildHierarchy(system.A, parameters);
  // Half as strong along x.
  const auto local = toHost(system.A->local());
  std::vector<double> values = local.values;
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e) {
      const LocalOrdinal col = local.colInd[e];
      const GlobalOrdinal globalCol = col < system.A->numOwnedCols()
                                          ? system.A->domainMap()->getGlobalElement(col)
                                          : system.A->halo()->haloGlobals()[col - system.A->numOwnedCols()];
      if (std::abs(globalCol - system.A->rowMap()->getGlobalElement(row)) == 1) values[e] *= 0.5;
    }
  const Matrix changed = Teuchos::rcp(new DistMatrix<double>(system.A->withValues(toView("values", values))));
  const auto again = buildHierarchy(changed, parameters, first);
  ASSERT_FALSE(hasNote(*again, "operator filtering was not used"));
  ASSERT_EQ(again->levels.size(), first->levels.size());
  EXPECT_NE(again->report.levels[1].entries, first->report.levels[1].entries);
  for (std::size_t k = 0; k + 1 < again->levels.size(); ++k) {
    const Level& level = again->levels[k];
    const Matrix coarse = again->records[k].galerkin->coarse();
    const Vector u = vectorOf(*coarse, 5), v = vectorOf(*coarse, 6);
    const double expected = dotOf(applied(*level.P, u), applied(*level.A, applied(*level.P, v)));
    EXPECT_NEAR(dotOf(u, applied(*asOperator(coarse), v)), expected, 1e-10 * (1 + std::abs(expected))) << k;
  }
}

// Coarsening ends behind a level whose operator would be filtered: by the number of levels, or because nothing is
// strong there.
TEST(MpiHierarchy, TheLastLevelIsNotFiltered) {
  const System system = laplacian(12);
  AmgParameters few = filteredOperators(), stalled = filteredOperators();
  few.maxLevels = 2;
  stalled.perLevel[1] = stalled.level;
  stalled.perLevel[1].strength.threshold = 1e6;
  for (const AmgParameters& parameters : {few, stalled}) {
    const auto hierarchy = buildHierarchy(system.A, parameters);
    ASSERT_EQ(hierarchy->levels.size(), 2u);
    EXPECT_EQ(hierarchy->report.levels[1].matrixFingerprint,
              matrixFingerprint(*hierarchy->records[0].galerkin->coarse()));
    EXPECT_TRUE(hierarchy->report.notes.empty());
    expectSymmetric(*hierarchy, true);
  }
}

TEST(MpiHierarchy, AnUnsymmetricLastLevelIsReported) {
  const auto hierarchy = buildHierarchy(laplacian(12).A, filteredOperators());
  ASSERT_GT(hierarchy->levels.size(), 2u);
  EXPECT_TRUE(hasNote(*hierarchy, "its symmetric part"));
}

}  // namespace
}  // namespace Chronos::Test
