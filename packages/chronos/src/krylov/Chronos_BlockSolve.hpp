// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BLOCKSOLVE_HPP
#define CHRONOS_BLOCKSOLVE_HPP

#include "Chronos_ConjugateGradient.hpp"

namespace Chronos {

/// \brief Up to eight right-hand sides from the initial guess to their end; what solve() does for each block.
/// Collective.
///
/// \param b finite; not changed
/// \param x the initial guess, finite; takes the results
/// \param numColumns of b and x, the others are zero and ignored
/// \param results one a column
void solveBlock(const Operator& A, const Operator* M, const ConstBlock& b, const Block& x, int numColumns,
                const SolverParameters& parameters, const SolveMonitor& hooks, ColumnResult* results);

}  // namespace Chronos

#endif
