// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NodeJacobiOperator.hpp"

#include "DenseOperators.hpp"
#include "KernelCases.hpp"

#include <random>

namespace Chronos::Test {
namespace {

// Nodes of the given sizes; rows of a node have the same columns, unless `ragged` takes one entry from a row.
struct Nodes {
  std::vector<int> sizes;
  HostCsr<double> A;
  std::vector<LocalOrdinal> nodeOfRow, firstRow{0};

  Nodes(const std::vector<int>& given, unsigned seed, int ragged = -1) : sizes(given) {
    for (std::size_t node = 0; node < sizes.size(); ++node) {
      nodeOfRow.insert(nodeOfRow.end(), std::size_t(sizes[node]), static_cast<LocalOrdinal>(node));
      firstRow.push_back(firstRow.back() + sizes[node]);
    }
    const LocalOrdinal n = firstRow.back();
    A.numCols = n;
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Dense M(n);
    for (int row = 0; row < n; ++row)
      for (int col = 0; col <= row; ++col) M(row, col) = M(col, row) = row == col ? n : uniform(random);
    for (LocalOrdinal row = 0; row < n; ++row) {
      for (LocalOrdinal col = 0; col < n; ++col) {
        const int distance = std::abs(nodeOfRow[row] - nodeOfRow[col]);
        if (distance > 1 || (row == ragged && col == (row + sizes[nodeOfRow[row]]) % n)) continue;
        A.colInd.push_back(col);
        A.values.push_back(M(row, col));
      }
      A.rowPtr.push_back(A.colInd.size());
      ++A.numRows;
    }
  }
};

// Row of I - omega D^{-1} A with D the block of a node, or its diagonal.
std::vector<double> expectedRow(const Nodes& nodes, LocalOrdinal row, bool byBlock, double omega) {
  const LocalOrdinal node = nodes.nodeOfRow[row], first = nodes.firstRow[node];
  const int n = nodes.sizes[node];
  const Dense A = denseOf(nodes.A);
  Dense block(n);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) block(r, c) = byBlock || r == c ? A(first + r, first + c) : 0;
  // Gauss-Jordan on [block | rows of A].
  std::vector<std::vector<double>> rows(n, std::vector<double>(A.n));
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < A.n; ++c) rows[r][c] = A(first + r, c);
  for (int pivot = 0; pivot < n; ++pivot)
    for (int r = 0; r < n; ++r) {
      if (r == pivot) continue;
      const double factor = block(r, pivot) / block(pivot, pivot);
      for (int c = 0; c < n; ++c) block(r, c) -= factor * block(pivot, c);
      for (int c = 0; c < A.n; ++c) rows[r][c] -= factor * rows[pivot][c];
    }
  std::vector<double> result(A.n);
  for (int c = 0; c < A.n; ++c) result[c] = (c == row) - omega * rows[row - first][c] / block(row - first, row - first);
  return result;
}

template <class DeviceType>
class NodeJacobiOperatorTest : public ::testing::Test {
 public:
  // With the pattern of nodes, where rows come in threes, and without.
  static void check(const Nodes& nodes, const std::vector<bool>& byBlock, double omega = 0.6) {
    const auto A = toDevice<DeviceType>(nodes.A);
    const auto pattern = findNodePattern<DeviceType>(A.rowPtr, A.colInd, A.numRows, A.numCols);
    const std::vector<double> found = valuesFor(nodes, A, {}, omega);
    EXPECT_EQ(valuesFor(nodes, A, pattern, omega), found);
    for (LocalOrdinal row = 0; row < nodes.A.numRows; ++row) {
      const std::vector<double> expected = expectedRow(nodes, row, byBlock[nodes.nodeOfRow[row]], omega);
      for (Offset e = nodes.A.rowPtr[row]; e < nodes.A.rowPtr[row + 1]; ++e)
        EXPECT_NEAR(found[e], expected[nodes.A.colInd[e]], 1e-13) << "row " << row;
    }
  }

 private:
  static std::vector<double> valuesFor(const Nodes& nodes, const CsrMatrix<double, DeviceType>& A,
                                       const NodePattern<DeviceType>& pattern, double omega) {
    std::vector<LocalOrdinal> diagonal(nodes.A.numRows);
    for (LocalOrdinal row = 0; row < nodes.A.numRows; ++row) diagonal[row] = row;
    const Kokkos::View<double*, DeviceType> values("values", nodes.A.values.size());
    nodeJacobiValues<DeviceType>(typename DeviceType::execution_space(),
                                 {A, toDeviceView(diagonal), toDeviceView(nodes.nodeOfRow),
                                  static_cast<LocalOrdinal>(nodes.sizes.size()), pattern},
                                 omega, values);
    return toVector(Kokkos::View<const double*, DeviceType>(values));
  }

  static Kokkos::View<const LocalOrdinal*, DeviceType> toDeviceView(const std::vector<LocalOrdinal>& list) {
    const Kokkos::View<LocalOrdinal*, DeviceType> view("list", list.size());
    const auto host = Kokkos::create_mirror_view(view);
    for (std::size_t i = 0; i < list.size(); ++i) host(i) = list[i];
    Kokkos::deep_copy(view, host);
    return view;
  }
};
#ifdef KOKKOS_ENABLE_CUDA
using Devices = ::testing::Types<Device, HostDevice>;
#else
using Devices = ::testing::Types<Device>;
#endif
TYPED_TEST_SUITE(NodeJacobiOperatorTest, Devices, );

TYPED_TEST(NodeJacobiOperatorTest, NodesOfAnySizeInvertTheirBlocks) {
  TestFixture::check(Nodes({3, 3, 3, 3}, 1), {true, true, true, true});
  TestFixture::check(Nodes({6, 6, 3, 6}, 2), {true, true, true, true});
  TestFixture::check(Nodes({1, 2, 5, largestJacobiNode, 4}, 3), {true, true, true, true, true});
}

TYPED_TEST(NodeJacobiOperatorTest, LargeNodesAndThoseWithSeveralPatternsTakeTheirDiagonal) {
  TestFixture::check(Nodes({3, largestJacobiNode + 1, 3}, 4), {true, false, true});
  TestFixture::check(Nodes({3, 3, 3}, 5, 4), {true, false, true});
}

TYPED_TEST(NodeJacobiOperatorTest, BlocksThatAreNotDefiniteTakeTheirDiagonal) {
  Nodes nodes({3, 3, 3}, 6);
  for (Offset e = nodes.A.rowPtr[3]; e < nodes.A.rowPtr[5]; ++e) {
    const LocalOrdinal row = e < nodes.A.rowPtr[4] ? 3 : 4;
    if (nodes.A.colInd[e] != row && nodes.A.colInd[e] >= 3 && nodes.A.colInd[e] <= 4) nodes.A.values[e] = 50;
  }
  TestFixture::check(nodes, {true, false, true});
}

TYPED_TEST(NodeJacobiOperatorTest, NodesOfThreeHaveAPattern) {
  const Nodes nodes({3, 3, 3, 3}, 1);
  const auto A = toDevice<TypeParam>(nodes.A);
  EXPECT_TRUE(findNodePattern<TypeParam>(A.rowPtr, A.colInd, A.numRows, A.numCols).exists());
  // Nodes of six and of three in one pattern of threes.
  TestFixture::check(Nodes({6, 3, 3, 6}, 8), {true, true, true, true});
}

TYPED_TEST(NodeJacobiOperatorTest, NoRows) {
  TestFixture::check(Nodes({}, 7), {});
}

}  // namespace
}  // namespace Chronos::Test
