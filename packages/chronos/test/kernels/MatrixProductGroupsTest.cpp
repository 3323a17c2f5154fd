// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductGroups.hpp"

#include "KernelCases.hpp"
#include "MatrixProductReference.hpp"

namespace Chronos::Test {
namespace {

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

template <class Case>
class MatrixProductGroups : public ::testing::Test {
 public:
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  using Execution = typename DeviceType::execution_space;

  static void check(const HostCsr<Scalar>& A, const HostCsr<Scalar>& B) {
    // A vector with a name: nvcc 11.8 loses its way in an initializer list of members of a template.
    const std::vector<LocalOrdinal> splits{B.numRows, B.numRows / 2, 0};
    for (LocalOrdinal numOwned : splits) {
      SCOPED_TRACE(numOwned);
      for (const GroupProductOptions& options : groupOptions()) checkGroups(A, B, numOwned, options);
    }
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
TYPED_TEST_SUITE(MatrixProductGroups, KernelCases, );

TYPED_TEST(MatrixProductGroups, EmptyMatrices) {
  using Scalar = typename TypeParam::Scalar;
  HostCsr<Scalar> none;
  this->check(none, none);
  this->check(raggedMatrix<Scalar>(0, 7, 3), raggedMatrix<Scalar>(7, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 0, 3), raggedMatrix<Scalar>(0, 5, 3));
  this->check(raggedMatrix<Scalar>(4, 6, 3), raggedMatrix<Scalar>(6, 5, 0));
  this->check(raggedMatrix<Scalar>(1, 1, 0, 1), raggedMatrix<Scalar>(1, 1, 0, 1));
}

TYPED_TEST(MatrixProductGroups, RaggedAndLongRowsInAnyOrder) {
  using Scalar = typename TypeParam::Scalar;
  auto A = raggedMatrix<Scalar>(203, 150, 9, 0, 3);
  auto B = raggedMatrix<Scalar>(150, 311, 12, 0, 4);
  shuffleRows(A);
  shuffleRows(B);
  this->check(A, B);
  A = raggedMatrix<Scalar>(41, 1500, 30, 1200, 5);
  B = raggedMatrix<Scalar>(1500, 20000, 4, 3000, 6);
  shuffleRows(A);
  shuffleRows(B);
  this->check(A, B);
}

}  // namespace
}  // namespace Chronos::Test
