// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENPAIRS_HPP
#define CHRONOS_EIGENPAIRS_HPP

#include "Chronos_EigenSolve.hpp"
#include "Chronos_Preconditioner.hpp"

namespace Chronos {

/// \brief The k smallest or largest eigenpairs of A x = lambda x or A x = lambda M x from matrices and a list.
/// Collective.
///
/// Smallest: the list says which preconditioner A has, `auto` without one. Largest: none, Jacobi of M where there is
/// one. Near-kernel vectors, those of coordinates too, are where the iteration for the smallest begins. Of a body that
/// floats the first values are zero, and Eigenpair::isZero says so.
/// \param A symmetric positive (semi)definite as Preconditioner takes it
/// \param M symmetric positive definite on the maps of A; null for none
/// \param list its sublist `eigen` as readEigenParameters() takes it; the rest, with `user data`, as
///        PreconditionerBase::setParameters() does
/// \throws InputError and BreakdownError on all ranks
EigenResult eigenpairs(const Teuchos::RCP<const TpetraCrsMatrix>& A, const Teuchos::RCP<const TpetraCrsMatrix>& M,
                       int k, const Teuchos::ParameterList& list = Teuchos::ParameterList(),
                       const EigenMonitor& monitor = {});

/// \brief The same with a preconditioner that has been computed; A is its matrix. Collective.
/// \param T left as it is; for the largest values its matrix alone is looked at
/// \throws InputError on all ranks when T has not been computed
EigenResult eigenpairs(const PreconditionerBase& T, const Teuchos::RCP<const TpetraCrsMatrix>& M, int k,
                       const EigenParameters& parameters, const EigenMonitor& monitor = {});

}  // namespace Chronos

#endif
