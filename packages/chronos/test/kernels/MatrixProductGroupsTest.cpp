// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProductGroups.hpp"

#include "Chronos_MatrixProductNodeGroups.hpp"
#include "KernelCases.hpp"
#include "MatrixProductReference.hpp"
#include "NodeMatrix.hpp"

namespace Chronos::Test {
namespace {

// Every fifth row loses its last entry.
template <class Scalar>
HostCsr<Scalar> withoutSomeEntries(const HostCsr<Scalar>& A) {
  HostCsr<Scalar> rest;
  rest.numRows = A.numRows;
  rest.numCols = A.numCols;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    const Offset begin = A.rowPtr[row], end = A.rowPtr[row + 1];
    for (Offset entry = begin; entry < end; ++entry) {
      if (row % 5 == 0 && entry + 1 == end) continue;
      rest.colInd.push_back(A.colInd[entry]);
      rest.values.push_back(A.values[entry]);
    }
    rest.rowPtr.push_back(rest.colInd.size());
  }
  return rest;
}

// Small tables send ordinary rows down the paths of long ones.
std::vector<GroupProductOptions> groupOptions() {
  GroupProductOptions usual, alike, alikeTwice, teams, global, narrow, twice;
  teams.patternGroupLog = 4;
  teams.groupWidth = 8;
  global.patternGroupLog = 4;
  global.patternTeamLog = 7;
  global.valuesGroupLog = 4;
  global.globalBytes = 40000;
  narrow.groupWidth = 2;
  narrow.teamSize = 32;
  narrow.fill = 1.0;
  narrow.blockBytes = 0;
  twice.patternGroupLog = 4;
  twice.foundBytes = 0;
  alikeTwice.foundBytes = 0;
  for (GroupProductOptions* options : {&alike, &alikeTwice, &teams, &global, &narrow, &twice}) {
    options->alikeRows = 0;
    options->alikeLength = 0;
  }
  return {usual, alike, alikeTwice, teams, global, narrow, twice};
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
    const auto C = multiplyMatrices<Scalar, DeviceType>(Execution(), left, right,
                                                        findProductNodes<Scalar, DeviceType>(left, right), other);
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

// Rows of two to fourteen unknowns that share their columns, a few of which have one less.
TYPED_TEST(MatrixProductGroups, AlikeRows) {
  using Scalar = typename TypeParam::Scalar;
  const int sizes[] = {2, 3, 5, 14};
  for (const int size : sizes) {
    SCOPED_TRACE(size);
    const auto A = expanded(raggedMatrix<Scalar>(37, 29, 9, 29, 3), size, 2),
               B = expanded(raggedMatrix<Scalar>(29, 41, 7, 41, 4), 2, size);
    this->check(A, B);
    this->check(withoutSomeEntries(A), withoutSomeEntries(B));
  }
}

// The same bits as rows, whatever the tables: an entry is summed in the same order.
TYPED_TEST(MatrixProductGroups, ByNodes) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  using Execution = typename DeviceType::execution_space;
  const int widths[] = {3, 6};
  const std::pair<LocalOrdinal, LocalOrdinal> shapes[] = {{1, 1}, {40, 25}, {25, 130}, {100, 3}};
  for (const int width : widths)
    for (const auto& shape : shapes) {
      const LocalOrdinal n = shape.first, m = shape.second;
      auto nodesOfA = raggedMatrix<Scalar>(n + 5, n, std::min(n, 9), n, 3);
      auto nodesOfB = raggedMatrix<Scalar>(n, m, std::min(m, 7), m, 4);
      shuffleRows(nodesOfA);
      shuffleRows(nodesOfB);
      const auto A = expanded(nodesOfA, 3, 3), B = expanded(nodesOfB, 3, width);
      const std::vector<LocalOrdinal> splits{B.numRows, B.numRows / 9 * 3};
      for (LocalOrdinal numOwned : splits)
        for (const GroupProductOptions& options : groupOptions()) {
          const auto left = toDevice<DeviceType>(A);
          const auto right = segmented<DeviceType>(B, numOwned);
          const auto nodes = findProductNodes<Scalar, DeviceType>(left, right);
          ASSERT_TRUE(nodes.exist);
          EXPECT_EQ(nodes.inSixes, width == 6);
          const auto plan = nodePatternByGroups<Scalar, DeviceType>(Execution(), left, right, nodes, options);
          const auto values = nodeValuesByGroups<Scalar, DeviceType>(Execution(), plan, left, right, nodes, options);
          expectProduct(toHost(CsrMatrix<Scalar, DeviceType>{A.numRows, B.numCols, plan.rowPtr, plan.colInd, values}),
                        A, B);
          const auto byRows = patternByGroups<Scalar, DeviceType>(Execution(), left, right);
          EXPECT_EQ(toVector(plan.rowPtr), toVector(byRows.rowPtr));
          EXPECT_EQ(toVector(plan.colInd), toVector(byRows.colInd));
          EXPECT_EQ(toVector(values), toVector(valuesByGroups<Scalar, DeviceType>(Execution(), byRows, left, right)));
        }
    }
}

}  // namespace
}  // namespace Chronos::Test
