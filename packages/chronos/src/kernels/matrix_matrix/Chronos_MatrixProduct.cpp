// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProduct.hpp"

#include "Chronos_MatrixProductGroups.hpp"
#include "Chronos_MatrixProductHost.hpp"
#include "Chronos_MatrixProductNodeGroups.hpp"

#include <type_traits>

namespace Chronos {

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyMatrices(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<Scalar, DeviceType>& A,
                                               const SegmentedRows<Scalar, DeviceType>& B,
                                               const ProductNodes<DeviceType>& nodes,
                                               MatrixProductPlan<DeviceType>& plan) {
  if constexpr (std::is_same_v<DeviceType, HostDevice>) {
    return multiplyOnHost<Scalar, DeviceType>(space, A, B, nodes, plan);
  } else {
    if (!nodes.exist) {
      plan = patternByGroups<Scalar, DeviceType>(space, A, B);
      return {A.numRows, B.numCols, plan.rowPtr, plan.colInd, valuesByGroups<Scalar, DeviceType>(space, plan, A, B)};
    }
    plan = nodePatternByGroups<Scalar, DeviceType>(space, A, B, nodes);
    return {A.numRows, B.numCols, plan.rowPtr, plan.colInd,
            nodeValuesByGroups<Scalar, DeviceType>(space, plan, A, B, nodes)};
  }
}

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyAgain(const typename DeviceType::execution_space& space,
                                            const MatrixProductPlan<DeviceType>& plan,
                                            const CsrMatrix<Scalar, DeviceType>& A,
                                            const SegmentedRows<Scalar, DeviceType>& B,
                                            const ProductNodes<DeviceType>& nodes) {
  if constexpr (std::is_same_v<DeviceType, HostDevice>) {
    return multiplyAgainOnHost<Scalar, DeviceType>(space, plan, A, B, nodes);
  } else {
    return {A.numRows, B.numCols, plan.rowPtr, plan.colInd,
            nodes.exist ? nodeValuesByGroups<Scalar, DeviceType>(space, plan, A, B, nodes)
                        : valuesByGroups<Scalar, DeviceType>(space, plan, A, B)};
  }
}

#define CHRONOS_MATRIXPRODUCT(SCALAR, DEVICE)                                                                        \
  template CsrMatrix<SCALAR, DEVICE> multiplyMatrices(                                                               \
      const DEVICE::execution_space&, const CsrMatrix<SCALAR, DEVICE>&, const SegmentedRows<SCALAR, DEVICE>&,        \
      const ProductNodes<DEVICE>&, MatrixProductPlan<DEVICE>&);                                                      \
  template CsrMatrix<SCALAR, DEVICE> multiplyAgain(const DEVICE::execution_space&, const MatrixProductPlan<DEVICE>&, \
                                                   const CsrMatrix<SCALAR, DEVICE>&,                                 \
                                                   const SegmentedRows<SCALAR, DEVICE>&, const ProductNodes<DEVICE>&);
#define CHRONOS_MATRIXPRODUCT_ALL(DEVICE) \
  CHRONOS_MATRIXPRODUCT(double, DEVICE)   \
  CHRONOS_MATRIXPRODUCT(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MATRIXPRODUCT_ALL)

}  // namespace Chronos
