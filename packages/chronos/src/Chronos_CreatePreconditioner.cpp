// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_CreatePreconditioner.hpp"

#include "Chronos_Error.hpp"

#include <Teuchos_TypeNameTraits.hpp>

namespace Chronos {

Teuchos::RCP<const TpetraCrsMatrix> matrixOf(const Teuchos::RCP<const TpetraOperator>& A) {
  if (A.is_null()) throw InputError("Chronos needs a matrix, not a null pointer.");
  const auto matrix = Teuchos::rcp_dynamic_cast<const TpetraCrsMatrix>(A);
  if (matrix.is_null())
    throw InputError(
        "Chronos needs the entries of the matrix: a Tpetra::CrsMatrix<double> of the default types, not a " +
        Teuchos::typeName(*A) + ". Give the assembled matrix, or one that is near to the operator.");
  return matrix;
}

Teuchos::RCP<Preconditioner<>> createPreconditioner(const Teuchos::RCP<const TpetraOperator>& A,
                                                    const Teuchos::ParameterList& list) {
  const auto M = Teuchos::rcp(new Preconditioner<>(matrixOf(A)));
  M->setParameters(list);
  M->compute();
  return M;
}

Teuchos::RCP<Preconditioner<>> createPreconditioner(const Teuchos::RCP<const TpetraOperator>& A,
                                                    const std::string& xmlFile,
                                                    const Teuchos::ParameterList& userData) {
  const auto list = readXml(xmlFile, *matrixOf(A)->getMap()->getComm());
  for (auto entry = userData.begin(); entry != userData.end(); ++entry)
    list->sublist("user data").setEntry(userData.name(entry), userData.entry(entry));
  return createPreconditioner(A, *list);
}

bool reusePreconditioner(const Teuchos::RCP<const TpetraOperator>& A, PreconditionerBase& M) {
  const bool samePattern = M.setMatrix(matrixOf(A));
  M.compute();
  return samePattern;
}

}  // namespace Chronos
