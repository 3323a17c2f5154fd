// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INJECTTESTSPACE_HPP
#define CHRONOS_INJECTTESTSPACE_HPP

#include "Chronos_Splitting.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// \brief The rows of coarse points, in the order of splitting.coarseMap. Local.
TestSpace injectTestSpace(const TestSpace& V, const Splitting& splitting);

}  // namespace Chronos

#endif
