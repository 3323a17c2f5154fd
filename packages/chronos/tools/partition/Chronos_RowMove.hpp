// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWMOVE_HPP
#define CHRONOS_ROWMOVE_HPP

#include "Chronos_Types.hpp"

#include <functional>

namespace Chronos {

/// \brief The same matrix with other rows on each rank. Collective.
///
/// Not by an Import of Tpetra, which does not take a matrix whose ranks share no column (13.2). At the peak a rank
/// holds its old rows, those that it sends, those that it receives and its new ones.
/// \param A fill-complete and square
/// \param rows one-to-one, with the global indices of the row map of A
/// \param renumbered what rows and columns of A are called in `rows`; empty: as in A
/// \throws InputError on all ranks where it lacks one, or memory is short on one of them
Teuchos::RCP<TpetraCrsMatrix> moveRows(const TpetraCrsMatrix& A, const Teuchos::RCP<const Map>& rows,
                                       const std::function<GlobalOrdinal(GlobalOrdinal)>& renumbered = {});

}  // namespace Chronos

#endif
