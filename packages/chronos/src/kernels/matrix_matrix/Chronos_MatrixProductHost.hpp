// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXPRODUCTHOST_HPP
#define CHRONOS_MATRIXPRODUCTHOST_HPP

#include "Chronos_MatrixProduct.hpp"

namespace Chronos {

/// \brief multiplyMatrices on host threads: one thread a row, which finds places in a dense vector of
/// numCols entries.
///
/// Gustavson's algorithm (1978) in one pass: chunks of rows with equal numbers of products are
/// formed apart and then moved to their places, which is cheaper than a pass over all products that only
/// counts. For that moment C is there twice. A single thread writes C where it stays, into room for every product, of
/// which only what is used gets memory. Dense vectors of places in the row and, where columns are sorted, of sums cost
/// up to threads * numCols * (4 + sizeof(Scalar)) bytes and one lookup a product, where a hash table would save memory
/// only for a matrix with far fewer rows than columns. Fills C and the plan.
/// \param order where nodes exist columns are sorted whatever it says
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyOnHost(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A,
                                             const SegmentedRows<Scalar, DeviceType>& B,
                                             const ProductNodes<DeviceType>& nodes, MatrixProductPlan<DeviceType>& plan,
                                             ColumnOrder order = ColumnOrder::sorted);

/// multiplyAgain on host threads.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyAgainOnHost(const typename DeviceType::execution_space& space,
                                                  const MatrixProductPlan<DeviceType>& plan,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B,
                                                  const ProductNodes<DeviceType>& nodes);

}  // namespace Chronos

#endif
