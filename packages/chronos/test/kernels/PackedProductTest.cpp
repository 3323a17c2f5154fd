// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PackedProduct.hpp"

#include "KernelCases.hpp"
#include "RandomMatrix.hpp"

namespace Chronos::Test {
namespace {

// Columns one after the other, in plain vectors.
struct HostColumns {
  std::size_t numRows;
  std::vector<double> entries;

  HostColumns(std::size_t n, int numCols, std::uint64_t seed) : numRows(n), entries(n * numCols) {
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = globalUniform(seed, i);
  }
  double operator()(std::size_t row, int col) const { return entries[numRows * col + row]; }
  template <class DeviceType>
  TallColumns<DeviceType> device() const {
    const TallColumns<DeviceType> columns("columns", numRows, numRows == 0 ? 1 : entries.size() / numRows);
    if (!entries.empty())
      Kokkos::deep_copy(Kokkos::View<double*, DeviceType>(columns.data(), entries.size()),
                        toView<DeviceType>("entries", entries));
    return columns;
  }
};

template <class DeviceType>
struct PackedProduct : ::testing::Test {
  using Execution = typename DeviceType::execution_space;

  template <int width>
  static PackedRows<width, DeviceType> wrongRows(std::size_t n) {
    PackedRow<width> wrong;
    for (double& entry : wrong.entry) entry = -5;
    return toView<DeviceType>("rows", std::vector<PackedRow<width>>(n, wrong));
  }

  template <int width>
  static void checkPacking(std::size_t n, int numCols, int first) {
    const HostColumns X(n, numCols, 1);
    const PackedRows<width, DeviceType> rows = wrongRows<width>(n + 2);
    packColumns<width, DeviceType>(Execution(), X.device<DeviceType>(), first, rows);
    const auto packed = toVector(rows);
    for (std::size_t i = 0; i < packed.size(); ++i)
      for (int c = 0; c < width; ++c)
        EXPECT_EQ(packed[i].entry[c], i >= n ? -5 : first + c < numCols ? X(i, first + c) : 0) << i << ", " << c;
  }

  // Rows beyond the matrix's columns are never read; columns of Y on either side are left alone.
  template <int width>
  static void checkProduct(const HostCsr<double>& A, int numCols, int first) {
    const HostColumns X(A.numCols, numCols, 1), Y(A.numRows, numCols, 2);
    const PackedRows<width, DeviceType> rows = wrongRows<width>(A.numCols + 1);
    packColumns<width, DeviceType>(Execution(), X.device<DeviceType>(), first, rows);
    const TallColumns<DeviceType> result = Y.device<DeviceType>();
    multiplyPacked<width, DeviceType>(Execution(), toDevice<DeviceType>(A), rows, -1.5, result, first);
    HostColumns found = Y;
    found.entries = toVector(Kokkos::View<double*, DeviceType>(result.data(), Y.entries.size()));
    for (LocalOrdinal row = 0; row < A.numRows; ++row)
      for (int c = 0; c < numCols; ++c) {
        double sum = 0, size = 0;
        for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
          sum += A.values[e] * X(A.colInd[e], c);
          size += std::abs(A.values[e] * X(A.colInd[e], c));
        }
        const bool isWritten = c >= first && c < first + width;
        EXPECT_NEAR(found(row, c), isWritten ? -1.5 * sum : Y(row, c), isWritten ? 1e-13 * size : 0)
            << row << ", " << c;
      }
  }
};
TYPED_TEST_SUITE(PackedProduct, KernelDevices, );

TYPED_TEST(PackedProduct, PacksColumns) {
  for (std::size_t n : {0, 1, 500})
    for (int first : {0, 2}) {
      TestFixture::template checkPacking<4>(n, 5, first);
      TestFixture::template checkPacking<8>(n, 5, first);
      TestFixture::template checkPacking<8>(n, 12, first);
    }
}

TYPED_TEST(PackedProduct, EqualsTheSums) {
  for (LocalOrdinal n : {0, 1, 200}) {
    HostCsr<double> A = raggedMatrix<double>(n, n + 5, 12, n > 1 ? n : 0);
    shuffleRows(A);
    for (int numCols : {3, 8, 13})
      for (int first : {0, 2}) {
        TestFixture::template checkProduct<4>(A, numCols, first);
        TestFixture::template checkProduct<8>(A, numCols, first);
      }
  }
}

}  // namespace
}  // namespace Chronos::Test
