// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ColumnPieces.hpp"

#include "Chronos_ContiguousMap.hpp"
#include "Chronos_HostCopy.hpp"

#include <numeric>
#include <vector>

namespace Chronos {

template <class Scalar>
DistMatrix<Scalar> columnPieces(const DistMatrix<Scalar>& P) {
  const LocalOrdinal numCols = P.local().numCols;
  std::vector<Offset> rowPtr(std::size_t(numCols) + 1);
  std::iota(rowPtr.begin(), rowPtr.end(), Offset(0));
  std::vector<LocalOrdinal> colInd(numCols);
  std::iota(colInd.begin(), colInd.end(), LocalOrdinal(0));
  const auto map = contiguousMap(std::size_t(numCols), P.domainMap()->getComm());
  const CsrMatrix<Scalar, Device> local{numCols, numCols, toView("Chronos::row pointers", rowPtr),
                                        toView("Chronos::columns", colInd),
                                        toView("Chronos::ones", std::vector<Scalar>(numCols, Scalar(1)))};
  return DistMatrix<Scalar>(map, P.halo(), local);
}

template DistMatrix<double> columnPieces(const DistMatrix<double>&);
template DistMatrix<float> columnPieces(const DistMatrix<float>&);

}  // namespace Chronos
