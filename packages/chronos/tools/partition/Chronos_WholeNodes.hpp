// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_WHOLENODES_HPP
#define CHRONOS_WHOLENODES_HPP

#include "Chronos_Types.hpp"

namespace Chronos {

/// \brief The same matrix, no node of which lies on two ranks: the first rows of a rank go to the one before where they
/// have the columns of its last row, as unknowns of one node have. Collective; A itself where nothing is torn.
/// \param A fill-complete and square, consecutive global indices on each rank
Teuchos::RCP<TpetraCrsMatrix> withWholeNodes(const Teuchos::RCP<TpetraCrsMatrix>& A);

}  // namespace Chronos

#endif
