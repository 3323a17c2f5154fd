// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODETRANSPOSE_HPP
#define CHRONOS_NODETRANSPOSE_HPP

#include "Chronos_NodePattern.hpp"

namespace Chronos {

/// \brief A^T as transposeLocal() forms it, where all comes in threes: one place is sought for nine entries.
///
/// \param nodes of A; its runs begin at multiples of three, see columnsAreNodes()
template <class Scalar, class DeviceType>
CsrMatrix<Scalar, DeviceType> transposeNodes(const typename DeviceType::execution_space& space,
                                             const CsrMatrix<Scalar, DeviceType>& A,
                                             const NodePattern<DeviceType>& nodes);

}  // namespace Chronos

#endif
