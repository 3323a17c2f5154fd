// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnNumbering.hpp"

#include "Chronos_Error.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

TEST(MpiColumnNumbering, OwnedFirstThenTheHaloByOwner) {
  for (GlobalOrdinal n : {1, 5, 300})
    for (const auto& map : testMaps(n)) {
      std::vector<GlobalOrdinal> globals;
      for (int i = 0; i < 500; ++i) globals.push_back(globalHash(1000 * world()->getRank() + i) % n);
      const ColumnNumbering numbering = numberColumns(*map, toView("globals", globals));
      const auto colInd = toVector(numbering.colInd);
      const LocalOrdinal numOwned = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map));
      EXPECT_EQ(numbering.haloOwners.size(), numbering.haloGlobals.size());
      EXPECT_EQ(colInd.size(), globals.size());
      for (std::size_t entry = 0; entry < globals.size(); ++entry) {
        const LocalOrdinal col = colInd[entry];
        EXPECT_EQ(globals[entry],
                  col < numOwned ? map->getGlobalElement(col) : numbering.haloGlobals.at(col - numOwned));
      }
      for (std::size_t h = 0; h < numbering.haloGlobals.size(); ++h) {
        EXPECT_FALSE(map->isNodeGlobalElement(numbering.haloGlobals[h]));
        if (h > 0) {
          EXPECT_LT(std::make_pair(numbering.haloOwners[h - 1], numbering.haloGlobals[h - 1]),
                    std::make_pair(numbering.haloOwners[h], numbering.haloGlobals[h]));
        }
      }
    }
}

TEST(MpiColumnNumbering, AColumnThatNobodyOwnsIsAnErrorOnAllRanks) {
  const auto map = evenMap(10);
  std::vector<GlobalOrdinal> globals{0, 9};
  if (world()->getRank() == world()->getSize() - 1) globals.push_back(10);
  EXPECT_THROW(numberColumns(*map, toView("globals", globals)), InputError);
}

TEST(MpiColumnNumbering, MakesATpetraMatrixWithTheSameEntries) {
  const GlobalMatrix M{40, 40};
  for (const auto& map : testMaps(40)) {
    std::vector<Offset> rowPtr{0};
    std::vector<GlobalOrdinal> globals;
    std::vector<double> values;
    for (std::size_t row = 0; row < TrilinosVersion::numLocal(*map); ++row) {
      for (GlobalOrdinal col = 40; col-- > 0;) {
        const double value = M.entry(map->getGlobalElement(static_cast<LocalOrdinal>(row)), col);
        if (value == 0) continue;
        globals.push_back(col);
        values.push_back(value);
      }
      rowPtr.push_back(globals.size());
    }
    const auto matrix =
        makeCrsMatrix(map, toView("rowPtr", rowPtr), toView("globals", globals), toView("values", values));
    EXPECT_TRUE(matrix->isFillComplete());
    TpetraVector x(map), y(map);
    {
      auto data = x.getDataNonConst();
      const auto entries = ownedVector<double>(*map, 7);
      std::copy(entries.begin(), entries.end(), data.begin());
    }
    y.putScalar(std::numeric_limits<double>::quiet_NaN());
    matrix->apply(x, y);
    const auto result = y.getData();
    const auto expected =
        referenceDistributedProduct(M, *map, 7, 1, 0, std::vector<double>(TrilinosVersion::numLocal(*map)));
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(result[i], expected[i], 1e-13);
  }
}

}  // namespace
}  // namespace Chronos::Test
