// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixMarket.hpp"

#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "MatrixFiles.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace Chronos::Test {
namespace {

const std::string general = "%%MatrixMarket matrix coordinate real general\n";
const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";

Triplets readTriplets(const std::string& path, const ReadOptions& options = ReadOptions(),
                      ReadReport* report = nullptr) {
  const auto matrix = readMatrixMarket(path, world(), options, report);
  return ownedTriplets(*matrix);
}

// Entries of a pseudo-random matrix with values of all magnitudes, in no order.
Triplets randomTriplets(GlobalOrdinal n, int perRow) {
  Triplets triplets;
  for (GlobalOrdinal k = 0; k < n * perRow; ++k) {
    const auto row = static_cast<GlobalOrdinal>(globalHash(3 * k) % n),
               col = static_cast<GlobalOrdinal>(globalHash(3 * k + 1) % n);
    triplets[{row, col}] = std::ldexp(globalUniform(5, k), static_cast<int>(globalHash(k) % 120) - 60);
  }
  return triplets;
}

std::string toText(GlobalOrdinal n, const Triplets& triplets) {
  std::string text =
      general + std::to_string(n) + " " + std::to_string(n) + " " + std::to_string(triplets.size()) + "\n";
  for (const auto& [place, value] : triplets) {
    char line[100];
    std::snprintf(line, sizeof(line), "%lld %lld %.17g\n", place.first + 1, place.second + 1, value);
    text += line;
  }
  return text;
}

TEST(MpiMatrixMarket, ReadsGeneralMatricesOfAllSizes) {
  for (GlobalOrdinal n : {1, 2, 3, 7, 300}) {
    const Triplets expected = randomTriplets(n, 5);
    for (Packing packing : {Packing::plain, Packing::gzip}) {
      const TemporaryFile file(toText(n, expected), packing);
      ReadReport report;
      const auto matrix = readMatrixMarket(file.path(), world(), ReadOptions(), &report);
      EXPECT_TRUE(matrix->getRowMap()->isSameAs(*evenMap(n)));
      EXPECT_EQ(onRank(expected, *matrix->getRowMap()), ownedTriplets(*matrix));
      EXPECT_EQ(static_cast<long long>(expected.size()), report.entries);
      EXPECT_EQ(packing == Packing::gzip, report.compressed);
      EXPECT_GE(report.threads, 1);
      EXPECT_EQ(0, report.duplicates);
      EXPECT_EQ(static_cast<long long>(std::filesystem::file_size(file.path())), report.bytes);
    }
  }
}

// Rows of a rank end where nodes end, however the nodes are told; the last node may have fewer.
void expectWholeNodes(const Map& map, GlobalOrdinal rowsPerNode) {
  EXPECT_TRUE(map.isContiguous());
  const GlobalOrdinal n = static_cast<GlobalOrdinal>(map.getGlobalNumElements());
  const GlobalOrdinal numNodes = (n + rowsPerNode - 1) / rowsPerNode;
  const GlobalOrdinal end = map.getMaxGlobalIndex() + 1,
                      mine = static_cast<GlobalOrdinal>(TrilinosVersion::numLocal(map));
  if (mine > 0) {
    EXPECT_EQ(map.getMinGlobalIndex() % rowsPerNode, 0);
    EXPECT_TRUE(end % rowsPerNode == 0 || end == n);
  }
  EXPECT_LE(mine, (numNodes / map.getComm()->getSize() + 1) * rowsPerNode);
}

TEST(MpiMatrixMarket, RowsOfANodeStayOnOneRank) {
  for (GlobalOrdinal n : {1, 3, 4, 24, 300}) {
    const Triplets expected = randomTriplets(n, 5);
    const TemporaryFile file(toText(n, expected), Packing::plain);
    const TemporaryFile binary;
    writeBinary(binary.path(), *readMatrixMarket(file.path(), world()));
    for (int rowsPerNode : {1, 3, 7, 400}) {
      ReadOptions options;
      options.rowsPerNode = rowsPerNode;
      for (const std::string& path : {file.path(), binary.path()}) {
        const auto matrix = readMatrix(path, world(), options);
        expectWholeNodes(*matrix->getRowMap(), rowsPerNode);
        EXPECT_EQ(onRank(expected, *matrix->getRowMap()), ownedTriplets(*matrix));
      }
    }
    ReadOptions options;
    options.numNodes = 4;
    expectWholeNodes(*readMatrix(file.path(), world(), options)->getRowMap(), n % 4 == 0 ? n / 4 : 1);
    options.numNodes = 0;
    options.mayHoldNodes = true;
    const int likely = n % 6 == 0 ? 6 : n % 3 == 0 ? 3 : n % 2 == 0 ? 2 : 1;
    expectWholeNodes(*readMatrix(file.path(), world(), options)->getRowMap(), likely);
  }
}

TEST(MpiMatrixMarket, AnEmptyMatrixAndRowsWithoutEntries) {
  const TemporaryFile empty(general + "0 0 0\n");
  EXPECT_EQ(0u, readMatrixMarket(empty.path(), world())->getGlobalNumRows());
  const TemporaryFile hollow(general + "5 5 0");
  EXPECT_EQ(5u, readMatrixMarket(hollow.path(), world())->getGlobalNumRows());
}

TEST(MpiMatrixMarket, TakesBlanksCommentsLineEndsMarksAndFortranExponents) {
  const Triplets expected{{{0, 0}, 1.5}, {{1, 0}, -250.0}, {{1, 1}, 3.0}, {{2, 2}, 1e-3}};
  std::string text =
      "%%MATRIXMARKET  Matrix Coordinate INTEGER General \n% a comment\n\n%\n \t\n  3\t3  4 \n"
      "  1 \t 1   1.5 \n\n% in between\n   % indented\n2 1 -2.5D+02\n\t2 2 +3 % behind\n03 3 .1d-2";
  std::string crlf;
  for (char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::string byteOrderMark = "\xEF\xBB\xBF";
  for (const std::string& variant :
       {text, text + "\n", text + "\n\n  \n% end", crlf, crlf + "\r\n", byteOrderMark + text, byteOrderMark + crlf}) {
    for (Packing packing : {Packing::plain, Packing::gzip}) {
      const TemporaryFile file(variant, packing);
      EXPECT_EQ(onRank(expected, *evenMap(3)), readTriplets(file.path()));
    }
  }
}

TEST(MpiMatrixMarket, MirrorsEitherTriangle) {
  const Triplets expected{{{0, 0}, 2.0}, {{0, 3}, -1.0}, {{3, 0}, -1.0}, {{1, 1}, 4.0}, {{1, 2}, 0.5}, {{2, 1}, 0.5}};
  const TemporaryFile lower(symmetric + "4 4 4\n1 1 2\n4 1 -1\n2 2 4\n3 2 0.5\n");
  const TemporaryFile upper(symmetric + "4 4 4\n1 1 2\n1 4 -1\n2 2 4\n2 3 0.5\n");
  EXPECT_EQ(onRank(expected, *evenMap(4)), readTriplets(lower.path()));
  EXPECT_EQ(onRank(expected, *evenMap(4)), readTriplets(upper.path()));
}

TEST(MpiMatrixMarket, AddsDuplicatesInAnOrderOfTheirOwn) {
  // In floating point (1e16 + 1) - 1e16 depends on the order, which threads and ranks must not.
  std::string text = symmetric + "3 3 8\n1 1 1\n2 1 1e16\n3 1 7\n2 1 1\n1 1 2\n2 1 -1e16\n3 3 1\n2 1 1\n";
  const TemporaryFile file(text);
  ReadReport report;
  const Triplets once = readTriplets(file.path(), ReadOptions(), &report);
  EXPECT_EQ(4, report.duplicates);
  EXPECT_EQ(8, report.entries);
  const double sum = ((-1e16 + 1) + 1) + 1e16;
  const Triplets expected{{{0, 0}, 3.0}, {{0, 1}, sum}, {{1, 0}, sum}, {{0, 2}, 7.0}, {{2, 0}, 7.0}, {{2, 2}, 1.0}};
  EXPECT_EQ(onRank(expected, *evenMap(3)), once);
  for (int threads = 1; threads <= 5; ++threads) {
    ReadOptions options;
    options.threads = threads;
    options.blockBytes = 8;
    EXPECT_EQ(once, readTriplets(file.path(), options));
  }
}

TEST(MpiMatrixMarket, TheNumberOfThreadsChangesNothing) {
  constexpr GlobalOrdinal n = 200;
  const Triplets expected = randomTriplets(n, 7);
  for (Packing packing : {Packing::plain, Packing::gzip}) {
    const TemporaryFile file(toText(n, expected), packing);
    for (int threads = 1; threads <= 5; ++threads) {
      for (std::size_t blockBytes : {100, 5000, 1 << 20}) {
        ReadOptions options;
        options.threads = threads;
        options.blockBytes = blockBytes;
        ReadReport report;
        EXPECT_EQ(onRank(expected, *evenMap(n)), readTriplets(file.path(), options, &report));
        EXPECT_EQ(threads, report.threads);
      }
    }
  }
}

TEST(MpiMatrixMarket, LinesCutAtEveryPlace) {
  const Triplets expected{{{0, 0}, 1.25}, {{0, 10}, -3e-7}, {{10, 10}, 123456.789}, {{4, 4}, 5.0}};
  const std::string head = general + "11 11 4\n";
  const std::string data = "1 1 1.25\n\n1 11 -3e-7\r\n% comment\n11 11 123456.789\n5 5 5";
  for (const std::string& text : {head + data, head + data + "\n"}) {
    const TemporaryFile plain(text), packed(text, Packing::gzip);
    // As many threads as bytes: every byte is the first of one of them.
    for (int threads = 1; threads <= static_cast<int>(data.size()) + 2; threads += threads < 8 ? 1 : 7) {
      ReadOptions options;
      options.threads = threads;
      EXPECT_EQ(onRank(expected, *evenMap(11)), readTriplets(plain.path(), options)) << threads;
    }
    for (std::size_t blockBytes = 1; blockBytes <= text.size() + 1; ++blockBytes) {
      ReadOptions options;
      options.threads = 2;
      options.blockBytes = blockBytes;
      EXPECT_EQ(onRank(expected, *evenMap(11)), readTriplets(plain.path(), options)) << blockBytes;
      EXPECT_EQ(onRank(expected, *evenMap(11)), readTriplets(packed.path(), options)) << blockBytes;
    }
  }
}

TEST(MpiMatrixMarket, MembersOfAGzipFileAreOneText) {
  const TemporaryFile first(general + "2 2 2\n1 1", Packing::gzip), second(" 1.5\n2 2 3\n", Packing::gzip);
  const std::string padding(10, '\0');
  const TemporaryFile both(first.read() + second.read() + padding);
  EXPECT_EQ(onRank({{{0, 0}, 1.5}, {{1, 1}, 3.0}}, *evenMap(2)), readTriplets(both.path()));
}

TEST(MpiMatrixMarket, ProgressRisesToOneOnRankZero) {
  const TemporaryFile file(toText(300, randomTriplets(300, 5)));
  std::vector<double> told;
  ReadOptions options;
  options.progress = [&](double fraction) { told.push_back(fraction); };
  readTriplets(file.path(), options);
  EXPECT_EQ(world()->getRank() == 0, !told.empty());
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  if (!told.empty()) {
    EXPECT_EQ(1.0, told.back());
  }
}

TEST(MpiMatrixMarket, WrittenMatricesComeBack) {
  for (GlobalOrdinal n : {1, 3, 150}) {
    const Triplets expected = randomTriplets(n, 4);
    const TemporaryFile original(toText(n, expected)), copy;
    writeMatrixMarket(copy.path(), *readMatrixMarket(original.path(), world()));
    EXPECT_EQ(onRank(expected, *evenMap(n)), readTriplets(copy.path()));
    // No temporary file stays.
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
      EXPECT_NE(0u, entry.path().string().find(copy.path() + ".")) << entry.path();
    }
  }
}

TEST(MpiMatrixMarket, WritesTheLowerTriangle) {
  const std::string text = symmetric + "4 4 4\n1 1 2\n2 2 4\n3 2 0.5\n4 1 -1\n";
  const TemporaryFile original(text), copy;
  writeMatrixMarket(copy.path(), *readMatrixMarket(original.path(), world()), MatrixMarketTriangle::lower);
  EXPECT_EQ(text, copy.read());
}

// Rows dealt out like cards, so that no map is contiguous.
Teuchos::RCP<const Map> dealtMap(GlobalOrdinal n) {
  std::vector<GlobalOrdinal> mine;
  for (GlobalOrdinal i = n - 1; i >= 0; --i) {
    if (i % world()->getSize() == world()->getRank()) mine.push_back(i);
  }
  const Teuchos::ArrayView<const GlobalOrdinal> view(mine.data(), mine.size());
  return Teuchos::rcp(new Map(n, view, 0, world()));
}

TEST(MpiMatrixMarket, MatricesOnAnyMapAreWritten) {
  constexpr GlobalOrdinal n = 10;
  for (const auto& map : {dealtMap(n), mapWithEmptyRank(n)}) {
    TpetraCrsMatrix matrix(map, 3);
    for (std::size_t i = 0; i < TrilinosVersion::numLocal(*map); ++i) {
      const GlobalOrdinal row = map->getGlobalElement(static_cast<LocalOrdinal>(i)), col = (row + 3) % n;
      const double values[] = {row + 0.25, -1.0};
      const GlobalOrdinal cols[] = {row, col};
      matrix.insertGlobalValues(row, 2, values, cols);
    }
    matrix.fillComplete();
    const TemporaryFile file;
    writeMatrixMarket(file.path(), matrix);
    Triplets expected;
    for (GlobalOrdinal row = 0; row < n; ++row) {
      expected[{row, row}] = row + 0.25;
      expected[{row, (row + 3) % n}] = -1.0;
    }
    EXPECT_EQ(onRank(expected, *evenMap(n)), readTriplets(file.path()));
  }
}

double component(GlobalOrdinal row, std::size_t col) {
  return globalUniform(col + 1, row) * 1e-5;
}

void expectComponents(const TpetraMultiVector& vectors) {
  const auto view = vectors.getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t row = 0; row < view.extent(0); ++row) {
    for (std::size_t col = 0; col < view.extent(1); ++col) {
      EXPECT_EQ(component(vectors.getMap()->getGlobalElement(static_cast<LocalOrdinal>(row)), col), view(row, col));
    }
  }
}

TEST(MpiMatrixMarket, VectorsOnAnyMapComeBack) {
  for (GlobalOrdinal n : {1, 3, 100}) {
    for (std::size_t numVectors : {1, 3}) {
      for (const auto& map : {dealtMap(n), mapWithEmptyRank(n), evenMap(n)}) {
        TpetraMultiVector vectors(map, numVectors);
        {
          const auto view = vectors.getLocalViewHost(Tpetra::Access::OverwriteAll);
          for (std::size_t row = 0; row < view.extent(0); ++row) {
            for (std::size_t col = 0; col < numVectors; ++col) {
              view(row, col) = component(map->getGlobalElement(static_cast<LocalOrdinal>(row)), col);
            }
          }
        }
        const TemporaryFile file, packed;
        writeVectors(file.path(), vectors);
        packed.write(file.read(), Packing::gzip);
        for (int threads : {1, 4}) {
          ReadOptions options;
          options.threads = threads;
          options.blockBytes = 64;
          for (const std::string& path : {file.path(), packed.path()}) {
            const auto back = readVectors(path, map, options);
            EXPECT_EQ(numVectors, back->getNumVectors());
            EXPECT_TRUE(back->getMap()->isSameAs(*map));
            expectComponents(*back);
          }
        }
      }
    }
  }
}

TEST(MpiMatrixMarket, SparseAndDenseVectorFiles) {
  const TemporaryFile sparse(general + "4 1 2\n3 1 7\n1 1 5\n");
  const TemporaryFile dense("%%MatrixMarket matrix array integer general\n4 1\n5\n0 7\n\n0");
  for (const std::string& path : {sparse.path(), dense.path()}) {
    const auto vectors = readVectors(path, evenMap(4));
    const auto view = vectors->getLocalViewHost(Tpetra::Access::ReadOnly);
    const double expected[] = {5, 0, 7, 0};
    for (std::size_t row = 0; row < view.extent(0); ++row) {
      EXPECT_EQ(expected[vectors->getMap()->getGlobalElement(static_cast<LocalOrdinal>(row))], view(row, 0));
    }
  }
}

}  // namespace
}  // namespace Chronos::Test
