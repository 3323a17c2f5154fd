// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_HaloRows.hpp"

#include "HaloRequests.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

char flagOf(GlobalOrdinal row, GlobalOrdinal col) {
  return static_cast<char>(globalHash(row * 131 + col) % 100);
}

template <class Scalar>
Kokkos::View<const char*, Device> flagsOf(const DistMatrix<Scalar>& B) {
  const auto local = toHost(B.local());
  std::vector<char> flags;
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset entry = local.rowPtr[row]; entry < local.rowPtr[row + 1]; ++entry) {
      const LocalOrdinal col = local.colInd[entry], h = col - B.numOwnedCols();
      flags.push_back(flagOf(B.rowMap()->getGlobalElement(row),
                             h < 0 ? B.domainMap()->getGlobalElement(col) : B.halo()->haloGlobals()[h]));
    }
  return toView("flags", flags);
}

GlobalOrdinal globalColumn(const ExtendedColumns& columns, LocalOrdinal col) {
  return col < columns.numOwned() ? columns.domainMap()->getGlobalElement(col)
                                  : toVector(columns.haloGlobals())[col - columns.numOwned()];
}

// Row h holds exactly the entries of M, times a factor, whose order within the row is the owner's.
template <class Scalar>
void checkRows(const HaloRows<Scalar>& halo, const HaloPattern& pattern, const GlobalMatrix& M, Scalar factor) {
  const auto rows = toHost(halo.rows);
  const auto flags = toVector(halo.flags);
  ASSERT_EQ(rows.numRows, static_cast<LocalOrdinal>(pattern.numHalo()));
  ASSERT_EQ(rows.numCols, halo.columns->numCols());
  for (LocalOrdinal h = 0; h < rows.numRows; ++h) {
    const GlobalOrdinal row = pattern.haloGlobals()[h];
    std::map<GlobalOrdinal, Scalar> entries, expected;
    for (Offset entry = rows.rowPtr[h]; entry < rows.rowPtr[h + 1]; ++entry) {
      const GlobalOrdinal col = globalColumn(*halo.columns, rows.colInd[entry]);
      EXPECT_EQ(entries.count(col), 0u);
      entries[col] = rows.values[entry];
      if (!flags.empty()) {
        EXPECT_EQ(flags[entry], flagOf(row, col));
      }
    }
    for (GlobalOrdinal col = 0; col < M.numCols; ++col)
      if (M.entry(row, col) != 0) expected[col] = factor * static_cast<Scalar>(M.entry(row, col));
    EXPECT_EQ(entries, expected);
  }
}

// First halo: that of the matrix. Second: by owner and index, without what is owned or in the first, nothing
// unused.
template <class Scalar>
void checkColumns(const HaloRows<Scalar>& halo, const DistMatrix<Scalar>& B) {
  const std::vector<GlobalOrdinal> globals = toVector(halo.columns->haloGlobals());
  const std::vector<int> owners = toVector(halo.columns->haloOwners());
  const std::size_t numFirst = B.halo()->numHalo();
  ASSERT_EQ(globals.size(), owners.size());
  ASSERT_EQ(halo.columns->numCols(), B.numOwnedCols() + static_cast<LocalOrdinal>(globals.size()));
  EXPECT_EQ(owners, ownersOf(*B.domainMap(), globals));
  ASSERT_GE(globals.size(), numFirst);
  const std::vector<GlobalOrdinal> first = B.halo()->haloGlobals();
  EXPECT_TRUE(std::equal(first.begin(), first.end(), globals.begin()));
  const std::set<GlobalOrdinal> distinct(globals.begin(), globals.end());
  EXPECT_EQ(distinct.size(), globals.size());
  for (GlobalOrdinal global : globals) EXPECT_FALSE(B.domainMap()->isNodeGlobalElement(global));
  for (std::size_t h = numFirst + 1; h < globals.size(); ++h)
    EXPECT_LT(std::make_pair(owners[h - 1], globals[h - 1]), std::make_pair(owners[h], globals[h]));
  const auto rows = toHost(halo.rows);
  const std::set<LocalOrdinal> used(rows.colInd.begin(), rows.colInd.end());
  for (std::size_t h = numFirst; h < globals.size(); ++h)
    EXPECT_EQ(used.count(B.numOwnedCols() + static_cast<LocalOrdinal>(h)), 1u);
}

template <class T>
void checkExtend(const ExtendedColumns& columns) {
  std::vector<T> owned, expected;
  for (LocalOrdinal col = 0; col < columns.numCols(); ++col)
    expected.push_back(static_cast<T>(100 * globalUniform(3, globalColumn(columns, col))));
  owned.assign(expected.begin(), expected.begin() + columns.numOwned());
  EXPECT_EQ(toVector(columns.extend<T>(toView("owned", owned))), expected);
}

template <class Scalar>
void checkHaloRows(const GlobalMatrix& M, const Teuchos::RCP<const Map>& rowMap,
                   const Teuchos::RCP<const Map>& domainMap, int stride) {
  const auto B = distribute<Scalar>(M, rowMap, domainMap);
  const auto pattern = patternWith(rowMap, M.numRows, stride);
  HaloRows<Scalar> halo = fetchHaloRows(B, *pattern, flagsOf(B));
  EXPECT_EQ(halo.flags.extent(0), halo.rows.numEntries());
  checkRows<Scalar>(halo, *pattern, M, 1);
  checkColumns(halo, B);

  auto doubled = toVector(B.local().values);
  for (Scalar& value : doubled) value *= 2;
  refetchValues(B.withValues(toView("values", doubled)), *pattern, halo);
  checkRows<Scalar>(halo, *pattern, M, 2);

  checkExtend<double>(*halo.columns);
  checkExtend<float>(*halo.columns);
  checkExtend<char>(*halo.columns);
  checkExtend<LocalOrdinal>(*halo.columns);
  checkExtend<GlobalOrdinal>(*halo.columns);
}

TEST(MpiHaloRows, AreTheRowsOfTheirOwners) {
  for (GlobalOrdinal n : {1, 2, 3, 61})
    for (const auto& map : testMaps(n))
      for (int stride : {1, 4, 1000}) {
        checkHaloRows<double>({n, n}, map, map, stride);
        checkHaloRows<float>({n, n}, map, map, stride);
      }
}

TEST(MpiHaloRows, RectangularMatricesWithMixedMaps) {
  for (const auto& rowMap : testMaps(50))
    for (const auto& domainMap : testMaps(17)) checkHaloRows<double>({50, 17, 20}, rowMap, domainMap, 3);
  for (const auto& rowMap : testMaps(3))
    for (const auto& domainMap : testMaps(40)) checkHaloRows<double>({3, 40}, rowMap, domainMap, 1);
}

TEST(MpiHaloRows, OfTheMatrixItself) {
  for (const auto& map : testMaps(80)) {
    const GlobalMatrix M{80, 80, 40};
    const auto A = distribute<double>(M, map);
    const auto halo = fetchHaloRows(A, *A.halo());
    EXPECT_EQ(halo.flags.extent(0), 0u);
    checkRows<double>(halo, *A.halo(), M, 1);
    checkColumns(halo, A);
    const auto both = segmented(A, halo);
    EXPECT_EQ(both.numRows(), A.local().numCols);
    EXPECT_EQ(both.numCols, halo.columns->numCols());
  }
}

TEST(MpiHaloRows, WithoutEntries) {
  const auto map = cyclicMap(9);
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map));
  const DistMatrix<double> B(map, map, toView("rowPtr", std::vector<Offset>(numRows + 1, 0)),
                             toView("colInd", std::vector<GlobalOrdinal>()), toView("values", std::vector<double>()));
  const auto pattern = patternWith(map, 9, 1);
  const auto halo = fetchHaloRows(B, *pattern);
  EXPECT_EQ(halo.rows.numEntries(), 0u);
  EXPECT_EQ(halo.rows.numRows, static_cast<LocalOrdinal>(pattern->numHalo()));
  EXPECT_EQ(halo.columns->numCols(), B.numOwnedCols());
}

}  // namespace
}  // namespace Chronos::Test
