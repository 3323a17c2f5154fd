// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiBuilder.hpp"
#include "Chronos_StaticPattern.hpp"
#include "FsaiReference.hpp"
#include "KernelCases.hpp"

#include <numeric>

namespace Chronos::Test {
namespace {

struct Case {
  FsaiAlgorithm algorithm;
  Accumulation accumulation;
  const char* name;
};

const Case cases[] = {{FsaiAlgorithm::rowByRow, Accumulation::hash, "row by row"},
                      {FsaiAlgorithm::batched, Accumulation::hash, "batched, hash"},
                      {FsaiAlgorithm::batched, Accumulation::merge, "batched, merge"},
                      {FsaiAlgorithm::wholeRows, Accumulation::hash, "whole rows"}};

template <class DeviceType, class Scalar>
struct Setup {
  explicit Setup(HostCsr<double> matrix) : A(std::move(matrix)) {}

  HostCsr<double> A;
  ReferenceFsaiRules reference;
  double postFilter = 0;
  int initialPower = 0;
  double initialThreshold = 0.1;
  std::size_t batchBytes = 1 << 20;
  FsaiBuildReport report;

  HostCsr<double> build(const Case& which) {
    const auto device = toDevice<DeviceType>(A);
    std::vector<GlobalOrdinal> globals(A.numRows);
    std::iota(globals.begin(), globals.end(), GlobalOrdinal(0));
    std::vector<LocalOrdinal> rows(globals.begin(), globals.end());
    const auto owned = toView<DeviceType>("rows", rows);
    auto rules =
        makeFsaiRules<Scalar>(reference.maxSteps, reference.entriesPerStep, reference.tolerance,
                              reference.kaporinRatio ? StoppingRule::kaporinRatio : StoppingRule::stepReduction);
    FsaiBuildOptions options;
    options.algorithm = which.algorithm;
    options.accumulation = which.accumulation;
    options.postFilter = postFilter;
    options.batchBytes = batchBytes;
    InitialPattern<DeviceType> initial;
    if (initialPower > 0)
      initial = staticPattern<DeviceType>(device, owned, initialThreshold, initialPower, batchBytes);
    report = {};
    const auto factor = buildFsaiRows<Scalar, DeviceType>(
        device, toView<DeviceType>("globals", globals), owned, initial, rules,
        reference.scaledGradient ? CandidateRanking::scaledGradient : CandidateRanking::gradient, options, report);
    return {A.numRows, A.numCols, toVector(factor.rowPtr), toVector(factor.colInd), toVector(factor.values)};
  }
};

// diag(G A G^T), from the definition.
std::vector<double> scaledDiagonal(const HostCsr<double>& A, const HostCsr<double>& G) {
  std::vector<double> result(A.numRows, 0.0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset p = G.rowPtr[row]; p < G.rowPtr[row + 1]; ++p)
      for (Offset q = G.rowPtr[row]; q < G.rowPtr[row + 1]; ++q)
        result[row] += G.values[p] * entryOf(A, G.colInd[p], G.colInd[q]) * G.values[q];
  return result;
}

template <class DeviceType>
void expectReference(Setup<DeviceType, double>& setup, double tolerance = 1e-9) {
  for (const Case& which : cases) {
    if (which.algorithm == FsaiAlgorithm::rowByRow && !std::is_same_v<DeviceType, HostDevice>) continue;
    SCOPED_TRACE(which.name);
    const HostCsr<double> G = setup.build(which);
    ASSERT_EQ(G.rowPtr.size(), std::size_t(setup.A.numRows) + 1);
    for (LocalOrdinal row = 0; row < setup.A.numRows; ++row) {
      const auto initial = setup.initialPower > 0
                               ? referenceStaticPattern(setup.A, row, setup.initialThreshold, setup.initialPower)
                               : std::vector<LocalOrdinal>{};
      const ReferenceFsaiRow expected = referenceFsaiRow(setup.A, row, setup.reference, initial);
      std::map<LocalOrdinal, double> entries{{row, 1 / std::sqrt(expected.psi)}};
      for (std::size_t p = 0; p < expected.pattern.size(); ++p)
        entries[expected.pattern[p]] = expected.coefficient[p] / std::sqrt(expected.psi);
      ASSERT_EQ(G.rowPtr[row + 1] - G.rowPtr[row], entries.size()) << "row " << row;
      Offset at = G.rowPtr[row];
      for (const auto& [col, value] : entries) {
        ASSERT_EQ(G.colInd[at], col) << "row " << row;
        const double size = std::sqrt(1 / entryOf(setup.A, col, col));
        ASSERT_NEAR(G.values[at] / size, value / size, tolerance * (1 + std::abs(value / size)))
            << "row " << row << " col " << col;
        ++at;
      }
    }
  }
}

template <class DeviceType>
class FsaiBuilder : public ::testing::Test {};
TYPED_TEST_SUITE(FsaiBuilder, KernelDevices, );

// Rows of 7 and of 17 entries, which few and all lanes of a warp take.
TYPED_TEST(FsaiBuilder, AgreesWithAlgorithmOne) {
  for (int couplings : {3, 8}) {
    Setup<TypeParam, double> setup(spdMatrix(150, couplings, 0));
    setup.reference.maxSteps = 8;
    expectReference(setup);
  }
}

// Rows that lanes of one warp have side by side: some end long before others, some have no room in the first table.
TYPED_TEST(FsaiBuilder, AgreesWhereNeighboursDiffer) {
  HostCsr<double> A = spdMatrix(300, 3, 0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      const LocalOrdinal col = A.colInd[e];
      if (row != col && (row % 3 == 0 || col % 3 == 0)) A.values[e] *= 1e-4;
    }
  for (int entriesPerStep : {1, 3}) {
    Setup<TypeParam, double> setup(A);
    setup.reference.maxSteps = 24 / entriesPerStep;
    setup.reference.entriesPerStep = entriesPerStep;
    setup.reference.tolerance = 1e-2;
    expectReference(setup, 1e-8);
  }
}

TYPED_TEST(FsaiBuilder, AgreesOnBadlyScaledSystems) {
  for (bool scaled : {false, true}) {
    Setup<TypeParam, double> setup(spdMatrix(120, 3, 6));
    setup.reference.maxSteps = 6;
    setup.reference.scaledGradient = scaled;
    expectReference(setup);
  }
}

TYPED_TEST(FsaiBuilder, AgreesWithStepReduction) {
  Setup<TypeParam, double> setup(spdMatrix(150, 3, 1));
  setup.reference.kaporinRatio = false;
  setup.reference.tolerance = 0.02;
  expectReference(setup);
}

TYPED_TEST(FsaiBuilder, AgreesWithSeveralEntriesPerStep) {
  Setup<TypeParam, double> setup(spdMatrix(100, 4, 1));
  setup.reference.maxSteps = 4;
  setup.reference.entriesPerStep = 3;
  expectReference(setup);
}

TYPED_TEST(FsaiBuilder, AgreesFromAnInitialPattern) {
  for (int power : {1, 2}) {
    Setup<TypeParam, double> setup(spdMatrix(90, 2, 0));
    setup.initialPower = power;
    setup.reference.maxSteps = power == 1 ? 3 : 0;
    expectReference(setup);
  }
}

// Patterns longer than the lanes of a group, tables that overflow, batches of a few rows.
TYPED_TEST(FsaiBuilder, LongPatternsAndRows) {
  Setup<TypeParam, double> setup(spdMatrix(400, 6, 0));
  setup.reference.maxSteps = 45;
  setup.reference.tolerance = 0;
  setup.batchBytes = 40 * 10000;
  HostCsr<double>& A = setup.A;
  for (const Case& which : cases) {
    if (which.algorithm == FsaiAlgorithm::rowByRow && !std::is_same_v<TypeParam, HostDevice>) continue;
    SCOPED_TRACE(which.name);
    const HostCsr<double> G = setup.build(which);
    if (which.algorithm == FsaiAlgorithm::batched) {
      EXPECT_GT(setup.report.numBatches, 1);
    }
    EXPECT_EQ(setup.report.numJacobiRows, 0);
    const ReferenceFsaiRow last = referenceFsaiRow(A, 399, setup.reference);
    ASSERT_EQ(G.rowPtr[400] - G.rowPtr[399], last.pattern.size() + 1);
    EXPECT_EQ(last.pattern.size(), 45u);
    for (double d : scaledDiagonal(A, G)) EXPECT_NEAR(d, 1, 1e-10);
  }
}

// One row coupled to all others.
HostCsr<double> arrow(LocalOrdinal numRows, LocalOrdinal shaft) {
  const HostCsr<double> A = spdMatrix(numRows, 2, 0);
  std::vector<std::map<LocalOrdinal, double>> rows(numRows);
  for (LocalOrdinal r = 0; r < numRows; ++r)
    for (Offset e = A.rowPtr[r]; e < A.rowPtr[r + 1]; ++e) rows[r][A.colInd[e]] = A.values[e];
  std::mt19937 random(7);
  for (LocalOrdinal c = 0; c < numRows; ++c) {
    if (c == shaft) continue;
    const double value = 1e-3 * std::uniform_real_distribution<double>(0.5, 1)(random);
    rows[shaft][c] += value;
    rows[c][shaft] += value;
  }
  rows[shaft][shaft] += 10;
  HostCsr<double> result;
  result.numRows = result.numCols = numRows;
  for (const auto& row : rows) {
    for (const auto& [c, v] : row) {
      result.colInd.push_back(c);
      result.values.push_back(v);
    }
    result.rowPtr.push_back(result.colInd.size());
  }
  return result;
}

// Candidates that take a table of a whole team, one in global memory, none at all.
TYPED_TEST(FsaiBuilder, RowThatMeetsAllColumns) {
  for (LocalOrdinal numRows : {1200, 3000, 18000}) {
    SCOPED_TRACE(numRows);
    Setup<TypeParam, double> setup(arrow(numRows, numRows - 500));
    setup.reference.maxSteps = 4;
    expectReference(setup, 1e-8);
  }
}

// All rows are connected to the first one, which would give each of them all rows before it for candidates.
TYPED_TEST(FsaiBuilder, HubsLeadNoFurther) {
  for (LocalOrdinal hub : {0, 700}) {
    Setup<TypeParam, double> setup(arrow(4000, hub));
    setup.reference.maxSteps = 5;
    setup.reference.scaledGradient = true;
    expectReference(setup, 1e-8);
    if (hub > 0) continue;
    setup.initialPower = 1;
    setup.initialThreshold = 1e-4;  // the hub is in all initial patterns
    setup.reference.maxSteps = 2;
    expectReference(setup, 1e-8);
  }
}

// With no row of more than 512 entries, or than 16 times those of the others, nothing changes.
TYPED_TEST(FsaiBuilder, LongRowsAmongLongRowsAreNoHubs) {
  const LocalOrdinal n = 560;
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal r = 0; r < n; ++r) {
    for (LocalOrdinal c = 0; c < n; ++c) {
      A.colInd.push_back(c);
      A.values.push_back(r == c ? 30 : std::cos(double(r) * c) / (1 + std::abs(r - c)));
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  Setup<TypeParam, double> setup(A);
  setup.reference.maxSteps = 3;
  setup.reference.shortestHub = n;
  expectReference(setup, 1e-8);
}

TYPED_TEST(FsaiBuilder, DiagonalOfGAGtIsOneInSinglePrecisionToo) {
  Setup<TypeParam, float> setup(spdMatrix(300, 4, 5));
  setup.reference.maxSteps = 12;
  setup.reference.scaledGradient = true;
  for (const Case& which : cases) {
    if (which.algorithm == FsaiAlgorithm::rowByRow && !std::is_same_v<TypeParam, HostDevice>) continue;
    SCOPED_TRACE(which.name);
    const HostCsr<double> G = setup.build(which);
    for (double d : scaledDiagonal(setup.A, G)) EXPECT_NEAR(d, 1, 1e-9);
  }
}

// psi_i is the row's share of the Kaporin number (15): more steps never raise it.
TYPED_TEST(FsaiBuilder, KaporinNumberDoesNotRise) {
  Setup<TypeParam, double> setup(spdMatrix(200, 4, 2));
  setup.reference.tolerance = 0;
  for (const Case& which : cases) {
    if (which.algorithm == FsaiAlgorithm::rowByRow && !std::is_same_v<TypeParam, HostDevice>) continue;
    std::vector<double> psi(setup.A.numRows, std::numeric_limits<double>::max());
    for (int steps = 0; steps <= 10; steps += 2) {
      setup.reference.maxSteps = steps;
      const HostCsr<double> G = setup.build(which);
      for (LocalOrdinal row = 0; row < G.numRows; ++row) {
        const double diagonal = G.values[G.rowPtr[row + 1] - 1];
        EXPECT_LE(1 / (diagonal * diagonal), psi[row] * (1 + 1e-12)) << which.name << " row " << row;
        psi[row] = 1 / (diagonal * diagonal);
      }
    }
  }
}

TYPED_TEST(FsaiBuilder, PostFilterDropsSmallEntriesAndKeepsTheDiagonal) {
  Setup<TypeParam, double> setup(spdMatrix(200, 4, 3));
  setup.reference.maxSteps = 10;
  const std::size_t before = setup.build(cases[1]).colInd.size();
  setup.postFilter = 0.2;
  const HostCsr<double> G = setup.build(cases[1]);
  EXPECT_LT(G.colInd.size(), before);
  for (double d : scaledDiagonal(setup.A, G)) EXPECT_NEAR(d, 1, 1e-10);
  for (LocalOrdinal row = 0; row < G.numRows; ++row) {
    const double own = G.values[G.rowPtr[row + 1] - 1];
    for (Offset p = G.rowPtr[row]; p + 1 < G.rowPtr[row + 1]; ++p)
      EXPECT_GE(std::abs(G.values[p] / own) *
                    std::sqrt(entryOf(setup.A, G.colInd[p], G.colInd[p]) / entryOf(setup.A, row, row)),
                0.2 * (1 - 1e-12));
  }
}

// A[P,P] singular to working precision: the row keeps what it has, and says so.
TYPED_TEST(FsaiBuilder, LostPivotsFallBackAndAreCounted) {
  const LocalOrdinal n = 60;
  HostCsr<double> A;
  A.numRows = A.numCols = n;
  for (LocalOrdinal r = 0; r < n; ++r) {
    for (LocalOrdinal c = 0; c < n; ++c) {
      A.colInd.push_back(c);
      A.values.push_back(1 + (r == c ? 1e-15 : 0));
    }
    A.rowPtr.push_back(A.colInd.size());
  }
  Setup<TypeParam, double> setup(A);
  setup.reference.tolerance = 0;
  setup.initialPower = 1;
  for (const Case& which : cases) {
    if (which.algorithm == FsaiAlgorithm::rowByRow && !std::is_same_v<TypeParam, HostDevice>) continue;
    SCOPED_TRACE(which.name);
    const HostCsr<double> G = setup.build(which);
    EXPECT_GT(setup.report.numBrokenRows + setup.report.numJacobiRows, 0);
    for (double value : G.values) EXPECT_TRUE(std::isfinite(value));
    for (LocalOrdinal row = 0; row < n; ++row) EXPECT_GT(G.values[G.rowPtr[row + 1] - 1], 0);
  }
}

TYPED_TEST(FsaiBuilder, TinyMatrices) {
  for (LocalOrdinal n : {0, 1, 2}) {
    Setup<TypeParam, double> setup(n == 0 ? HostCsr<double>{} : spdMatrix(n, 1, 0));
    expectReference(setup);
  }
}

TYPED_TEST(FsaiBuilder, StaticPatternAgreesWithWalking) {
  const HostCsr<double> A = spdMatrix(200, 3, 2);
  std::vector<LocalOrdinal> rows(A.numRows);
  std::iota(rows.begin(), rows.end(), 0);
  for (int power : {1, 2, 3})
    for (std::size_t bytes : {std::size_t(1) << 24, std::size_t(2000)}) {
      const auto pattern =
          staticPattern<TypeParam>(toDevice<TypeParam>(A), toView<TypeParam>("rows", rows), 0.2, power, bytes);
      const auto rowPtr = toVector(pattern.rowPtr);
      const auto colInd = toVector(pattern.colInd);
      int longest = 0;
      for (LocalOrdinal row = 0; row < A.numRows; ++row) {
        const std::vector<LocalOrdinal> cols(colInd.begin() + rowPtr[row], colInd.begin() + rowPtr[row + 1]);
        EXPECT_EQ(cols, referenceStaticPattern(A, row, 0.2, power)) << "row " << row << " power " << power;
        longest = std::max(longest, static_cast<int>(cols.size()));
      }
      EXPECT_EQ(pattern.longestRow, longest);
    }
}

}  // namespace
}  // namespace Chronos::Test
