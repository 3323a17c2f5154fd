// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TRANSPOSE_HPP
#define CHRONOS_TRANSPOSE_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief The transpose, distributed by the domain map of A. Collective.
///
/// Entries in halo columns travel to the owners of these columns; all others stay on the device. Columns are sorted
/// within rows, owned before halo. Deterministic.
template <class Scalar>
DistMatrix<Scalar> transpose(const DistMatrix<Scalar>& A);

}  // namespace Chronos

#endif
