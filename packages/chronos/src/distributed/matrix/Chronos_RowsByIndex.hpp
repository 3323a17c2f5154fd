// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ROWSBYINDEX_HPP
#define CHRONOS_ROWSBYINDEX_HPP

#include "Chronos_TestSpace.hpp"
#include "Chronos_Types.hpp"

#include <string>

namespace Chronos {

/// \brief Rows of V by their global indices, an index as often as it is asked for. Collective.
///
/// Stays on the device where every rank owns the rows that it asks for; otherwise Tpetra fetches them.
/// \param what the vectors are, for the message
/// \throws InputError on all ranks naming an index that V does not have
TestSpace rowsByIndex(const TpetraMultiVector& V, const Kokkos::View<const GlobalOrdinal*, Device>& indices,
                      const std::string& what);

}  // namespace Chronos

#endif
