// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXPRODUCTNODES_HPP
#define CHRONOS_MATRIXPRODUCTNODES_HPP

#include "Chronos_MatrixProduct.hpp"
#include "Chronos_ProductNodes.hpp"

namespace Chronos {

/// \brief C = A B on host threads where all comes in threes: as multiplyOnHost(), one lookup for nine or eighteen
/// entries, and with the same bits: an entry is summed in the same order.
///
/// Gustavson's algorithm (1978) on dense blocks; a thread keeps one number a node column and the blocks of three rows.
/// \param rowPtr numRows + 1; overwritten
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyNodesOnHost(const typename DeviceType::execution_space& space,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B,
                                                  const ProductNodes<DeviceType>& nodes,
                                                  const Kokkos::View<Offset*, DeviceType>& rowPtr);

/// \brief The values of a product whose pattern is known. \return those of C
template <class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> nodeValuesOnHost(const typename DeviceType::execution_space& space,
                                                   const CsrMatrix<Scalar, DeviceType>& A,
                                                   const SegmentedRows<Scalar, DeviceType>& B,
                                                   const ProductNodes<DeviceType>& nodes,
                                                   const Kokkos::View<const Offset*, DeviceType>& rowPtr);

}  // namespace Chronos

#endif
