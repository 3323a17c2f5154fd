// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_MatrixProduct.hpp"

#include "Chronos_MatrixProductGroups.hpp"
#include "Chronos_MatrixProductHost.hpp"
#include "Chronos_MatrixProductNodeGroups.hpp"
#include "Chronos_NonEmptyRows.hpp"

#include <type_traits>

namespace Chronos {
namespace {

// With fewer entries a row on average most rows may be empty: it is worth a pass to know.
constexpr std::size_t entriesOfFewRows = 4;

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyByGroups(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<Scalar, DeviceType>& A,
                                               const SegmentedRows<Scalar, DeviceType>& B,
                                               MatrixProductPlan<DeviceType>& plan) {
  plan = patternByGroups<Scalar, DeviceType>(space, A, B);
  return {A.numRows, B.numCols, plan.rowPtr, plan.colInd, valuesByGroups<Scalar, DeviceType>(space, plan, A, B)};
}

// Leaves out rows without entries where most have none, as those of points that have found their coarse points.
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyNonEmptyRows(const typename DeviceType::execution_space& space,
                                                   const CsrMatrix<Scalar, DeviceType>& A,
                                                   const SegmentedRows<Scalar, DeviceType>& B,
                                                   MatrixProductPlan<DeviceType>& plan) {
  if (A.numEntries() >= entriesOfFewRows * A.numRows) return multiplyByGroups<Scalar, DeviceType>(space, A, B, plan);
  const NonEmptyRows<Scalar, DeviceType> found = nonEmptyRows<Scalar, DeviceType>(space, A);
  if (found.rows.numRows > A.numRows / 2) return multiplyByGroups<Scalar, DeviceType>(space, A, B, plan);
  const auto C = multiplyByGroups<Scalar, DeviceType>(space, found.rows, B, plan);
  plan.rowPtr = rowPtrOfAll<DeviceType>(space, found.numBefore, plan.rowPtr);
  return {A.numRows, B.numCols, plan.rowPtr, C.colInd, C.values};
}

}  // namespace

template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> multiplyMatrices(const typename DeviceType::execution_space& space,
                                               const CsrMatrix<Scalar, DeviceType>& A,
                                               const SegmentedRows<Scalar, DeviceType>& B,
                                               const ProductNodes<DeviceType>& nodes,
                                               MatrixProductPlan<DeviceType>& plan,
                                               [[maybe_unused]] ColumnOrder order) {
  if constexpr (std::is_same_v<DeviceType, HostDevice>) {
    return multiplyOnHost<Scalar, DeviceType>(space, A, B, nodes, plan, order);
  } else {
    if (!nodes.exist) return multiplyNonEmptyRows<Scalar, DeviceType>(space, A, B, plan);
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
      const ProductNodes<DEVICE>&, MatrixProductPlan<DEVICE>&, ColumnOrder);                                         \
  template CsrMatrix<SCALAR, DEVICE> multiplyAgain(const DEVICE::execution_space&, const MatrixProductPlan<DEVICE>&, \
                                                   const CsrMatrix<SCALAR, DEVICE>&,                                 \
                                                   const SegmentedRows<SCALAR, DEVICE>&, const ProductNodes<DEVICE>&);
#define CHRONOS_MATRIXPRODUCT_ALL(DEVICE) \
  CHRONOS_MATRIXPRODUCT(double, DEVICE)   \
  CHRONOS_MATRIXPRODUCT(float, DEVICE)
CHRONOS_FOR_EACH_DEVICE(CHRONOS_MATRIXPRODUCT_ALL)

}  // namespace Chronos
