// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_WideProduct.hpp"

#include "KernelCases.hpp"
#include "NodeMatrix.hpp"
#include "ReferenceLocal.hpp"
#include "WideEntries.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct WideProduct : ::testing::Test {};
TYPED_TEST_SUITE(WideProduct, KernelCases, );

enum class Pattern { entries, nodes, merged };

// A plan of this kind, with a node pattern or merged rows if they are asked for.
template <class DeviceType, class Scalar>
ProductPlan<DeviceType> planOf(const CsrMatrix<Scalar, DeviceType>& A, ProductKind kind, Pattern pattern,
                               LocalOrdinal numOwned) {
  auto plan = planProduct<DeviceType>(A.rowPtr, A.numRows, kind);
  plan.kind = kind;
  if (pattern == Pattern::nodes) {
    plan.nodes = findNodePattern<DeviceType>(A.rowPtr, A.colInd, A.numRows, numOwned);
    EXPECT_TRUE(plan.nodes.exists());
  }
  if (pattern == Pattern::merged) {
    plan.merged = mergeRows<DeviceType>(A.rowPtr, A.colInd, A.numRows);
    EXPECT_TRUE(plan.merged.exists());
  }
  return plan;
}

constexpr ProductKind severalEntries[] = {ProductKind::chunks, ProductKind::raggedChunks, ProductKind::groups};
constexpr ProductKind singleEntries[] = {ProductKind::chunks, ProductKind::groups, ProductKind::singles};

template <class DeviceType, class Scalar>
void checkWide(const HostCsr<Scalar>& A, LocalOrdinal numOwned, int longest, Pattern pattern = Pattern::entries,
               const ProductKind (&kinds)[3] = severalEntries) {
  using Execution = typename DeviceType::execution_space;
  const auto deviceA = toDevice<DeviceType>(A);
  const auto boundary = boundaryOf<DeviceType>(A, numOwned);
  const double tolerance = 1e-15 * (10 * longest + 20);
  for (ProductKind kind : kinds)
    for (int width : {2, 4, 8})
      for (const auto& [alpha, beta] : std::vector<std::pair<double, double>>{{1, 0}, {-1, 1}, {0.5, -3}}) {
        const auto plan = planOf(deviceA, kind, pattern, numOwned);
        const auto x = randomEntries(std::size_t(A.numCols) * width, 1);
        const auto w = randomEntries(std::size_t(A.numRows) * width, 2);
        const std::vector<double> owned(x.begin(), x.begin() + std::size_t(numOwned) * width);
        const std::vector<double> halo(x.begin() + std::size_t(numOwned) * width, x.end());
        const auto y = toWide<DeviceType>(wrongValues<double>(w.size()), width);
        multiplyWide<Scalar, DeviceType>(Execution(), plan, deviceA, toWide<DeviceType>(owned, width), alpha, beta,
                                         toWide<DeviceType>(w, width), y);
        multiplyHaloWide<Scalar, DeviceType>(Execution(), deviceA, boundary, numOwned, toWide<DeviceType>(halo, width),
                                             alpha, y);
        std::vector<std::vector<double>> expected;
        for (int c = 0; c < width; ++c)
          expected.push_back(referenceProduct(A, columnOf(x, width, c), alpha, beta, columnOf(w, width, c)));
        expectColumns(fromWide(y), expected, tolerance);
      }
}

TYPED_TEST(WideProduct, EqualsTheReferenceInEveryColumn) {
  using Scalar = typename TypeParam::Scalar;
  for (LocalOrdinal numRows : {0, 1, 7, 33, 500})
    for (int longest : {0, 1, 7, 12, 40, 90})
      checkWide<typename TypeParam::DeviceType>(raggedMatrix<Scalar>(numRows, numRows + 3, longest), numRows + 3,
                                                longest);
}

TYPED_TEST(WideProduct, OneEntryInEveryRow) {
  using Scalar = typename TypeParam::Scalar;
  for (LocalOrdinal numOwned : {200, 150})
    checkWide<typename TypeParam::DeviceType>(singleEntryMatrix<Scalar>(500, 200), numOwned, 1, Pattern::entries,
                                              singleEntries);
}

TYPED_TEST(WideProduct, StandsOneVeryLongRowAndAHalo) {
  using Scalar = typename TypeParam::Scalar;
  for (int veryLong : {2048, 5000, 6145})
    checkWide<typename TypeParam::DeviceType>(raggedMatrix<Scalar>(400, 7000, 4, veryLong), 5003, veryLong);
}

TYPED_TEST(WideProduct, ByNodesEqualsTheReference) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const LocalOrdinal numCols = 500;
  for (LocalOrdinal numOwned : {numCols, 300})
    for (LocalOrdinal numNodes : {1, 2, 400})
      checkWide<DeviceType>(nodeMatrix<Scalar>(numNodes, numCols, numOwned), numOwned, 27, Pattern::nodes);
}

TYPED_TEST(WideProduct, ByNodesStandsRowsThatAreCutIntoSegments) {
  using Scalar = typename TypeParam::Scalar;
  const LocalOrdinal numCols = 9000, length = 7500;
  checkWide<typename TypeParam::DeviceType>(nodeMatrixWithLongRows<Scalar>(300, numCols, length), numCols, length,
                                            Pattern::nodes);
}

TYPED_TEST(WideProduct, OfMergedRowsEqualsTheReference) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const LocalOrdinal numCols = 700;
  for (LocalOrdinal numOwned : {numCols, 300, 0})
    for (LocalOrdinal numNodes : {1, 2, 400}) {
      checkWide<DeviceType>(alikeMatrix<Scalar>(numNodes, numCols), numOwned, 27, Pattern::merged);
      checkWide<DeviceType>(alikeMatrix<Scalar>(numNodes, numCols, 40, 80), numOwned, 240, Pattern::merged);
    }
}

TYPED_TEST(WideProduct, OfMergedRowsStandsEmptyRowsAtTheEnd) {
  using Scalar = typename TypeParam::Scalar;
  const LocalOrdinal numCols = 700;
  auto A = alikeMatrix<Scalar>(400, numCols);
  std::mt19937 random(8);
  A.addRow({1, 5, 600}, random);
  A.addRow({}, random);
  A.addRow({}, random);
  checkWide<typename TypeParam::DeviceType>(A, numCols, 27, Pattern::merged);
}

// y = x + omega d .* (b - A x) of a matrix whose first n columns are owned.
template <class DeviceType, class Scalar>
void checkRelaxation(const HostCsr<Scalar>& A, Pattern pattern) {
  const LocalOrdinal n = A.numRows, numHalo = A.numCols - n;
  const auto deviceA = toDevice<DeviceType>(A);
  const auto boundary = boundaryOf<DeviceType>(A, n);
  const double omega = 1.5;
  const auto plan = planOf(deviceA, defaultProductKind<DeviceType>(), pattern, n);
  for (int width : {2, 4, 8}) {
    const auto x = randomEntries(std::size_t(n + numHalo) * width, 1), b = randomEntries(std::size_t(n) * width, 2);
    const auto d = randomEntries(n, 3);
    const std::vector<double> owned(x.begin(), x.begin() + std::size_t(n) * width);
    const std::vector<double> halo(x.begin() + std::size_t(n) * width, x.end());
    const auto y = toWide<DeviceType>(wrongValues<double>(b.size()), width);
    const auto deviceD = toView<DeviceType>("d", d);
    relaxWide<Scalar, DeviceType>({}, plan, deviceA, omega, deviceD, toWide<DeviceType>(b, width),
                                  toWide<DeviceType>(owned, width), y);
    relaxHaloWide<Scalar, DeviceType>({}, deviceA, boundary, n, toWide<DeviceType>(halo, width), omega, deviceD, y);
    std::vector<std::vector<double>> expected;
    for (int c = 0; c < width; ++c) {
      auto column = referenceProduct(A, columnOf(x, width, c), -1.0, 1.0, columnOf(b, width, c));
      for (LocalOrdinal i = 0; i < n; ++i) column[i] = x[std::size_t(i) * width + c] + omega * d[i] * column[i];
      expected.push_back(column);
    }
    expectColumns(fromWide(y), expected, 1e-13);
  }
}

TYPED_TEST(WideProduct, RelaxesEveryColumnByOneDiagonal) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  checkRelaxation<DeviceType>(raggedMatrix<Scalar>(300, 350, 20), Pattern::entries);
  checkRelaxation<DeviceType>(nodeMatrix<Scalar>(100, 350, 300), Pattern::nodes);
  checkRelaxation<DeviceType>(alikeMatrix<Scalar>(100, 350), Pattern::merged);
}

}  // namespace
}  // namespace Chronos::Test
