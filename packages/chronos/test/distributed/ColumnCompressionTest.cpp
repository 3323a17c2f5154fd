// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnCompression.hpp"

#include "Chronos_UnknownColumns.hpp"
#include "HaloRequests.hpp"
#include "ReferenceDistributed.hpp"
#include "ReferenceLocal.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace Chronos::Test {
namespace {

enum class Entries { shuffled, ascending };

// Rows of M on this rank whose column c stands for the global column names[c].
template <class Scalar>
HostCsr<Scalar> rowsWithNames(const GlobalMatrix& M, const Map& rowMap, const std::vector<GlobalOrdinal>& names,
                              Entries order) {
  HostCsr<Scalar> rows;
  rows.numCols = static_cast<LocalOrdinal>(names.size());
  for (; rows.numRows < static_cast<LocalOrdinal>(TrilinosVersion::numLocal(rowMap)); ++rows.numRows) {
    for (LocalOrdinal col = 0; col < rows.numCols; ++col) {
      const double value = M.entry(rowMap.getGlobalElement(rows.numRows), names[col]);
      if (value == 0) continue;
      rows.colInd.push_back(col);
      rows.values.push_back(static_cast<Scalar>(value));
    }
    rows.rowPtr.push_back(rows.colInd.size());
  }
  if (order == Entries::shuffled) shuffleRows(rows);
  return rows;
}

ColumnTargets targetsOf(const Map& domainMap, const std::vector<GlobalOrdinal>& names) {
  std::vector<LocalOrdinal> ownedIndex;
  for (GlobalOrdinal global : names) ownedIndex.push_back(domainMap.getLocalElement(global));
  return {toView("owned", ownedIndex), toView("globals", names), toView("owners", ownersOf(domainMap, names))};
}

// The halo holds what this rank's rows use of other ranks' columns, by owner and index.
template <class Scalar>
void checkHalo(const DistMatrix<Scalar>& A, const GlobalMatrix& M) {
  const std::vector<GlobalOrdinal>& globals = A.halo()->haloGlobals();
  std::set<GlobalOrdinal> used;
  for (const auto& [position, value] : expectedEntries<Scalar>(M, *A.rowMap(), Orientation::asIs))
    if (!A.domainMap()->isNodeGlobalElement(position.second)) used.insert(position.second);
  EXPECT_EQ(std::set<GlobalOrdinal>(globals.begin(), globals.end()), used);
  EXPECT_EQ(globals.size(), used.size());
  const std::vector<int> owners = ownersOf(*A.domainMap(), globals);
  for (std::size_t h = 1; h < globals.size(); ++h)
    EXPECT_LT(std::make_pair(owners[h - 1], globals[h - 1]), std::make_pair(owners[h], globals[h]));
}

template <class Scalar>
void checkCompression(const GlobalMatrix& M, const Teuchos::RCP<const Map>& rowMap,
                      const Teuchos::RCP<const Map>& domainMap, Entries order) {
  std::vector<GlobalOrdinal> names(M.numCols);
  std::iota(names.begin(), names.end(), GlobalOrdinal(0));
  if (order == Entries::shuffled) std::shuffle(names.begin(), names.end(), std::mt19937(world()->getRank()));
  const HostCsr<Scalar> host = rowsWithNames<Scalar>(M, *rowMap, names, order);
  const auto rows = toDevice<Device>(host);
  const auto A = compressColumns(rowMap, domainMap, rows, targetsOf(*domainMap, names));
  EXPECT_EQ(globalEntriesOf(A), expectedEntries<Scalar>(M, *rowMap, Orientation::asIs));
  EXPECT_TRUE(columnsAscend(toHost(A.local())));
  EXPECT_EQ(A.local().numCols, A.numOwnedCols() + static_cast<LocalOrdinal>(A.halo()->numHalo()));
  EXPECT_EQ(toHost(rows).colInd, host.colInd);
  EXPECT_EQ(toHost(rows).values, host.values);
  checkHalo(A, M);
}

TEST(MpiColumnCompression, KeepsEntriesAndWhatTheyUse) {
  for (GlobalOrdinal n : {1, 2, 3, 70})
    for (const auto& map : testMaps(n))
      for (Entries order : {Entries::shuffled, Entries::ascending}) {
        checkCompression<double>({n, n}, map, map, order);
        checkCompression<float>({n, n, 50}, map, map, order);
      }
}

// Owned columns first, then all others by owner and index, so that part of the halo is not used.
template <class Scalar>
void checkHaloCompression(const GlobalMatrix& M, const Teuchos::RCP<const Map>& rowMap,
                          const Teuchos::RCP<const Map>& domainMap) {
  std::vector<GlobalOrdinal> names, others;
  for (LocalOrdinal col = 0; col < static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*domainMap)); ++col)
    names.push_back(domainMap->getGlobalElement(col));
  for (GlobalOrdinal global = 0; global < M.numCols; ++global)
    if (!domainMap->isNodeGlobalElement(global)) others.push_back(global);
  const std::vector<int> owners = ownersOf(*domainMap, others);
  OwnedIndices halo{others, owners};
  sortIndices(halo);
  names.insert(names.end(), halo.globals.begin(), halo.globals.end());
  const HostCsr<Scalar> host = rowsWithNames<Scalar>(M, *rowMap, names, Entries::ascending);
  const auto rows = toDevice<Device>(host);
  const auto A = compressHalo(rowMap, domainMap, rows, haloColumns(halo.globals, halo.owners));
  EXPECT_EQ(globalEntriesOf(A), expectedEntries<Scalar>(M, *rowMap, Orientation::asIs));
  EXPECT_TRUE(columnsAscend(toHost(A.local())));
  EXPECT_EQ(A.local().numCols, A.numOwnedCols() + static_cast<LocalOrdinal>(A.halo()->numHalo()));
  EXPECT_EQ(toHost(rows).colInd, host.colInd);
  checkHalo(A, M);
  // Nothing is left to drop.
  const auto same = compressHalo(A, A.local());
  EXPECT_EQ(same.local().colInd.data(), A.local().colInd.data());
  EXPECT_EQ(same.local().values.data(), A.local().values.data());
  EXPECT_EQ(same.halo()->haloGlobals(), A.halo()->haloGlobals());
}

TEST(MpiColumnCompression, DropsWhatNobodyUsesOfAHalo) {
  for (GlobalOrdinal n : {1, 2, 3, 70})
    for (const auto& map : testMaps(n)) {
      checkHaloCompression<double>({n, n}, map, map);
      checkHaloCompression<float>({n, n, 50}, map, map);
    }
  for (const auto& rowMap : testMaps(40))
    for (const auto& domainMap : testMaps(11)) checkHaloCompression<double>({40, 11}, rowMap, domainMap);
}

TEST(MpiColumnCompression, RectangularMatricesWithMixedMaps) {
  for (const auto& rowMap : testMaps(40))
    for (const auto& domainMap : testMaps(11)) checkCompression<double>({40, 11}, rowMap, domainMap, Entries::shuffled);
  for (const auto& rowMap : testMaps(2))
    for (const auto& domainMap : testMaps(90)) checkCompression<double>({2, 90}, rowMap, domainMap, Entries::shuffled);
}

TEST(MpiColumnCompression, SharesWhatStaysAsItIs) {
  const auto map = cyclicMap(50);
  const auto A = distribute<double>({50, 50}, map);
  std::vector<GlobalOrdinal> names;
  for (LocalOrdinal col = 0; col < A.numOwnedCols(); ++col) names.push_back(map->getGlobalElement(col));
  const std::vector<GlobalOrdinal> haloGlobals = A.halo()->haloGlobals();
  names.insert(names.end(), haloGlobals.begin(), haloGlobals.end());
  const auto same = compressColumns(map, map, A.local(), targetsOf(*map, names));
  EXPECT_EQ(same.local().colInd.data(), A.local().colInd.data());
  EXPECT_EQ(same.local().values.data(), A.local().values.data());
  EXPECT_EQ(same.halo()->haloGlobals(), A.halo()->haloGlobals());
}

}  // namespace
}  // namespace Chronos::Test
