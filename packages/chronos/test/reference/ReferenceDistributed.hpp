// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REFERENCEDISTRIBUTED_HPP
#define CHRONOS_REFERENCEDISTRIBUTED_HPP

#include "RandomMatrix.hpp"

#include <map>
#include <utility>

namespace Chronos::Test {

template <class Scalar>
using GlobalEntries = std::map<std::pair<GlobalOrdinal, GlobalOrdinal>, Scalar>;

/// Entries of this rank's rows by global row and column.
template <class Scalar>
GlobalEntries<Scalar> globalEntriesOf(const DistMatrix<Scalar>& A) {
  const HostCsr<Scalar> local = toHost(A.local());
  GlobalEntries<Scalar> entries;
  for (LocalOrdinal row = 0; row < local.numRows; ++row)
    for (Offset entry = local.rowPtr[row]; entry < local.rowPtr[row + 1]; ++entry) {
      const LocalOrdinal col = local.colInd[entry];
      const GlobalOrdinal globalCol = col < A.numOwnedCols() ? A.domainMap()->getGlobalElement(col)
                                                             : A.halo()->haloGlobals()[col - A.numOwnedCols()];
      entries[{A.rowMap()->getGlobalElement(row), globalCol}] = local.values[entry];
    }
  return entries;
}

enum class Orientation { asIs, transposed };

/// Entries that the rows of `map` of M, or of its transpose, must have.
template <class Scalar>
GlobalEntries<Scalar> expectedEntries(const GlobalMatrix& M, const Map& map, Orientation orientation) {
  GlobalEntries<Scalar> entries;
  const bool transposed = orientation == Orientation::transposed;
  const GlobalOrdinal numCols = transposed ? M.numRows : M.numCols;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
    for (GlobalOrdinal col = 0; col < numCols; ++col) {
      const GlobalOrdinal row = map.getGlobalElement(static_cast<LocalOrdinal>(i));
      const double value = transposed ? M.entry(col, row) : M.entry(row, col);
      if (value != 0) entries[{row, col}] = static_cast<Scalar>(value);
    }
  return entries;
}

/// Owned part of alpha M x + beta y, in double; x is what ownedVector(seed) makes.
template <class Scalar>
std::vector<double> referenceDistributedProduct(const GlobalMatrix& M, const Map& rowMap, std::uint64_t seed,
                                                double alpha, double beta, const std::vector<Scalar>& y) {
  std::vector<double> result(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (GlobalOrdinal col = 0; col < M.numCols; ++col)
      sum += M.entry(rowMap.getGlobalElement(static_cast<LocalOrdinal>(i)), col) *
             double(static_cast<Scalar>(globalUniform(seed, col)));
    result[i] = beta == 0 ? alpha * sum : alpha * sum + beta * double(y[i]);
  }
  return result;
}

}  // namespace Chronos::Test

#endif
