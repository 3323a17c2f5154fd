// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BlockInverses.hpp"

#include "DenseOperators.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace Chronos::Test {
namespace {

// Rows are dealt out to the blocks in turn, so that none of them is a run.
RowBlocks<Device> dealtOut(int numRows, const std::vector<int>& sizes) {
  std::vector<std::vector<LocalOrdinal>> blocks(sizes.size());
  for (int row = 0, block = 0; row < numRows; block = (block + 1) % static_cast<int>(sizes.size()))
    if (static_cast<int>(blocks[block].size()) < sizes[block]) blocks[block].push_back(row++);
  std::vector<Offset> first{0};
  std::vector<LocalOrdinal> rows, blockOfRow(numRows);
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (LocalOrdinal row : blocks[block]) {
      rows.push_back(row);
      blockOfRow[row] = static_cast<LocalOrdinal>(block);
    }
    first.push_back(rows.size());
  }
  return {toView("first", first), toView("rows", rows), toView("block of row", blockOfRow)};
}

// B B^T + I.
Dense spd(int n) {
  Dense A(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      A(i, j) = i == j;
      for (int k = 0; k < n; ++k)
        A(i, j) += globalUniform(5, std::uint64_t(i) * n + k) * globalUniform(5, std::uint64_t(j) * n + k);
    }
  return A;
}

Block blockOf(const std::vector<double>& entries, int width) {
  const Block block = allocateBlock("block", entries.size() / width, width);
  Kokkos::deep_copy(asVector(block), toView("entries", entries));
  return block;
}

std::vector<double> entriesOf(const Block& block) {
  return toVector(asVector(block));
}

// Times the blocks of A the product with the inverses is the vector again.
TEST(BlockInverses, UndoTheBlocks) {
  const std::vector<int> sizes = {1, 7, 8, 9, 16, 37, 192};
  const int n = std::accumulate(sizes.begin(), sizes.end(), 0);
  const Dense A = spd(n);
  const auto blocks = assembleBlocks(toDevice<Device>(sparseOf(A)), dealtOut(n, sizes));
  EXPECT_EQ(blocks.longest, 192);
  EXPECT_EQ(invertBlocks(blocks), 0);
  const auto blockOfRow = toVector(blocks.rows.blockOfRow);
  for (int width : {1, 2, 4, 8}) {
    std::vector<double> x(n * width), y(n * width, 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = globalUniform(9, i);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (blockOfRow[i] == blockOfRow[j])
          for (int c = 0; c < width; ++c) y[i * width + c] += A(i, j) * x[j * width + c];
    const Block work = allocateBlock("work", n, width), result = blockOf(x, width);
    multiplyBlocks(blocks, blockOf(y, width), work, result, 2, 0.5);
    const std::vector<double> found = entriesOf(result);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(found[i], 2.5 * x[i], 1e-8) << i << " of " << width;
  }
}

TEST(BlockInverses, AreSymmetricBitByBit) {
  const int n = 60;
  const auto blocks = assembleBlocks(toDevice<Device>(sparseOf(spd(n))), dealtOut(n, {n}));
  invertBlocks(blocks);
  const std::vector<double> entries = toVector(blocks.entries);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) ASSERT_EQ(entries[i * n + j], entries[j * n + i]);
}

// Larger blocks leave less room for pivots in shared memory, and then none. The inverse of r^|i-j| is tridiagonal.
TEST(BlockInverses, LongBlocks) {
  for (const int n : {400, 600, 900}) {
    Dense A(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) A(i, j) = std::pow(0.5, std::abs(i - j));
    const auto blocks = assembleBlocks(toDevice<Device>(sparseOf(A)), dealtOut(n, {n}));
    EXPECT_EQ(invertBlocks(blocks), 0);
    const std::vector<double> entries = toVector(blocks.entries);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double diagonal = i == 0 || i == n - 1 ? 4.0 / 3 : 5.0 / 3;
        ASSERT_NEAR(entries[i * n + j],
                    i == j                 ? diagonal
                    : std::abs(i - j) == 1 ? -2.0 / 3
                                           : 0,
                    1e-13)
            << i << ", " << j;
      }
  }
}

// Its last pivot is rounding: an inverse would be one of noise.
TEST(BlockInverses, ASingularBlockIsNotInverted) {
  const int n = 192;
  Dense A(n);
  for (int i = 0; i < n; ++i) {
    A(i, i) = i == 0 || i == n - 1 ? 1 : 2;
    if (i > 0) A(i, i - 1) = A(i - 1, i) = -1;
  }
  const auto blocks = assembleBlocks(toDevice<Device>(sparseOf(A)), dealtOut(n, {n}));
  EXPECT_EQ(invertBlocks(blocks), n);
}

// Indefinite, singular, not a number: the inverse of the diagonal takes their place, in their blocks alone.
TEST(BlockInverses, BlocksThatAreNotDefiniteBecomeDiagonals) {
  Dense A(8);
  for (int i = 0; i < 8; ++i) A(i, i) = 2;
  const double couplings[] = {1, 5, 2, std::nan("")};
  for (int block = 0; block < 4; ++block) A(block, block + 4) = A(block + 4, block) = couplings[block];
  const auto blocks = assembleBlocks(toDevice<Device>(sparseOf(A)), dealtOut(8, {2, 2, 2, 2}));
  EXPECT_EQ(invertBlocks(blocks), 6);
  const std::vector<double> entries = toVector(blocks.entries);
  EXPECT_NEAR(entries[0], 2.0 / 3, 1e-15);
  EXPECT_NEAR(entries[1], -1.0 / 3, 1e-15);
  for (int block = 1; block < 4; ++block)
    for (int i = 0; i < 4; ++i) EXPECT_EQ(entries[4 * block + i], i % 3 == 0 ? 0.5 : 0) << block;
}

TEST(BlockInverses, NoRowsAtAll) {
  const auto blocks = assembleBlocks(toDevice<Device>(HostCsr<double>()), dealtOut(0, {}));
  EXPECT_EQ(invertBlocks(blocks), 0);
  const Block none = allocateBlock("none", 0, 1);
  multiplyBlocks(blocks, none, none, none, 1, 0);
}

}  // namespace
}  // namespace Chronos::Test
