// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Hdf5File.hpp"

#include "Chronos_BinaryMatrix.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_MatrixMarket.hpp"
#include "MatrixFiles.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <limits>
#include <vector>

#ifdef CHRONOS_HAVE_HDF5
#include <hdf5.h>
#endif

namespace Chronos::Test {
namespace {

const std::string signature("\x89HDF\r\n\x1a\n", 8);

std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string errorOfMatrix(const std::string& name) {
  return errorOf([&] { readMatrix(name, world()); });
}

TEST(MpiHdf5File, IsKnownByItsSignature) {
  EXPECT_TRUE(isHdf5File(TemporaryFile(signature + "rest").path(), *world()));
  EXPECT_TRUE(isHdf5File(TemporaryFile(std::string(512, 'x') + signature).path(), *world()));
  const TemporaryFile other("%%MatrixMarket");
  EXPECT_FALSE(isHdf5File(other.path(), *world()));
  EXPECT_FALSE(isHdf5File(other.path() + ":/A", *world()));
  EXPECT_FALSE(isHdf5File(TemporaryFile("").path(), *world()));
  EXPECT_TRUE(isHdf5File(TemporaryFile(signature).path() + ":/A", *world()));
  // Without the library it is refused like this one, which is cut off, with a remedy.
  const std::string error = errorOfMatrix(TemporaryFile(signature + "rest").path());
  EXPECT_NE(error.find("HDF5"), std::string::npos) << error;
  EXPECT_TRUE(error.find("again") != std::string::npos || error.find("install") != std::string::npos) << error;
}

#ifdef CHRONOS_HAVE_HDF5

// Writes on rank 0, by the library.
class Writer {
 public:
  explicit Writer(const std::string& path) {
    if (world()->getRank() == 0) file_ = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  }
  ~Writer() {
    if (file_ >= 0) H5Fclose(file_);
    world()->barrier();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Writer& group(const std::string& path) {
    if (file_ >= 0) H5Gclose(H5Gcreate2(file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    return *this;
  }
  template <class T>
  Writer& set(const std::string& path, hid_t type, const std::vector<T>& values, std::vector<hsize_t> shape) {
    if (file_ < 0) return *this;
    const hid_t space =
        shape.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t data = H5Dcreate2(file_, path.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (!values.empty()) H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(data);
    H5Sclose(space);
    return *this;
  }
  Writer& integers(const std::string& path, const std::vector<long long>& values) {
    return set(path, H5T_NATIVE_LLONG, values, {values.size()});
  }
  Writer& reals(const std::string& path, const std::vector<double>& values) {
    return set(path, H5T_NATIVE_DOUBLE, values, {values.size()});
  }
  Writer& text(const std::string& path, const std::string& value) {
    if (file_ < 0) return *this;
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, value.size() + 1);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t data = H5Dcreate2(file_, path.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.c_str());
    H5Dclose(data);
    H5Sclose(space);
    H5Tclose(type);
    return *this;
  }
  Writer& attribute(const std::string& path, const std::string& name, long long value) {
    if (file_ < 0) return *this;
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate_by_name(file_, path.c_str(), name.c_str(), H5T_NATIVE_LLONG, space, H5P_DEFAULT,
                                              H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_LLONG, &value);
    H5Aclose(attribute);
    H5Sclose(space);
    return *this;
  }
  // By columns, as PETSc and MATLAB have it.
  Writer& matlab(const std::string& path, long long rows, const std::vector<long long>& jc,
                 const std::vector<long long>& ir, const std::vector<double>& data) {
    if (path != "/") group(path);
    attribute(path, "MATLAB_sparse", rows);
    const std::string below = path == "/" ? "" : path;
    return integers(below + "/jc", jc).integers(below + "/ir", ir).reals(below + "/data", data);
  }
  // As EpetraExt::HDF5 writes an Epetra_RowMatrix, of what is read.
  Writer& trilinos(const std::string& path, long long rows, long long cols, const std::vector<int>& row,
                   const std::vector<int>& col, const std::vector<double>& values) {
    group(path).set(path + "/NumGlobalRows", H5T_NATIVE_INT, std::vector<int>{int(rows)}, {});
    set(path + "/NumGlobalCols", H5T_NATIVE_INT, std::vector<int>{int(cols)}, {});
    set(path + "/ROW", H5T_NATIVE_INT, row, {row.size()}).set(path + "/COL", H5T_NATIVE_INT, col, {col.size()});
    return reals(path + "/VALUES", values).text(path + "/__type__", "Epetra_RowMatrix");
  }

 private:
  hid_t file_ = -1;
};

// Unsymmetric, so that rows and columns are told apart; column 2 is empty, column 3 not sorted.
const std::vector<long long> someStarts{0, 2, 3, 3, 6}, someRows{0, 1, 1, 3, 0, 2};
const std::vector<double> someValues{1, 2, 3, 4, 5, 6};
const Triplets expected{{{0, 0}, 1}, {{1, 0}, 2}, {{1, 1}, 3}, {{3, 3}, 4}, {{0, 3}, 5}, {{2, 3}, 6}};

void expectMatrix(const std::string& name) {
  ReadReport report;
  const auto matrix = readMatrix(name, world(), ReadOptions(), &report);
  EXPECT_EQ(matrix->getGlobalNumRows(), 4u);
  EXPECT_EQ(report.entries, 6);
  for (const auto& entry : ownedTriplets(*matrix)) {
    ASSERT_EQ(expected.count(entry.first), 1u);
    EXPECT_EQ(expected.at(entry.first), entry.second);
  }
  EXPECT_EQ(matrix->getGlobalNumEntries(), expected.size());
}

TEST(MpiHdf5File, BothLayoutsAreRead) {
  const TemporaryFile file;
  Writer(file.path()).matlab("/A", 4, someStarts, someRows, someValues);
  expectMatrix(file.path());
  expectMatrix(file.path() + ":/A");
  Writer(file.path()).matlab("/", 4, someStarts, someRows, someValues);
  expectMatrix(file.path());
  Writer(file.path()).group("/deep").matlab("/deep/B", 4, someStarts, someRows, someValues).reals("/b", {1, 2, 3, 4});
  expectMatrix(file.path());
  expectMatrix(file.path() + ":/deep/B/");
  Writer(file.path()).trilinos("/A", 4, 4, {0, 1, 1, 3, 0, 2}, {0, 0, 1, 3, 3, 3}, someValues);
  expectMatrix(file.path());
}

// Types as different programs write them.
TEST(MpiHdf5File, NumbersOfOtherTypesAreConverted) {
  const TemporaryFile file;
  {
    Writer writer(file.path());
    writer.group("/A").attribute("/A", "MATLAB_sparse", 4);
    writer.set("/A/jc", H5T_NATIVE_UINT64, std::vector<std::uint64_t>(someStarts.begin(), someStarts.end()), {5, 1});
    writer.set("/A/ir", H5T_NATIVE_INT, std::vector<int>(someRows.begin(), someRows.end()), {1, 6});
    writer.set("/A/data", H5T_NATIVE_FLOAT, std::vector<float>(someValues.begin(), someValues.end()), {6});
  }
  expectMatrix(file.path());
}

TEST(MpiHdf5File, EntriesOfOnePlaceAreAdded) {
  const TemporaryFile file;
  Writer(file.path()).trilinos("/A", 2, 2, {0, 1, 0}, {0, 1, 0}, {1, 2, 4});
  ReadReport report;
  const auto matrix = readMatrix(file.path(), world(), ReadOptions(), &report);
  EXPECT_EQ(report.duplicates, 1);
  for (const auto& entry : ownedTriplets(*matrix)) EXPECT_EQ(entry.second, entry.first.first == 0 ? 5 : 2);
}

TEST(MpiHdf5File, RowsOfANodeStayOnOneRank) {
  const TemporaryFile file;
  const std::vector<long long> starts{0, 1, 2, 3, 4, 5, 6}, rows{0, 1, 2, 3, 4, 5};
  Writer(file.path()).matlab("/A", 6, starts, rows, {1, 1, 1, 1, 1, 1});
  ReadOptions options;
  options.rowsPerNode = 3;
  const auto matrix = readMatrix(file.path(), world(), options);
  EXPECT_EQ(TrilinosVersion::numLocal(*matrix->getRowMap()) % 3, 0u);
}

TEST(MpiHdf5File, MatricesOfZerosHaveNoLists) {
  const TemporaryFile file;
  {
    Writer writer(file.path());
    writer.group("/A").attribute("/A", "MATLAB_sparse", 2).integers("/A/jc", {0, 0, 0});
  }
  EXPECT_EQ(readMatrix(file.path(), world())->getGlobalNumEntries(), 0u);
}

void expectVectors(const std::string& name, std::size_t rows, std::size_t columns) {
  const auto vectors = readVectors(name, world());
  ASSERT_EQ(vectors->getGlobalLength(), rows);
  ASSERT_EQ(vectors->getNumVectors(), columns);
  const auto view = vectors->getLocalViewHost(Tpetra::Access::ReadOnly);
  for (std::size_t row = 0; row < view.extent(0); ++row)
    for (std::size_t col = 0; col < columns; ++col)
      EXPECT_EQ(view(row, col), 10.0 * vectors->getMap()->getGlobalElement(static_cast<LocalOrdinal>(row)) + col);
}

TEST(MpiHdf5File, VectorsAreColumns) {
  const TemporaryFile file;
  Writer(file.path()).reals("/b", {0, 10, 20, 30, 40});
  expectVectors(file.path(), 5, 1);
  Writer(file.path()).set("/b", H5T_NATIVE_DOUBLE, std::vector<double>{0, 1, 10, 11, 20, 21}, {3, 2});
  expectVectors(file.path(), 3, 2);
  {
    Writer writer(file.path());
    writer.set("/b", H5T_NATIVE_DOUBLE, std::vector<double>{0, 10, 20, 1, 11, 21}, {2, 3});
    writer.attribute("/b", "MATLAB_class", 1);
  }
  expectVectors(file.path(), 3, 2);
  // Beside a matrix, whose values are no vector; and one of two.
  {
    Writer writer(file.path());
    writer.matlab("/A", 4, someStarts, someRows, someValues).reals("/b", {0, 10}).integers("/count", {7});
  }
  expectVectors(file.path(), 2, 1);
  Writer(file.path()).reals("/b", {0, 10}).reals("/c", {1, 2, 3});
  expectVectors(file.path() + ":/b", 2, 1);
}

TEST(MpiHdf5File, WhatIsWrongIsNamed) {
  const TemporaryFile file;
  const auto expectError = [&](const std::string& error, const std::string& what) {
    EXPECT_NE(error.find(what), std::string::npos) << error;
    EXPECT_NE(error.find(file.path()), std::string::npos) << error;
  };
  const auto wrong = [&](const std::string& what, const std::string& object = "") {
    expectError(errorOfMatrix(file.path() + object), what);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Writer(file.path()).reals("/b", {1, 2});
  wrong("no sparse matrix");
  wrong("there is no /A", ":/A");
  wrong("/b is no sparse matrix", ":/b");
  Writer(file.path())
      .matlab("/A", 4, someStarts, someRows, someValues)
      .matlab("/B", 4, someStarts, someRows, someValues);
  wrong("/A, /B");
  wrong("there is no /C", ":/C");
  Writer(file.path()).matlab("/A", 3, someStarts, someRows, someValues);
  wrong("3 by 4");
  Writer(file.path()).matlab("/A", -1, someStarts, someRows, someValues);
  wrong("-1 by 4");
  Writer(file.path()).matlab("/A", 4, {0, 2, 3, 2, 6}, someRows, someValues);
  wrong("do not rise");
  Writer(file.path()).matlab("/A", 4, {0, 2, 3, 3, 7}, someRows, someValues);
  wrong("do not rise");
  Writer(file.path()).matlab("/A", 4, {1, 2, 3, 3, 6}, someRows, someValues);
  wrong("do not rise");
  Writer(file.path()).matlab("/A", 4, {0, -2, 3, 3, 6}, someRows, someValues);
  wrong("do not rise");
  Writer(file.path()).matlab("/A", 4, someStarts, {0, 1, 1, 4, 0, 2}, someValues);
  wrong("row 4, column 3");
  Writer(file.path()).matlab("/A", 4, someStarts, someRows, {1, 2, 3, nan, 5, 6});
  wrong("finite");
  Writer(file.path()).matlab("/A", 4, someStarts, {0, 1}, someValues);
  wrong("2 indices of rows and 6 values");
  Writer(file.path()).trilinos("/A", 4, 4, {0, 1, 1, 3, 0, 2}, {0, 0, 1, 3, 9, 3}, someValues);
  wrong("column 9");
  Writer(file.path()).trilinos("/A", 4, 5, {0}, {0}, {1});
  wrong("4 by 5");
  {
    Writer writer(file.path());
    writer.group("/A").attribute("/A", "MATLAB_sparse", 4).integers("/A/jc", someStarts).integers("/A/ir", someRows);
  }
  wrong("/A/data");
  {
    Writer writer(file.path());
    writer.group("/A").attribute("/A", "MATLAB_sparse", 4).reals("/A/jc", {0, 1, 2, 3, 4});
  }
  wrong("/A/jc is not of integers");
  // A size that nothing stands behind.
  {
    Writer writer(file.path());
    writer.group("/A").attribute("/A", "MATLAB_sparse", 1000000000);
    writer.set("/A/jc", H5T_NATIVE_LLONG, std::vector<long long>(), {1000000001});
  }
  wrong("announces 1000000001 numbers");
  const auto vectors = [&](const std::string& what, const std::string& object = "") {
    expectError(errorOf([&] { readVectors(file.path() + object, world()); }), what);
  };
  Writer(file.path()).matlab("/A", 4, someStarts, someRows, someValues);
  vectors("no data set of vectors");
  Writer(file.path()).reals("/b", {1, 2}).reals("/c", {1, 2});
  vectors("/b, /c");
  Writer(file.path()).reals("/b", {1, nan});
  vectors("finite");
  Writer(file.path()).reals("/b", {1, 2});
  const Teuchos::RCP<const Map> three = evenMap(3);
  expectError(errorOf([&] { readVectors(file.path(), three); }), "2 entries");
}

// At any length: an error, no crash.
TEST(MpiHdf5File, CutFilesAreRefused) {
  const TemporaryFile file;
  Writer(file.path()).matlab("/A", 4, someStarts, someRows, someValues);
  const std::string whole = file.read();
  world()->barrier();
  for (std::size_t length = 8; length < whole.size(); length += 97) {
    file.write(whole.substr(0, length));
    EXPECT_NE(errorOfMatrix(file.path()), "") << length;
  }
}

#endif

}  // namespace
}  // namespace Chronos::Test
