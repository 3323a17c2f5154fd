// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_ITERATIONCHOICE_HPP
#define CHRONOS_ITERATIONCHOICE_HPP

#include "Chronos_ColumnIteration.hpp"
#include "Chronos_SolverParameters.hpp"

namespace Chronos {

/// What a flexible method may take in place of A and M; vectors in single are for one column. Local.
NarrowSystem narrowSystemOf(const SolverParameters& parameters, const Operator* M, int width);

/// \brief The iteration that solve() runs for blocks of this width.
///
/// Of conjugate gradients with a preconditioner, and of flexible ones for one column, numbers stay on a GPU where ranks
/// can sum there; see sumsOnDevice().
///
/// \param M null for none
/// \param narrow taken in place of A and M, if it exists
/// \param x, r as the iterations say
std::unique_ptr<ColumnIteration> makeIteration(const SolverParameters& parameters, const Operator& A, const Operator* M,
                                               const NarrowSystem& narrow, const Block& x, const Block& r);

}  // namespace Chronos

#endif
