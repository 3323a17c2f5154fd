// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodePattern.hpp"

#include "Chronos_SparseProduct.hpp"
#include "KernelCases.hpp"
#include "NodeMatrix.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Scalar, class DeviceType>
NodePattern<DeviceType> patternOf(const HostCsr<Scalar>& A, LocalOrdinal numOwned) {
  const auto deviceA = toDevice<DeviceType>(A);
  return findNodePattern<DeviceType>(deviceA.rowPtr, deviceA.colInd, A.numRows, numOwned);
}

// alpha A x + beta w by nodes, in both kinds of plans, to so many units of rounding.
template <class Scalar, class DeviceType>
void expectProducts(const HostCsr<Scalar>& A, const std::vector<Scalar>& x, Scalar alpha, Scalar beta,
                    const std::vector<Scalar>& w, int units) {
  const auto expected = referenceProduct(A, x, alpha, beta, w);
  const auto deviceA = toDevice<DeviceType>(A);
  for (ProductKind kind : {ProductKind::chunks, ProductKind::groups}) {
    auto plan = planProduct<DeviceType>(deviceA.rowPtr, A.numRows, kind);
    plan.nodes = patternOf<Scalar, DeviceType>(A, static_cast<LocalOrdinal>(x.size()));
    ASSERT_TRUE(plan.nodes.exists());
    const auto y = toView<DeviceType>("y", w);
    multiply<Scalar, Scalar, DeviceType>(typename DeviceType::execution_space(), plan, deviceA,
                                         toView<DeviceType>("x", x), alpha, beta, y);
    const auto result = toVector(y);
    for (std::size_t i = 0; i < result.size(); ++i)
      EXPECT_NEAR(double(result[i]), expected[i], units * std::numeric_limits<Scalar>::epsilon()) << "row " << i;
  }
}

template <class Case>
struct NodePatternOf : ::testing::Test {};
TYPED_TEST_SUITE(NodePatternOf, KernelCases, );

TYPED_TEST(NodePatternOf, ProductsByNodesEqualTheReference) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  struct Runs {
    int fewest, most;
  };
  const LocalOrdinal numCols = 1500;
  // As many as make groups of 1, 2, 8, 16 and 32 lanes.
  for (const Runs& runs : {Runs{0, 3}, Runs{4, 9}, Runs{14, 27}, Runs{30, 60}, Runs{90, 130}})
    for (LocalOrdinal numOwned : {numCols, 900})
      for (LocalOrdinal numNodes : {1, 2, 100}) {
        const auto A = nodeMatrix<Scalar>(numNodes, numCols, numOwned, runs.fewest, runs.most);
        std::vector<Scalar> x(numOwned), w(A.numRows);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<Scalar>(globalUniform(5, i));
        for (std::size_t i = 0; i < w.size(); ++i) w[i] = static_cast<Scalar>(globalUniform(6, i));
        expectProducts<Scalar, DeviceType>(A, x, -1, 1, w, 40 + 10 * runs.most);
      }
}

TYPED_TEST(NodePatternOf, StandsRowsThatAreCutIntoSegments) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const LocalOrdinal numCols = 9000;
  const auto A = nodeMatrixWithLongRows<Scalar>(300, numCols, 7500);
  const std::vector<Scalar> x(numCols, Scalar(1)), w(A.numRows, Scalar(0));
  expectProducts<Scalar, DeviceType>(A, x, 1, 0, w, 7500);
}

TYPED_TEST(NodePatternOf, GivesUpWhereRowsOrColumnsDoNotComeInThrees) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const auto exists = [](const HostCsr<Scalar>& A, LocalOrdinal numOwned) {
    return patternOf<Scalar, DeviceType>(A, numOwned).exists();
  };
  // Beyond the rows that are looked at first, too.
  for (LocalOrdinal node : {1, 390}) {
    auto A = nodeMatrix<Scalar>(400, 501, 501);
    ASSERT_TRUE(exists(A, 501));
    const Offset end = A.rowPtr[nodeSize * node + 2];
    ++A.colInd[end - 1];
    EXPECT_FALSE(exists(A, 501)) << "another column in one row of node " << node;
    --A.colInd[end - 1];
    const LocalOrdinal first = A.colInd[A.rowPtr[nodeSize * node]];
    EXPECT_FALSE(exists(A, first + 1)) << "a run partly owned in node " << node;
  }
  auto A = nodeMatrix<Scalar>(400, 500, 500);
  std::mt19937 random(1);
  A.addRow({0, 1, 2}, random);
  EXPECT_FALSE(exists(A, 500)) << "a row too many";
  EXPECT_FALSE(exists(raggedMatrix<Scalar>(300, 300, 60), 300));
  EXPECT_FALSE(exists(HostCsr<Scalar>(), 0));
}

}  // namespace
}  // namespace Chronos::Test
