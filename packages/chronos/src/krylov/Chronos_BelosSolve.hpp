// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BELOSSOLVE_HPP
#define CHRONOS_BELOSSOLVE_HPP

#include "Chronos_ConjugateGradient.hpp"

namespace Chronos {

/// \brief Columns one after the other by a method of Belos for matrices that are not symmetric, M from the right, so
/// that residuals are those of the system. Collective.
///
/// The true residual decides: where Belos ends above the tolerance it is started again from x, at most maxRestarts
/// times. A column that is not solved leaves the best of the iterates where Belos ended, the initial guess among them.
/// An interrupt leaves the iterate of the last restart. Vectors are scaled by a power of two as in solve().
/// \param method bicgstab (van der Vorst 1992) or fgmres (Saad 1993)
/// \param M null for none; bicgstab wants one that is the same in every application
/// \param columns one a right-hand side
void solveByBelos(KrylovMethod method, const Teuchos::RCP<const Operator>& A, const Teuchos::RCP<const Operator>& M,
                  const TpetraMultiVector& b, TpetraMultiVector& x, const SolverParameters& parameters,
                  const SolveMonitor& hooks, std::vector<ColumnResult>& columns);

}  // namespace Chronos

#endif
