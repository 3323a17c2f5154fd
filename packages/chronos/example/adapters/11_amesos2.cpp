// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// The last level by each solver that Amesos2 has, beside that of Chronos. Fails where a solve does not converge, or
// takes other iterations.
//
//   mpirun -np 3 ./11_amesos2 [nodes in each direction]
#include <Chronos.hpp>
#include <Chronos_Amesos2.hpp>
#include <Chronos_Gallery.hpp>
#include <Chronos_RightHandSide.hpp>

#include <Tpetra_Core.hpp>

#include <cstdio>
#include <cstdlib>

// Returns the iterations, -1 where they did not end.
int solve(const Chronos::Problem& problem, const Chronos::TpetraMultiVector& b, const std::string& solver) {
  Teuchos::ParameterList list;
  list.set("preset", "smoothed aggregation");
  list.sublist("user data").set("Coordinates", problem.coordinates);
  // A last level that is large.
  list.sublist("amg").set("coarse size", 1000);
  Teuchos::ParameterList& coarse = list.sublist("amg").sublist("coarse solver");
  coarse.set("type", solver.empty() ? "automatic" : "amesos2");
  if (!solver.empty()) coarse.set("amesos2 solver", solver);
  Chronos::TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  const Chronos::SystemResult result = Chronos::solve(problem.matrix, b, x, list);
  return result.status == Chronos::SolveStatus::converged ? result.iterations : -1;
}

int main(int argc, char* argv[]) {
  const Tpetra::ScopeGuard guard(&argc, &argv);
  const auto comm = Tpetra::getDefaultComm();
  Chronos::ProblemOptions options;
  options.nx = options.ny = options.nz = argc > 1 ? std::atoi(argv[1]) : 12;
  const Chronos::Problem problem = Chronos::makeProblem("elasticity3d", options, comm);
  const auto b = Chronos::makeRightHandSide("random", *problem.matrix, 0);
  const int own = solve(problem, *b, "");
  bool isFine = own > 0;
  if (comm->getRank() == 0) std::printf("Chronos alone: %d iterations\n", own);
  for (const std::string& solver : Chronos::amesos2Solvers()) {
    const int theirs = solve(problem, *b, solver);
    isFine = isFine && theirs == own;
    if (comm->getRank() == 0) std::printf("%s: %d iterations\n", solver.c_str(), theirs);
  }
  return isFine ? 0 : 1;
}
