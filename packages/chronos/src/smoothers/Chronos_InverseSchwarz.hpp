// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INVERSESCHWARZ_HPP
#define CHRONOS_INVERSESCHWARZ_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_Smoother.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

/// A row of a block of so many nodes of six unknowns takes 24 kB.
constexpr int mostInvertedNodes = 512;

/// \brief Additive Schwarz without overlap by the inverses of its blocks, M^{-1} = sum over blocks of R^T (R A
/// R^T)^{-1} R, R the rows of a block. Collective.
///
/// Blocks are found (matchedBlocks()), assembled, inverted and multiplied by on the device: a block's inverse is
/// several times as large as its Cholesky factor, and is read at the speed of memory, while a factor is solved with row
/// by row. None is split between ranks; couplings of ranks are left to the residual: no communication. M is symmetric
/// positive definite when A is; a block that rounding keeps from being so is replaced by its diagonal. The same bits on
/// any number of threads.
/// \param nodes of A's owned unknowns, or none: each its own
/// \param numNodes of a block at most, up to mostInvertedNodes
/// \throws InputError on all ranks where there are more
Teuchos::RCP<const Smoother> schwarzByInverses(const DistMatrix<double>& A, const UnknownNodes& nodes, int numNodes);

}  // namespace Chronos

#endif
