// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NarrowProduct.hpp"

#include "Chronos_MergedSingles.hpp"
#include "Chronos_NarrowCopy.hpp"
#include "KernelCases.hpp"
#include "NarrowReference.hpp"
#include "NodeMatrix.hpp"
#include "ReferenceLocal.hpp"
#include "WideEntries.hpp"

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct NarrowProductOn : ::testing::Test {};
TYPED_TEST_SUITE(NarrowProductOn, KernelDevices, );

// Rows with their diagonal, 0 to `longest` entries beside it.
HostCsr<double> withDiagonal(LocalOrdinal numRows, LocalOrdinal numCols, int longest) {
  const auto A = raggedMatrix<double>(numRows, numCols, longest);
  HostCsr<double> result;
  result.numCols = numCols;
  std::mt19937 random(5);
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    std::set<LocalOrdinal> columns(A.colInd.begin() + A.rowPtr[row], A.colInd.begin() + A.rowPtr[row + 1]);
    columns.insert(row);
    result.addRow(columns, random);
  }
  return inFloat(result);
}

// One row of so many entries among short ones: blocks of few rows.
HostCsr<double> withALongRow(LocalOrdinal numRows, LocalOrdinal numCols, int longRow) {
  return inFloat(raggedMatrix<double>(numRows, numCols, 4, longRow));
}

// \param stored what the rows stand for
template <class Rows>
void checkProducts(const Rows& rows, const HostCsr<double>& stored, LocalOrdinal numOwned) {
  using DeviceType = typename Rows::device_type;
  const auto boundary = boundaryOf<DeviceType>(stored, numOwned);
  for (int width : {1, 2, 4, 8})
    for (const auto& [alpha, beta] : std::vector<std::pair<double, double>>{{1, 0}, {-1, 1}, {0.5, -3}}) {
      const SplitEntries x(stored.numCols, numOwned, width);
      const auto w = randomEntries(std::size_t(stored.numRows) * width, 2);
      const auto y = toWide<DeviceType>(wrongValues<double>(w.size()), width);
      multiplyNarrow<Rows>({}, rows, toWide<DeviceType>(x.owned, width), alpha, beta, toWide<DeviceType>(w, width), y);
      multiplyNarrowHalo<Rows>({}, rows, boundary, numOwned, toWide<DeviceType>(x.halo, width), alpha, y);
      std::vector<std::vector<double>> expected;
      for (int c = 0; c < width; ++c)
        expected.push_back(referenceProduct(stored, columnOf(x.all, width, c), alpha, beta, columnOf(w, width, c)));
      // The diagonal may be another float.
      expectColumns(fromWide(y), expected, 1e-6);
    }
}

// y = x + omega d .* (b - A x) of a matrix whose first columns are its rows.
template <class Rows>
void checkRelaxation(const Rows& rows, const HostCsr<double>& stored) {
  using DeviceType = typename Rows::device_type;
  const LocalOrdinal n = stored.numRows;
  const auto boundary = boundaryOf<DeviceType>(stored, n);
  const double omega = 1.5;
  const auto d = randomEntries(n, 3);
  const auto deviceD = toView<DeviceType>("d", d);
  for (int width : {1, 2, 4, 8}) {
    const SplitEntries x(stored.numCols, n, width);
    const auto b = randomEntries(std::size_t(n) * width, 2);
    const auto y = toWide<DeviceType>(wrongValues<double>(b.size()), width);
    relaxNarrow<Rows>({}, rows, omega, deviceD, toWide<DeviceType>(b, width), toWide<DeviceType>(x.owned, width), y);
    relaxNarrowHalo<Rows>({}, rows, boundary, n, toWide<DeviceType>(x.halo, width), omega, deviceD, y);
    std::vector<std::vector<double>> expected;
    for (int c = 0; c < width; ++c) {
      auto column = referenceProduct(stored, columnOf(x.all, width, c), -1.0, 1.0, columnOf(b, width, c));
      for (LocalOrdinal i = 0; i < n; ++i) column[i] = x.all[std::size_t(i) * width + c] + omega * d[i] * column[i];
      expected.push_back(column);
    }
    expectColumns(fromWide(y), expected, 2e-6);
  }
}

template <class DeviceType>
Kokkos::View<float*, DeviceType> inFloat(const std::vector<double>& entries) {
  return toView<DeviceType>("entries", std::vector<float>(entries.begin(), entries.end()));
}

// Both, and what the halo adds, for one vector in single precision, whose sums are in it too.
template <class Rows>
void checkSingleVectors(const Rows& rows, const HostCsr<double>& stored, LocalOrdinal numOwned) {
  using DeviceType = typename Rows::device_type;
  const LocalOrdinal n = stored.numRows;
  const auto boundary = boundaryOf<DeviceType>(stored, numOwned);
  const SplitEntries x(stored.numCols, numOwned, 1);
  const auto w = randomEntries(n, 2), d = randomEntries(n, 3);
  const auto owned = inFloat<DeviceType>(x.owned), halo = inFloat<DeviceType>(x.halo);
  const auto deviceW = inFloat<DeviceType>(w), deviceD = inFloat<DeviceType>(d);
  // A row has at most 201 entries below 1.
  constexpr double tolerance = 1e-4;
  const auto expectNear = [&](const Kokkos::View<float*, DeviceType>& found, const std::vector<double>& expected) {
    const auto y = toVector(found);
    for (LocalOrdinal i = 0; i < n; ++i) EXPECT_NEAR(y[i], expected[i], tolerance) << "row " << i;
  };
  for (const auto& [alpha, beta] : std::vector<std::pair<float, float>>{{1, 0}, {-1, 1}, {0.5, -3}}) {
    const auto y = toView<DeviceType>("y", wrongValues<float>(n));
    multiplyNarrow<Rows>({}, rows, owned, alpha, beta, deviceW, y);
    multiplyNarrowHalo<Rows>({}, rows, boundary, numOwned, halo, alpha, y);
    expectNear(y, referenceProduct(stored, x.all, double(alpha), double(beta), w));
    if (beta == 0) continue;
    const auto inPlace = toView<DeviceType>("w and y", toVector(deviceW));
    multiplyNarrow<Rows>({}, rows, owned, alpha, beta, inPlace, inPlace);
    multiplyNarrowHalo<Rows>({}, rows, boundary, numOwned, halo, alpha, inPlace);
    EXPECT_EQ(toVector(inPlace), toVector(y)) << "w may be y";
  }
  if (numOwned < n) return;
  const float omega = 1.5;
  const auto y = toView<DeviceType>("y", wrongValues<float>(n));
  relaxNarrow<Rows>({}, rows, omega, deviceD, deviceW, owned, y);
  relaxNarrowHalo<Rows>({}, rows, boundary, numOwned, halo, omega, deviceD, y);
  auto expected = referenceProduct(stored, x.all, -1.0, 1.0, w);
  for (LocalOrdinal i = 0; i < n; ++i) expected[i] = x.all[i] + omega * d[i] * expected[i];
  expectNear(y, expected);
}

template <class DeviceType>
EntryRange<DeviceType> rangeOf(const HostCsr<double>& A) {
  return {toView<DeviceType>("rows", exponentsOfRows(A)), toView<DeviceType>("columns", exponentsOfColumns(A))};
}

// Columns, and how many of them are owned; those of the last one lie on too many pages for a warp.
const std::pair<LocalOrdinal, LocalOrdinal> columnCases[] = {{700, 700}, {900, 700}, {75000, 50000}};

TYPED_TEST(NarrowProductOn, PagedRowsEqualTheReferenceInEveryColumn) {
  for (int longest : {3, 6, 30, 200})
    for (const auto& [numCols, numOwned] : columnCases) {
      const auto A = withDiagonal(700, numCols, longest);
      const auto device = toDevice<TypeParam>(A);
      const auto columns = compactColumns<TypeParam, double>({}, device, Diagonal::kept);
      const PagedRows<double, TypeParam> inDouble{A.numRows, columns, device.values, {}};
      checkProducts(inDouble, A, numOwned);
      checkRelaxation(inDouble, A);
      const auto inSingle = copyInSingle<TypeParam>({}, device, rangeOf<TypeParam>(A), columns).rows;
      const auto stored = narrowReference(A, StoragePrecision::singlePrecision, 0);
      checkProducts(inSingle, stored, numOwned);
      checkRelaxation(inSingle, stored);
      checkSingleVectors(inSingle, stored, numOwned);
    }
}

TYPED_TEST(NarrowProductOn, WordsEqualTheReferenceInEveryColumn) {
  for (int longest : {3, 6, 30, 200})
    for (const auto& [numCols, numOwned] : columnCases) {
      const auto precision = longest % 2 == 0 ? StoragePrecision::half : StoragePrecision::bfloat16;
      const auto A = withDiagonal(700, numCols, longest);
      const auto device = toDevice<TypeParam>(A);
      for (Diagonal diagonal : {Diagonal::kept, Diagonal::leftOut}) {
        const auto words =
            copyInWords<TypeParam>({}, device, rangeOf<TypeParam>(A),
                                   compactColumns<TypeParam, double>({}, device, diagonal), diagonal, precision)
                .rows;
        const auto stored = narrowReference(A, precision, diagonal == Diagonal::leftOut ? 1 : 0);
        checkProducts(words, stored, numOwned);
        checkRelaxation(words, stored);
        checkSingleVectors(words, stored, numOwned);
      }
    }
}

TYPED_TEST(NarrowProductOn, RowsAmongWhichOneIsLongEqualTheReference) {
  const auto A = withALongRow(700, 900, 100);
  const auto device = toDevice<TypeParam>(A);
  const auto columns = compactColumns<TypeParam, double>({}, device, Diagonal::kept);
  const auto inSingle = copyInSingle<TypeParam>({}, device, rangeOf<TypeParam>(A), columns).rows;
  checkSingleVectors(inSingle, narrowReference(A, StoragePrecision::singlePrecision, 0), 700);
  const auto words =
      copyInWords<TypeParam>({}, device, rangeOf<TypeParam>(A), columns, Diagonal::kept, StoragePrecision::half).rows;
  checkSingleVectors(words, narrowReference(A, StoragePrecision::half, 0), 700);
}

TYPED_TEST(NarrowProductOn, NodesEqualTheReferenceInEveryColumn) {
  for (StoragePrecision precision : {StoragePrecision::half, StoragePrecision::bfloat16})
    for (LocalOrdinal numOwned : {500, 300})
      for (LocalOrdinal numNodes : {1, 2, 90}) {
        const auto A = inFloat(nodeMatrix<double>(numNodes, 500, numOwned));
        const auto device = toDevice<TypeParam>(A);
        const auto pattern = findNodePattern<TypeParam>(device.rowPtr, device.colInd, A.numRows, numOwned);
        ASSERT_TRUE(pattern.exists());
        const auto rows =
            copyByNodes<TypeParam>({}, device, rangeOf<TypeParam>(A), pattern, Diagonal::kept, precision).rows;
        checkProducts(rows, narrowReference(A, precision, 0), numOwned);
        checkSingleVectors(rows, narrowReference(A, precision, 0), numOwned);
      }
}

// Blocks of nodes on the diagonal, apart from the others.
TYPED_TEST(NarrowProductOn, NodesWithTheirDiagonalApartEqualTheReference) {
  const auto A = inFloat(expanded(withDiagonal(60, 80, 6), nodeSize, nodeSize));
  const LocalOrdinal n = A.numRows;
  const auto device = toDevice<TypeParam>(A);
  const auto pattern = findNodePattern<TypeParam>(device.rowPtr, device.colInd, n, n);
  ASSERT_TRUE(pattern.exists());
  for (StoragePrecision precision : {StoragePrecision::half, StoragePrecision::bfloat16}) {
    const auto rows =
        copyByNodes<TypeParam>({}, device, rangeOf<TypeParam>(A), pattern, Diagonal::leftOut, precision).rows;
    const auto stored = narrowReference(A, precision, nodeSize);
    checkProducts(rows, stored, n);
    checkRelaxation(rows, stored);
    checkSingleVectors(rows, stored, n);
  }
}

struct NodeLanesFunctor {
  static constexpr int lanes = 4;
  MergedSingles<HostDevice> A;
  Kokkos::View<const double*, HostDevice> x;
  LocalOrdinal numOwned;
  Kokkos::View<double*, HostDevice> y;
  void operator()(int node) const {
    for (int lane = 0; lane < lanes; ++lane) {
      double sums[nodeSize] = {};
      A.node(node).add(lane, lanes, numOwned, x.data(), sums);
      for (int r = 0; r < nodeSize; ++r) y(node * nodeSize + r) += sums[r];
    }
  }
};

// On a host nobody else takes nodes by lanes.
TEST(NarrowProduct, LanesOfMergedRowsAddUpToTheProduct) {
  const auto A = inFloat(alikeMatrix<double>(90, 700));
  const auto rows = mergeInSingle<HostDevice>({}, toDevice<HostDevice>(A));
  ASSERT_TRUE(rows.exists());
  const auto x = randomEntries(A.numCols, 8);
  for (LocalOrdinal numOwned : {700, 550, 0}) {
    auto owned = x;
    for (LocalOrdinal col = numOwned; col < A.numCols; ++col) owned[col] = 0;
    const auto y = allocateZeros<Kokkos::View<double*, HostDevice>>("y", A.numRows);
    const NodeLanesFunctor functor{rows, toView<HostDevice>("x", x), numOwned, y};
    for (int node = 0; node < A.numRows / nodeSize; ++node) functor(node);
    const auto found = toVector(y), expected = referenceProduct(A, owned, 1.0, 0.0, found);
    for (LocalOrdinal row = 0; row < A.numRows; ++row) EXPECT_NEAR(found[row], expected[row], 1e-12);
  }
}

TYPED_TEST(NarrowProductOn, RowsMergedInSingleEqualTheReferenceInEveryColumn) {
  for (LocalOrdinal numOwned : {700, 550})
    for (LocalOrdinal numNodes : {1, 2, 90, 233}) {
      const auto A = inFloat(alikeMatrix<double>(numNodes, 700));
      const auto rows = mergeInSingle<TypeParam>({}, toDevice<TypeParam>(A));
      ASSERT_TRUE(rows.exists());
      const std::size_t mostFilledUp = std::size_t(numNodes) * nodeSize * (rows.columnsOfPart - 1);
      EXPECT_LE(rows.numEntries(), A.values.size() * 3 / 2 + mostFilledUp);
      checkProducts(rows, A, numOwned);
      checkSingleVectors(rows, A, numOwned);
    }
  const auto square = inFloat(alikeMatrix<double>(100, 300));
  checkRelaxation(mergeInSingle<TypeParam>({}, toDevice<TypeParam>(square)), square);
  EXPECT_FALSE(mergeInSingle<TypeParam>({}, toDevice<TypeParam>(raggedMatrix<double>(600, 600, 40))).exists());
}

TYPED_TEST(NarrowProductOn, AMatrixWithoutRowsDoesNothing) {
  const WideVectors<TypeParam> nothing("nothing", 0, 1);
  multiplyNarrow<PagedWords<TypeParam>>({}, {}, nothing, 1, 0, nothing, nothing);
  multiplyNarrow<NodeShorts<TypeParam>>({}, {}, nothing, 1, 0, nothing, nothing);
  multiplyNarrow<MergedSingles<TypeParam>>({}, {}, nothing, 1, 0, nothing, nothing);
  EXPECT_EQ((PagedWords<TypeParam>().numBytes()), 0u);
}

}  // namespace
}  // namespace Chronos::Test
