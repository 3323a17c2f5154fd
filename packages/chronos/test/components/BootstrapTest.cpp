// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Bootstrap.hpp"

#include "Chronos_Amg.hpp"
#include "Chronos_TestSpaceMethods.hpp"
#include "TestVectorsOf.hpp"
#include "WholeMatrix.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

// Unknowns in units a thousand apart, so that it matters what Rayleigh quotients are relative to.
Teuchos::RCP<const DistMatrix<double>> unknownsOfTwoUnits() {
  ProblemOptions options;
  options.nx = 6;
  HostCsr<double> A = wholeProblem("laplace3d7", options);
  const auto unit = [](LocalOrdinal row) { return row % 3 == 2 ? 1e3 : 1.0; };
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) A.values[e] *= unit(row) * unit(A.colInd[e]);
  return Teuchos::rcp(new DistMatrix<double>(rowsOnMap(A, evenMap(A.numRows), evenMap(A.numRows))));
}

AmgParameters bamgOfRandomVectors() {
  AmgParameters parameters;
  parameters.level.smoother.method.choose("jacobi");
  parameters.level.strength.measure = StrengthMeasure::strongCouplings;
  parameters.level.strength.threshold = 0.02;
  parameters.level.interpolation.method.choose("bamg");
  parameters.testSpace.numVectors = 4;
  parameters.coarseSize = 20;
  parameters.minRowsPerRank = 0;
  return parameters;
}

TEST(MpiBootstrap, RoundsMinimiseQuotientsOfTheWeightOfTheTestSpace) {
  const auto A = unknownsOfTwoUnits();
  for (TestSpaceWeight weight : {TestSpaceWeight::unit, TestSpaceWeight::diagonal}) {
    AmgParameters parameters = bamgOfRandomVectors();
    parameters.testSpace.weight = weight;
    parameters.reuse = Reuse::prolongation;  // so that test spaces are kept
    const auto before = buildHierarchy(A, parameters);
    const SmallMatrix expected =
        wholeOf(*A->rowMap(), improveBySrqcg(*A, Amg(before), before->records.front().testSpace, 2, weight));
    parameters.bootstrapRounds = 1;
    parameters.bootstrapIterations = 2;
    const auto hierarchy = bootstrapHierarchy(A, parameters);
    const SmallMatrix found = wholeOf(*A->rowMap(), hierarchy->records.front().testSpace);
    ASSERT_EQ(found.numCols, expected.numCols);
    for (std::size_t i = 0; i < found.values.size(); ++i) EXPECT_NEAR(found.values[i], expected.values[i], 1e-9);
  }
}

}  // namespace
}  // namespace Chronos::Test
