// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_PetscFile.hpp"

#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "MatrixFiles.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace Chronos::Test {
namespace {

// Bytes as a machine with the highest byte first has them.
class Bytes {
 public:
  explicit Bytes(int width) : width_(width) {}
  Bytes& integer(long long number) { return word(static_cast<unsigned long long>(number), width_); }
  Bytes& real(double number) {
    unsigned long long bits = 0;
    std::memcpy(&bits, &number, 8);
    return word(bits, 8);
  }
  Bytes& matrix(const std::vector<std::vector<std::pair<int, double>>>& rows, int columns) {
    std::size_t numEntries = 0;
    for (const auto& row : rows) numEntries += row.size();
    integer(1211216).integer(static_cast<long long>(rows.size())).integer(columns);
    integer(static_cast<long long>(numEntries));
    for (const auto& row : rows) integer(static_cast<long long>(row.size()));
    for (const auto& row : rows)
      for (const auto& entry : row) integer(entry.first);
    for (const auto& row : rows)
      for (const auto& entry : row) real(entry.second);
    return *this;
  }
  Bytes& vector(const std::vector<double>& values) {
    integer(1211214).integer(static_cast<long long>(values.size()));
    for (const double value : values) real(value);
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  Bytes& word(unsigned long long bits, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) text_ += static_cast<char>(bits >> (8 * i) & 255);
    return *this;
  }
  int width_;
  std::string text_;
};

// Rows of different length, one of them empty, one not sorted.
std::vector<std::vector<std::pair<int, double>>> someRows(int n) {
  std::vector<std::vector<std::pair<int, double>>> rows(n);
  for (int row = 0; row < n; ++row)
    for (int k = 0; k < row % 4; ++k) rows[row].push_back({(row + 5 * (3 - k)) % n, globalUniform(7, 4 * row + k)});
  return rows;
}

std::string messageOf(const std::string& bytes, const std::function<void(const std::string&)>& read) {
  const TemporaryFile file(bytes);
  try {
    read(file.path());
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(file.path()), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

void expectError(const std::string& bytes, const std::string& part) {
  const std::string message = messageOf(bytes, [](const std::string& path) { readMatrix(path, world()); });
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

void expectVectorError(const std::string& bytes, const std::string& part) {
  const std::string message = messageOf(bytes, [](const std::string& path) { readVectors(path, world()); });
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

}  // namespace

// 0, 0, 4.5 in the layout of PETSc's manual page: a test of the writer above, too.
TEST(PetscFile, TheLayoutIsThatOfPetsc) {
  const std::string expected(
      "\x00\x12\x7b\x50\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00"
      "\x40\x12\x00\x00\x00\x00\x00\x00"
      "\x00\x12\x7b\x4e\x00\x00\x00\x01\xc0\x00\x00\x00\x00\x00\x00\x00",
      48);
  EXPECT_EQ(Bytes(4).matrix({{{0, 4.5}}}, 1).vector({-2}).text(), expected);
}

TEST(MpiPetscFile, MatricesOfBothWidthsAreRead) {
  for (const int width : {4, 8}) {
    for (const int n : {21, 33, 500}) {
      const auto rows = someRows(n);
      const TemporaryFile file(Bytes(width).matrix(rows, n).text());
      ReadReport report;
      const auto matrix = readMatrix(file.path(), world(), ReadOptions(), &report);
      EXPECT_EQ(matrix->getGlobalNumRows(), static_cast<Tpetra::global_size_t>(n));
      const Triplets found = ownedTriplets(*matrix);
      std::size_t mine = 0, all = 0;
      for (int row = 0; row < n; ++row) {
        all += rows[row].size();
        if (!matrix->getRowMap()->isNodeGlobalElement(row)) continue;
        mine += rows[row].size();
        for (const auto& entry : rows[row]) EXPECT_EQ(found.at({row, entry.first}), entry.second) << row;
      }
      EXPECT_EQ(found.size(), mine);
      EXPECT_EQ(report.entries, static_cast<long long>(all));
    }
  }
}

TEST(MpiPetscFile, RowsOfANodeStayOnOneRank) {
  const TemporaryFile file(Bytes(4).matrix(someRows(21), 21).text());
  ReadOptions options;
  options.rowsPerNode = 3;
  const auto matrix = readMatrix(file.path(), world(), options);
  EXPECT_EQ(TrilinosVersion::numLocal(*matrix->getRowMap()) % 3, 0u);
}

TEST(MpiPetscFile, VectorsAloneOrBehindAMatrixAreColumns) {
  std::vector<double> one, two;
  for (int i = 0; i < 30; ++i) {
    one.push_back(i + 0.25);
    two.push_back(-i);
  }
  for (const int width : {4, 8}) {
    for (const bool behindMatrix : {false, true}) {
      Bytes bytes(width);
      if (behindMatrix) bytes.matrix(someRows(30), 30);
      const TemporaryFile file(bytes.vector(one).vector(two).text());
      const auto map = mapWithEmptyRank(30);
      const auto x = readVectors(file.path(), map);
      ASSERT_EQ(x->getNumVectors(), 2u);
      const auto view = x->getLocalViewHost(Tpetra::Access::ReadOnly);
      for (std::size_t row = 0; row < view.extent(0); ++row) {
        const GlobalOrdinal global = map->getGlobalElement(static_cast<LocalOrdinal>(row));
        EXPECT_EQ(view(row, 0), one[global]);
        EXPECT_EQ(view(row, 1), two[global]);
      }
      EXPECT_EQ(readVectors(file.path(), world())->getGlobalLength(), 30u);
    }
  }
}

TEST(MpiPetscFile, WhatIsWrongIsNamed) {
  const std::vector<std::vector<std::pair<int, double>>> rows = {{{0, 1}}, {{1, 1}}, {{2, 1}}};
  const std::string good = Bytes(4).matrix(rows, 3).text();
  expectError(good.substr(0, 12), "cut off within a header");
  for (const std::size_t length : {std::size_t(16), std::size_t(30), good.size() - 1})
    expectError(good.substr(0, length), "too few for 3 rows and 3 entries");
  expectError(Bytes(4).matrix(rows, 4).text(), "3 by 4");
  expectError(Bytes(4).vector({1, 2}).text(), "begins with a vector");
  expectError(Bytes(4).integer(1211216).integer(3).integer(3).integer(-1).text(), "dense");
  expectError(Bytes(4).integer(1211216).integer(-3).integer(3).integer(3).text(), "too few for -3 rows");
  expectError(Bytes(4).integer(1211216).integer(2147483647).integer(2147483647).integer(3).text(), "too few for");
  expectError(Bytes(4).matrix({{{0, 1}}, {{3, 1}}, {{2, 1}}}, 3).text(), "in row 1 (from 0) a column is out of range");
  expectError(Bytes(4).matrix({{{0, 1}, {0, 1}}, {}, {{2, 1}}}, 3).text(), "there twice");
  Bytes lengths(4);
  lengths.integer(1211216).integer(3).integer(3).integer(3).integer(1).integer(1).integer(0);
  expectError(lengths.integer(0).integer(1).integer(2).real(1).real(1).real(1).text(), "2 entries together");
  // As complex scalars would be.
  expectError(good + std::string(24, '\0'), "Write real scalars");

  expectVectorError(good, "holds a matrix and no vector");
  expectVectorError(good + good, "no vector");
  expectVectorError(Bytes(4).vector({1, 2}).vector({1}).text(), "of 2 and of 1");
  expectVectorError(Bytes(4).vector({1, 2}).text().substr(0, 20), "too few");
  const TemporaryFile file(Bytes(4).vector({1, 2}).text());
  EXPECT_THROW(readVectors(file.path(), evenMap(3)), InputError);
  EXPECT_THROW(readPetscMatrix(TemporaryFile("hello, this is no file of PETSc").path(), world()), InputError);
}

}  // namespace Chronos::Test
