// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NarrowCopy.hpp"

#include "Chronos_NarrowProduct.hpp"
#include "KernelCases.hpp"
#include "NarrowReference.hpp"

namespace Chronos::Test {
namespace {

using Dense = std::vector<std::vector<double>>;

template <class DeviceType>
struct NarrowCopyOn : ::testing::Test {};
TYPED_TEST_SUITE(NarrowCopyOn, KernelDevices, );

constexpr StoragePrecision shortOnes[] = {StoragePrecision::half, StoragePrecision::bfloat16};

// Column by column what the copy is: products with unit vectors add nothing but zeros.
template <class Rows>
Dense dense(const Rows& rows, LocalOrdinal numCols) {
  using DeviceType = typename Rows::device_type;
  Dense result(rows.numRows, std::vector<double>(numCols));
  for (LocalOrdinal col = 0; col < numCols; ++col) {
    std::vector<double> unit(numCols);
    unit[col] = 1;
    const WideVectors<DeviceType> x("x", numCols, 1), y("y", rows.numRows, 1);
    Kokkos::deep_copy(Kokkos::View<double*, DeviceType>(x.data(), numCols), toView<DeviceType>("unit", unit));
    multiplyNarrow<Rows>({}, rows, x, 1, 0, y, y);
    const auto column = toVector(Kokkos::View<const double*, DeviceType>(y.data(), rows.numRows));
    for (LocalOrdinal row = 0; row < rows.numRows; ++row) result[row][col] = column[row];
  }
  return result;
}

Dense dense(const HostCsr<double>& A) {
  Dense result(A.numRows, std::vector<double>(A.numCols));
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) result[row][A.colInd[e]] = A.values[e];
  return result;
}

template <class DeviceType>
EntryRange<DeviceType> rangeOf(const HostCsr<double>& A) {
  return {toView<DeviceType>("rows", exponentsOfRows(A)), toView<DeviceType>("columns", exponentsOfColumns(A))};
}

template <class DeviceType>
NarrowCopy<PagedWords<DeviceType>> wordsOf(const HostCsr<double>& A, Diagonal diagonal, StoragePrecision precision) {
  const auto device = toDevice<DeviceType>(A);
  return copyInWords<DeviceType>({}, device, rangeOf<DeviceType>(A),
                                 compactColumns<DeviceType, double>({}, device, diagonal), diagonal, precision);
}

template <class DeviceType>
NarrowCopy<NodeShorts<DeviceType>> nodesOf(const HostCsr<double>& A, Diagonal diagonal, StoragePrecision precision) {
  const auto device = toDevice<DeviceType>(A);
  const auto pattern = findNodePattern<DeviceType>(device.rowPtr, device.colInd, A.numRows, A.numCols);
  EXPECT_TRUE(pattern.exists());
  return copyByNodes<DeviceType>({}, device, rangeOf<DeviceType>(A), pattern, diagonal, precision);
}

template <class DeviceType>
NarrowCopy<PagedRows<float, DeviceType>> singleOf(const HostCsr<double>& A) {
  const auto device = toDevice<DeviceType>(A);
  return copyInSingle<DeviceType>({}, device, rangeOf<DeviceType>(A),
                                  compactColumns<DeviceType, double>({}, device, Diagonal::kept));
}

// Blocks of 3 x 3 in place of the entries of a symmetric matrix: symmetric again.
HostCsr<double> symmetricNodes(const HostCsr<double>& nodes) {
  HostCsr<double> A;
  A.numRows = A.numCols = nodes.numRows * nodeSize;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    for (Offset e = nodes.rowPtr[row / nodeSize]; e < nodes.rowPtr[row / nodeSize + 1]; ++e)
      for (int c = 0; c < nodeSize; ++c) {
        const int r = row % nodeSize;
        A.colInd.push_back(nodes.colInd[e] * nodeSize + c);
        A.values.push_back(static_cast<float>(nodes.values[e] * (r == c ? 2.0 + r : 0.37 + 0.11 * r * c)));
      }
    A.rowPtr.push_back(A.values.size());
  }
  return A;
}

void expectSymmetric(const Dense& S) {
  for (std::size_t i = 0; i < S.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) ASSERT_EQ(S[i][j], S[j][i]) << i << ", " << j;
}

// Off the diagonal, or the blocks of nodes on it, bit by bit; there as far as float goes.
void expectEqual(const Dense& found, const Dense& expected, int unknowns) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t j = 0; j < found[i].size(); ++j)
      if (unknowns > 0 && i / unknowns == j / unknowns) {
        EXPECT_NEAR(found[i][j], expected[i][j], 2e-7 * std::abs(expected[i][i])) << i << ", " << j;
      } else {
        ASSERT_EQ(found[i][j], expected[i][j]) << i << ", " << j;
      }
}

TYPED_TEST(NarrowCopyOn, IsWhatTheDefinitionSaysAndSymmetric) {
  for (int spread : {0, 8, 40}) {
    const auto A = symmetricMatrix(60, 10, spread);
    const Dense inSingle = dense(singleOf<TypeParam>(A).rows, A.numCols);
    expectEqual(inSingle, dense(narrowReference(A, StoragePrecision::singlePrecision, 0)), 0);
    expectSymmetric(inSingle);
    for (StoragePrecision precision : shortOnes) {
      const Dense S = dense(wordsOf<TypeParam>(A, Diagonal::leftOut, precision).rows, A.numCols);
      expectEqual(S, dense(narrowReference(A, precision, 1)), 1);
      expectSymmetric(S);
      const Dense kept = dense(wordsOf<TypeParam>(A, Diagonal::kept, precision).rows, A.numCols);
      expectEqual(kept, dense(narrowReference(A, precision, 0)), 0);
    }
  }
}

TYPED_TEST(NarrowCopyOn, ByNodesIsWhatTheDefinitionSaysAndSymmetric) {
  for (int spread : {0, 8}) {
    const auto A = symmetricNodes(symmetricMatrix(20, 8, spread));
    for (StoragePrecision precision : shortOnes) {
      const Dense S = dense(nodesOf<TypeParam>(A, Diagonal::leftOut, precision).rows, A.numCols);
      expectEqual(S, dense(narrowReference(A, precision, nodeSize)), nodeSize);
      expectSymmetric(S);
      const Dense kept = dense(nodesOf<TypeParam>(A, Diagonal::kept, precision).rows, A.numCols);
      expectEqual(kept, dense(narrowReference(A, precision, 0)), 0);
    }
  }
}

TYPED_TEST(NarrowCopyOn, RoundingDoesNotMoveTheConstantVector) {
  const auto A = symmetricMatrix(60, 10, 6);
  const Dense exact = dense(A);
  for (StoragePrecision precision : shortOnes) {
    const Dense apart = dense(wordsOf<TypeParam>(A, Diagonal::leftOut, precision).rows, A.numCols);
    const Dense kept = dense(wordsOf<TypeParam>(A, Diagonal::kept, precision).rows, A.numCols);
    double worst = 0;
    for (int i = 0; i < 60; ++i) {
      double sum = 0, ofApart = 0, ofKept = 0, size = 0;
      for (int j = 0; j < 60; ++j) {
        sum += exact[i][j];
        ofApart += apart[i][j];
        ofKept += kept[i][j];
        size = std::max(size, std::abs(exact[i][j]));
      }
      EXPECT_NEAR(ofApart, sum, 2e-7 * std::max(size, exact[i][i]));
      worst = std::max(worst, std::abs(ofKept - sum) / size);
    }
    EXPECT_GT(worst, 1e-5);
  }
}

TYPED_TEST(NarrowCopyOn, OfTheTransposeIsTheTransposeOfTheCopy) {
  auto P = inFloat(raggedMatrix<double>(80, 30, 5));
  for (LocalOrdinal row = 0; row < P.numRows; ++row)
    for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e)
      P.values[e] = std::ldexp(P.values[e], (row * 7 + P.colInd[e] * 13) % 50 - 25);
  HostCsr<double> R;
  R.numRows = P.numCols;
  R.numCols = P.numRows;
  for (LocalOrdinal col = 0; col < P.numCols; ++col) {
    for (LocalOrdinal row = 0; row < P.numRows; ++row)
      for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e)
        if (P.colInd[e] == col) {
          R.colInd.push_back(row);
          R.values.push_back(P.values[e]);
        }
    R.rowPtr.push_back(R.values.size());
  }
  for (StoragePrecision precision : shortOnes) {
    const auto ofP = wordsOf<TypeParam>(P, Diagonal::kept, precision);
    const Dense p = dense(ofP.rows, P.numCols),
                r = dense(wordsOf<TypeParam>(R, Diagonal::kept, precision).rows, R.numCols);
    for (LocalOrdinal i = 0; i < P.numRows; ++i)
      for (LocalOrdinal j = 0; j < P.numCols; ++j) ASSERT_EQ(p[i][j], r[j][i]);
  }
}

TYPED_TEST(NarrowCopyOn, EntriesThatAreRoundedTooCoarselyAreLeftOutAndCounted) {
  const auto A = symmetricMatrix(60, 10, 60);
  const auto ofRows = exponentsOfRows(A);
  long long expected = 0;
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      const LocalOrdinal col = A.colInd[e];
      const double stored = storedNumber(A.values[e], std::max(ofRows[row], ofRows[col]), StoragePrecision::half);
      const int finer = std::min(ofRows[row], ofRows[col]);
      if (col != row && std::abs(A.values[e] - stored) > std::ldexp(1.0, finer - 11)) ++expected;
    }
  EXPECT_GT(expected, 0);
  const auto copy = wordsOf<TypeParam>(A, Diagonal::leftOut, StoragePrecision::half);
  EXPECT_EQ(copy.numPoor, expected);
  const Dense S = dense(copy.rows, A.numCols);
  expectEqual(S, dense(narrowReference(A, StoragePrecision::half, 1)), 1);
  expectSymmetric(S);
  EXPECT_EQ(wordsOf<TypeParam>(A, Diagonal::leftOut, StoragePrecision::bfloat16).numPoor, 0);
  EXPECT_EQ(singleOf<TypeParam>(A).numPoor, 0);
}

TYPED_TEST(NarrowCopyOn, EntriesThatCountForNeitherTheirRowNorTheirColumnAreNotPoor) {
  auto A = symmetricMatrix(60, 10, 0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      if (A.colInd[e] != row) A.values[e] *= 0x1p-50;
  EXPECT_EQ(wordsOf<TypeParam>(A, Diagonal::leftOut, StoragePrecision::half).numPoor, 0);
}

TYPED_TEST(NarrowCopyOn, RowsOfZerosAndOfAnyMagnitudeStayWhatTheyAre) {
  HostCsr<double> A;
  A.numRows = A.numCols = 6;
  A.rowPtr = {0, 2, 3, 3, 4, 6, 7};
  A.colInd = {0, 1, 1, 3, 4, 0, 5};
  A.values = {std::ldexp(1.5, 880), std::ldexp(1.25, 870), std::ldexp(1.5, -790), 0.0, 3.0, 0.0, 65504.0 * 8};
  for (StoragePrecision precision : shortOnes)
    for (Diagonal diagonal : {Diagonal::kept, Diagonal::leftOut})
      expectEqual(dense(wordsOf<TypeParam>(A, diagonal, precision).rows, 6),
                  dense(narrowReference(A, precision, diagonal == Diagonal::leftOut ? 1 : 0)), 1);
  const auto exponents = largestExponents<TypeParam>({}, toDevice<TypeParam>(A));
  EXPECT_EQ(toVector(exponents.ofRows), exponentsOfRows(A));
  EXPECT_EQ(exponents.range(), RowRange::copies);
}

TYPED_TEST(NarrowCopyOn, TheRangeIsThatOfTheRowThatIsFarthestFromOne) {
  // A diagonal matrix of these exponents; zeros for rows that have none.
  const auto rangeOfThese = [](const std::vector<LocalOrdinal>& exponents) {
    HostCsr<double> A;
    A.numRows = A.numCols = static_cast<LocalOrdinal>(exponents.size());
    A.rowPtr = {0};
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      A.rowPtr.push_back(row + 1);
      A.colInd.push_back(row);
      A.values.push_back(exponents[row] == noExponent ? 0 : std::ldexp(-1.5, exponents[row]));
    }
    return largestExponents<TypeParam>({}, toDevice<TypeParam>(A)).range();
  };
  EXPECT_EQ(rangeOfThese({}), RowRange::singleVectors);
  EXPECT_EQ(rangeOfThese({noExponent, -60, 60, 3}), RowRange::singleVectors);
  EXPECT_EQ(rangeOfThese({0, 61}), RowRange::copies);
  EXPECT_EQ(rangeOfThese({-61}), RowRange::copies);
  EXPECT_EQ(rangeOfThese({0, 900, -800}), RowRange::copies);
  EXPECT_EQ(rangeOfThese({0, 901, 61}), RowRange::none);
  EXPECT_EQ(rangeOfThese({61, -801}), RowRange::none);
  std::vector<LocalOrdinal> many(5000, 70);
  EXPECT_EQ(rangeOfThese(many), RowRange::copies);
  many[4711] = 950;
  EXPECT_EQ(rangeOfThese(many), RowRange::none);
}

}  // namespace
}  // namespace Chronos::Test
