// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWORDER_HPP
#define CHRONOS_ROWORDER_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Whether the columns of each row ascend. Local; reads the columns once, waits for the answer.
template <class Scalar>
bool rowsAreSorted(const CsrMatrix<Scalar, Device>& rows);

}  // namespace Chronos

#endif
