// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_FsaiAssembly.hpp"

#include "FsaiBatch.hpp"
#include "KernelCases.hpp"

namespace Chronos::Test {
namespace {

template <class Case>
struct AssemblyOfFsai : ::testing::Test {
  using Scalar = typename Case::Scalar;
  using DeviceType = typename Case::DeviceType;
  using Execution = typename DeviceType::execution_space;
  using Chunk = FsaiChunk<DeviceType>;

  static HostCsr<double> toHostRows(const Chunk& chunk, LocalOrdinal numCols) {
    HostCsr<double> rows;
    rows.rowPtr = toVector(chunk.rowPtr);
    rows.numRows = static_cast<LocalOrdinal>(rows.rowPtr.size()) - 1;
    rows.numCols = numCols;
    rows.colInd = toVector(chunk.colInd);
    rows.values = toVector(chunk.values);
    return rows;
  }

  static Chunk toChunk(const HostCsr<double>& rows) {
    return {toView<DeviceType>("rowPtr", rows.rowPtr),
            toView<DeviceType>("colInd", rows.colInd),
            toView<DeviceType>("values", rows.values),
            {}};
  }
};
TYPED_TEST_SUITE(AssemblyOfFsai, KernelCases, );

TYPED_TEST(AssemblyOfFsai, ScalesTheMatrixByPowersOfTwo) {
  using Scalar = typename TypeParam::Scalar;
  const HostCsr<double> A = spdMatrix(90, 4, 12);
  for (CandidateRanking ranking : {CandidateRanking::gradient, CandidateRanking::scaledGradient}) {
    const FsaiBatch<Scalar, typename TypeParam::DeviceType> batch(A, {}, {}, 1, ranking);
    const std::vector<int> exponent = toVector(batch.matrix.exponent);
    const std::vector<Scalar> diagonal = toVector(batch.matrix.diagonal), weight = toVector(batch.matrix.weight);
    EXPECT_EQ(toVector(batch.matrix.matrix.colInd), A.colInd);
    for (LocalOrdinal row = 0; row < A.numRows; ++row) {
      EXPECT_GE(diagonal[row], 0.5);
      EXPECT_LE(diagonal[row], 2);  // one below may round up to 2 in single precision
      EXPECT_EQ(diagonal[row], static_cast<Scalar>(entryOf(batch.scaled, row, row)));
      const double expected =
          ranking == CandidateRanking::gradient ? std::ldexp(1.0, exponent[row]) : 1 / std::sqrt(double(diagonal[row]));
      EXPECT_NEAR(weight[row], expected, 2 * std::numeric_limits<Scalar>::epsilon() * expected);
      for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e)
        EXPECT_EQ(batch.scaled.values[e],
                  static_cast<Scalar>(std::ldexp(A.values[e], -exponent[row] - exponent[A.colInd[e]])));
    }
  }
}

TYPED_TEST(AssemblyOfFsai, CompressesRows) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const HostCsr<double> A = spdMatrix(40, 3, 6);
  const std::vector<LocalOrdinal> wanted{5, 39, 0, 20};
  const std::vector<std::vector<LocalOrdinal>> patterns{{4, 1}, {30, 2, 17, 38, 9}, {}, {3}};
  FsaiBatch<Scalar, DeviceType> batch(A, wanted, patterns, 6);
  Kokkos::deep_copy(batch.rows.numEntries, batch.rows.numSelected);
  const std::vector<int> exponent = toVector(batch.matrix.exponent);
  std::vector<Scalar> coefficients(wanted.size() * 6);
  for (std::size_t i = 0; i < coefficients.size(); ++i) coefficients[i] = static_cast<Scalar>(globalUniform(3, i));
  batch.rows.coefficient = toView<DeviceType>("coefficients", coefficients);
  for (double postFilter : {0.0, 0.4, 1e3}) {
    const HostCsr<double> rows = TestFixture::toHostRows(
        compressRows<Scalar, DeviceType>(typename TestFixture::Execution(), batch.matrix, batch.rows, postFilter),
        A.numCols);
    ASSERT_EQ(rows.numRows, 4);
    for (int slot = 0; slot < 4; ++slot) {
      const LocalOrdinal row = wanted[slot];
      std::map<LocalOrdinal, double> expected{{row, 1.0}}, found;
      for (std::size_t p = 0; p < patterns[slot].size(); ++p) {
        const LocalOrdinal col = patterns[slot][p];
        const double value = std::ldexp(double(coefficients[slot * 6 + p]), exponent[row] - exponent[col]);
        if (std::abs(value) * std::sqrt(entryOf(A, col, col) / entryOf(A, row, row)) >= postFilter)
          expected[col] = value;
      }
      for (Offset e = rows.rowPtr[slot]; e < rows.rowPtr[slot + 1]; ++e) {
        EXPECT_TRUE(found.empty() || found.rbegin()->first < rows.colInd[e]) << "sorted";
        found[rows.colInd[e]] = rows.values[e];
      }
      EXPECT_EQ(found, expected) << "row " << row << ", filter " << postFilter;
    }
  }
}

// psi is known where double precision kept its figures and no filter changed the row, with the scaling undone.
TYPED_TEST(AssemblyOfFsai, CompressedRowsKnowPsi) {
  using Scalar = typename TypeParam::Scalar;
  using DeviceType = typename TypeParam::DeviceType;
  const HostCsr<double> A = spdMatrix(40, 3, 6);
  const std::vector<LocalOrdinal> wanted{5, 39, 0, 20};
  FsaiBatch<Scalar, DeviceType> batch(A, wanted, {{4, 1}, {30}, {}, {3}}, 6);
  Kokkos::deep_copy(batch.rows.numEntries, batch.rows.numSelected);
  const std::vector<Scalar> diagonal = toVector(batch.matrix.diagonal);
  const std::vector<double> shares{0.5, 0.001, 1, 0.02};
  std::vector<Scalar> psi;
  for (std::size_t slot = 0; slot < 4; ++slot)
    psi.push_back(static_cast<Scalar>(shares[slot]) * diagonal[wanted[slot]]);
  batch.rows.psi = toView<DeviceType>("psi", psi);
  const std::vector<int> exponent = toVector(batch.matrix.exponent);
  for (double postFilter : {0.0, 1e-3}) {
    const auto chunk =
        compressRows<Scalar, DeviceType>(typename TestFixture::Execution(), batch.matrix, batch.rows, postFilter);
    const std::vector<double> found = toVector(chunk.psi);
    ASSERT_EQ(found.size(), 4u);
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const bool isKnown = sizeof(Scalar) == sizeof(double) && postFilter == 0 && shares[slot] > 0.01;
      EXPECT_EQ(found[slot], isKnown ? std::ldexp(double(psi[slot]), 2 * exponent[wanted[slot]]) : 0) << slot;
    }
  }
}

TYPED_TEST(AssemblyOfFsai, ConcatenatesChunks) {
  using DeviceType = typename TypeParam::DeviceType;
  HostCsr<double> all;
  all.numCols = 30;
  std::vector<typename TestFixture::Chunk> chunks, patterns;
  std::vector<double> psi;
  for (LocalOrdinal numRows : {4, 0, 1, 33}) {
    const HostCsr<double> part = raggedMatrix<double>(numRows, 30, 8, 0, 6 + numRows);
    chunks.push_back(TestFixture::toChunk(part));
    chunks.back().psi = toView<DeviceType>("psi", std::vector<double>(numRows, 1 + numRows));
    psi.insert(psi.end(), numRows, 1 + numRows);
    patterns.push_back({chunks.back().rowPtr, chunks.back().colInd, {}, {}});
    all.colInd.insert(all.colInd.end(), part.colInd.begin(), part.colInd.end());
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
    for (LocalOrdinal row = 0; row < numRows; ++row)
      all.rowPtr.push_back(all.rowPtr.back() + part.rowPtr[row + 1] - part.rowPtr[row]);
    const auto whole = concatenate<DeviceType>(typename TestFixture::Execution(), chunks);
    EXPECT_EQ(toVector(whole.psi), psi);
    const HostCsr<double> joined = TestFixture::toHostRows(whole, 30);
    EXPECT_EQ(joined.rowPtr, all.rowPtr);
    EXPECT_EQ(joined.colInd, all.colInd);
    EXPECT_EQ(joined.values, all.values);
    const auto pattern = concatenate<DeviceType>(typename TestFixture::Execution(), patterns);
    EXPECT_EQ(toVector(pattern.rowPtr), all.rowPtr);
    EXPECT_EQ(toVector(pattern.colInd), all.colInd);
  }
}

TYPED_TEST(AssemblyOfFsai, ScalesRows) {
  using DeviceType = typename TypeParam::DeviceType;
  const HostCsr<double> A = spdMatrix(50, 4, 5);
  std::vector<LocalOrdinal> wanted;
  HostCsr<double> G;
  G.numCols = 50;
  std::mt19937 random(8);
  for (LocalOrdinal row = 3; row < 50; row += 2) {
    std::set<LocalOrdinal> cols{row};
    for (int p = 0; p < 4; ++p) cols.insert(static_cast<LocalOrdinal>(random() % row));
    wanted.push_back(row);
    G.addRow(cols, random);
    const ReferenceFsaiRow best = rowOnPattern(A, row, std::vector<LocalOrdinal>(cols.begin(), --cols.end()));
    for (std::size_t p = 0; p < best.coefficient.size(); ++p)
      G.values[G.rowPtr[G.numRows - 1] + p] = 1.01 * best.coefficient[p];
    G.values.back() = 1;
  }
  const auto chunk = TestFixture::toChunk(G);
  EXPECT_EQ(scaleRows<DeviceType>(typename TestFixture::Execution(), toDevice<DeviceType>(A),
                                  toView<DeviceType>("rows", wanted), chunk),
            0);
  const HostCsr<double> scaled = TestFixture::toHostRows(chunk, 50);
  for (LocalOrdinal i = 0; i < G.numRows; ++i) {
    const Offset begin = G.rowPtr[i], end = G.rowPtr[i + 1];
    double psi = 0;
    for (Offset p = begin; p < end; ++p)
      for (Offset q = begin; q < end; ++q)
        psi += scaled.values[p] * entryOf(A, G.colInd[p], G.colInd[q]) * scaled.values[q];
    EXPECT_NEAR(psi, 1, 1e-12) << "row " << wanted[i];
    EXPECT_GT(scaled.values[end - 1], 0);
    for (Offset p = begin; p < end; ++p)
      EXPECT_NEAR(scaled.values[p], G.values[p] * scaled.values[end - 1], 1e-14 * std::abs(scaled.values[p]));
  }
}

// psi of the rows: -2, no number, 5 against a diagonal of 1, and 1 + 1/4 of a row that is as it should be.
TYPED_TEST(AssemblyOfFsai, RowsWithoutAUsablePsiBecomeJacobiRows) {
  using DeviceType = typename TypeParam::DeviceType;
  HostCsr<double> A;
  A.numRows = A.numCols = 4;
  A.rowPtr = {0, 2, 4, 5, 6};
  A.colInd = {0, 1, 0, 1, 2, 3};
  A.values = {4, 8, 8, 4, 4, 4};
  HostCsr<double> G;
  G.numRows = 4;
  G.rowPtr = {0, 2, 4, 6, 8};
  G.colInd = {0, 1, 0, 1, 2, 3, 2, 3};
  G.values = {-1, 1, std::numeric_limits<double>::quiet_NaN(), 1, 2, 1, 0.5, 1};
  const auto chunk = TestFixture::toChunk(G);
  EXPECT_EQ(scaleRows<DeviceType>(typename TestFixture::Execution(), toDevice<DeviceType>(A),
                                  toView<DeviceType>("rows", std::vector<LocalOrdinal>{1, 1, 3, 3}), chunk),
            3);
  const double root = std::sqrt(5.0);
  EXPECT_EQ(toVector(chunk.values), (std::vector<double>{0, 0.5, 0, 0.5, 0, 0.5, 0.5 / root, 1 / root}));
}

// Where psi is known it is believed: 4 in place of 5, in the second of two equal rows.
TYPED_TEST(AssemblyOfFsai, ScalesByAKnownPsi) {
  using DeviceType = typename TypeParam::DeviceType;
  HostCsr<double> A;
  A.numRows = A.numCols = 2;
  A.rowPtr = {0, 1, 2};
  A.colInd = {0, 1};
  A.values = {4, 4};
  HostCsr<double> G;
  G.numRows = 2;
  G.rowPtr = {0, 2, 4};
  G.colInd = {0, 1, 0, 1};
  G.values = {0.5, 1, 0.5, 1};
  auto chunk = TestFixture::toChunk(G);
  chunk.psi = toView<DeviceType>("psi", std::vector<double>{0, 4});
  EXPECT_EQ(scaleRows<DeviceType>(typename TestFixture::Execution(), toDevice<DeviceType>(A),
                                  toView<DeviceType>("rows", std::vector<LocalOrdinal>{1, 1}), chunk),
            0);
  const double root = std::sqrt(5.0);
  EXPECT_EQ(toVector(chunk.values), (std::vector<double>{0.5 / root, 1 / root, 0.25, 0.5}));
}

}  // namespace
}  // namespace Chronos::Test
