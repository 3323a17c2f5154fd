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

// All that fit A.
template <class Scalar>
std::vector<ProductKind> kindsFor(const HostCsr<Scalar>& A) {
  std::vector<ProductKind> kinds{ProductKind::chunks, ProductKind::raggedChunks, ProductKind::groups};
  bool isSingle = A.numRows > 0;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) isSingle = isSingle && A.rowPtr[row + 1] == A.rowPtr[row] + 1;
  if (isSingle) kinds.push_back(ProductKind::singles);
  return kinds;
}

// Of just that kind, where planProduct would choose the chunks itself.
template <class Scalar, class DeviceType>
ProductPlan<DeviceType> planOfKind(const CsrMatrix<Scalar, DeviceType>& A, ProductKind kind) {
  if (kind == ProductKind::singles)
    return planProduct<DeviceType>(A.rowPtr, A.numRows, static_cast<Offset>(A.numEntries()));
  auto plan = planProduct<DeviceType>(A.rowPtr, A.numRows, kind);
  plan.kind = kind;
  return plan;
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
std::vector<VectorScalar> product(const HostCsr<MatrixScalar>& A, const std::vector<VectorScalar>& x,
                                  VectorScalar alpha, VectorScalar beta, const std::vector<VectorScalar>& y,
                                  ProductKind kind = defaultProductKind<DeviceType>()) {
  const auto deviceA = toDevice<DeviceType>(A);
  const auto plan = planOfKind<MatrixScalar, DeviceType>(deviceA, kind);
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
  const auto check = [&](VectorScalar alpha, VectorScalar beta, const std::vector<VectorScalar>& before,
                         std::size_t terms) {
    for (ProductKind kind : kindsFor(A))
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
    checkProduct<Scalar, Scalar, typename TypeParam::DeviceType>(raggedMatrix<Scalar>(400, 7000, 4, veryLong),
                                                                 veryLong);
  checkProduct<Scalar, Scalar, typename TypeParam::DeviceType>(raggedMatrix<Scalar>(1, 7000, 4, 7000), 7000);
}

TYPED_TEST(SparseProduct, OneEntryInEveryRow) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  for (LocalOrdinal numRows : {1, 7, 1000}) {
    const auto A = singleEntryMatrix<Scalar>(numRows, numRows / 3 + 1);
    checkProduct<Scalar, Scalar, DeviceType>(A, 1);
    const auto deviceA = toDevice<DeviceType>(A);
    EXPECT_EQ((planOfKind<Scalar, DeviceType>(deviceA, ProductKind::singles).kind), ProductKind::singles);
  }
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

  const auto deviceY = toView<DeviceType>("y", y);
  multiplyHalo<Scalar, Scalar, DeviceType>(typename DeviceType::execution_space(), toDevice<DeviceType>(A),
                                           boundaryOf<DeviceType>(A, numOwned), numOwned,
                                           toView<DeviceType>("xHalo", xHalo), 2, deviceY);
  expectClose(toVector(deviceY), referenceProduct(A, x, 2, 0, wrong), 900);
}

template <class MatrixScalar, class VectorScalar, class DeviceType>
void checkRelaxation(const HostCsr<MatrixScalar>& A, LocalOrdinal numOwned, std::size_t longestRow) {
  const auto x = randomVector<VectorScalar>(A.numCols, 5);
  const auto b = randomVector<VectorScalar>(A.numRows, 6), d = randomVector<VectorScalar>(A.numRows, 7);
  const VectorScalar omega = 1.5;
  auto expected = referenceProduct(A, x, VectorScalar(-1), VectorScalar(1), b);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = double(x[i]) + double(omega) * double(d[i]) * expected[i];

  const std::vector<VectorScalar> xOwned(x.begin(), x.begin() + numOwned), xHalo(x.begin() + numOwned, x.end());
  const typename DeviceType::execution_space space;
  const auto deviceA = toDevice<DeviceType>(A);
  const auto deviceD = toView<DeviceType>("d", d);
  for (ProductKind kind : kindsFor(A)) {
    const auto y = toView<DeviceType>("y", wrongValues<VectorScalar>(A.numRows));
    relax<MatrixScalar, VectorScalar, DeviceType>(space, planOfKind<MatrixScalar, DeviceType>(deviceA, kind), deviceA,
                                                  omega, deviceD, toView<DeviceType>("b", b),
                                                  toView<DeviceType>("x", xOwned), y);
    relaxHalo<MatrixScalar, VectorScalar, DeviceType>(space, deviceA, boundaryOf<DeviceType>(A, numOwned), numOwned,
                                                      toView<DeviceType>("xHalo", xHalo), omega, deviceD, y);
    expectClose(toVector(y), expected, 2 * longestRow);
  }
}

TYPED_TEST(SparseProduct, RelaxationEqualsTheReference) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  for (LocalOrdinal numRows : {0, 1, 7, 33, 1000})
    for (int longest : {0, 1, 3, 20, 90})
      checkRelaxation<Scalar, Scalar, DeviceType>(raggedMatrix<Scalar>(numRows, numRows + 5, longest), numRows,
                                                  longest);
  checkRelaxation<Scalar, Scalar, DeviceType>(raggedMatrix<Scalar>(400, 7000, 4, 6145), 450, 6145);
  checkRelaxation<Scalar, Scalar, DeviceType>(singleEntryMatrix<Scalar>(400, 500), 410, 1);
  checkRelaxation<float, double, DeviceType>(raggedMatrix<float>(333, 350, 40), 333, 40);
}

TYPED_TEST(SparseProduct, PlansChunksByHowMuchRowsDiffer) {
  using DeviceType = typename TypeParam::DeviceType;
  const auto kindOf = [](const std::vector<Offset>& lengths) {
    std::vector<Offset> rowPtr{0};
    for (Offset length : lengths) rowPtr.push_back(rowPtr.back() + length);
    return planProduct<DeviceType>(toView<DeviceType>("rowPtr", rowPtr), static_cast<LocalOrdinal>(lengths.size()),
                                   ProductKind::chunks)
        .kind;
  };
  EXPECT_EQ(kindOf({5, 5, 5, 5, 4, 5, 5, 5, 5, 5}), ProductKind::chunks);
  EXPECT_EQ(kindOf({1, 3, 2, 4, 1, 1, 3, 2, 5, 1}), ProductKind::raggedChunks);
  EXPECT_EQ(kindOf({3}), ProductKind::chunks);
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
