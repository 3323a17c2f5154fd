// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXPRODUCTHOST_HPP
#define CHRONOS_MATRIXPRODUCTHOST_HPP

#include "Chronos_MatrixProduct.hpp"

namespace Chronos {

/// \brief multiplyMatrices on host threads: one thread a row, sums in a dense vector of numCols entries per
/// thread.
///
/// Gustavson's algorithm (1978) in one pass: chunks of rows with equal numbers of products are
/// formed apart and then moved to their places, which is cheaper than a pass over all products that only
/// counts. For that moment C is there twice. A single thread writes C where it stays, into room for every product, of
/// which only what is used gets memory. The dense vector costs up to threads * numCols * 2 sizeof(Scalar) bytes and one
/// lookup a product, where a hash table would save memory only for a matrix with far fewer rows than columns. Fills
/// C and the plan.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyOnHost(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A,
                                             const SegmentedRows<Scalar, DeviceType>& B,
                                             const ProductNodes<DeviceType>& nodes,
                                             MatrixProductPlan<DeviceType>& plan);

/// multiplyAgain on host threads.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyAgainOnHost(const typename DeviceType::execution_space& space,
                                                  const MatrixProductPlan<DeviceType>& plan,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B,
                                                  const ProductNodes<DeviceType>& nodes);

}  // namespace Chronos

#endif
