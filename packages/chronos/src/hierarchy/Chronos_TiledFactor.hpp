// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_TILEDFACTOR_HPP
#define CHRONOS_TILEDFACTOR_HPP

#include "Chronos_RootFactor.hpp"

#include <memory>

namespace Chronos {

/// \brief Whether a matrix is so full that TiledCholesky serves better than a sparse factor, which orders it first and
/// fills most of it all the same.
///
/// Two ninths of the entries; last levels of bodies have a fifth to two fifths. Set-up on one core and on 16 of a Xeon:
/// 810 unknowns, 40 %: 16 and 3 ms, CHOLMOD 58 and 41 to 50; 1371, 24 %: 78 and 8, CHOLMOD 79 and 98.
bool isNearlyFull(std::int64_t numRows, std::int64_t numEntries);

/// L L^T of all entries by the threads of the host (TiledCholesky), not built yet. Local.
std::unique_ptr<RootFactor> tiledFactor();

}  // namespace Chronos

#endif
