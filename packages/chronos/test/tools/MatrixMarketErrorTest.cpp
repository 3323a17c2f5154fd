// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Error.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "MatrixFiles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <sys/stat.h>

namespace Chronos::Test {
namespace {

const std::string banner = "%%MatrixMarket matrix coordinate real general\n";

// The message of the InputError that all ranks must throw; it names the file.
std::string messageOf(const std::string& path, const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find(path)) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

void expectRefused(const std::string& text, const std::string& words) {
  for (Packing packing : {Packing::plain, Packing::gzip}) {
    const TemporaryFile file(text, packing);
    for (int threads : {0, 1, 4}) {
      ReadOptions options;
      options.threads = threads;
      const std::string message = messageOf(file.path(), [&] { readMatrixMarket(file.path(), world(), options); });
      EXPECT_NE(std::string::npos, message.find(words)) << message << "\nlacks: " << words;
    }
  }
}

TEST(MpiMatrixMarketErrors, MissingEmptyAndForeignFiles) {
  messageOf("/no/such/file.mtx", [] { readMatrixMarket("/no/such/file.mtx", world()); });
  const std::string folder = std::filesystem::temp_directory_path().string();
  messageOf(folder, [&] { readMatrixMarket(folder, world()); });
  expectRefused("", "is empty");
  expectRefused("1 1 1\n1 1 1\n", "line 1: this is no Matrix Market file");
  expectRefused(std::string("\0\1\2\3", 4), "line 1");
}

TEST(MpiMatrixMarketErrors, CarriageReturnsAloneAreNoLineEnds) {
  expectRefused("%%MatrixMarket matrix coordinate real general\r1 1 1\r1 1 1\r", "line 1: its lines end in carriage");
}

TEST(MpiMatrixMarketErrors, SizeLinesAreQuotedAndMayEndInAComment) {
  expectRefused(banner + "2 2 x\n1 1 1\n", "found '2 2 x'. Write three whole numbers.");
  expectRefused(banner + "2 2 % 3\n1 1 1\n", "found '2 2 % 3'");
  const TemporaryFile file(banner + "1 1 1 % rows, columns, entries\n1 1 4\n");
  EXPECT_EQ(readMatrixMarket(file.path(), world())->getGlobalNumEntries(), 1u);
}

// Memory would be asked for by the width alone.
TEST(MpiMatrixMarketErrors, VectorsOfAWidthThatCannotBe) {
  const TemporaryFile file(banner + "900 2000000000 1\n1 1 1\n");
  const std::string message = messageOf(file.path(), [&] { readVectors(file.path(), world()); });
  EXPECT_NE(std::string::npos, message.find("line 2: the sizes announce 2000000000 vectors and 1 entries")) << message;
}

// Opening one for reading waits for a writer.
TEST(MpiMatrixMarketErrors, AFifoIsNotWaitedFor) {
  const TemporaryFile name;
  const int made = world()->getRank() == 0 ? ::mkfifo(name.path().c_str(), 0600) : 0;
  ASSERT_EQ(made, 0);
  world()->barrier();
  const std::string message = messageOf(name.path(), [&] { readMatrixMarket(name.path(), world()); });
  EXPECT_NE(std::string::npos, message.find("write what comes from there to a file")) << message;
}

TEST(MpiMatrixMarketErrors, KindsOfMatrixThatAreNotRead) {
  const std::string rest = "\n1 1 1\n1 1 1\n";
  expectRefused("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", "'complex'");
  expectRefused("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", "'pattern'");
  expectRefused("%%MatrixMarket matrix coordinate real skew-symmetric" + rest, "'skew-symmetric'");
  expectRefused("%%MatrixMarket matrix coordinate real hermitian" + rest, "'hermitian'");
  expectRefused("%%MatrixMarket graph coordinate real general" + rest, "'graph'");
  expectRefused("%%MatrixMarket matrix elemental real general" + rest, "'elemental'");
  expectRefused("%%MatrixMarket matrix coordinate" + rest, "line 1");
  expectRefused("%%MatrixMarket matrix array real general\n1 1\n1\n", "an array is no sparse matrix");
  expectRefused(banner + "2 3 1\n1 1 1\n", "line 2: the matrix is 2 by 3");
}

// What lies behind the entries that were announced is not kept: it may be any number.
TEST(MpiMatrixMarketErrors, FarTooManyEntriesAreNotRead) {
  constexpr int numLines = 100000;
  std::string text = banner + "2 2 3\n";
  for (int line = 0; line < numLines; ++line) text += "1 1 1\n";
  for (Packing packing : {Packing::plain, Packing::gzip}) {
    const TemporaryFile file(text, packing);
    ReadOptions options;
    options.blockBytes = 1000;
    options.threads = 2;
    const std::string message = messageOf(file.path(), [&] { readMatrixMarket(file.path(), world(), options); });
    const std::string words = "announce 3 entries, the file has ";
    ASSERT_NE(message.find(words), std::string::npos) << message;
    EXPECT_LT(std::stoi(message.substr(message.find(words) + words.size())), numLines / 10) << message;
  }
}

TEST(MpiMatrixMarketErrors, WrongSizes) {
  for (const char* sizes : {"2 2", "2 2 x", "2 2 1 1", "-2 2 1", "2.0 2 1", "99999999999999999999 1 1", "2 2 1e3"}) {
    expectRefused(banner + "%\n" + sizes + "\n1 1 1\n", "line 3: expected the size line");
  }
  expectRefused(banner + "% only comments\n", "ends before its size line");
  expectRefused(banner + "900000000000000000 900000000000000000 1\n1 1 1\n", "too many");
  expectRefused(banner + "2 2 3\n1 1 1\n2 2 1\n", "line 2: the sizes announce 3 entries, the file has 2");
  expectRefused(banner + "2 2 2\n1 1 1\n1 2 1\n2 2 1\n",
                "line 2: the sizes announce 2 entries, the file has 3 or more");
  // Refused at the header: memory for so many rows would be asked for by a slip.
  expectRefused(banner + "100000000 100000000 1\n1 1 1\n", "line 2: the sizes announce 100000000 rows and 1 entries");
  expectRefused(banner + "2 2 900000000000000000\n1 1 1\n", "the file has 1");
}

TEST(MpiMatrixMarketErrors, WrongLines) {
  std::string good;
  for (int i = 1; i <= 50; ++i) good += std::to_string(i) + " " + std::to_string(i) + " 1.5\n";
  for (const char* line : {"1 1", "1", "1 1 x", "1 1 1.0x", "1 1 1 1", "1 1 nan", "1 1 inf", "1 1 -Infinity",
                           "1 1 1e999", "1.0 1 1", "1,1,1", "1 1 0x1p3", "-1 1 1", "one one one", "1 1 1.0 junk"}) {
    expectRefused(banner + "50 50 101\n" + good + line + "\n" + good, "line 53: expected");
  }
  for (const char* line : {"51 1 1", "1 51 1", "0 1 1", "1 0 1", "123456789012345678 1 1"}) {
    expectRefused(banner + "50 50 101\n" + good + line + "\n" + good,
                  "line 53: '" + std::string(line) + "' has an index outside");
  }
  // The first of several wrong lines is named, whoever met it.
  expectRefused(banner + "50 50 103\n" + good + "x\n" + good + "y\n" + good + "z", "line 53: expected");
}

TEST(MpiMatrixMarketErrors, SymmetricWithBothTriangles) {
  expectRefused("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1\n2 1 1\n1 2 1\n", "Store one triangle");
}

TEST(MpiMatrixMarketErrors, DamagedGzip) {
  std::string text = banner + "2000 2000 2000\n";
  for (int i = 1; i <= 2000; ++i)
    text += std::to_string(i) + " " + std::to_string(i) + " " + std::to_string(std::sin(i)) + "\n";
  const TemporaryFile whole(text, Packing::gzip);
  const std::string bytes = whole.read();
  for (std::size_t length :
       {std::size_t(2), std::size_t(9), std::size_t(40), bytes.size() / 2, bytes.size() - 8, bytes.size() - 1}) {
    const TemporaryFile cut(bytes.substr(0, length));
    const std::string message = messageOf(cut.path(), [&] { readMatrixMarket(cut.path(), world()); });
    EXPECT_NE(std::string::npos, message.find("cut off")) << message;
  }
  for (std::size_t place : {std::size_t(3), bytes.size() - 6}) {
    std::string changed = bytes;
    changed[place] = static_cast<char>(changed[place] ^ 0x55);
    const TemporaryFile damaged(changed);
    const std::string message = messageOf(damaged.path(), [&] { readMatrixMarket(damaged.path(), world()); });
    EXPECT_NE(std::string::npos, message.find("Fetch it again")) << message;
  }
}

TEST(MpiMatrixMarketErrors, VectorsOfAnotherLength) {
  const TemporaryFile file("%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n");
  const std::string message = messageOf(file.path(), [&] { readVectors(file.path(), evenMap(4)); });
  EXPECT_NE(std::string::npos, message.find("3 entries")) << message;
  EXPECT_NE(std::string::npos, message.find("4 rows")) << message;
  const TemporaryFile longer("%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n4\n");
  messageOf(longer.path(), [&] { readVectors(longer.path(), evenMap(3)); });
  const TemporaryFile junk("%%MatrixMarket matrix array real general\n3 1\n1\ntwo\n3\n");
  EXPECT_NE(std::string::npos, messageOf(junk.path(), [&] { readVectors(junk.path(), evenMap(3)); }).find("line 4"));
}

TEST(MpiMatrixMarketErrors, WhatCannotBeWrittenLeavesTheOldFile) {
  const auto map = evenMap(4);
  TpetraMultiVector vectors(map, 1);
  const std::string nowhere = "/no/such/folder/x.mtx";
  messageOf(nowhere, [&] { writeVectors(nowhere, vectors); });
  const TemporaryFile file("old");
  vectors.putScalar(std::nan(""));
  messageOf(file.path(), [&] { writeVectors(file.path(), vectors); });
  world()->barrier();
  EXPECT_EQ("old", file.read());
}

}  // namespace
}  // namespace Chronos::Test
