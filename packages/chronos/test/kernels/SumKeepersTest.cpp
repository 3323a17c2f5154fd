// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_NarrowCopy.hpp"
#include "Chronos_NarrowProduct.hpp"
#include "KernelCases.hpp"
#include "NarrowReference.hpp"

namespace Chronos::Test {
namespace {

template <class DeviceType>
struct SumKeepersOn : ::testing::Test {};
TYPED_TEST_SUITE(SumKeepersOn, KernelDevices, );

constexpr StoragePrecision shortOnes[] = {StoragePrecision::half, StoragePrecision::bfloat16};
// So that classes by local numbers would be others.
constexpr GlobalOrdinal firstColumn = 3001;

int classOf(LocalOrdinal col, int numClasses) {
  return static_cast<int>((firstColumn + col) % numClasses);
}

// Positive weights; those of a row whose columns are of one class sum up to 1.
HostCsr<double> weights(LocalOrdinal numRows, LocalOrdinal numCols, int longestRow, int numClasses) {
  auto P = raggedMatrix<double>(numRows, numCols, longestRow);
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    double sums[nodeSize] = {};
    for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e) {
      P.values[e] = std::abs(P.values[e]) + 1e-3;
      sums[classOf(P.colInd[e], numClasses)] += P.values[e];
    }
    for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e) P.values[e] /= sums[classOf(P.colInd[e], numClasses)];
  }
  return P;
}

template <class DeviceType>
EntryRange<DeviceType> rangeOf(const HostCsr<double>& P) {
  return {toView<DeviceType>("rows", exponentsOfRows(P)), toView<DeviceType>("columns", exponentsOfColumns(P))};
}

std::vector<GlobalOrdinal> globalsOf(const HostCsr<double>& P) {
  std::vector<GlobalOrdinal> globals(P.numCols);
  for (LocalOrdinal col = 0; col < P.numCols; ++col) globals[col] = firstColumn + col;
  return globals;
}

template <class DeviceType>
KeptSums<DeviceType> keptSums(const HostCsr<double>& P, int numClasses, StoragePrecision precision) {
  const Kokkos::View<const GlobalOrdinal*, DeviceType> coarse = toView<DeviceType>("coarse", globalsOf(P));
  return sumKeepers<DeviceType>({}, toDevice<DeviceType>(P), rangeOf<DeviceType>(P), coarse, numClasses, precision);
}

// What the copy makes of the vector that is 1 in the columns of a class and 0 elsewhere.
template <class DeviceType>
std::vector<double> sumsOf(const HostCsr<double>& P, const EntryRange<DeviceType>& range, StoragePrecision precision,
                           int ofClass, int numClasses) {
  const auto device = toDevice<DeviceType>(P);
  const auto copy = copyInWords<DeviceType>(
      {}, device, range, compactColumns<DeviceType, double>({}, device, Diagonal::kept), Diagonal::kept, precision);
  std::vector<double> ones(P.numCols);
  for (LocalOrdinal col = 0; col < P.numCols; ++col) ones[col] = classOf(col, numClasses) == ofClass ? 1 : 0;
  const WideVectors<DeviceType> x("x", P.numCols, 1), y("y", P.numRows, 1);
  Kokkos::deep_copy(Kokkos::View<double*, DeviceType>(x.data(), P.numCols), toView<DeviceType>("ones", ones));
  multiplyNarrow<PagedWords<DeviceType>>({}, copy.rows, x, 1, 0, y, y);
  return toVector(Kokkos::View<const double*, DeviceType>(y.data(), P.numRows));
}

TYPED_TEST(SumKeepersOn, TheFirstOfTheSmallestTakesWhatRoundingTookFromTheOthers) {
  for (int numClasses : {1, nodeSize})
    for (StoragePrecision precision : shortOnes) {
      auto P = weights(150, 60, 25, numClasses);
      for (double& value : P.values) value = std::max(value, 0.02);  // several are the smallest
      const auto kept = keptSums<TypeParam>(P, numClasses, precision);
      const auto ofRows = exponentsOfRows(P), ofColumns = exponentsOfColumns(P);
      for (int ofClass = 0; ofClass < numClasses; ++ofClass) {
        const auto columns = toVector(kept.columns[ofClass]);
        const auto values = toVector(kept.values[ofClass]);
        for (LocalOrdinal row = 0; row < P.numRows; ++row) {
          Offset keeper = P.rowPtr[row + 1];
          double lost = 0, lostOfKeeper = 0;
          for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e) {
            const LocalOrdinal col = P.colInd[e];
            if (classOf(col, numClasses) != ofClass) continue;
            const int coarser = std::max(ofRows[row], ofColumns[col]);
            const double lostHere = P.values[e] - storedNumber(P.values[e], coarser, precision);
            lost += lostHere;
            if (keeper < P.rowPtr[row + 1] && P.values[keeper] <= P.values[e]) continue;
            keeper = e;
            lostOfKeeper = lostHere;
          }
          if (keeper == P.rowPtr[row + 1]) {
            EXPECT_EQ(columns[row], -1);
          } else {
            EXPECT_EQ(columns[row], P.colInd[keeper]);
            EXPECT_NEAR(values[row], P.values[keeper] + lost - lostOfKeeper, 1e-15);
          }
        }
      }
    }
}

// 1 in rows that have an entry of the class, else 0.
std::vector<double> sumsOfWeights(const HostCsr<double>& P, int ofClass, int numClasses) {
  std::vector<double> sums(P.numRows);
  for (LocalOrdinal row = 0; row < P.numRows; ++row)
    for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e)
      if (classOf(P.colInd[e], numClasses) == ofClass) sums[row] = 1;
  return sums;
}

TYPED_TEST(SumKeepersOn, RowsOfCopiesKeepTheirSums) {
  for (int numClasses : {1, nodeSize})
    for (int longestRow : {8, 40})
      for (StoragePrecision precision : shortOnes) {
        const auto P = weights(200, 90, longestRow, numClasses);
        EntryRange<TypeParam> range = rangeOf<TypeParam>(P);
        for (int ofClass = 0; ofClass < numClasses; ++ofClass) {
          const auto expected = sumsOfWeights(P, ofClass, numClasses);
          range.kept = {};
          const auto rounded = sumsOf<TypeParam>(P, range, precision, ofClass, numClasses);
          range.kept = keptSums<TypeParam>(P, numClasses, precision);
          const auto kept = sumsOf<TypeParam>(P, range, precision, ofClass, numClasses);
          double worst = 0;
          for (LocalOrdinal row = 0; row < P.numRows; ++row) {
            worst = std::max(worst, std::abs(rounded[row] - expected[row]));
            EXPECT_NEAR(kept[row], expected[row], 1e-6);
          }
          EXPECT_GT(worst, 1e-4);
        }
      }
}

HostCsr<double> rowOf(const std::vector<double>& values) {
  HostCsr<double> P;
  P.numRows = 1;
  P.numCols = static_cast<LocalOrdinal>(values.size());
  P.values = values;
  for (LocalOrdinal col = 0; col < P.numCols; ++col) P.colInd.push_back(col);
  P.rowPtr = {0, static_cast<Offset>(values.size())};
  return P;
}

// Four equal weights that all round down: the keeper reaches the next power of two, whose last bit is coarser.
TYPED_TEST(SumKeepersOn, AKeeperThatGrowsIsNotLeftOut) {
  const auto P = rowOf(std::vector<double>(4, 0.25 * (1 - 0.6 / 2048)));
  EntryRange<TypeParam> range = rangeOf<TypeParam>(P);
  range.kept = keptSums<TypeParam>(P, 1, StoragePrecision::half);
  EXPECT_EQ(toVector(range.kept.columns[0]), std::vector<LocalOrdinal>{0});
  EXPECT_NEAR(sumsOf<TypeParam>(P, range, StoragePrecision::half, 0, 1)[0], 4 * P.values[0], 0.25 / 2048);
}

TYPED_TEST(SumKeepersOn, AKeeperThatOutgrowsItsColumnIsNone) {
  for (double smallest : {1e-6, 1e-4, 4e-4})
    for (double lost : {0.4, 0.49}) {
      const auto P = rowOf({1 + lost / 1024, 1 + lost / 1024, smallest});
      const auto kept = keptSums<TypeParam>(P, 1, StoragePrecision::half);
      EXPECT_EQ(toVector(kept.columns[0]), std::vector<LocalOrdinal>{-1}) << smallest << ", " << lost;
    }
  const auto P = rowOf({1 + 0.4 / 1024, 1 + 0.4 / 1024, 2e-3});
  EXPECT_EQ(toVector(keptSums<TypeParam>(P, 1, StoragePrecision::half).columns[0]), std::vector<LocalOrdinal>{2});
}

// Counts entries that are another number than they were.
template <class DeviceType>
struct CompareFunctor {
  CsrMatrix<double, DeviceType> P;
  KeptSums<DeviceType> ofP, ofR;
  KOKKOS_INLINE_FUNCTION void operator()(int row, int& numKept) const {
    for (Offset e = P.rowPtr(row); e < P.rowPtr(row + 1); ++e) {
      const double value = P.values(e), kept = ofP.valueOf(row, P.colInd(e), value);
      if (kept != ofR.valueOf(P.colInd(e), row, value)) numKept -= 1000000;
      if (kept != value) ++numKept;
    }
  }
};

// The transpose, whose rows know their columns of P by global numbers, has the same entries.
TYPED_TEST(SumKeepersOn, TheTransposeHasTheSameKeepers) {
  for (int numClasses : {1, nodeSize}) {
    const auto P = weights(60, 30, 8, numClasses);
    const auto ofP = keptSums<TypeParam>(P, numClasses, StoragePrecision::half);
    const Kokkos::View<const GlobalOrdinal*, TypeParam> coarse = toView<TypeParam>("coarse", globalsOf(P));
    KeptSums<TypeParam> ofR;
    ofR.numClasses = numClasses;
    ofR.globalOfRow = coarse;
    for (int ofClass = 0; ofClass < numClasses; ++ofClass) {
      ofR.globals[ofClass] = Chronos::globalsOf<TypeParam>({}, ofP.columns[ofClass], coarse);
      ofR.values[ofClass] = ofP.values[ofClass];
    }
    const CompareFunctor<TypeParam> compare{toDevice<TypeParam>(P), ofP, ofR};
    int numKept = 0;
    Kokkos::parallel_reduce(Kokkos::RangePolicy<typename TypeParam::execution_space>(0, P.numRows), compare, numKept);
    EXPECT_GT(numKept, P.numRows / 2) << "or -1 million for each entry that differs";
  }
}

TYPED_TEST(SumKeepersOn, OtherSumsAreKeptToTheLastBitOfTheKeeper) {
  auto P = raggedMatrix<double>(200, 90, 12);
  const auto kept = keptSums<TypeParam>(P, 1, StoragePrecision::half);
  EntryRange<TypeParam> range = rangeOf<TypeParam>(P);
  range.kept = kept;
  const auto sums = sumsOf<TypeParam>(P, range, StoragePrecision::half, 0, 1);
  const auto values = toVector(kept.values[0]);
  for (LocalOrdinal row = 0; row < P.numRows; ++row) {
    double sum = 0;
    for (Offset e = P.rowPtr[row]; e < P.rowPtr[row + 1]; ++e) sum += P.values[e];
    const bool hasKeeper = P.rowPtr[row] < P.rowPtr[row + 1];  // an empty row's was never written
    EXPECT_NEAR(sums[row], sum, (hasKeeper ? std::ldexp(std::abs(values[row]), -11) : 0) + 1e-7);
  }
}

}  // namespace
}  // namespace Chronos::Test
