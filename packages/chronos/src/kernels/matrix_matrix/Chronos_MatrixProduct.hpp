// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXPRODUCT_HPP
#define CHRONOS_MATRIXPRODUCT_HPP

#include "Chronos_ProductNodes.hpp"

namespace Chronos {

/// \brief Columns within the rows of a product: in order, or as it costs least, on host threads as they are met (on a
/// GPU, and where all comes in threes, in order).
///
/// A product that another one reads, and nothing else, needs no order: the sums of that one are the same.
enum class ColumnOrder { sorted, any };

/// \brief What the product C = A B of two sparse patterns needs again when only values change.
///
/// rowPtr and colInd are those of C.
template <class DeviceType>
struct MatrixProductPlan {
  Kokkos::View<const Offset*, DeviceType> rowPtr;
  Kokkos::View<const LocalOrdinal*, DeviceType> colInd;
};

/// \brief C = A B, node-local, second operand in two segments.
///
/// \param A numRows x B.numRows(); columns in any order, distinct within a row
/// \param B columns in any order, distinct within a row
/// \param nodes of both: findProductNodes()
/// \param plan out: for multiplyAgain
/// \param order of the columns of C, distinct within a row
/// \return numRows x B.numCols; entries that cancel to zero stay
///
/// Deterministic: an entry of C is summed in the order of the entries of its row of A, whatever the number of threads.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyMatrices(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<Scalar, DeviceType>& A,
                                               const SegmentedRows<Scalar, DeviceType>& B,
                                               const ProductNodes<DeviceType>& nodes,
                                               MatrixProductPlan<DeviceType>& plan,
                                               ColumnOrder order = ColumnOrder::sorted);

/// \brief The same for new values on the same patterns, so with the same nodes; shares row pointers and columns with
/// the plan.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyAgain(const typename DeviceType::execution_space& space,
                                            const MatrixProductPlan<DeviceType>& plan,
                                            const CsrMatrix<Scalar, DeviceType>& A,
                                            const SegmentedRows<Scalar, DeviceType>& B,
                                            const ProductNodes<DeviceType>& nodes);

}  // namespace Chronos

#endif
