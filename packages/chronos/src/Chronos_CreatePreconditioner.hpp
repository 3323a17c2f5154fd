// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CREATEPRECONDITIONER_HPP
#define CHRONOS_CREATEPRECONDITIONER_HPP

#include "Chronos_Preconditioner.hpp"

#include <string>

namespace Chronos {

/// \file
/// Preconditioners in one call, under MueLu's names: CreateTpetraPreconditioner and ReuseTpetraPreconditioner.

/// \brief A preconditioner that is ready to be applied. Collective.
///
/// Without a list `type` is auto.
/// \param A a Tpetra::CrsMatrix of the default types, also as a pointer to a Tpetra::Operator
/// \param list see readParameters() and PreconditionerBase::setParameters(): its sublist `user data` may hold
///        `Coordinates` and `Nullspace`
/// \throws InputError and BreakdownError on all ranks
Teuchos::RCP<Preconditioner<>> createPreconditioner(const Teuchos::RCP<const TpetraOperator>& A,
                                                    const Teuchos::ParameterList& list = Teuchos::ParameterList());

/// \brief The same with the parameters of an XML file, which one rank reads. Collective.
/// \param userData what an XML file cannot hold: the entries of the sublist `user data`
/// \throws also InputError when the file cannot be read or parsed, see readXml()
Teuchos::RCP<Preconditioner<>> createPreconditioner(const Teuchos::RCP<const TpetraOperator>& A,
                                                    const std::string& xmlFile,
                                                    const Teuchos::ParameterList& userData = Teuchos::ParameterList());

/// \brief Makes M that of new values: of the matrix it has, when A is that one, or of another. Collective.
///
/// Where the pattern is that of the former matrix, what the parameter `reuse` says is kept, and what `auto` chose;
/// otherwise all is set up anew.
/// \return whether the pattern was the same
/// \throws as createPreconditioner()
bool reusePreconditioner(const Teuchos::RCP<const TpetraOperator>& A, PreconditionerBase& M);

/// \brief The matrix behind an operator. Local.
/// \throws InputError naming what was found when it is none of Tpetra::CrsMatrix<double> of the default types, or null
Teuchos::RCP<const TpetraCrsMatrix> matrixOf(const Teuchos::RCP<const TpetraOperator>& A);

}  // namespace Chronos

#endif
