// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// MueLu with adaptive FSAI of Chronos for a smoother, beside its own Chebyshev of degree 2, on an elastic body. Fails
// where a solve does not converge, or Chronos' smoother takes more iterations.
//
//   mpirun -np 3 ./08_muelu_smoother [elements in each direction]
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>
#include <Chronos_MueLuSmoother.hpp>
#include <Chronos_RightHandSide.hpp>

#include <MueLu_Hierarchy.hpp>
#include <MueLu_ParameterListInterpreter.hpp>
#include <MueLu_TpetraOperator.hpp>
#include <Tpetra_Core.hpp>
#include <Xpetra_CrsMatrixWrap.hpp>
#include <Xpetra_TpetraCrsMatrix.hpp>
#include <Xpetra_TpetraMultiVector.hpp>

#include <cstdio>
#include <cstdlib>

using Scalar = double;
using LO = Chronos::LocalOrdinal;
using GO = Chronos::GlobalOrdinal;
using Node = Chronos::Node;

Teuchos::ParameterList mueluList() {
  Teuchos::ParameterList list;
  list.set("verbosity", "none");
  list.set("number of equations", 3);
  list.set("coarse: max size", 100);
  // Whether there is a direct solver for several ranks depends on how Trilinos was built.
  list.set("coarse: type", "RELAXATION");
  list.sublist("coarse: params").set("relaxation: type", "Symmetric Gauss-Seidel");
  list.sublist("coarse: params").set("relaxation: sweeps", 20);
  list.set("smoother: type", "CHEBYSHEV");
  list.sublist("smoother: params").set("chebyshev: degree", 2);
  return list;
}

// Returns the iterations, -1 where they did not end.
int solve(const Chronos::Problem& problem, const Chronos::TpetraMultiVector& b, bool withChronos) {
  using Wrap = Xpetra::CrsMatrixWrap<Scalar, LO, GO, Node>;
  using Matrix = Xpetra::Matrix<Scalar, LO, GO, Node>;
  using Vectors = Xpetra::MultiVector<Scalar, LO, GO, Node>;
  const Teuchos::RCP<Xpetra::CrsMatrix<Scalar, LO, GO, Node>> entries =
      Teuchos::rcp(new Xpetra::TpetraCrsMatrix<Scalar, LO, GO, Node>(problem.matrix));
  const Teuchos::RCP<Matrix> A = Teuchos::rcp(new Wrap(entries));
  A->SetFixedBlockSize(3);
  const Teuchos::RCP<Vectors> nullspace =
      Teuchos::rcp(new Xpetra::TpetraMultiVector<Scalar, LO, GO, Node>(problem.nearKernel));

  Teuchos::ParameterList list = mueluList();
  MueLu::ParameterListInterpreter<Scalar, LO, GO, Node> muelu(list);
  if (withChronos) Chronos::smoothWithChronos(muelu);  // a list would have the parameters of `amg/smoother`
  const auto hierarchy = muelu.CreateHierarchy();
  hierarchy->GetLevel(0)->Set("A", A);
  hierarchy->GetLevel(0)->Set("Nullspace", nullspace);
  muelu.SetupHierarchy(*hierarchy);
  const Teuchos::RCP<const Chronos::TpetraOperator> M =
      Teuchos::rcp(new MueLu::TpetraOperator<Scalar, LO, GO, Node>(hierarchy));

  Chronos::TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  Chronos::SolverParameters parameters;
  parameters.maxIterations = 500;
  const Teuchos::RCP<const Chronos::TpetraOperator> op = problem.matrix;
  const Chronos::SolveResult result = Chronos::solve(op, M, b, x, parameters);
  return result.status == Chronos::SolveStatus::converged ? result.iterations : -1;
}

int main(int argc, char* argv[]) {
  const Tpetra::ScopeGuard guard(&argc, &argv);
  const auto comm = Tpetra::getDefaultComm();
  Chronos::ProblemOptions options;
  options.nx = options.ny = options.nz = argc > 1 ? std::atoi(argv[1]) : 20;
  const Chronos::Problem problem = Chronos::makeProblem("elasticity3d", options, comm);
  const auto b = Chronos::makeRightHandSide("random", *problem.matrix, 0);
  const int own = solve(problem, *b, false), ours = solve(problem, *b, true);
  if (comm->getRank() == 0) std::printf("iterations: %d with Chebyshev, %d with adaptive FSAI\n", own, ours);
  return own > 0 && ours > 0 && ours <= own ? 0 : 1;
}
