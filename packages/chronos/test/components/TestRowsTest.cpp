// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TestRows.hpp"

#include "Chronos_OwnedGlobals.hpp"
#include "FsaiReference.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

double entryOf(GlobalOrdinal row, int column) {
  return 1000.0 * column + static_cast<double>(row);
}

// Packs of one to eight columns, and several of them.
TEST(MpiTestRows, RowsOfColumnsAreThoseOfTheirOwners) {
  const HostCsr<double> A = spdMatrix(60, 6, 1);
  for (const auto& map : testMaps(60)) {
    const DistMatrix<double> matrix = distributeRows(A, map);
    const ExtendedColumns columns(matrix.halo());
    const auto globals = toVector(columns.extend<GlobalOrdinal>(ownedGlobals(*map)));
    for (int numColumns : {1, 2, 3, 6, 8, 9, 17}) {
      const Kokkos::View<double**, Kokkos::LayoutRight, Device> owned("owned", matrix.numRows(), numColumns);
      const auto onHost = Kokkos::create_mirror_view(owned);
      for (LocalOrdinal row = 0; row < matrix.numRows(); ++row)
        for (int c = 0; c < numColumns; ++c) onHost(row, c) = entryOf(map->getGlobalElement(row), c);
      Kokkos::deep_copy(owned, onHost);
      const TestRows all = extendRows(columns, owned);
      const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), all);
      ASSERT_EQ(found.extent(0), globals.size());
      ASSERT_EQ(found.extent(1), static_cast<std::size_t>(numColumns));
      for (std::size_t i = 0; i < globals.size(); ++i)
        for (int c = 0; c < numColumns; ++c) EXPECT_EQ(found(i, c), entryOf(globals[i], c));
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
