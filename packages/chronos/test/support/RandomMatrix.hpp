// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_RANDOMMATRIX_HPP
#define CHRONOS_RANDOMMATRIX_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_GlobalHash.hpp"
#include "Chronos_HostCopy.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "TestComm.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <vector>

namespace Chronos::Test {

/// A node-local matrix in plain vectors, for tests to build and to look at.
template <class Scalar>
struct HostCsr {
  LocalOrdinal numRows = 0, numCols = 0;
  std::vector<Offset> rowPtr{0};
  std::vector<LocalOrdinal> colInd;
  std::vector<Scalar> values;

  void addRow(const std::set<LocalOrdinal>& cols, std::mt19937& random) {
    for (LocalOrdinal col : cols) {
      colInd.push_back(col);
      values.push_back(static_cast<Scalar>(std::uniform_real_distribution<double>(-1, 1)(random)));
    }
    rowPtr.push_back(colInd.size());
    ++numRows;
  }
};

/// The rows that have columns from numOwned on, which are a halo.
template <class DeviceType, class Scalar>
BoundaryRows<DeviceType> boundaryOf(const HostCsr<Scalar>& A, LocalOrdinal numOwned) {
  std::vector<BoundaryRow> rows;
  std::int64_t numEntries = 0;
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    const auto begin = A.colInd.begin() + A.rowPtr[row], end = A.colInd.begin() + A.rowPtr[row + 1];
    const auto first = std::find_if(begin, end, [&](LocalOrdinal col) { return col >= numOwned; });
    if (first != end)
      rows.push_back({static_cast<Offset>(first - A.colInd.begin()), row, static_cast<LocalOrdinal>(end - first)});
    numEntries += end - first;
  }
  return {toView<DeviceType>("boundary", rows), numEntries};
}

template <class DeviceType, class Scalar>
CsrMatrix<Scalar, DeviceType> toDevice(const HostCsr<Scalar>& A) {
  return {A.numRows, A.numCols, toView<DeviceType>("rowPtr", A.rowPtr), toView<DeviceType>("colInd", A.colInd),
          toView<DeviceType>("values", A.values)};
}

template <class Scalar, class DeviceType>
HostCsr<Scalar> toHost(const CsrMatrix<Scalar, DeviceType>& A) {
  HostCsr<Scalar> result{A.numRows, A.numCols, toVector(A.rowPtr), toVector(A.colInd), toVector(A.values)};
  if (result.rowPtr.empty()) result.rowPtr = {0};
  return result;
}

/// Rows of 0 to `longest` entries, every fifth one empty; row numRows / 2 has veryLong entries (0: like the others).
template <class Scalar>
HostCsr<Scalar> raggedMatrix(LocalOrdinal numRows, LocalOrdinal numCols, int longest, int veryLong = 0,
                             unsigned seed = 1) {
  std::mt19937 random(seed);
  HostCsr<Scalar> A;
  A.numCols = numCols;
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    int length = row % 5 == 4 || numCols == 0 ? 0 : static_cast<int>(random() % (longest + 1));
    if (veryLong > 0 && row == numRows / 2) length = veryLong;
    length = std::min<int>(length, numCols);
    std::set<LocalOrdinal> cols;
    while (static_cast<int>(cols.size()) < length) cols.insert(static_cast<LocalOrdinal>(random() % numCols));
    A.addRow(cols, random);
  }
  return A;
}

/// One entry in every row, columns in no order, some of them hit by no row: prolongation from aggregates.
template <class Scalar>
HostCsr<Scalar> singleEntryMatrix(LocalOrdinal numRows, LocalOrdinal numCols, unsigned seed = 1) {
  std::mt19937 random(seed);
  HostCsr<Scalar> A;
  A.numCols = numCols;
  for (LocalOrdinal row = 0; row < numRows; ++row)
    A.addRow(std::set<LocalOrdinal>{static_cast<LocalOrdinal>(random() % numCols)}, random);
  return A;
}

/// Entries of each row in random order.
template <class Scalar>
void shuffleRows(HostCsr<Scalar>& A, unsigned seed = 2) {
  std::mt19937 random(seed);
  for (LocalOrdinal row = 0; row < A.numRows; ++row)
    for (Offset end = A.rowPtr[row + 1]; end > A.rowPtr[row] + 1; --end) {
      const Offset other = A.rowPtr[row] + random() % (end - A.rowPtr[row]);
      std::swap(A.colInd[end - 1], A.colInd[other]);
      std::swap(A.values[end - 1], A.values[other]);
    }
}

/// \brief The entry (row, col) of a sparse matrix that every rank can compute on its own; 0 where there is none.
///
/// About one entry in `sparsity` is there, and those of a band beside the diagonal.
struct GlobalMatrix {
  GlobalOrdinal numRows, numCols;
  int sparsity = 6;
  bool symmetric = false;
  std::uint64_t seed = 1;

  double entry(GlobalOrdinal row, GlobalOrdinal col) const {
    if (symmetric && row > col) std::swap(row, col);
    const std::uint64_t index = static_cast<std::uint64_t>(row * 1000003 + col);
    const bool inBand = row - col <= 1 && col - row <= 1;
    if (!inBand && globalHash(globalHash(seed + 77) ^ index) % sparsity != 0) return 0.0;
    return globalUniform(seed, index);
  }
};

/// Rows dealt out in turn: row g belongs to rank g % ranks; local order descending in global index when reversed.
inline Teuchos::RCP<const Map> cyclicMap(GlobalOrdinal n, bool reversed = false) {
  std::vector<GlobalOrdinal> mine;
  for (GlobalOrdinal g = world()->getRank(); g < n; g += world()->getSize()) mine.push_back(g);
  if (reversed) std::reverse(mine.begin(), mine.end());
  return Teuchos::rcp(new Map(n, Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()), 0, world()));
}

/// The maps that every distributed test goes through, for n rows.
inline std::vector<Teuchos::RCP<const Map>> testMaps(GlobalOrdinal n) {
  return {evenMap(n), mapWithEmptyRank(n), cyclicMap(n), cyclicMap(n, true)};
}

template <class Scalar>
DistMatrix<Scalar> distribute(const GlobalMatrix& M, const Teuchos::RCP<const Map>& rowMap,
                              const Teuchos::RCP<const Map>& domainMap) {
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> globalColInd;
  std::vector<Scalar> values;
  const LocalOrdinal numRows = static_cast<LocalOrdinal>(TrilinosVersion::numLocal(*rowMap));
  for (LocalOrdinal row = 0; row < numRows; ++row) {
    for (GlobalOrdinal col = M.numCols; col-- > 0;) {
      const double value = M.entry(rowMap->getGlobalElement(row), col);
      if (value == 0.0) continue;
      globalColInd.push_back(col);
      values.push_back(static_cast<Scalar>(value));
    }
    rowPtr.push_back(globalColInd.size());
  }
  return DistMatrix<Scalar>(rowMap, domainMap, toView("rowPtr", rowPtr), toView("colInd", globalColInd),
                            toView("values", values));
}

template <class Scalar>
DistMatrix<Scalar> distribute(const GlobalMatrix& M, const Teuchos::RCP<const Map>& map) {
  return distribute<Scalar>(M, map, map);
}

/// The rows of a square matrix that every rank holds whole, on any map.
inline DistMatrix<double> distributeRows(const HostCsr<double>& A, const Teuchos::RCP<const Map>& map) {
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> globalColInd;
  std::vector<double> values;
  for (std::size_t local = 0; local < TrilinosVersion::numLocal(*map); ++local) {
    const auto row = map->getGlobalElement(static_cast<LocalOrdinal>(local));
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      globalColInd.push_back(A.colInd[e]);
      values.push_back(A.values[e]);
    }
    rowPtr.push_back(values.size());
  }
  return DistMatrix<double>(map, map, toView("rowPtr", rowPtr), toView("columns", globalColInd),
                            toView("values", values));
}

/// Entries of a vector that every rank can compute: owned part of this rank.
template <class Scalar>
std::vector<Scalar> ownedVector(const Map& map, std::uint64_t seed) {
  std::vector<Scalar> x;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
    x.push_back(static_cast<Scalar>(globalUniform(seed, map.getGlobalElement(static_cast<LocalOrdinal>(i)))));
  return x;
}

template <class Scalar>
std::vector<Scalar> wrongValues(std::size_t n) {
  return std::vector<Scalar>(n, std::numeric_limits<Scalar>::quiet_NaN());
}

}  // namespace Chronos::Test

#endif
