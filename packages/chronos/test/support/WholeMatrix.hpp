// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WHOLEMATRIX_HPP
#define CHRONOS_WHOLEMATRIX_HPP

#include "Chronos_Gallery.hpp"
#include "Chronos_TpetraConversion.hpp"
#include "RandomMatrix.hpp"

#include <Teuchos_DefaultSerialComm.hpp>

namespace Chronos::Test {

/// A model problem that this rank holds whole.
inline HostCsr<double> wholeProblem(const std::string& name, const ProblemOptions& options) {
  const auto alone = Teuchos::rcp(new Teuchos::SerialComm<int>());
  return toHost(fromTpetra(*makeProblem(name, options, alone).matrix).local());
}

/// A matrix that has entry(row, col), all of it on this rank.
template <class Matrix>
HostCsr<double> wholeMatrix(const Matrix& M, GlobalOrdinal numRows, GlobalOrdinal numCols) {
  HostCsr<double> A;
  A.numCols = static_cast<LocalOrdinal>(numCols);
  for (; A.numRows < numRows; ++A.numRows) {
    for (LocalOrdinal col = 0; col < A.numCols; ++col)
      if (M.entry(A.numRows, col) != 0) {
        A.colInd.push_back(col);
        A.values.push_back(M.entry(A.numRows, col));
      }
    A.rowPtr.push_back(A.colInd.size());
  }
  return A;
}
inline HostCsr<double> wholeMatrix(const GlobalMatrix& M) {
  return wholeMatrix(M, M.numRows, M.numCols);
}

/// The rows of `rowMap` of a matrix that every rank holds whole.
inline DistMatrix<double> rowsOnMap(const HostCsr<double>& A, const Teuchos::RCP<const Map>& rowMap,
                                    const Teuchos::RCP<const Map>& domainMap) {
  std::vector<Offset> rowPtr{0};
  std::vector<GlobalOrdinal> globalColInd;
  std::vector<double> values;
  for (std::size_t local = 0; local < TrilinosVersion::numLocal(*rowMap); ++local) {
    const auto row = rowMap->getGlobalElement(static_cast<LocalOrdinal>(local));
    for (Offset e = A.rowPtr[row]; e < A.rowPtr[row + 1]; ++e) {
      globalColInd.push_back(A.colInd[e]);
      values.push_back(A.values[e]);
    }
    rowPtr.push_back(values.size());
  }
  return DistMatrix<double>(rowMap, domainMap, toView("rowPtr", rowPtr), toView("columns", globalColInd),
                            toView("values", values));
}

/// A matrix on every map of testMaps, and once with domain and rows in opposite orders.
inline std::vector<DistMatrix<double>> onTestMaps(const HostCsr<double>& A) {
  std::vector<DistMatrix<double>> matrices;
  for (const auto& map : testMaps(A.numRows)) matrices.push_back(rowsOnMap(A, map, map));
  matrices.push_back(rowsOnMap(A, cyclicMap(A.numRows), cyclicMap(A.numRows, true)));
  return matrices;
}

/// Global index of a column of a distributed matrix.
inline GlobalOrdinal globalColumn(const DistMatrix<double>& A, LocalOrdinal col) {
  return col < A.numOwnedCols() ? A.domainMap()->getGlobalElement(col)
                                : A.halo()->haloGlobals()[col - A.numOwnedCols()];
}

}  // namespace Chronos::Test

#endif
