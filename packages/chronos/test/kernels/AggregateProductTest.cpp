// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_AggregateProduct.hpp"

#include "Chronos_LocalTranspose.hpp"
#include "KernelCases.hpp"
#include "MatrixProductReference.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
class AggregateProduct : public ::testing::Test {};
TYPED_TEST_SUITE(AggregateProduct, KernelCases);

// One entry a row at most; rows of `empty` have none.
template <class Scalar>
HostCsr<Scalar> singleEntries(LocalOrdinal numRows, LocalOrdinal numCols, unsigned seed) {
  std::mt19937 random(seed);
  HostCsr<Scalar> P;
  P.numCols = numCols;
  for (LocalOrdinal row = 0; row < numRows; ++row)
    P.addRow(random() % 7 == 0 ? std::set<LocalOrdinal>{} : std::set<LocalOrdinal>{LocalOrdinal(random() % numCols)},
             random);
  return P;
}

// left^T A right, row by row in maps.
template <class Scalar>
void expectTripleProduct(const HostCsr<Scalar>& C, const HostCsr<Scalar>& left, const HostCsr<Scalar>& A,
                         const HostCsr<Scalar>& right) {
  std::vector<std::map<LocalOrdinal, ProductEntry>> rows(left.numCols);
  for (LocalOrdinal i = 0; i < A.numRows; ++i)
    for (Offset l = left.rowPtr[i]; l < left.rowPtr[i + 1]; ++l)
      for (Offset a = A.rowPtr[i]; a < A.rowPtr[i + 1]; ++a)
        for (Offset r = right.rowPtr[A.colInd[a]]; r < right.rowPtr[A.colInd[a] + 1]; ++r) {
          ProductEntry& entry = rows[left.colInd[l]][right.colInd[r]];
          const double product = double(left.values[l]) * double(A.values[a]) * double(right.values[r]);
          entry.value += product;
          entry.bound += std::abs(product);
        }
  ASSERT_EQ(C.numRows, left.numCols);
  ASSERT_EQ(C.numCols, right.numCols);
  for (LocalOrdinal row = 0; row < C.numRows; ++row) {
    ASSERT_EQ(C.rowPtr[row + 1] - C.rowPtr[row], rows[row].size()) << "row " << row;
    Offset position = C.rowPtr[row];
    for (const auto& [col, entry] : rows[row]) {
      ASSERT_EQ(C.colInd[position], col) << "row " << row;
      const double tolerance = 100 * double(std::numeric_limits<Scalar>::epsilon()) * entry.bound;
      ASSERT_NEAR(double(C.values[position++]), entry.value, tolerance) << "row " << row << ", column " << col;
    }
  }
}

template <class DeviceType, class Scalar>
AggregateColumns<Scalar, DeviceType> columnsOf(const HostCsr<Scalar>& P) {
  std::vector<LocalOrdinal> aggregates(P.numRows, -1);
  std::vector<Scalar> values(P.numRows, std::numeric_limits<Scalar>::quiet_NaN());
  for (LocalOrdinal row = 0; row < P.numRows; ++row)
    for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e) {
      aggregates[row] = P.colInd[e];
      values[row] = P.values[e];
    }
  return {P.numCols, toView<DeviceType>("aggregates", aggregates), toView<DeviceType>("values", values)};
}

template <class DeviceType, class Scalar>
void check(HostCsr<Scalar> A, LocalOrdinal numAggregates, LocalOrdinal numColumnAggregates) {
  const typename DeviceType::execution_space space;
  const HostCsr<Scalar> left = singleEntries<Scalar>(A.numRows, numAggregates, 1);
  const HostCsr<Scalar> right = singleEntries<Scalar>(A.numCols, numColumnAggregates, 2);
  const auto R = transposeLocal<Scalar, DeviceType>(space, toDevice<DeviceType>(left));
  const auto P = columnsOf<DeviceType>(right);
  const auto C = aggregateProduct<Scalar, DeviceType>(space, R, toDevice<DeviceType>(A), P);
  expectTripleProduct(toHost(C), left, A, right);

  const auto same = aggregateProductAgain<Scalar, DeviceType>(space, C, R, toDevice<DeviceType>(A), P);
  EXPECT_EQ(same.colInd.data(), C.colInd.data());
  EXPECT_EQ(toVector(same.values), toVector(C.values));
  for (Scalar& value : A.values) value = 1 - value;
  const auto other = aggregateProductAgain<Scalar, DeviceType>(space, C, R, toDevice<DeviceType>(A), P);
  expectTripleProduct(toHost(other), left, A, right);
}

// Rows of all lengths: none, short, long enough for larger tables, longer than those.
TYPED_TEST(AggregateProduct, EqualsTwoProducts) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  check<DeviceType>(raggedMatrix<Scalar>(50, 60, 9), 8, 11);
  check<DeviceType>(raggedMatrix<Scalar>(400, 400, 20), 130, 100);
  check<DeviceType>(raggedMatrix<Scalar>(300, 3000, 70, 2500), 40, 2000);
  check<DeviceType>(raggedMatrix<Scalar>(20, 20, 5), 1, 1);
  check<DeviceType>(raggedMatrix<Scalar>(3, 3, 2), 9, 7);
  HostCsr<Scalar> shuffled = raggedMatrix<Scalar>(100, 90, 30);
  shuffleRows(shuffled);
  check<DeviceType>(shuffled, 20, 15);
}

TYPED_TEST(AggregateProduct, OfNothing) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const typename DeviceType::execution_space space;
  HostCsr<Scalar> none;
  const auto A = toDevice<DeviceType>(none);
  const auto C = aggregateProduct<Scalar, DeviceType>(space, A, A, {});
  EXPECT_EQ(C.numRows, 0);
  EXPECT_EQ(C.numEntries(), 0u);
  const HostCsr<Scalar> full = raggedMatrix<Scalar>(5, 5, 3);
  HostCsr<Scalar> empty;
  for (int row = 0; row < 5; ++row) empty.rowPtr.push_back(0);
  empty.numRows = 5;
  empty.numCols = 2;
  const auto R = transposeLocal<Scalar, DeviceType>(space, toDevice<DeviceType>(empty));
  const auto D =
      aggregateProduct<Scalar, DeviceType>(space, R, toDevice<DeviceType>(full), columnsOf<DeviceType>(empty));
  EXPECT_EQ(toVector(D.rowPtr), std::vector<Offset>({0, 0, 0}));
}

}  // namespace
}  // namespace Chronos::Test
