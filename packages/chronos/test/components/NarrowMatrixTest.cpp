// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NarrowMatrix.hpp"

#include "Chronos_RunsOnHost.hpp"
#include "Chronos_Transpose.hpp"
#include "NodeSystem.hpp"

#include <gtest/gtest.h>

namespace Chronos::Test {
namespace {

constexpr StoragePrecision allPrecisions[] = {StoragePrecision::doublePrecision, StoragePrecision::singlePrecision,
                                              StoragePrecision::half, StoragePrecision::bfloat16};

double roundingOf(StoragePrecision precision) {
  switch (precision) {
    case StoragePrecision::doublePrecision: return 1e-15;
    case StoragePrecision::singlePrecision: return 6e-8;
    case StoragePrecision::half: return 4.9e-4;
    default: return 3.91e-3;
  }
}

Vector entriesOf(const Map& map, std::uint64_t seed) {
  return toView("entries", ownedVector<double>(map, seed));
}

double product(const Vector& x, const Vector& y, const Map& map) {
  const auto a = toVector(x), b = toVector(y);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sumOverRanks(*map.getComm(), sum);
}

// |A| |x|, by which rounding of entries is measured.
template <class Matrix>
double scaleOf(const Matrix& M, GlobalOrdinal row, GlobalOrdinal numCols) {
  double sum = 0;
  for (GlobalOrdinal col = 0; col < numCols; ++col) sum += std::abs(M.entry(row, col));
  return sum;
}

TEST(MpiNarrowMatrix, IsCloseToTheMatrixAndSymmetric) {
  const GlobalMatrix M{150, 150, 6, true};
  for (const auto& map : testMaps(150))
    for (StoragePrecision precision : allPrecisions)
      for (ColumnStorage columns : {ColumnStorage::automatic, ColumnStorage::plain, ColumnStorage::compact}) {
        const auto A = distribute<double>(M, map);
        const auto narrow = narrowSquare(A, precision, columns);
        ASSERT_FALSE(narrow.matrix.is_null()) << narrow.obstacle;
        const Vector x = entriesOf(*map, 1), z = entriesOf(*map, 2), y("y", A.numRows()), exact("y", A.numRows());
        A.apply<double>(x, exact);
        narrow.matrix->apply(asBlock(ConstVector(x)), asBlock(y));
        const auto found = toVector(y), expected = toVector(exact);
        // What the diagonal takes up may double the error of a row.
        for (LocalOrdinal row = 0; row < A.numRows(); ++row)
          EXPECT_NEAR(found[row], expected[row],
                      2.2 * roundingOf(precision) * scaleOf(M, map->getGlobalElement(row), M.numCols) + 1e-14);
        const double xAz = product(y, z, *map);
        narrow.matrix->apply(asBlock(ConstVector(z)), asBlock(y));
        EXPECT_NEAR(product(y, x, *map), xAz, 1e-13 * 150);
      }
}

TEST(MpiNarrowMatrix, EveryOperationMultipliesByTheSameMatrix) {
  const GlobalMatrix M{150, 150, 6, true};
  for (const auto& map : testMaps(150))
    for (StoragePrecision precision : allPrecisions) {
      const auto A = distribute<double>(M, map);
      const auto narrow = narrowSquare(A, precision, ColumnStorage::compact).matrix;
      const Vector x = entriesOf(*map, 1), b = entriesOf(*map, 2), d = entriesOf(*map, 3);
      const std::size_t n = A.numRows();
      const Vector product("product", n), residual("residual", n), relaxed("relaxed", n), combined = entriesOf(*map, 2);
      narrow->apply(asBlock(ConstVector(x)), asBlock(product));
      narrow->apply(asBlock(ConstVector(x)), asBlock(combined), 2, 0.5);
      narrow->residual(asBlock(ConstVector(b)), asBlock(ConstVector(x)), asBlock(residual));
      narrow->relax(0.75, d, asBlock(ConstVector(b)), asBlock(ConstVector(x)), asBlock(relaxed));
      const auto p = toVector(product), r = toVector(residual), e = toVector(relaxed), c = toVector(combined);
      const auto hx = toVector(x), hb = toVector(b), hd = toVector(d);
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(c[i], 2 * p[i] + 0.5 * hb[i], 1e-13);
        EXPECT_NEAR(r[i], hb[i] - p[i], 1e-13);
        EXPECT_NEAR(e[i], hx[i] + 0.75 * hd[i] * (hb[i] - p[i]), 1e-13);
      }
    }
}

SingleVector rounded(const Vector& x) {
  const auto entries = toVector(x);
  return toView("rounded", std::vector<float>(entries.begin(), entries.end()));
}

// By nodes, and on a GPU in single by merged rows; a rank without rows has neither.
TEST(MpiNarrowMatrix, OfNodesIsCloseToTheMatrixWhereARankHasNoRowsToo) {
  constexpr GlobalOrdinal numNodes = 50, n = numNodes * 3;
  for (int missingOf : {0, 7})
    for (bool leavesOut : {false, true})
      for (StoragePrecision precision : allPrecisions) {
        const NodeSystem M{numNodes, numNodes, 3, 3, missingOf};
        const auto map = mapOfNodes(numNodes, 3, leavesOut);
        const DistMatrix<double> A = distributed(M, map, map);
        const auto narrow = narrowSquare(A, precision, ColumnStorage::automatic);
        ASSERT_FALSE(narrow.matrix.is_null()) << narrow.obstacle;
        const SingleVector singleX = rounded(entriesOf(*map, 1)), singleY("y", A.numRows());
        const Vector y("y", A.numRows()), exact("y", A.numRows());
        const auto rounds = toVector(singleX);
        const Vector x = toView("x", std::vector<double>(rounds.begin(), rounds.end()));
        A.apply<double>(x, exact);
        narrow.matrix->apply(asBlock(ConstVector(x)), asBlock(y));
        const SingleVectorMatrix* single = narrow.matrix->forSingleVectors();
        if (single != nullptr) single->apply(singleX, singleY, 1, 0);
        const auto found = toVector(y), expected = toVector(exact);
        const auto inSingle = toVector(singleY);
        for (LocalOrdinal row = 0; row < A.numRows(); ++row) {
          // What blocks on the diagonal take up may double the error of a row.
          const double scale = scaleOf(M, map->getGlobalElement(row), n), error = 2.5 * roundingOf(precision) * scale;
          EXPECT_NEAR(found[row], expected[row], error + 1e-14);
          if (single != nullptr) {
            EXPECT_NEAR(inSingle[row], expected[row], error + 1e-6 * scale);
          }
        }
      }
}

TEST(MpiNarrowMatrix, OfVectorsInSingleEveryOperationMultipliesByTheSameMatrix) {
  const GlobalMatrix M{150, 150, 6, true};
  for (const auto& map : testMaps(150))
    for (StoragePrecision precision :
         {StoragePrecision::singlePrecision, StoragePrecision::half, StoragePrecision::bfloat16})
      for (ColumnStorage columns : {ColumnStorage::plain, ColumnStorage::compact}) {
        const auto A = distribute<double>(M, map);
        const auto narrow = narrowSquare(A, precision, columns).matrix;
        const SingleVectorMatrix* forSingle = narrow->forSingleVectors();
        ASSERT_NE(forSingle, nullptr);
        const Vector x = entriesOf(*map, 1), b = entriesOf(*map, 2), d = entriesOf(*map, 3);
        const std::size_t n = A.numRows();
        const Vector exact("product", n);
        narrow->apply(asBlock(ConstVector(x)), asBlock(exact));
        const SingleVector product("product", n), residual("residual", n), relaxed("relaxed", n), combined = rounded(b);
        forSingle->apply(rounded(x), product);
        forSingle->apply(rounded(x), combined, 2, 0.5);
        forSingle->residual(rounded(b), rounded(x), residual);
        forSingle->relax(0.75, rounded(d), rounded(b), rounded(x), relaxed);
        const auto p = toVector(product), r = toVector(residual), e = toVector(relaxed), c = toVector(combined);
        const auto hp = toVector(exact), hx = toVector(x), hb = toVector(b), hd = toVector(d);
        for (std::size_t i = 0; i < n; ++i) {
          EXPECT_NEAR(p[i], hp[i], 2e-5);
          EXPECT_NEAR(c[i], 2 * hp[i] + 0.5 * hb[i], 4e-5);
          EXPECT_NEAR(r[i], hb[i] - hp[i], 2e-5);
          EXPECT_NEAR(e[i], hx[i] + 0.75 * hd[i] * (hb[i] - hp[i]), 2e-5);
        }
      }
}

TEST(MpiNarrowMatrix, ThereIsNoneForVectorsInSingleWhereEntriesAreBeyondThem) {
  const GlobalMatrix M{60, 60, 6, true};
  const auto A = distribute<double>(M, evenMap(60));
  EXPECT_EQ(narrowSquare(A, StoragePrecision::doublePrecision, ColumnStorage::compact).matrix->forSingleVectors(),
            nullptr);
  for (int exponent : {-100, 100}) {
    auto values = toVector(A.local().values);
    for (double& value : values) value = std::ldexp(value, exponent);
    const auto far = A.withValues(toView("values", values));
    for (StoragePrecision precision :
         {StoragePrecision::singlePrecision, StoragePrecision::half, StoragePrecision::bfloat16})
      for (ColumnStorage columns : {ColumnStorage::plain, ColumnStorage::compact})
        EXPECT_EQ(narrowSquare(far, precision, columns).matrix->forSingleVectors(), nullptr);
  }
}

TEST(MpiNarrowMatrix, OfThePairAreTransposesOfEachOther) {
  const GlobalMatrix M{150, 40, 5};
  for (const auto& rowMap : testMaps(150))
    for (const auto& domainMap : testMaps(40))
      for (StoragePrecision precision : allPrecisions)
        for (RowSums sums : {RowSums::free, RowSums::kept, RowSums::keptInThrees}) {
          const auto P = distribute<double>(M, rowMap, domainMap);
          const auto [p, r] = narrowPair(P, transpose(P), precision, ColumnStorage::automatic, sums);
          ASSERT_FALSE(p.matrix.is_null() || r.matrix.is_null());
          const Vector coarse = entriesOf(*domainMap, 1), fine = entriesOf(*rowMap, 2);
          const Vector up("up", fine.extent(0)), down("down", coarse.extent(0));
          p.matrix->apply(asBlock(ConstVector(coarse)), asBlock(up));
          r.matrix->apply(asBlock(ConstVector(fine)), asBlock(down));
          EXPECT_NEAR(product(up, fine, *rowMap), product(down, coarse, *domainMap), 1e-13 * 150);
          EXPECT_GT(std::abs(product(up, fine, *rowMap)), 1e-3);
        }
}

// What P makes of vectors that are 1 in every third entry; of all of them, where there is one of `numClasses`.
TEST(MpiNarrowMatrix, AProlongationKeepsTheSumsOfItsRows) {
  constexpr GlobalOrdinal numNodes = 60, numCoarse = 20;
  for (bool leavesOut : {false, true})
    for (int missingOf : {0, 7})
      for (StoragePrecision precision : {StoragePrecision::half, StoragePrecision::bfloat16})
        for (RowSums sums : {RowSums::free, RowSums::kept, RowSums::keptInThrees}) {
          const NodeSystem M{numNodes, numCoarse, nodeSize, nodeSize, missingOf};
          const auto domainMap = mapOfNodes(numCoarse, nodeSize, leavesOut);
          const auto P = distributed(M, mapOfNodes(numNodes, nodeSize, leavesOut), domainMap);
          const auto p = narrowPair(P, transpose(P), precision, ColumnStorage::automatic, sums).first;
          const int numClasses = sums == RowSums::keptInThrees ? nodeSize : 1;
          double worst = 0;
          for (int ofClass = 0; ofClass < numClasses; ++ofClass) {
            std::vector<double> entries(TrilinosVersion::numLocal(*domainMap));
            for (std::size_t i = ofClass; i < entries.size(); i += numClasses) entries[i] = 1;
            const Vector ones = toView("ones", entries), exact("exact", P.numRows()), found("found", P.numRows());
            P.apply<double>(ones, exact);
            p.matrix->apply(asBlock(ConstVector(ones)), asBlock(found));
            const auto expected = toVector(exact), all = toVector(found);
            for (std::size_t row = 0; row < all.size(); ++row)
              worst = std::max(worst, std::abs(all[row] - expected[row]));
          }
          worst = maxOverRanks(*world(), worst);
          const double lastBit = roundingOf(precision) / 2;
          if (sums == RowSums::free) EXPECT_GT(worst, lastBit);
          else EXPECT_LT(worst, lastBit);
        }
}

// Powers of two, so that magnitudes differ from row to row and from column to column.
double powerOf(GlobalOrdinal index) {
  return std::ldexp(1.0, static_cast<int>(globalHash(static_cast<std::uint64_t>(index)) % 40) - 20);
}

DistMatrix<double> unevenly(const DistMatrix<double>& A) {
  const auto local = toHost(A.local());
  auto values = local.values;
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset e = local.rowPtr[row]; e < local.rowPtr[row + 1]; ++e) {
      const LocalOrdinal col = local.colInd[e];
      const GlobalOrdinal global = col < A.numOwnedCols() ? A.domainMap()->getGlobalElement(col)
                                                          : A.halo()->haloGlobals()[col - A.numOwnedCols()];
      values[e] *= powerOf(A.rowMap()->getGlobalElement(row)) * powerOf(global);
    }
  return A.withValues(toView("values", values));
}

Vector inverselyScaled(const Map& map, std::uint64_t seed) {
  auto entries = ownedVector<double>(map, seed);
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] /= powerOf(map.getGlobalElement(static_cast<LocalOrdinal>(i)));
  return toView("entries", entries);
}

// Entries lie so far below others of their rows that rounding sees the exponents of rows and columns, of the halo too.
TEST(MpiNarrowMatrix, RowsOfVeryDifferentSizeStaySymmetric) {
  const GlobalMatrix M{150, 150, 6, true}, N{150, 40, 5};
  for (const auto& map : testMaps(150))
    for (StoragePrecision precision : {StoragePrecision::half, StoragePrecision::bfloat16}) {
      const auto A = unevenly(distribute<double>(M, map));
      const auto matrix = narrowSquare(A, precision, ColumnStorage::automatic).matrix;
      if (matrix.is_null()) continue;  // too many entries are too small
      const Vector x = inverselyScaled(*map, 1), z = inverselyScaled(*map, 2), y("y", A.numRows());
      matrix->apply(asBlock(ConstVector(x)), asBlock(y));
      const double zAx = product(y, z, *map);
      matrix->apply(asBlock(ConstVector(z)), asBlock(y));
      EXPECT_NEAR(product(y, x, *map), zAx, 1e-13 * (150 + std::abs(zAx)));
    }
  for (const auto& rowMap : testMaps(150)) {
    const auto domainMap = cyclicMap(40);
    const auto P = unevenly(distribute<double>(N, rowMap, domainMap));
    const auto [p, r] = narrowPair(P, transpose(P), StoragePrecision::bfloat16, ColumnStorage::automatic);
    ASSERT_FALSE(p.matrix.is_null() || r.matrix.is_null());
    const Vector coarse = inverselyScaled(*domainMap, 1), fine = inverselyScaled(*rowMap, 2);
    const Vector up("up", fine.extent(0)), down("down", coarse.extent(0));
    p.matrix->apply(asBlock(ConstVector(coarse)), asBlock(up));
    r.matrix->apply(asBlock(ConstVector(fine)), asBlock(down));
    EXPECT_NEAR(product(up, fine, *rowMap), product(down, coarse, *domainMap), 1e-13 * 150);
  }
}

TEST(MpiNarrowMatrix, SaysWhyAPrecisionDoesNotDo) {
  const GlobalMatrix M{60, 60, 6, true};
  const auto A = distribute<double>(M, evenMap(60));
  auto values = toVector(A.local().values);
  for (double& value : values) value = std::ldexp(value, 960);
  const auto huge =
      narrowSquare(A.withValues(toView("values", values)), StoragePrecision::half, ColumnStorage::automatic);
  EXPECT_TRUE(huge.matrix.is_null());
  EXPECT_EQ(huge.obstacle, "entries are out of its range");
  values.assign(values.size(), std::numeric_limits<double>::quiet_NaN());
  for (StoragePrecision precision : {StoragePrecision::singlePrecision, StoragePrecision::half})
    EXPECT_TRUE(
        narrowSquare(A.withValues(toView("values", values)), precision, ColumnStorage::automatic).matrix.is_null());
}

// Beyond the range of single, and near its ends, rows are scaled.
TEST(MpiNarrowMatrix, InSingleAtAnySizeOfEntries) {
  const GlobalMatrix M{60, 60, 6, true};
  for (const auto& map : testMaps(60)) {
    const auto A = distribute<double>(M, map);
    const std::vector<double> values = toVector(A.local().values);
    const Vector x = toView("x", ownedVector<double>(*map, 1)), expected("expected", A.numRows());
    A.apply<double>(x, expected);
    for (int exponent : {-500, -150, -90, -84, -80, 0, 100, 113, 117, 130, 500}) {
      std::vector<double> sized = values;
      for (double& value : sized) value = std::ldexp(value, exponent);
      const auto single = narrowSquare(A.withValues(toView("values", sized)), StoragePrecision::singlePrecision,
                                       ColumnStorage::automatic);
      ASSERT_FALSE(single.matrix.is_null()) << exponent << ": " << single.obstacle;
      const Vector y("y", A.numRows());
      single.matrix->apply(asBlock(ConstVector(x)), asBlock(y));
      const std::vector<double> found = toVector(y), wanted = toVector(expected);
      for (std::size_t row = 0; row < found.size(); ++row)
        ASSERT_NEAR(std::ldexp(found[row], -exponent), wanted[row], 1e-5) << exponent << ", row " << row;
    }
  }
}

TEST(MpiNarrowMatrix, HoldsLess) {
  const GlobalMatrix M{600, 600, 20, true};
  const auto map = evenMap(600);
  const auto A = distribute<double>(M, map);
  const double entries = double(A.local().numEntries());
  const auto bytesOf = [&](StoragePrecision precision, ColumnStorage columns) {
    return double(narrowSquare(A, precision, columns).matrix->numBytes() - A.halo()->numBytes());
  };
  EXPECT_LT(bytesOf(StoragePrecision::doublePrecision, ColumnStorage::compact), 10.7 * entries);
  EXPECT_LT(bytesOf(StoragePrecision::singlePrecision, ColumnStorage::compact), 6.7 * entries);
  EXPECT_LT(bytesOf(StoragePrecision::half, ColumnStorage::compact), 4.8 * entries);
  // On a host compact columns cost more time than they save.
  const double automatic = bytesOf(StoragePrecision::singlePrecision, ColumnStorage::automatic);
  EXPECT_EQ(automatic > 8 * entries, runsOnHost<Device>);
}

}  // namespace
}  // namespace Chronos::Test
