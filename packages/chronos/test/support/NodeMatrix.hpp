// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODEMATRIX_HPP
#define CHRONOS_NODEMATRIX_HPP

#include "Chronos_NodePattern.hpp"

#include "RandomMatrix.hpp"

namespace Chronos::Test {

/// Rows in threes with the same runs of three columns, `fewest` to `most` of them. Runs begin anywhere, none crosses
/// `border`.
template <class Scalar>
HostCsr<Scalar> nodeMatrix(LocalOrdinal numNodes, LocalOrdinal numCols, LocalOrdinal border, int fewest = 4,
                           int most = 9) {
  std::mt19937 random(3);
  HostCsr<Scalar> A;
  A.numCols = numCols;
  for (LocalOrdinal node = 0; node < numNodes; ++node) {
    std::set<LocalOrdinal> columns;
    const std::size_t length = nodeSize * (fewest + random() % (most - fewest + 1));
    while (columns.size() < length) {
      const LocalOrdinal first = random() % (numCols - 2);
      if (first < border && first + 2 >= border) continue;
      if (columns.lower_bound(first) != columns.upper_bound(first + 2)) continue;
      for (LocalOrdinal c = 0; c < nodeSize; ++c) columns.insert(first + c);
    }
    for (int row = 0; row < nodeSize; ++row) A.addRow(columns, random);
  }
  return A;
}

/// The same, and behind it a node whose rows have columns 0 to length - 1.
template <class Scalar>
HostCsr<Scalar> nodeMatrixWithLongRows(LocalOrdinal numNodes, LocalOrdinal numCols, LocalOrdinal length) {
  auto A = nodeMatrix<Scalar>(numNodes, numCols, numCols);
  std::set<LocalOrdinal> columns;
  for (LocalOrdinal col = 0; col < length; ++col) columns.insert(col);
  std::mt19937 random(4);
  for (int row = 0; row < nodeSize; ++row) A.addRow(columns, random);
  return A;
}

/// Rows in threes that are much alike: each has six of seven columns, on the average, of `fewest` to `most` runs of
/// three.
template <class Scalar>
HostCsr<Scalar> alikeMatrix(LocalOrdinal numNodes, LocalOrdinal numCols, int fewest = 4, int most = 9) {
  const auto nodes = nodeMatrix<Scalar>(numNodes, numCols, numCols, fewest, most);
  std::mt19937 random(5);
  HostCsr<Scalar> A;
  A.numCols = numCols;
  for (LocalOrdinal row = 0; row < nodes.numRows; ++row) {
    std::set<LocalOrdinal> columns;
    for (Offset entry = nodes.rowPtr[row]; entry < nodes.rowPtr[row + 1]; ++entry)
      if (random() % 7 != 0) columns.insert(nodes.colInd[entry]);
    A.addRow(columns, random);
  }
  return A;
}

/// Blocks of `rows` x `columns` unknowns in the place of entries.
template <class Scalar>
HostCsr<Scalar> expanded(const HostCsr<Scalar>& nodes, int rows, int columns) {
  HostCsr<Scalar> A;
  A.numRows = nodes.numRows * rows;
  A.numCols = nodes.numCols * columns;
  A.rowPtr.assign(1, 0);
  for (LocalOrdinal row = 0; row < A.numRows; ++row) {
    for (Offset entry = nodes.rowPtr[row / rows]; entry < nodes.rowPtr[row / rows + 1]; ++entry)
      for (int c = 0; c < columns; ++c) {
        A.colInd.push_back(nodes.colInd[entry] * columns + c);
        A.values.push_back(nodes.values[entry] * Scalar(1 + row % rows) - Scalar(c) / 3);
      }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}

}  // namespace Chronos::Test

#endif
