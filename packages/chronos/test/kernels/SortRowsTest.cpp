// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SortRows.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct SortRows : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;

  // The builder makes sorted rows, so the matrix before shuffling is the oracle.
  template <class Index>
  static void check(const HostCsr<Scalar>& sorted) {
    HostCsr<Scalar> shuffled = sorted;
    shuffleRows(shuffled);
    const Index shift = sizeof(Index) == 8 ? static_cast<Index>(1) << (sizeof(Index) * 5) : 0;
    std::vector<Index> cols(shuffled.colInd.begin(), shuffled.colInd.end());
    for (Index& col : cols) col += shift;
    const auto colInd = toView<DeviceType>("colInd", cols);
    const auto values = toView<DeviceType>("values", shuffled.values);
    sortRows<Index, Scalar, DeviceType>(typename DeviceType::execution_space(),
                                        toView<DeviceType>("rowPtr", shuffled.rowPtr), colInd, values);
    std::vector<Index> expected(sorted.colInd.begin(), sorted.colInd.end());
    for (Index& col : expected) col += shift;
    EXPECT_EQ(toVector(colInd), expected);
    EXPECT_EQ(toVector(values), sorted.values);
  }

  template <class Index>
  static void checkAll() {
    for (LocalOrdinal numRows : {0, 1, 40, 500})
      for (int longest : {0, 1, 2, 63, 64, 65, 200}) check<Index>(raggedMatrix<Scalar>(numRows, 300, longest));
    check<Index>(raggedMatrix<Scalar>(100, 20000, 9, 12345));
    check<Index>(raggedMatrix<Scalar>(60, 3000, 900));
    check<Index>(raggedMatrix<Scalar>(60, 3000, 2000));
  }
};
TYPED_TEST_SUITE(SortRows, KernelCases, );

TYPED_TEST(SortRows, LocalColumns) {
  TestFixture::template checkAll<LocalOrdinal>();
}
TYPED_TEST(SortRows, GlobalColumnsBeyond32Bits) {
  TestFixture::template checkAll<GlobalOrdinal>();
}

}  // namespace
}  // namespace Chronos::Test
