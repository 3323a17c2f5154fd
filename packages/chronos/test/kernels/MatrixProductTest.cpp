// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProduct.hpp"

#include "Chronos_MatrixProductGroups.hpp"
#include "KernelCases.hpp"
#include "RandomMatrix.hpp"

#include <gtest/gtest.h>

#include <map>

namespace Chronos::Test {
namespace {

// Row by row in maps, in double; `bound` sums absolute products: what rounding is measured against.
struct Entry {
  double value = 0, bound = 0;
};

template <class Scalar>
std::vector<std::map<LocalOrdinal, Entry>> referenceProduct(const HostCsr<Scalar>& A, const HostCsr<Scalar>& B) {
  std::vector<std::map<LocalOrdinal, Entry>> rows(A.numRows);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset a = A.rowPtr[row]; a < A.rowPtr[row + 1]; ++a)
      for (Offset b = B.rowPtr[A.colInd[a]]; b < B.rowPtr[A.colInd[a] + 1]; ++b) {
        Entry& entry = rows[row][B.colInd[b]];
        const double product = double(A.values[a]) * double(B.values[b]);
        entry.value += product;
        entry.bound += std::abs(product);
      }
  return rows;
}

template <class Scalar>
void expectProduct(const HostCsr<Scalar>& C, const HostCsr<Scalar>& A, const HostCsr<Scalar>& B) {
  const auto reference = referenceProduct(A, B);
  ASSERT_EQ(C.numRows, A.numRows);
  ASSERT_EQ(C.numCols, B.numCols);
  ASSERT_EQ(C.rowPtr.size(), std::size_t(A.numRows) + 1);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    ASSERT_EQ(C.rowPtr[row + 1] - C.rowPtr[row], reference[row].size()) << "row " << row;
    Offset position = C.rowPtr[row];
    for (const auto& [col, entry] : reference[row]) {
      ASSERT_EQ(C.colInd[position], col) << "row " << row;
      const double tolerance = 100 * double(std::numeric_limits<Scalar>::epsilon()) * entry.bound;
      ASSERT_NEAR(double(C.values[position]), entry.value, tolerance) << "row " << row << ", column " << col;
      ++position;
    }
  }
}

// B with its rows from `numOwned` on received.
template <class DeviceType, class Scalar>
SegmentedRows<Scalar, DeviceType> segmented(const HostCsr<Scalar>& B, LocalOrdinal numOwned) {
  HostCsr<Scalar> parts[2];
  for (LocalOrdinal row = 0; row < B.numRows; ++row) {
    HostCsr<Scalar>& part = parts[row < numOwned ? 0 : 1];
    part.colInd.insert(part.colInd.end(), B.colInd.begin() + B.rowPtr[row], B.colInd.begin() + B.rowPtr[row + 1]);
    part.values.insert(part.values.end(), B.values.begin() + B.rowPtr[row], B.values.begin() + B.rowPtr[row + 1]);
    part.rowPtr.push_back(part.colInd.size());
    part.numRows++;
  }
  parts[0].numCols = parts[1].numCols = B.numCols;
  if (parts[1].numRows == 0) return {toDevice<DeviceType>(parts[0]), {}, B.numCols};
  return {toDevice<DeviceType>(parts[0]), toDevice<DeviceType>(parts[1]), B.numCols};
}

template <class Scalar>
void changeValues(HostCsr<Scalar>& A) {
  for (Scalar& value : A.values) value = Scalar(2) - value * value;
}

// Small tables send ordinary rows down the paths of long ones.
std::vector<GroupProductOptions> groupOptions() {
  GroupProductOptions usual, teams, global, narrow;
  teams.patternGroupLog = 4;
  teams.groupWidth = 8;
  global.patternGroupLog = 4;
  global.patternTeamLog = 7;
  global.valuesGroupLog = 4;
  global.globalBytes = 40000;
  narrow.groupWidth = 2;
  narrow.teamSize = 32;
  narrow.fill = 1.0;
  return {usual, teams, global, narrow};
}

}  // namespace

template <class Case>
class MatrixProductTest : public ::testing::Test {
 public:
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  using Execution = typename DeviceType::execution_space;

  static void check(HostCsr<Scalar> A, HostCsr<Scalar> B) {
    // A vector with a name: nvcc 11.8 loses its way in an initializer list of members of a template.
    const std::vector<LocalOrdinal> splits{B.numRows, B.numRows / 2, 0};
    for (LocalOrdinal numOwned : splits) {
      SCOPED_TRACE(numOwned);
      checkProduct(A, B, numOwned);
      for (const GroupProductOptions& options : groupOptions()) checkGroups(A, B, numOwned, options);
    }
  }

  static void checkProduct(HostCsr<Scalar> A, HostCsr<Scalar> B, LocalOrdinal numOwned) {
    MatrixProductPlan<DeviceType> plan;
    const auto C = multiplyMatrices<Scalar, DeviceType>(Execution(), toDevice<DeviceType>(A),
                                                        segmented<DeviceType>(B, numOwned), plan);
    expectProduct(toHost(C), A, B);
    const auto same = multiplyAgain<Scalar, DeviceType>(Execution(), plan, toDevice<DeviceType>(A),
                                                        segmented<DeviceType>(B, numOwned));
    EXPECT_EQ(toVector(same.values), toVector(C.values));
    changeValues(A);
    changeValues(B);
    const auto again = multiplyAgain<Scalar, DeviceType>(Execution(), plan, toDevice<DeviceType>(A),
                                                         segmented<DeviceType>(B, numOwned));
    EXPECT_EQ(again.rowPtr.data(), C.rowPtr.data());
    EXPECT_EQ(again.colInd.data(), C.colInd.data());
    expectProduct(toHost(again), A, B);
  }

  static void checkGroups(const HostCsr<Scalar>& A, const HostCsr<Scalar>& B, LocalOrdinal numOwned,
                          const GroupProductOptions& options) {
    const auto left = toDevice<DeviceType>(A);
    const auto right = segmented<DeviceType>(B, numOwned);
    const auto plan = patternByGroups<Scalar, DeviceType>(Execution(), left, right, options);
    const auto values = valuesByGroups<Scalar, DeviceType>(Execution(), plan, left, right, options);
    expectProduct(toHost(CsrMatrix<Scalar, DeviceType>{A.numRows, B.numCols, plan.rowPtr, plan.colInd, values}), A, B);
    MatrixProductPlan<DeviceType> other;
    const auto C = multiplyMatrices<Scalar, DeviceType>(Execution(), left, right, other);
    EXPECT_EQ(toVector(values), toVector(C.values)) << "sums in one order whatever the tables";
  }
};
TYPED_TEST_SUITE(MatrixProductTest, KernelCases);

TYPED_TEST(MatrixProductTest, EmptyMatrices) {
  using Scalar = typename TypeParam::Scalar;
  HostCsr<Scalar> none;
  this->check(none, none);
  this->check(raggedMatrix<Scalar>(0, 7, 3), raggedMatrix<Scalar>(7, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 0, 3), raggedMatrix<Scalar>(0, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 6, 0), raggedMatrix<Scalar>(6, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 6, 3), raggedMatrix<Scalar>(6, 5, 0));
  this->check(raggedMatrix<Scalar>(4, 6, 3), raggedMatrix<Scalar>(6, 0, 0));
}

TYPED_TEST(MatrixProductTest, DefaultConstructedMatrix) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  MatrixProductPlan<DeviceType> plan;
  const auto C = multiplyMatrices<Scalar, DeviceType>(typename DeviceType::execution_space(), {}, {}, plan);
  EXPECT_EQ(C.numRows, 0);
  EXPECT_EQ(C.numEntries(), 0u);
  const auto again = multiplyAgain<Scalar, DeviceType>(typename DeviceType::execution_space(), plan, {}, {});
  EXPECT_EQ(again.numEntries(), 0u);
}

TYPED_TEST(MatrixProductTest, OneEntry) {
  using Scalar = typename TypeParam::Scalar;
  this->check(raggedMatrix<Scalar>(1, 1, 0, 1), raggedMatrix<Scalar>(1, 1, 0, 1));
}

TYPED_TEST(MatrixProductTest, RaggedRowsInAnyOrder) {
  using Scalar = typename TypeParam::Scalar;
  auto A = raggedMatrix<Scalar>(203, 150, 9, 0, 3);
  auto B = raggedMatrix<Scalar>(150, 311, 12, 0, 4);
  shuffleRows(A);
  shuffleRows(B);
  this->check(A, B);
}

TYPED_TEST(MatrixProductTest, LongRows) {
  using Scalar = typename TypeParam::Scalar;
  auto A = raggedMatrix<Scalar>(41, 1500, 30, 1200, 5);
  auto B = raggedMatrix<Scalar>(1500, 20000, 4, 3000, 6);
  shuffleRows(A);
  shuffleRows(B);
  this->check(A, B);
}

TYPED_TEST(MatrixProductTest, RowThatOutgrowsSharedMemory) {
  using Scalar = typename TypeParam::Scalar;
  this->checkProduct(raggedMatrix<Scalar>(7, 600, 3, 600, 7), raggedMatrix<Scalar>(600, 60000, 60, 0, 8), 300);
}

TYPED_TEST(MatrixProductTest, CancelledEntriesStay) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const HostCsr<Scalar> A{1, 2, {0, 2}, {0, 1}, {1, -1}};
  const HostCsr<Scalar> B{2, 3, {0, 1, 3}, {2, 2, 0}, {5, 5, 7}};
  MatrixProductPlan<DeviceType> plan;
  const auto C = toHost(multiplyMatrices<Scalar, DeviceType>(
      typename DeviceType::execution_space(), toDevice<DeviceType>(A), ownedRows(toDevice<DeviceType>(B)), plan));
  EXPECT_EQ(C.colInd, (std::vector<LocalOrdinal>{0, 2}));
  EXPECT_EQ(C.values, (std::vector<Scalar>{-7, 0}));
}

// Sums in another order would lose the small terms: 1e30 - 1e30 + 1 = 1, but 1e30 + 1 - 1e30 = 0.
TYPED_TEST(MatrixProductTest, SumsInTheOrderOfTheRow) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const HostCsr<Scalar> A{1, 3, {0, 3}, {2, 0, 1}, {Scalar(1e30), Scalar(-1e30), 1}};
  const HostCsr<Scalar> B{3, 1, {0, 1, 2, 3}, {0, 0, 0}, {1, 1, 1}};
  MatrixProductPlan<DeviceType> plan;
  const auto C = toHost(multiplyMatrices<Scalar, DeviceType>(
      typename DeviceType::execution_space(), toDevice<DeviceType>(A), ownedRows(toDevice<DeviceType>(B)), plan));
  EXPECT_EQ(C.values, (std::vector<Scalar>{1}));
}

}  // namespace Chronos::Test
