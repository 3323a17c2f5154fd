// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FilterRows.hpp"
#include "FilterReference.hpp"
#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

using HostVectors = std::vector<std::vector<double>>;  // a row for each column of the matrix

HostVectors randomVectors(int numCols, int t, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  HostVectors V(numCols, std::vector<double>(t));
  for (auto& row : V)
    for (double& value : row) value = uniform(random);
  return V;
}

// The third vector is the sum of the first two, the fourth is zero.
HostVectors dependentVectors(int numCols) {
  HostVectors V = randomVectors(numCols, 6, 8);
  for (auto& row : V) {
    row[2] = row[0] + row[1];
    row[3] = 0;
  }
  return V;
}

// Rigid-body modes of points far from the origin, one unknown each in turn: rotations are nearly
// translations.
HostVectors rigidBodyVectors(int numCols) {
  const HostVectors points = randomVectors(numCols, 3, 12);
  HostVectors V(numCols, std::vector<double>(6, 0.0));
  for (int col = 0; col < numCols; ++col) {
    const double x = 100 + points[col / 3][0], y = 50 + points[col / 3][1], z = -80 + points[col / 3][2];
    const double rotations[3][3] = {{0, z, -y}, {-z, 0, x}, {y, -x, 0}};
    V[col][col % 3] = 1;
    for (int k = 0; k < 3; ++k) V[col][3 + k] = rotations[col % 3][k];
  }
  return V;
}

template <class Case>
struct FilterRows : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  static constexpr bool single = sizeof(Scalar) == sizeof(float);

  static FilterInput<Scalar, DeviceType> inputOf(const HostCsr<Scalar>& A, const HostVectors& V,
                                                 const std::vector<char>& mustStay, GlobalOrdinal shift) {
    std::vector<GlobalOrdinal> globals;
    for (LocalOrdinal col = 0; col < A.numCols; ++col) globals.push_back(shift - 3 * col);
    const Kokkos::View<double**, Kokkos::LayoutRight, DeviceType> vectors("vectors", A.numCols,
                                                                          V.empty() ? 0 : V[0].size());
    const auto host = Kokkos::create_mirror_view(vectors);
    for (std::size_t col = 0; col < V.size(); ++col)
      for (std::size_t k = 0; k < V[col].size(); ++k) host(col, k) = V[col][k];
    Kokkos::deep_copy(vectors, host);
    return {toDevice<DeviceType>(A), toView<DeviceType>("globals", globals), vectors,
            toView<DeviceType>("mustStay", mustStay)};
  }

  static FilterReferenceRow referenceRow(const HostCsr<Scalar>& A, const HostVectors& V,
                                         const std::vector<char>& mustStay, GlobalOrdinal shift, LocalOrdinal row) {
    FilterReferenceRow result;
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
      result.entries.push_back({shift - 3 * A.colInd[e], A.values[e], !mustStay.empty() && mustStay[e] != 0,
                                V.empty() ? std::vector<double>() : V[A.colInd[e]]});
    return result;
  }

  static void expectSameAction(const HostCsr<Scalar>& A, const HostCsr<Scalar>& filtered, const HostVectors& V) {
    for (LocalOrdinal row = 0; row < A.numRows; ++row)
      for (std::size_t k = 0; k < (V.empty() ? 0 : V[0].size()); ++k) {
        double difference = 0, size = 0;
        for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
          difference += double(A.values[e]) * V[A.colInd[e]][k];
          size += std::abs(double(A.values[e]) * V[A.colInd[e]][k]);
        }
        for (Offset e = filtered.rowPtr[row]; e < filtered.rowPtr[row + 1]; ++e)
          difference -= double(filtered.values[e]) * V[filtered.colInd[e]][k];
        EXPECT_LE(std::abs(difference), (single ? 1e-4 : 2e-11) * size) << "row " << row << " vector " << k;
      }
  }

  static void check(const HostCsr<Scalar>& A, const HostVectors& V, const FilterRule& rule,
                    const std::vector<char>& mustStay = {}) {
    const GlobalOrdinal shift = 100000;
    const auto result =
        filterRows<Scalar, DeviceType>(typename DeviceType::execution_space(), inputOf(A, V, mustStay, shift), rule);
    const HostCsr<Scalar> filtered = toHost(result.rows);
    const std::vector<char> stays = toVector(result.stays);
    ASSERT_EQ(filtered.numRows, A.numRows);
    EXPECT_EQ(filtered.numCols, A.numCols);
    long long numExtended = 0;
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      SCOPED_TRACE(row);
      std::map<GlobalOrdinal, double> entries;
      Offset place = filtered.rowPtr[row];
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
        if (stays[e] == 0) continue;
        ASSERT_LT(place, filtered.rowPtr[row + 1]);
        EXPECT_EQ(filtered.colInd[place], A.colInd[e]);
        entries[shift - 3 * A.colInd[e]] = filtered.values[place++];
      }
      ASSERT_EQ(place, filtered.rowPtr[row + 1]);
      FilterReferenceRow reference = referenceRow(A, V, mustStay, shift, row);
      reference.rule = rule;
      reference.numSteps = single ? 65536.0 : 1073741824.0;
      numExtended += reference.expectFiltered(entries, single ? 1e-5 : 1e-9);
    }
    EXPECT_EQ(result.numExtendedRows, numExtended);
    expectSameAction(A, filtered, V);
  }
};
TYPED_TEST_SUITE(FilterRows, KernelCases, );

TYPED_TEST(FilterRows, EqualsTheLeastNormCorrection) {
  using Scalar = typename TestFixture::Scalar;
  for (int n : {0, 1, 2, 60, 200}) {
    HostCsr<Scalar> A = raggedMatrix<Scalar>(n, 2 * n, 30, n);
    shuffleRows(A);
    for (int t : {0, 1, 3, 7})
      for (double share : {0.3, 0.8, 1.0})
        for (int maxEntries : {0, 6}) TestFixture::check(A, randomVectors(A.numCols, t, 5), {share, maxEntries, 0.5});
  }
}

TYPED_TEST(FilterRows, ManyVectorsAndLongRows) {
  using Scalar = typename TestFixture::Scalar;
  const HostCsr<Scalar> A = raggedMatrix<Scalar>(9, 6000, 300, 4000);
  for (int t : {1, 17, maxFilterVectors}) TestFixture::check(A, randomVectors(A.numCols, t, 6), {0.7, 0, 0.5});
}

TYPED_TEST(FilterRows, DependentVectorsGiveNoLargeWeights) {
  using Scalar = typename TestFixture::Scalar;
  const HostCsr<Scalar> A = raggedMatrix<Scalar>(80, 160, 25);
  for (double share : {0.4, 0.8}) TestFixture::check(A, dependentVectors(A.numCols), {share, 0, 0.5});
}

// The normal equations lose half of the digits here; refinement wins them back.
TYPED_TEST(FilterRows, NearlyDependentVectorsAreMetToo) {
  using Scalar = typename TestFixture::Scalar;
  using DeviceType = typename TestFixture::DeviceType;
  const HostCsr<Scalar> A = raggedMatrix<Scalar>(120, 240, 40);
  const HostVectors V = rigidBodyVectors(A.numCols);
  const auto result = filterRows<Scalar, DeviceType>(typename DeviceType::execution_space(),
                                                     TestFixture::inputOf(A, V, {}, 0), {0.6, 0, 0.5});
  TestFixture::expectSameAction(A, toHost(result.rows), V);
  EXPECT_LT(result.rows.numEntries(), 0.8 * double(A.colInd.size()));
}

TYPED_TEST(FilterRows, SomeEntriesMustStay) {
  using Scalar = typename TestFixture::Scalar;
  const HostCsr<Scalar> A = raggedMatrix<Scalar>(70, 140, 25);
  std::vector<char> mustStay(A.colInd.size());
  for (std::size_t e = 0; e < mustStay.size(); ++e) mustStay[e] = e % 7 == 2 || e % 5 == 1;
  for (double share : {0.0, 0.6})
    for (int t : {0, 3}) TestFixture::check(A, randomVectors(A.numCols, t, 5), {share, 0, 0.5}, mustStay);
}

// Equal magnitudes: the smaller global index stays, the last columns here.
TYPED_TEST(FilterRows, TiesGoByGlobalIndex) {
  using Scalar = typename TestFixture::Scalar;
  HostCsr<Scalar> A;
  std::mt19937 random(1);
  A.numCols = 8;
  A.addRow({0, 1, 2, 3, 4, 5, 6, 7}, random);
  for (std::size_t e = 0; e < 8; ++e) A.values[e] = static_cast<Scalar>((e % 2 ? -0.1 : 0.1) * (1 + 1e-13 * double(e)));
  TestFixture::check(A, randomVectors(8, 2, 3), {0.5, 0, 10});
}

TYPED_TEST(FilterRows, RowsWithoutMagnitudeStay) {
  using Scalar = typename TestFixture::Scalar;
  using DeviceType = typename TestFixture::DeviceType;
  HostCsr<Scalar> A;
  std::mt19937 random(1);
  A.numCols = 4;
  for (int row = 0; row < 3; ++row) A.addRow({0, 1, 3}, random);
  for (int e = 0; e < 3; ++e) {
    A.values[e] = 0;
    A.values[3 + e] = std::numeric_limits<Scalar>::quiet_NaN();
    A.values[6 + e] = e == 1 ? std::numeric_limits<Scalar>::infinity() : Scalar(1);
  }
  const auto result = filterRows<Scalar, DeviceType>(
      typename DeviceType::execution_space(), TestFixture::inputOf(A, randomVectors(4, 2, 3), {}, 0), {0.5, 1, 0.5});
  EXPECT_EQ(toHost(result.rows).colInd, A.colInd);
}

}  // namespace
}  // namespace Chronos::Test
