// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INJECTTESTSPACE_HPP
#define CHRONOS_INJECTTESTSPACE_HPP

#include "Chronos_Splitting.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// \brief The rows of coarse points. Collective.
/// \param coarseMap map of the next level: the indices of splitting.coarseMap, perhaps on other ranks
TestSpace injectTestSpace(const TestSpace& V, const Splitting& splitting, const Teuchos::RCP<const Map>& coarseMap);

}  // namespace Chronos

#endif
