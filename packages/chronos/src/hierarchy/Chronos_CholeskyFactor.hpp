// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHOLESKYFACTOR_HPP
#define CHRONOS_CHOLESKYFACTOR_HPP

#include "Chronos_RootFactor.hpp"

#include <memory>

namespace Chronos {

/// \brief Operations an entry of the factor from which on dense blocks pay; CHOLMOD's own bound is 40.
///
/// Calls of BLAS on small blocks cost more than they save. 1183 unknowns of a reservoir, 64 operations: 2 ms for 4, in
/// a process that had not called BLAS yet for 9; 1221 unknowns of a cube, 285 operations: 11 ms with them, 37 without.
constexpr double operationsOfDenseBlocks = 100;

/// \brief An L L^T of CHOLMOD, by dense blocks where they pay (Chen, Davis, Hager, Rajamanickam 2008), not built yet.
/// Local.
///
/// There only where CHOLMOD was found. Indices have 64 bits. A matrix that is not positive definite has no factor.
std::unique_ptr<RootFactor> choleskyFactor();

}  // namespace Chronos

#endif
