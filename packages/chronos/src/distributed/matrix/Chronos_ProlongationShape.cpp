// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ProlongationShape.hpp"

#include "Chronos_JointReduction.hpp"
#include "Chronos_RowLengths.hpp"

namespace Chronos {

template <class Scalar>
ProlongationShape prolongationShape(const DistMatrix<Scalar>& P) {
  ProlongationShape shape{static_cast<long long>(longestRow<Device>({}, P.local().rowPtr, P.numRows())),
                          P.numRows() > 0 ? 1 : 0, P.numOwnedCols() > 0 ? 1 : 0};
  JointReduction all;
  all.max(shape.longestRow);
  all.sum(shape.ranksWithRows);
  all.sum(shape.ranksWithColumns);
  all.reduce(*P.rowMap()->getComm());
  return shape;
}

template ProlongationShape prolongationShape(const DistMatrix<double>&);
template ProlongationShape prolongationShape(const DistMatrix<float>&);

}  // namespace Chronos
