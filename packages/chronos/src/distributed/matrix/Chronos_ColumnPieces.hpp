// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COLUMNPIECES_HPP
#define CHRONOS_COLUMNPIECES_HPP

#include "Chronos_DistMatrix.hpp"

namespace Chronos {

/// \brief The columns of P as rows: each rank has those that it knows, and one entry, 1, in each. Collective.
///
/// Its transpose adds up what ranks have formed for a column each by itself.
template <class Scalar>
DistMatrix<Scalar> columnPieces(const DistMatrix<Scalar>& P);

}  // namespace Chronos

#endif
