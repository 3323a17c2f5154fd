// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeBlocks.hpp"

#include "KernelCases.hpp"
#include "NodeMatrix.hpp"
#include "ReferenceLocal.hpp"
#include "WideEntries.hpp"

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct NodeBlocksOn : ::testing::Test {};
TYPED_TEST_SUITE(NodeBlocksOn, KernelDevices, );

// What storeByNodes() keeps, row by row.
HostCsr<double> rounded(HostCsr<double> A) {
  for (double& value : A.values) value = static_cast<float>(value);
  return A;
}

template <class DeviceType>
NodeBlocks<DeviceType> blocksOf(const HostCsr<double>& A, LocalOrdinal numOwned) {
  const auto deviceA = toDevice<DeviceType>(A);
  const auto pattern = findNodePattern<DeviceType>(deviceA.rowPtr, deviceA.colInd, A.numRows, numOwned);
  EXPECT_TRUE(pattern.exists());
  return storeByNodes<DeviceType>(deviceA, pattern, numOwned);
}

template <class DeviceType>
void checkProducts(const HostCsr<double>& A, LocalOrdinal numOwned, int longest) {
  const auto blocks = blocksOf<DeviceType>(A, numOwned);
  const HostCsr<double> stored = rounded(A);
  for (int width : {1, 2, 4, 8})
    for (const auto& [alpha, beta] : std::vector<std::pair<double, double>>{{1, 0}, {-1, 1}, {0.5, -3}}) {
      const SplitEntries x(A.numCols, numOwned, width);
      const auto w = randomEntries(std::size_t(A.numRows) * width, 2);
      const auto y = toWide<DeviceType>(wrongValues<double>(w.size()), width);
      multiplyBlocks<DeviceType>({}, blocks, toWide<DeviceType>(x.owned, width), alpha, beta,
                                 toWide<DeviceType>(w, width), y);
      multiplyHaloBlocks<DeviceType>({}, blocks, toWide<DeviceType>(x.halo, width), alpha, y);
      std::vector<std::vector<double>> expected;
      for (int c = 0; c < width; ++c)
        expected.push_back(referenceProduct(stored, columnOf(x.all, width, c), alpha, beta, columnOf(w, width, c)));
      expectColumns(fromWide(y), expected, 1e-15 * (longest + 20));
    }
}

TYPED_TEST(NodeBlocksOn, ProductsEqualTheReferenceInEveryColumn) {
  const LocalOrdinal numCols = 500;
  for (LocalOrdinal numOwned : {numCols, 300})
    for (LocalOrdinal numNodes : {1, 2, 3, 400})
      checkProducts<TypeParam>(nodeMatrix<double>(numNodes, numCols, numOwned), numOwned, 27);
}

TYPED_TEST(NodeBlocksOn, StandsBlocksOfSixAndAVeryLongRow) {
  const HostCsr<double> nodes = raggedMatrix<double>(90, 70, 12);
  checkProducts<TypeParam>(expanded(nodes, 3, 6), 70 * 6, 72);
  checkProducts<TypeParam>(expanded(nodes, 6, 3), 40 * 3, 36);
  checkProducts<TypeParam>(expanded(nodes, 6, 6), 40 * 6, 72);
  checkProducts<TypeParam>(nodeMatrixWithLongRows<double>(100, 9000, 7500), 9000, 7500);
}

// y = x + omega d .* (b - A x) of a matrix whose first columns are its rows.
TYPED_TEST(NodeBlocksOn, RelaxesEveryColumnByOneDiagonal) {
  const HostCsr<double> A = nodeMatrix<double>(100, 350, 300);
  const LocalOrdinal n = A.numRows;
  const auto blocks = blocksOf<TypeParam>(A, n);
  const double omega = 1.5;
  const auto d = randomEntries(n, 3);
  const auto deviceD = toView<TypeParam>("d", d);
  for (int width : {1, 2, 4, 8}) {
    const SplitEntries x(A.numCols, n, width);
    const auto b = randomEntries(std::size_t(n) * width, 2);
    const auto y = toWide<TypeParam>(wrongValues<double>(b.size()), width);
    relaxBlocks<TypeParam>({}, blocks, omega, deviceD, toWide<TypeParam>(b, width), toWide<TypeParam>(x.owned, width),
                           y);
    relaxHaloBlocks<TypeParam>({}, blocks, toWide<TypeParam>(x.halo, width), omega, deviceD, y);
    std::vector<std::vector<double>> expected;
    for (int c = 0; c < width; ++c) {
      auto column = referenceProduct(rounded(A), columnOf(x.all, width, c), -1.0, 1.0, columnOf(b, width, c));
      for (LocalOrdinal i = 0; i < n; ++i) column[i] = x.all[std::size_t(i) * width + c] + omega * d[i] * column[i];
      expected.push_back(column);
    }
    expectColumns(fromWide(y), expected, 1e-13);
  }
}

template <class DeviceType>
Kokkos::View<float*, DeviceType> inFloat(const std::vector<double>& entries) {
  return toView<DeviceType>("entries", std::vector<float>(entries.begin(), entries.end()));
}

TYPED_TEST(NodeBlocksOn, OneVectorInSingleIsSummedInSingle) {
  for (LocalOrdinal numOwned : {350, 300}) {
    const HostCsr<double> A = nodeMatrix<double>(100, 350, numOwned);
    const LocalOrdinal n = A.numRows;
    const auto blocks = blocksOf<TypeParam>(A, numOwned);
    const SplitEntries x(A.numCols, numOwned, 1);
    const auto w = randomEntries(n, 2), d = randomEntries(n, 3);
    const auto owned = inFloat<TypeParam>(x.owned), halo = inFloat<TypeParam>(x.halo);
    const auto expectNear = [&](const Kokkos::View<float*, TypeParam>& found, const std::vector<double>& expected) {
      const auto y = toVector(found);
      for (LocalOrdinal i = 0; i < n; ++i) EXPECT_NEAR(y[i], expected[i], 2e-5) << "row " << i;
    };
    for (const auto& [alpha, beta] : std::vector<std::pair<float, float>>{{1, 0}, {-1, 1}, {0.5, -3}}) {
      const auto y = toView<TypeParam>("y", wrongValues<float>(n));
      multiplyBlocks<TypeParam>({}, blocks, owned, alpha, beta, inFloat<TypeParam>(w), y);
      multiplyHaloBlocks<TypeParam>({}, blocks, halo, alpha, y);
      expectNear(y, referenceProduct(A, x.all, double(alpha), double(beta), w));
    }
    if (numOwned < n) continue;
    const auto y = toView<TypeParam>("y", wrongValues<float>(n));
    relaxBlocks<TypeParam>({}, blocks, 1.5f, inFloat<TypeParam>(d), inFloat<TypeParam>(w), owned, y);
    relaxHaloBlocks<TypeParam>({}, blocks, halo, 1.5f, inFloat<TypeParam>(d), y);
    auto expected = referenceProduct(A, x.all, -1.0, 1.0, w);
    for (LocalOrdinal i = 0; i < n; ++i) expected[i] = x.all[i] + 1.5 * d[i] * expected[i];
    expectNear(y, expected);
  }
}

TYPED_TEST(NodeBlocksOn, AMatrixWithoutRowsDoesNothing) {
  const auto blocks = storeByNodes<TypeParam>(toDevice<TypeParam>(HostCsr<double>()), NodePattern<TypeParam>(), 0);
  const WideVectors<TypeParam> nothing("nothing", 0, 1);
  multiplyBlocks<TypeParam>({}, blocks, nothing, 1, 0, nothing, nothing);
  EXPECT_EQ(blocks.numBytes(), 0u);
}

}  // namespace
}  // namespace Chronos::Test
