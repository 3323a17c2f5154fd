// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SelectEntries.hpp"

#include "KernelCases.hpp"
#include "ReferenceLocal.hpp"

namespace Chronos::Test {
namespace {

// Rows that are no multiple of five, and of those the entries above a bound, doubled.
template <class DeviceType>
struct Above {
  CsrMatrix<double, DeviceType> A;
  double bound;
  KOKKOS_INLINE_FUNCTION bool takes(LocalOrdinal row) const { return row % 5 != 0; }
  KOKKOS_INLINE_FUNCTION bool has(LocalOrdinal, Offset entry) const { return A.values(entry) > bound; }
  KOKKOS_INLINE_FUNCTION double value(LocalOrdinal, Offset entry) const { return 2 * A.values(entry); }
};

template <class DeviceType>
class SelectEntries : public ::testing::Test {};
TYPED_TEST_SUITE(SelectEntries, KernelDevices, );

TYPED_TEST(SelectEntries, EqualsALoop) {
  for (const LocalOrdinal numRows : {0, 1, 33, 2000})
    for (const double bound : {-2.0, 0.3, 2.0}) {
      auto A = raggedMatrix<double>(numRows, 600, 40, numRows > 1 ? 550 : 0);
      shuffleRows(A);
      const auto onDevice = toDevice<TypeParam>(A);
      const HostCsr<double> selected = toHost(
          selectEntries<TypeParam>(typename TypeParam::execution_space(), onDevice, Above<TypeParam>{onDevice, bound}));
      HostCsr<double> expected;
      for (LocalOrdinal row = 0; row < numRows; ++row) {
        for (Offset entry = A.rowPtr[row]; row % 5 != 0 && entry < A.rowPtr[row + 1]; ++entry)
          if (A.values[entry] > bound) {
            expected.colInd.push_back(A.colInd[entry]);
            expected.values.push_back(2 * A.values[entry]);
          }
        expected.rowPtr.push_back(expected.colInd.size());
      }
      EXPECT_EQ(selected.numCols, A.numCols);
      EXPECT_EQ(selected.rowPtr, expected.rowPtr);
      EXPECT_EQ(selected.colInd, expected.colInd);
      EXPECT_EQ(selected.values, expected.values);
    }
}

}  // namespace
}  // namespace Chronos::Test
