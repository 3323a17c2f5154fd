// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Eigenpairs of singular matrices.
#include "Chronos.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "DenseOperators.hpp"
#include "TestComm.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace Chronos::Test {
namespace {

Teuchos::RCP<TpetraCrsMatrix> zerosOnMap(const Dense& dense, const Teuchos::RCP<const Map>& map) {
  return toTpetra(rowsOnMap(sparseOf(dense), map, map));
}

// Free rods: one value each is zero, the next are those of cosines.
TEST(MpiEigenZeros, ASingularMatrixHaveZerosThatSaySo) {
  const int n = 150;
  Dense A(2 * n);
  for (int rod = 0; rod < 2; ++rod)
    for (int i = rod * n; i + 1 < (rod + 1) * n; ++i) {
      A(i, i) += 1;
      A(i + 1, i + 1) += 1;
      A(i, i + 1) = A(i + 1, i) = -1;
    }
  const auto map = mapWithEmptyRank(A.n);
  for (const char* type : {"adaptive fsai", "auto"})
    for (const double scale : {1e-8, 1e8}) {
      SCOPED_TRACE(std::string(type) + std::to_string(scale));
      Dense scaled = A;
      for (double& entry : scaled.entries) entry *= scale;
      Teuchos::ParameterList list;
      list.set("type", type);
      const EigenResult result = eigenpairs(zerosOnMap(scaled, map), Teuchos::null, 6, list);
      ASSERT_EQ(result.status, EigenStatus::converged) << result.message;
      for (int j = 0; j < 6; ++j) {
        EXPECT_EQ(result.pairs[j].isZero, j < 2) << j;
        const double expected = scale * (2 - 2 * std::cos(M_PI * (j / 2) / n));
        EXPECT_NEAR(result.pairs[j].value, expected, j < 2 ? 1e-13 * scale : 1e-9 * expected);
      }
    }
}

// Three equal grids of 24 x 24: each vector of their null space has roundings of the others in it, more than of one.
TEST(MpiEigenZeros, SeveralZerosAreToldWhereNothingFallsAnyMore) {
  constexpr int edge = 24, grids = 3, n = edge * edge;
  Dense A(grids * n);
  const auto couple = [&](int i, int j) {
    A(i, i) += 1;
    A(j, j) += 1;
    A(i, j) = A(j, i) = -1;
  };
  for (int grid = 0; grid < grids; ++grid)
    for (int i = 0; i < n; ++i) {
      if (i % edge + 1 < edge) couple(grid * n + i, grid * n + i + 1);
      if (i + edge < n) couple(grid * n + i, grid * n + i + edge);
    }
  Teuchos::ParameterList list;
  list.set("type", "auto");
  const EigenResult result = eigenpairs(zerosOnMap(A, mapWithEmptyRank(A.n)), Teuchos::null, 5, list);
  EXPECT_EQ(result.status, EigenStatus::converged) << result.message;
  for (int j = 0; j < 5; ++j) EXPECT_EQ(result.pairs[j].isZero, j < grids) << j;
}

}  // namespace
}  // namespace Chronos::Test
