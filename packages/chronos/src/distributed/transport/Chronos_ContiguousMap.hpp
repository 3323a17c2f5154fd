// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CONTIGUOUSMAP_HPP
#define CHRONOS_CONTIGUOUSMAP_HPP

#include "Chronos_Types.hpp"

namespace Chronos {

/// \brief Indices numbered rank after rank, so many here, from `base` on. Collective.
Teuchos::RCP<const Map> contiguousMap(std::size_t numHere, const Teuchos::RCP<const Comm>& comm,
                                      GlobalOrdinal base = 0);

/// The same where somebody has counted those of all ranks, which makes it one message less. Collective.
Teuchos::RCP<const Map> contiguousMap(std::size_t numHere, long long numAll, const Teuchos::RCP<const Comm>& comm,
                                      GlobalOrdinal base = 0);

}  // namespace Chronos

#endif
