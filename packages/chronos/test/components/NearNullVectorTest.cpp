// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NearNullVector.hpp"

#include "Chronos_Error.hpp"
#include "TestVectorsOf.hpp"

#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace Chronos::Test {
namespace {

// diag(d), and the identity with d = 1.
class DiagonalOperator : public Operator {
 public:
  DiagonalOperator(const Teuchos::RCP<const Map>& map, const EntryOf& d) : map_(map), d_(vectorsOf(*map, 1, d)) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    multiplyRows(column(d_, 0), x, y, alpha, beta);
  }
  Teuchos::RCP<const Map> domainMap() const override { return map_; }
  Teuchos::RCP<const Map> rangeMap() const override { return map_; }

 private:
  Teuchos::RCP<const Map> map_;
  TestSpace d_;
};

constexpr int numRows = 60;

NearNullVector search(const Teuchos::RCP<const Map>& map, const EntryOf& d, const TestSpace& known,
                      const NearNullSearch& how) {
  const DiagonalOperator B(map, d), M(map, [](GlobalOrdinal, int) { return 1.0; });
  const TestSpace start = vectorsOf(*map, 1, [](GlobalOrdinal row, int) { return 1 + row % 7; });
  const TestVectors copy = allocateVectors("start", start.extent(0), 1);
  Kokkos::deep_copy(copy, start);
  return nearNullVector([&](const ConstVector& x, const Vector& y) { B.apply(asBlock(x), asBlock(y), 1, 0); }, M, known,
                        column(copy, 0), how);
}

TestSpace unitVector(const Map& map, GlobalOrdinal place) {
  return vectorsOf(map, 1, [=](GlobalOrdinal row, int) { return row == place ? 5.0 : 0.0; });
}

void expectUnitVector(const Map& map, const NearNullVector& found, int place, double tolerance) {
  const TestVectors x = allocateVectors("x", found.x.extent(0), 1);
  Kokkos::deep_copy(column(x, 0), found.x);
  const SmallMatrix all = wholeOf(map, x);
  for (int row = 0; row < all.numRows; ++row)
    EXPECT_NEAR(std::abs(all(row, 0)), row == place ? 1 : 0, tolerance) << row;
}

// Eigenvalues of either sign: the one nearest to zero is sought, not the least.
TEST(MpiNearNullVector, WhatIsChangedLeastIsFound) {
  for (const auto& map : testMaps(numRows)) {
    const auto d = [](GlobalOrdinal row, int) { return row == 41 ? 1e-3 : row == 7 ? -0.5 : 0.8 + row * 1e-2; };
    const NearNullVector found = search(map, d, unitVector(*map, 3), {20, 1e-6});
    EXPECT_NEAR(found.left, 1e-3, 1e-6);
    expectUnitVector(*map, found, 41, 1e-3);
  }
}

TEST(MpiNearNullVector, WhatIsKnownIsLeftOut) {
  const auto map = evenMap(numRows);
  const auto d = [](GlobalOrdinal row, int) { return row == 41 ? 0 : row == 7 ? 1e-2 : 0.8 + row * 1e-2; };
  const NearNullVector found = search(map, d, unitVector(*map, 41), {20, 1e-6});
  EXPECT_NEAR(found.left, 1e-2, 1e-5);
  expectUnitVector(*map, found, 7, 1e-3);
}

TEST(MpiNearNullVector, TheSearchEndsEarlyWhereLittleIsLeftOrNothingIsNew) {
  const auto map = evenMap(numRows);
  const auto near = [](GlobalOrdinal row, int) { return row == 41 ? 1e-4 : 1 + row * 1e-3; };
  EXPECT_EQ(search(map, near, unitVector(*map, 3), {30, 1e-3}).steps, 5);
  EXPECT_EQ(search(map, near, unitVector(*map, 3), {7, 0}).steps, 7);
  const auto three = [](GlobalOrdinal row, int) { return row == 41 ? 0.25 : 1 + row % 2; };
  const NearNullVector closed = search(map, three, unitVector(*map, 3), {30, 0});
  EXPECT_EQ(closed.steps, 3);
  EXPECT_NEAR(closed.left, 0.25, 1e-12);
}

// Three eigenvalues: as many steps, and no part along what is known.
TEST(MpiNearNullVector, ASolutionTakesAStepForEachEigenvalue) {
  for (const auto& map : testMaps(numRows)) {
    const EntryOf d = [](GlobalOrdinal row, int) { return 1.0 + row % 3; };
    const DiagonalOperator B(map, d), M(map, [](GlobalOrdinal, int) { return 0.5; });
    const TestSpace b = vectorsOf(*map, 1, [](GlobalOrdinal row, int) { return row == 3 ? 0.0 : 2.0 + row % 7; });
    const TestVectors copy = allocateVectors("b", b.extent(0), 1);
    Kokkos::deep_copy(copy, b);
    const auto apply = [&](const ConstVector& x, const Vector& y) { B.apply(asBlock(x), asBlock(y), 1, 0); };
    const NearNullVector two = nearSolution(apply, M, unitVector(*map, 3), column(copy, 0), {2, 0});
    EXPECT_EQ(two.steps, 2);
    EXPECT_GT(two.left, 1e-3);
    const NearNullVector found = nearSolution(apply, M, unitVector(*map, 3), column(copy, 0), {20, 0});
    EXPECT_EQ(found.steps, 3);
    EXPECT_NEAR(found.left, 0, 1e-12);
    const TestVectors x = allocateVectors("x", found.x.extent(0), 1);
    Kokkos::deep_copy(column(x, 0), found.x);
    const SmallMatrix all = wholeOf(*map, x);
    for (int row = 0; row < numRows; ++row)
      EXPECT_NEAR(all(row, 0), row == 3 ? 0 : (2.0 + row % 7) / (1.0 + row % 3), 1e-10);
  }
  const auto map = evenMap(numRows);
  const DiagonalOperator B(map, [](GlobalOrdinal, int) { return 1.0; });
  const TestVectors zero = allocateVectors("b", TrilinosVersion::numLocal(*map), 1);
  Kokkos::deep_copy(zero, 0.0);
  const auto apply = [&](const ConstVector& x, const Vector& y) { B.apply(asBlock(x), asBlock(y), 1, 0); };
  EXPECT_EQ(nearSolution(apply, B, unitVector(*map, 3), column(zero, 0), {5, 0}).steps, 0);
}

TEST(MpiNearNullVector, ASearchInVainEndsEarly) {
  const auto map = evenMap(numRows);
  const auto far = [](GlobalOrdinal row, int) { return 0.5 + row * 1e-2; };
  const NearNullVector found = search(map, far, unitVector(*map, 3), {30, 0});
  EXPECT_EQ(found.steps, 10);
  EXPECT_GT(found.left, 0.25);
}

TEST(MpiNearNullVector, NothingIsFoundWhereNothingIsAndNoNumbersAreAnError) {
  const auto one = [](GlobalOrdinal, int) { return 1.0; };
  const auto none = evenMap(0);
  EXPECT_EQ(search(none, one, vectorsOf(*none, 1, one), {5, 0}).steps, 0);
  const auto map = evenMap(numRows);
  const auto infinite = [](GlobalOrdinal row, int) {
    return row == 11 ? std::numeric_limits<double>::infinity() : 1.0 + row;
  };
  EXPECT_THROW(search(map, infinite, unitVector(*map, 3), {5, 0}), BreakdownError);
}

}  // namespace
}  // namespace Chronos::Test
