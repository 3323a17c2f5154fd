// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_MATRIXPRODUCTNODEGROUPS_HPP
#define CHRONOS_MATRIXPRODUCTNODEGROUPS_HPP

#include "Chronos_MatrixProductGroups.hpp"
#include "Chronos_ProductNodes.hpp"

namespace Chronos {

/// \brief The pattern of C = A B where all comes in threes: that of the product of nodes, by patternByGroups(), spread
/// out. A ninth of the entries of A, a ninth or an eighteenth of those of B.
template <class Scalar, class DeviceType>
MatrixProductPlan<DeviceType> nodePatternByGroups(const typename DeviceType::execution_space& space,
                                                  const CsrMatrix<Scalar, DeviceType>& A,
                                                  const SegmentedRows<Scalar, DeviceType>& B,
                                                  const ProductNodes<DeviceType>& nodes,
                                                  const GroupProductOptions& options = {});

/// \brief The values of C on a known pattern: a warp owns the rows of a node and a table of dense blocks; a lane has
/// entries of several blocks. Sums run in the order of the entries of A, without atomic operations.
template <class Scalar, class DeviceType>
Kokkos::View<Scalar*, DeviceType> nodeValuesByGroups(const typename DeviceType::execution_space& space,
                                                     const MatrixProductPlan<DeviceType>& plan,
                                                     const CsrMatrix<Scalar, DeviceType>& A,
                                                     const SegmentedRows<Scalar, DeviceType>& B,
                                                     const ProductNodes<DeviceType>& nodes,
                                                     const GroupProductOptions& options = {});

}  // namespace Chronos

#endif
