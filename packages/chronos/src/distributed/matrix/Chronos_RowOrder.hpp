// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWORDER_HPP
#define CHRONOS_ROWORDER_HPP

#include "Chronos_KernelTypes.hpp"

namespace Chronos {

/// Whether the columns of each row ascend. Local; reads the columns once, waits for the answer.
template <class Scalar>
bool rowsAreSorted(const CsrMatrix<Scalar, Device>& rows);

/// The same matrix where its rows are sorted, else a sorted copy, which shares the row pointers. Local; as above.
template <class Scalar>
CsrMatrix<Scalar, Device> withSortedRows(const CsrMatrix<Scalar, Device>& rows);

}  // namespace Chronos

#endif
