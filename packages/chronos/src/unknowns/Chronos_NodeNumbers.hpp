// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_NODENUMBERS_HPP
#define CHRONOS_NODENUMBERS_HPP

#include "Chronos_KernelTypes.hpp"
#include "Chronos_Types.hpp"

namespace Chronos {

/// \brief Numbers of nodes, from 0 on, in the order of the global indices of their first rows: wherever the rows lie, a
/// node is called what it was before they were dealt out. Collective.
/// \param rows with all global indices from its least to its greatest
/// \param firstRows of the nodes of this rank, local
Kokkos::View<GlobalOrdinal*, Device> numbersOfNodes(const Teuchos::RCP<const Map>& rows,
                                                    const Kokkos::View<LocalOrdinal*, Device>& firstRows);

}  // namespace Chronos

#endif
