// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Transpose.hpp"

#include "ReferenceDistributed.hpp"
#include "ReferenceLocal.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

template <class Scalar>
void checkTranspose(const GlobalMatrix& M, const Teuchos::RCP<const Map>& rowMap,
                    const Teuchos::RCP<const Map>& domainMap) {
  const auto A = distribute<Scalar>(M, rowMap, domainMap);
  const auto T = transpose(A);
  EXPECT_TRUE(T.rowMap()->isSameAs(*domainMap));
  EXPECT_TRUE(T.domainMap()->isSameAs(*rowMap));
  EXPECT_TRUE(columnsAscend(toHost(T.local())));
  EXPECT_EQ(T.numGlobalEntries(), A.numGlobalEntries());
  EXPECT_EQ(globalEntriesOf(T), expectedEntries<Scalar>(M, *domainMap, Orientation::transposed));
  EXPECT_EQ(globalEntriesOf(transpose(T)), globalEntriesOf(A));

  // The halo of the transpose must be one that products can use.
  const auto y = toView("y", wrongValues<Scalar>(T.numRows()));
  T.template apply<Scalar>(toView("x", ownedVector<Scalar>(*rowMap, 7)), y);
  const auto result = toVector(y);
  for (std::size_t i = 0; i < result.size(); ++i) {
    double expected = 0;
    const GlobalOrdinal col = domainMap->getGlobalElement(static_cast<LocalOrdinal>(i));
    for (GlobalOrdinal row = 0; row < M.numRows; ++row)
      expected += M.entry(row, col) * double(static_cast<Scalar>(globalUniform(7, row)));
    EXPECT_NEAR(result[i], expected, 100 * std::numeric_limits<Scalar>::epsilon());
  }
}

TEST(MpiTranspose, SquareMatrices) {
  for (GlobalOrdinal n : {1, 2, 3, 90})
    for (const auto& map : testMaps(n)) {
      checkTranspose<double>({n, n}, map, map);
      checkTranspose<float>({n, n}, map, map);
    }
}

TEST(MpiTranspose, RectangularMatricesWithMixedMaps) {
  for (const auto& rowMap : testMaps(70))
    for (const auto& domainMap : testMaps(19)) checkTranspose<double>({70, 19}, rowMap, domainMap);
  for (const auto& rowMap : testMaps(2))
    for (const auto& domainMap : testMaps(50)) checkTranspose<double>({2, 50}, rowMap, domainMap);
}

TEST(MpiTranspose, RepeatsItselfBitByBit) {
  const auto A = distribute<double>({200, 200}, cyclicMap(200));
  const auto first = toHost(transpose(A).local());
  for (int run = 0; run < 5; ++run) {
    const auto again = toHost(transpose(A).local());
    EXPECT_EQ(first.colInd, again.colInd);
    EXPECT_EQ(first.values, again.values);
  }
}

}  // namespace
}  // namespace Chronos::Test
