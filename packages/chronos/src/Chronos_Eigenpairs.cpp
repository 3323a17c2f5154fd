// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Eigenpairs.hpp"

#include "Chronos_Diagonal.hpp"
#include "Chronos_Error.hpp"

namespace Chronos {
namespace {

// The matrix is tested on the way. Errors name it.
Teuchos::RCP<const Preconditioner<>> jacobiOfMass(const Teuchos::RCP<const TpetraCrsMatrix>& M, const Map& map) {
  Teuchos::ParameterList list;
  list.set("type", "jacobi");
  try {
    const auto jacobi = Teuchos::rcp(new Preconditioner<>(M));
    jacobi->setParameters(list);
    jacobi->compute();
    if (M->getGlobalNumRows() == map.getGlobalNumElements() && !M->getRowMap()->isSameAs(map))
      throw InputError("its rows are distributed in another way than those of the matrix.");
    return jacobi;
  } catch (const InputError& error) {
    throw InputError(std::string("Eigenpairs, mass matrix: ") + error.what());
  }
}

}  // namespace

EigenResult eigenpairs(const PreconditionerBase& T, const Teuchos::RCP<const TpetraCrsMatrix>& M, int k,
                       const EigenParameters& parameters, const EigenMonitor& monitor) {
  if (!T.isComputed()) throw InputError("Chronos::eigenpairs: call compute() of the preconditioner first.");
  const Teuchos::RCP<const Operator> A = Teuchos::rcp(new StoredMatrix<double>(T.distMatrix()));
  const bool isSmallest = parameters.which == SpectrumEnd::smallest;
  Teuchos::RCP<const Operator> mass, preconditioner;
  if (!M.is_null()) {
    const auto jacobi = jacobiOfMass(M, *T.getDomainMap());
    mass = Teuchos::rcp(new StoredMatrix<double>(jacobi->distMatrix()));
    if (!isSmallest) preconditioner = jacobi;
  }
  EigenHints hints;
  hints.diagonal = diagonalOf(*T.distMatrix());
  if (isSmallest) {
    if (T.parametersInUse().type != "none") preconditioner = Teuchos::rcpFromRef(T);
    hints.start = T.nearKernelVectors();
  }
  return eigenpairs(A, mass, preconditioner, k, parameters, monitor, hints);
}

EigenResult eigenpairs(const Teuchos::RCP<const TpetraCrsMatrix>& A, const Teuchos::RCP<const TpetraCrsMatrix>& M,
                       int k, const Teuchos::ParameterList& list, const EigenMonitor& monitor) {
  Teuchos::ParameterList ofPreconditioner(list);
  EigenParameters parameters;
  if (list.isSublist("eigen")) {
    parameters = readEigenParameters(list.sublist("eigen"));
    ofPreconditioner.remove("eigen");
  }
  if (parameters.which == SpectrumEnd::largest) {
    ofPreconditioner = Teuchos::ParameterList();
    ofPreconditioner.set("type", "none");
  }
  Preconditioner<> T(A);
  T.setParameters(ofPreconditioner);
  T.compute();
  return eigenpairs(T, M, k, parameters, monitor);
}

}  // namespace Chronos
