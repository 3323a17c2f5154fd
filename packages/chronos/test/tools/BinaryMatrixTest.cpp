// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BinaryMatrix.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "MatrixFiles.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace Chronos::Test {
namespace {

std::string someMatrix(GlobalOrdinal n) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n" + std::to_string(n) + " " + std::to_string(n) +
                     " " + std::to_string(3 * n) + "\n";
  for (GlobalOrdinal k = 0; k < 3 * n; ++k) {
    text += std::to_string(k % n + 1) + " " + std::to_string(globalHash(k) % n + 1) + " " +
            std::to_string(globalUniform(1, k)) + "\n";
  }
  return text;
}

TEST(MpiBinaryMatrix, WrittenMatricesComeBack) {
  for (GlobalOrdinal n : {1, 2, 3, 500}) {
    const TemporaryFile text(someMatrix(n)), binary;
    const auto matrix = readMatrixMarket(text.path(), world());
    writeBinary(binary.path(), *matrix);
    for (int threads : {0, 1, 3}) {
      ReadOptions options;
      options.threads = threads;
      ReadReport report;
      const auto back = readMatrix(binary.path(), world(), options, &report);
      EXPECT_TRUE(back->getRowMap()->isSameAs(*matrix->getRowMap()));
      EXPECT_EQ(ownedTriplets(*matrix), ownedTriplets(*back));
      EXPECT_EQ(static_cast<long long>(matrix->getGlobalNumEntries()), report.entries);
    }
    EXPECT_EQ(ownedTriplets(*matrix), ownedTriplets(*readMatrix(text.path(), world())));
  }
}

// The whole file, byte by byte, as the documentation lays it out.
TEST(MpiBinaryMatrix, TheFileIsAsDocumented) {
  const TemporaryFile text("%%MatrixMarket matrix coordinate real general\n3 3 3\n1 3 2.5\n1 1 1.5\n3 2 -1\n"), binary;
  writeBinary(binary.path(), *readMatrixMarket(text.path(), world()));
  const std::string bytes = binary.read();
  ASSERT_EQ(40u + 4 * 8 + 3 * 4 + 4 + 3 * 8, bytes.size());
  EXPECT_EQ("CHRONOS1", bytes.substr(0, 8));
  const auto word = [&](std::size_t at) {
    std::uint64_t value;
    std::memcpy(&value, bytes.data() + at, 8);
    return value;
  };
  EXPECT_EQ(3u, word(8));
  EXPECT_EQ(3u, word(16));
  EXPECT_EQ(4u, word(24));
  for (int row : {0, 1, 2, 3}) EXPECT_EQ(std::vector<std::uint64_t>({0, 2, 2, 3})[row], word(40 + 8 * row));
  std::int32_t columns[4];
  std::memcpy(columns, bytes.data() + 72, 16);
  for (int k : {0, 1, 2, 3}) EXPECT_EQ(std::vector<int>({0, 2, 1, 0})[k], columns[k]);
  double values[3];
  std::memcpy(values, bytes.data() + 88, 24);
  for (int k : {0, 1, 2}) EXPECT_EQ(std::vector<double>({1.5, 2.5, -1})[k], values[k]);
}

void expectRefused(const std::string& bytes, const std::string& words) {
  const TemporaryFile file(bytes);
  try {
    readBinary(file.path(), world());
    ADD_FAILURE() << "no error: " << words;
  } catch (const InputError& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find(file.path())) << error.what();
    EXPECT_NE(std::string::npos, std::string(error.what()).find(words)) << error.what();
  }
}

std::string withWord(std::string bytes, std::size_t at, std::uint64_t word) {
  return bytes.replace(at, sizeof(word), reinterpret_cast<const char*>(&word), sizeof(word));
}

TEST(MpiBinaryMatrix, DamagedFilesAreRefused) {
  const TemporaryFile text("%%MatrixMarket matrix coordinate real general\n5 5 5\n1 1 1\n2 2 1\n3 3 1\n4 4 1\n5 5 1\n"),
      binary;
  writeBinary(binary.path(), *readMatrixMarket(text.path(), world()));
  const std::string good = binary.read();
  expectRefused("", "is empty");
  expectRefused("%%MatrixMarket", "is no binary Chronos matrix");
  expectRefused(good.substr(0, 20), "cut off within its header");
  expectRefused(withWord(good, 8, 6), "damaged header");
  expectRefused(withWord(good, 32, 6), "damaged header");
  expectRefused(good.substr(0, good.size() - 1), "bytes, which do not fit");
  expectRefused(good + "x", "bytes, which do not fit");
  expectRefused(withWord(good, 40, 1), "row pointers");
  expectRefused(withWord(good, 48, 1000000), "row pointers");
  expectRefused(withWord(good, 80, 4), "row pointers");
  for (std::uint64_t wrong : {5, -1, 1 << 30}) expectRefused(withWord(good, 88, wrong), "columns");
}

}  // namespace
}  // namespace Chronos::Test
