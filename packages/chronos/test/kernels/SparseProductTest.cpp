// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SparseProduct.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Scalar>
std::vector<Scalar> randomVector(std::size_t n, std::uint64_t seed) {
  std::vector<Scalar> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Scalar>(globalUniform(seed, i));
  return x;
}

// Entries are in (-1, 1), so a row of m entries is rounded by about m eps at most.
template <class Scalar>
void expectClose(const std::vector<Scalar>& y, const std::vector<double>& expected, std::size_t longestRow) {
  ASSERT_EQ(y.size(), expected.size());
  const double tolerance = (longestRow + 4) * std::numeric_limits<Scalar>::epsilon();
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(double(y[i]), expected[i], tolerance) << "row " << i;
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
std::vector<VectorScalar> product(const HostCsr<MatrixScalar>& A, const std::vector<VectorScalar>& x,
                                  VectorScalar alpha, VectorScalar beta, const std::vector<VectorScalar>& y,
                                  ProductKind kind = defaultProductKind<DeviceType>()) {
  const auto deviceA = toDevice<DeviceType>(A);
  const auto plan = planProduct<DeviceType>(deviceA.rowPtr, deviceA.numRows, kind);
  const auto deviceY = toView<DeviceType>("y", y);
  multiply<MatrixScalar, VectorScalar, DeviceType>(typename DeviceType::execution_space(), plan, deviceA,
                                                   toView<DeviceType>("x", x), alpha, beta, deviceY);
  return toVector(deviceY);
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void checkProduct(const HostCsr<MatrixScalar>& A, std::size_t longestRow) {
  const auto x = randomVector<VectorScalar>(A.numCols, 5);
  const auto y = randomVector<VectorScalar>(A.numRows, 6);
  const auto wrong = wrongValues<VectorScalar>(A.numRows);
  const auto check = [&](VectorScalar alpha, VectorScalar beta, const std::vector<VectorScalar>& before, std::size_t terms) {
    for (ProductKind kind : {ProductKind::chunks, ProductKind::groups})
      expectClose(product<MatrixScalar, VectorScalar, DeviceType>(A, x, alpha, beta, before, kind),
                  referenceProduct(A, x, alpha, beta, before), terms);
  };
  check(1, 0, wrong, longestRow);
  check(-2, 0, wrong, 2 * longestRow);
  check(-1, 1, y, longestRow);
  check(0.5, -3, y, longestRow);
}

template <class Case>
struct SparseProduct : ::testing::Test {};
TYPED_TEST_SUITE(SparseProduct, KernelCases, );

TYPED_TEST(SparseProduct, EqualsTheReference) {
  using Scalar = typename TypeParam::Scalar;
  for (LocalOrdinal numRows : {0, 1, 7, 33, 1000})
    for (int longest : {0, 1, 3, 20, 90})
      checkProduct<Scalar, Scalar, typename TypeParam::DeviceType>(raggedMatrix<Scalar>(numRows, numRows + 3, longest),
                                                                   longest);
}

TYPED_TEST(SparseProduct, StandsOneVeryLongRow) {
  using Scalar = typename TypeParam::Scalar;
  for (int veryLong : {2048, 5000, 6145})
    checkProduct<Scalar, Scalar, typename TypeParam::DeviceType>(raggedMatrix<Scalar>(400, 7000, 4, veryLong), veryLong);
  checkProduct<Scalar, Scalar, typename TypeParam::DeviceType>(raggedMatrix<Scalar>(1, 7000, 4, 7000), 7000);
}

TYPED_TEST(SparseProduct, SingleMatrixWithDoubleVectorIsSummedInDouble) {
  checkProduct<float, double, typename TypeParam::DeviceType>(raggedMatrix<float>(333, 250, 40), 40);
}

TYPED_TEST(SparseProduct, LeavesOutTheHaloThenAddsIt) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const auto A = raggedMatrix<Scalar>(300, 500, 30, 450);
  const auto x = randomVector<Scalar>(500, 5);
  const LocalOrdinal numOwned = 320;
  const std::vector<Scalar> xOwned(x.begin(), x.begin() + numOwned), xHalo(x.begin() + numOwned, x.end());
  const auto wrong = wrongValues<Scalar>(300);
  const auto y = product<Scalar, Scalar, DeviceType>(A, xOwned, 2, 0, wrong);
  expectClose(y, referenceProduct(A, xOwned, 2, 0, wrong), 900);

  std::vector<LocalOrdinal> rows;
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    if (A.rowPtr[row] < A.rowPtr[row + 1] && A.colInd[A.rowPtr[row + 1] - 1] >= numOwned) rows.push_back(row);
  const auto deviceY = toView<DeviceType>("y", y);
  multiplyHalo<Scalar, Scalar, DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A),
                                           toView<DeviceType>("rows", rows), numOwned,
                                           toView<DeviceType>("xHalo", xHalo), 2, deviceY);
  expectClose(toVector(deviceY), referenceProduct(A, x, 2, 0, wrong), 900);
}

TYPED_TEST(SparseProduct, RepeatsItselfBitByBit) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const auto A = raggedMatrix<Scalar>(777, 7000, 50, 6000);
  const auto x = randomVector<Scalar>(7000, 5);
  const auto wrong = wrongValues<Scalar>(777);
  const auto first = product<Scalar, Scalar, DeviceType>(A, x, 1, 0, wrong);
  for (int run = 0; run < 5; ++run) EXPECT_EQ(first, (product<Scalar, Scalar, DeviceType>(A, x, 1, 0, wrong)));
}

}  // namespace
}  // namespace Chronos::Test
