// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_TpetraConversion.hpp"

#include "Chronos_Error.hpp"
#include "ReferenceDistributed.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

void fill(TpetraCrsMatrix& matrix, const GlobalMatrix& M) {
  const auto rowMap = matrix.getRowMap();
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(*rowMap); ++i) {
    const GlobalOrdinal row = rowMap->getGlobalElement(static_cast<LocalOrdinal>(i));
    for (GlobalOrdinal col = 0; col < M.numCols; ++col) {
      const double value = M.entry(row, col);
      if (value != 0)
        matrix.insertGlobalValues(row, Teuchos::ArrayView<const GlobalOrdinal>(&col, 1),
                                  Teuchos::ArrayView<const double>(&value, 1));
    }
  }
}

Teuchos::RCP<TpetraCrsMatrix> tpetraMatrix(const GlobalMatrix& M, const Teuchos::RCP<const Map>& map) {
  const auto matrix = Teuchos::rcp(new TpetraCrsMatrix(map, static_cast<std::size_t>(M.numCols)));
  fill(*matrix, M);
  matrix->fillComplete(map, map);
  return matrix;
}

Teuchos::RCP<TpetraCrsMatrix> tpetraMatrixWithColumns(const GlobalMatrix& M, const Teuchos::RCP<const Map>& map,
                                                      const std::vector<GlobalOrdinal>& columns) {
  const auto invalid = Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid();
  const auto columnMap = Teuchos::rcp(
      new Map(invalid, Teuchos::ArrayView<const GlobalOrdinal>(columns.data(), columns.size()), 0, map->getComm()));
  const auto matrix = Teuchos::rcp(new TpetraCrsMatrix(map, columnMap, static_cast<std::size_t>(M.numCols)));
  fill(*matrix, M);
  matrix->fillComplete(map, map);
  return matrix;
}

// All columns of the matrix in the column map of every rank, from the last to the first: owned and halo mixed.
Teuchos::RCP<TpetraCrsMatrix> tpetraMatrixWithReversedColumns(const GlobalMatrix& M,
                                                              const Teuchos::RCP<const Map>& map) {
  std::vector<GlobalOrdinal> columns;
  for (GlobalOrdinal col = M.numCols; col-- > 0;) columns.push_back(col);
  return tpetraMatrixWithColumns(M, map, columns);
}

// Owned columns as they are, behind them all others from the last to the first.
std::vector<GlobalOrdinal> ownedThenReversed(const GlobalMatrix& M, const Map& map) {
  std::vector<GlobalOrdinal> columns;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
    columns.push_back(map.getGlobalElement(static_cast<LocalOrdinal>(i)));
  for (GlobalOrdinal col = M.numCols; col-- > 0;)
    if (map.getLocalElement(col) < 0) columns.push_back(col);
  return columns;
}

std::vector<double> tpetraProduct(const TpetraCrsMatrix& matrix) {
  TpetraVector x(matrix.getDomainMap()), y(matrix.getRangeMap());
  {
    auto data = x.getDataNonConst();
    const auto entries = ownedVector<double>(*matrix.getDomainMap(), 7);
    std::copy(entries.begin(), entries.end(), data.begin());
  }
  matrix.apply(x, y);
  const auto data = y.getData();
  return std::vector<double>(data.begin(), data.end());
}

void expectSameProduct(const DistMatrix<double>& A, const TpetraCrsMatrix& matrix) {
  const auto y = toView("y", wrongValues<double>(A.numRows()));
  A.apply<double>(toView("x", ownedVector<double>(*A.domainMap(), 7)), y);
  const auto result = toVector(y);
  const auto expected = tpetraProduct(matrix);
  EXPECT_EQ(result.size(), expected.size());
  for (std::size_t i = 0; i < std::min(result.size(), expected.size()); ++i) EXPECT_NEAR(result[i], expected[i], 1e-13);
}

void expectSharedRows(const DistMatrix<double>& A, const TpetraCrsMatrix& matrix) {
  const auto local = matrix.getLocalMatrixDevice();
  EXPECT_EQ(static_cast<const void*>(A.local().values.data()), static_cast<const void*>(local.values.data()));
  EXPECT_EQ(static_cast<const void*>(A.local().rowPtr.data()), static_cast<const void*>(local.graph.row_map.data()));
}

TEST(MpiTpetraConversion, SharesTheArraysOfAnUsualMatrix) {
  for (GlobalOrdinal n : {1, 3, 60}) {
    const GlobalMatrix M{n, n};
    for (const auto& map : testMaps(n)) {
      const auto matrix = tpetraMatrix(M, map);
      const auto A = fromTpetra(*matrix);
      expectSharedRows(A, *matrix);
      EXPECT_EQ(static_cast<const void*>(A.local().colInd.data()),
                static_cast<const void*>(matrix->getLocalMatrixDevice().graph.entries.data()));
      EXPECT_EQ(globalEntriesOf(A), expectedEntries<double>(M, *map, Orientation::asIs));
      expectSameProduct(A, *matrix);
    }
  }
}

TEST(MpiTpetraConversion, RenumbersColumnsThatAreNotLocallyFitted) {
  for (GlobalOrdinal n : {1, 3, 60}) {
    const GlobalMatrix M{n, n};
    for (const auto& map : testMaps(n)) {
      const auto matrix = tpetraMatrixWithReversedColumns(M, map);
      const auto A = fromTpetra(*matrix);
      expectSharedRows(A, *matrix);
      EXPECT_EQ(globalEntriesOf(A), expectedEntries<double>(M, *map, Orientation::asIs));
      expectSameProduct(A, *matrix);
    }
  }
}

TEST(MpiTpetraConversion, RenumbersColumnsOfOthersAlone) {
  for (GlobalOrdinal n : {1, 3, 60}) {
    const GlobalMatrix M{n, n};
    for (const auto& map : testMaps(n)) {
      const auto matrix = tpetraMatrixWithColumns(M, map, ownedThenReversed(M, *map));
      const auto A = fromTpetra(*matrix);
      expectSharedRows(A, *matrix);
      EXPECT_EQ(globalEntriesOf(A), expectedEntries<double>(M, *map, Orientation::asIs));
      expectSameProduct(A, *matrix);
    }
  }
}

// Of all ranks, and of the last one alone.
TEST(MpiTpetraConversion, AColumnThatNobodyOwnsIsAnError) {
  const GlobalMatrix M{12, 12};
  const auto map = evenMap(12);
  for (int first : {0, world()->getSize() - 1}) {
    std::vector<GlobalOrdinal> columns = ownedThenReversed(M, *map);
    if (world()->getRank() >= first) columns.push_back(70);
    const auto matrix = tpetraMatrixWithColumns(M, map, columns);
    try {
      fromTpetra(*matrix);
      ADD_FAILURE() << "from rank " << first << " on";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("Column 70 of the matrix is not in its domain map"), std::string::npos)
          << error.what();
    }
  }
}

TEST(MpiTpetraConversion, ChangedValuesAreSeen) {
  const auto matrix = tpetraMatrix({30, 30}, evenMap(30));
  const auto A = fromTpetra(*matrix);
  matrix->resumeFill();
  matrix->scale(3.0);
  matrix->fillComplete(matrix->getDomainMap(), matrix->getRangeMap());
  expectSameProduct(A, *matrix);
}

TEST(MpiTpetraConversion, RoundTripKeepsTheEntries) {
  const GlobalMatrix M{60, 60};
  for (const auto& map : testMaps(60)) {
    const auto back = toTpetra(fromTpetra(*tpetraMatrixWithReversedColumns(M, map)));
    EXPECT_TRUE(back->isFillComplete());
    EXPECT_TRUE(back->getRowMap()->isSameAs(*map));
    EXPECT_TRUE(back->getDomainMap()->isSameAs(*map));
    const auto A = fromTpetra(*back);
    EXPECT_EQ(globalEntriesOf(A), expectedEntries<double>(M, *map, Orientation::asIs));
    expectSameProduct(A, *back);
  }
}

TEST(MpiTpetraConversion, SinglePrecisionRectangularMatrixToTpetra) {
  const GlobalMatrix M{40, 15};
  const auto A = distribute<float>(M, mapWithEmptyRank(40), cyclicMap(15));
  const auto matrix = toTpetra(A);
  const auto expected = expectedEntries<float>(M, *A.rowMap(), Orientation::asIs);
  const auto entries = globalEntriesOf(fromTpetra(*matrix));
  EXPECT_EQ(entries.size(), expected.size());
  for (const auto& [place, value] : entries) EXPECT_EQ(static_cast<float>(value), expected.at(place));
}

TEST(MpiTpetraConversion, AnUnfinishedMatrixIsAnError) {
  const auto map = evenMap(10);
  const TpetraCrsMatrix matrix(map, 3);
  EXPECT_THROW(fromTpetra(matrix), InputError);
}

}  // namespace
}  // namespace Chronos::Test
