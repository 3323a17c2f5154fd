// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DistProduct.hpp"

#include "Chronos_GalerkinProduct.hpp"
#include "Chronos_ProlongationShape.hpp"
#include "Chronos_Transpose.hpp"
#include "ReferenceDistributed.hpp"
#include "ReferenceLocal.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

/// A dense matrix of which a zero is an entry that is not there.
struct Dense {
  GlobalOrdinal numRows, numCols;
  std::vector<double> values;
  std::vector<char> isStored;

  Dense(GlobalOrdinal rows, GlobalOrdinal cols)
      : numRows(rows), numCols(cols), values(rows * cols), isStored(rows * cols) {}
  void add(GlobalOrdinal row, GlobalOrdinal col, double value) {
    values[row * numCols + col] += value;
    isStored[row * numCols + col] = 1;
  }
};

template <class Scalar>
Dense denseOf(const GlobalMatrix& M) {
  Dense dense(M.numRows, M.numCols);
  for (GlobalOrdinal row = 0; row < M.numRows; ++row)
    for (GlobalOrdinal col = 0; col < M.numCols; ++col)
      if (M.entry(row, col) != 0) dense.add(row, col, static_cast<Scalar>(M.entry(row, col)));
  return dense;
}

Dense transposed(const Dense& A) {
  Dense T(A.numCols, A.numRows);
  for (GlobalOrdinal row = 0; row < A.numRows; ++row)
    for (GlobalOrdinal col = 0; col < A.numCols; ++col)
      if (A.isStored[row * A.numCols + col]) T.add(col, row, A.values[row * A.numCols + col]);
  return T;
}

Dense product(const Dense& A, const Dense& B) {
  Dense C(A.numRows, B.numCols);
  for (GlobalOrdinal row = 0; row < A.numRows; ++row)
    for (GlobalOrdinal k = 0; k < A.numCols; ++k) {
      if (!A.isStored[row * A.numCols + k]) continue;
      for (GlobalOrdinal col = 0; col < B.numCols; ++col)
        if (B.isStored[k * B.numCols + col])
          C.add(row, col, A.values[row * A.numCols + k] * B.values[k * B.numCols + col]);
    }
  return C;
}

// The owned rows of C are those of the dense matrix: the same entries stored, values up to rounding.
template <class Scalar>
void expectEqual(const DistMatrix<Scalar>& C, const Dense& expected, double tolerance) {
  EXPECT_TRUE(columnsAscend(toHost(C.local())));
  EXPECT_EQ(C.local().numCols, C.numOwnedCols() + static_cast<LocalOrdinal>(C.halo()->numHalo()));
  EXPECT_EQ(C.numGlobalEntries(), std::count(expected.isStored.begin(), expected.isStored.end(), 1));
  const auto entries = globalEntriesOf(C);
  std::size_t numExpected = 0;
  for (LocalOrdinal i = 0; i < C.numRows(); ++i)
    for (GlobalOrdinal col = 0; col < expected.numCols; ++col) {
      const GlobalOrdinal row = C.rowMap()->getGlobalElement(i);
      if (!expected.isStored[row * expected.numCols + col]) continue;
      ++numExpected;
      const auto found = entries.find({row, col});
      ASSERT_NE(found, entries.end()) << row << ' ' << col;
      EXPECT_NEAR(found->second, expected.values[row * expected.numCols + col], tolerance);
    }
  EXPECT_EQ(entries.size(), numExpected);
}

template <class Scalar>
constexpr double tolerance() {
  return 1000 * double(std::numeric_limits<Scalar>::epsilon());
}

// The product can be multiplied by: its halo is a working one.
template <class Scalar>
void expectApplies(const DistMatrix<Scalar>& C, const Dense& expected) {
  const auto y = toView("y", wrongValues<Scalar>(C.numRows()));
  C.template apply<Scalar>(toView("x", ownedVector<Scalar>(*C.domainMap(), 7)), y);
  const auto result = toVector(y);
  for (LocalOrdinal i = 0; i < C.numRows(); ++i) {
    double sum = 0;
    for (GlobalOrdinal col = 0; col < expected.numCols; ++col)
      sum += expected.values[C.rowMap()->getGlobalElement(i) * expected.numCols + col] *
             double(static_cast<Scalar>(globalUniform(7, col)));
    EXPECT_NEAR(result[i], sum, tolerance<Scalar>());
  }
}

/// The same pattern with other values.
template <class Scalar>
DistMatrix<Scalar> changed(const DistMatrix<Scalar>& A) {
  auto values = toVector(A.local().values);
  for (Scalar& value : values) value = Scalar(1) / value + value * value;
  return A.withValues(toView("values", values));
}

template <class Scalar>
void expectSameBits(const DistMatrix<Scalar>& C, const DistMatrix<Scalar>& D) {
  const auto first = toHost(C.local()), second = toHost(D.local());
  EXPECT_EQ(first.rowPtr, second.rowPtr);
  EXPECT_EQ(first.colInd, second.colInd);
  EXPECT_EQ(first.values, second.values);
  EXPECT_EQ(C.halo()->haloGlobals(), D.halo()->haloGlobals());
}

template <class Scalar>
void checkProduct(const GlobalMatrix& M, const GlobalMatrix& N, const Teuchos::RCP<const Map>& rowMap,
                  const Teuchos::RCP<const Map>& middleMap, const Teuchos::RCP<const Map>& domainMap) {
  const auto A = distribute<Scalar>(M, rowMap, middleMap);
  const auto B = distribute<Scalar>(N, middleMap, domainMap);
  DistProduct<Scalar> AB(A, B);
  const auto first = AB.result();
  EXPECT_TRUE(first->rowMap()->isSameAs(*rowMap));
  EXPECT_TRUE(first->domainMap()->isSameAs(*domainMap));
  const Dense expected = product(denseOf<Scalar>(M), denseOf<Scalar>(N));
  expectEqual(*first, expected, tolerance<Scalar>());
  expectApplies(*first, expected);

  const auto otherA = changed(A), otherB = changed(B);
  expectSameBits(*AB.again(otherA, otherB).result(), *DistProduct<Scalar>(otherA, otherB).result());
  expectEqual(*first, expected, tolerance<Scalar>());
  expectSameBits(*AB.again(A, B).result(), *first);
}

TEST(MpiDistProduct, OfSquareMatrices) {
  for (GlobalOrdinal n : {1, 2, 3, 40})
    for (const auto& map : testMaps(n)) {
      checkProduct<double>({n, n}, {n, n, 9, false, 2}, map, map, map);
      checkProduct<float>({n, n}, {n, n, 9, false, 2}, map, map, map);
    }
}

TEST(MpiDistProduct, OfRectangularMatricesWithMixedMaps) {
  for (const auto& rowMap : testMaps(21))
    for (const auto& middleMap : testMaps(30))
      for (const auto& domainMap : testMaps(9))
        checkProduct<double>({21, 30, 15}, {30, 9, 8}, rowMap, middleMap, domainMap);
  for (const auto& rowMap : testMaps(2))
    for (const auto& middleMap : testMaps(3))
      for (const auto& domainMap : testMaps(25)) checkProduct<double>({2, 3}, {3, 25}, rowMap, middleMap, domainMap);
}

// Far sparser than above: halos stay partial, and what lies behind the halo of B comes between what is in it.
TEST(MpiDistProduct, OfSparseMatrices) {
  for (const auto& map : testMaps(70)) checkProduct<double>({70, 70, 200}, {70, 70, 200, false, 3}, map, map, map);
}

TEST(MpiDistProduct, WithAMatrixWithoutEntries) {
  const auto map = mapWithEmptyRank(9);
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map));
  const DistMatrix<double> none(map, map, toView("rowPtr", std::vector<Offset>(numRows + 1, 0)),
                                toView("colInd", std::vector<GlobalOrdinal>()),
                                toView("values", std::vector<double>()));
  const auto A = distribute<double>({9, 9}, map);
  expectEqual(*DistProduct<double>(A, none).result(), Dense(9, 9), 0);
  expectEqual(*DistProduct<double>(none, A).result(), Dense(9, 9), 0);
}

template <class Scalar>
void checkGalerkin(const GlobalMatrix& M, const GlobalMatrix& N, const Teuchos::RCP<const Map>& fineMap,
                   const Teuchos::RCP<const Map>& coarseMap) {
  const auto A = distribute<Scalar>(M, fineMap);
  const auto P = distribute<Scalar>(N, fineMap, coarseMap);
  GalerkinProduct<Scalar> product3(A, P);
  EXPECT_EQ(globalEntriesOf(*product3.restriction()), globalEntriesOf(transpose(P)));
  const auto first = product3.coarse();
  EXPECT_TRUE(first->rowMap()->isSameAs(*coarseMap));
  EXPECT_TRUE(first->domainMap()->isSameAs(*coarseMap));
  const Dense denseP = denseOf<Scalar>(N);
  const Dense expected = product(transposed(denseP), product(denseOf<Scalar>(M), denseP));
  expectEqual(*first, expected, tolerance<Scalar>());

  const auto mirrored = globalEntriesOf(transpose(*first));
  for (const auto& [position, value] : globalEntriesOf(*first)) {
    ASSERT_EQ(mirrored.count(position), 1u);
    EXPECT_NEAR(value, mirrored.at(position), tolerance<Scalar>());
  }

  const auto otherA = changed(A);
  expectSameBits(*product3.again(otherA, P).coarse(), *GalerkinProduct<Scalar>(otherA, P).coarse());
  expectSameBits(*product3.again(A, P).coarse(), *first);
}

TEST(MpiGalerkinProduct, IsTheSymmetricTripleProduct) {
  for (const auto& fineMap : testMaps(40))
    for (const auto& coarseMap : testMaps(13)) {
      checkGalerkin<double>({40, 40, 12, true}, {40, 13, 7}, fineMap, coarseMap);
      checkGalerkin<float>({40, 40, 12, true}, {40, 13, 7}, fineMap, coarseMap);
    }
  for (const auto& fineMap : testMaps(2))
    for (const auto& coarseMap : testMaps(1)) checkGalerkin<double>({2, 2, 1, true}, {2, 1}, fineMap, coarseMap);
}

template <class Scalar>
void checkPieces(const GlobalMatrix& M, const GlobalMatrix& N, const Teuchos::RCP<const Map>& fineMap,
                 const Teuchos::RCP<const Map>& coarseMap) {
  const auto A = distribute<Scalar>(M, fineMap);
  const auto P = distribute<Scalar>(N, fineMap, coarseMap);
  const DistProduct<Scalar> AP(A, P, ColumnOrder::any);
  const PiecewiseGalerkin<Scalar> pieces(*AP.result(), P);
  EXPECT_TRUE(pieces.coarse()->rowMap()->isSameAs(*coarseMap));
  const Dense denseP = denseOf<Scalar>(N);
  const Dense expected = product(transposed(denseP), product(denseOf<Scalar>(M), denseP));
  expectEqual(*pieces.coarse(), expected, tolerance<Scalar>());
  expectApplies(*pieces.coarse(), expected);

  const auto otherAP = AP.again(changed(A), P);
  expectSameBits(*pieces.again(*otherAP.result()).coarse(), *PiecewiseGalerkin<Scalar>(*otherAP.result(), P).coarse());
}

Teuchos::RCP<const Map> onLastRank(GlobalOrdinal n) {
  const bool isLast = world()->getRank() + 1 == world()->getSize();
  return Teuchos::rcp(new Map(n, isLast ? static_cast<std::size_t>(n) : 0, 0, world()));
}

// Wherever columns of P are, with ranks that know none and rows that have none.
TEST(MpiPiecewiseGalerkin, IsTheTripleProduct) {
  for (const auto& fineMap : testMaps(40)) {
    auto coarseMaps = testMaps(13);
    coarseMaps.push_back(onLastRank(13));
    for (const auto& coarseMap : coarseMaps) {
      checkPieces<double>({40, 40, 12, true}, {40, 13, 7}, fineMap, coarseMap);
      checkPieces<float>({40, 40, 12, true}, {40, 13, 7}, fineMap, coarseMap);
      checkPieces<double>({40, 40, 200, true}, {40, 13, 90}, fineMap, coarseMap);
    }
  }
}

TEST(MpiProlongationShape, SaysWhetherALevelMovesOntoFewerRanks) {
  const auto joins = [](const Teuchos::RCP<const Map>& fineMap, const Teuchos::RCP<const Map>& coarseMap) {
    return prolongationShape(distribute<double>({40, 13, 7}, fineMap, coarseMap)).joinsRanks();
  };
  EXPECT_FALSE(joins(evenMap(40), evenMap(13)));
  EXPECT_EQ(joins(evenMap(40), onLastRank(13)), world()->getSize() > 1);
  EXPECT_FALSE(joins(onLastRank(40), evenMap(13)));
  EXPECT_FALSE((ProlongationShape{2, 8, 7}.joinsRanks()));
  EXPECT_TRUE((ProlongationShape{2, 8, 6}.joinsRanks()));
}

TEST(MpiProlongationShape, SaysWhetherRowsHaveOneEntryAtMost) {
  const auto map = evenMap(20), coarse = evenMap(5);
  EXPECT_FALSE(prolongationShape(distribute<double>({20, 5, 9}, map, coarse)).hasSingleEntries());
  const auto numRows = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*map));
  std::vector<Offset> rowPtr(1);
  std::vector<GlobalOrdinal> columns;
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    if (row % 3 > 0) columns.push_back(map->getGlobalElement(row) % 5);
    rowPtr.push_back(columns.size());
  }
  const DistMatrix<double> P(map, coarse, toView("rowPtr", rowPtr), toView("colInd", columns),
                             toView("values", std::vector<double>(columns.size(), 1)));
  EXPECT_TRUE(prolongationShape(P).hasSingleEntries());
}

}  // namespace
}  // namespace Chronos::Test
