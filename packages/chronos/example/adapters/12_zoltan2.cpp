// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// Coarse levels on fewer ranks, by counts and by what ranks exchange, where slabs of a body lie on ranks in no order:
// prints how many ranks each level lies on. Fails where a solve does not converge, or iterations differ by more than
// two.
//
//   mpirun -np 4 ./12_zoltan2 [nodes in each direction]
#include <Chronos.hpp>
#include <Chronos_Gallery.hpp>
#include <Chronos_RightHandSide.hpp>
#include <Chronos_Zoltan2.hpp>

#include <Tpetra_Core.hpp>
#include <Tpetra_Import.hpp>

#include <cstdio>
#include <cstdlib>

using Import = Tpetra::Import<Chronos::LocalOrdinal, Chronos::GlobalOrdinal, Chronos::Node>;

// Slabs 0 1 2 3 on ranks 0 2 1 3.
Teuchos::RCP<const Chronos::Map> scattered(const Chronos::Map& map) {
  const int numRanks = map.getComm()->getSize(), rank = map.getComm()->getRank(), half = (numRanks + 1) / 2;
  const int slab = rank < half ? 2 * rank : 2 * (rank - half) + 1;
  const Chronos::GlobalOrdinal n = static_cast<Chronos::GlobalOrdinal>(map.getGlobalNumElements());
  std::vector<Chronos::GlobalOrdinal> mine;
  for (Chronos::GlobalOrdinal g = n * slab / numRanks; g < n * (slab + 1) / numRanks; ++g) mine.push_back(g);
  const Teuchos::ArrayView<const Chronos::GlobalOrdinal> view(mine.data(), mine.size());
  return Teuchos::rcp(new Chronos::Map(n, view, 0, map.getComm()));
}

// Returns the iterations, -1 where they did not end.
int solve(const Teuchos::RCP<const Chronos::TpetraCrsMatrix>& A, const std::string& agglomeration) {
  Teuchos::ParameterList list;
  list.set("preset", "flow");
  list.sublist("amg").set("agglomeration", agglomeration);
  // So that a small body has levels on some of the ranks.
  list.sublist("amg").set("rows per rank", 100);
  list.sublist("amg").set("coarse size", 50);
  const auto M = Chronos::createPreconditioner(A, list);
  if (A->getComm()->getRank() == 0) {
    std::printf("%s: levels on", agglomeration.c_str());
    for (const Chronos::LevelReport& level : M->hierarchy()->report.levels) std::printf(" %d", level.activeRanks);
    std::printf(" ranks\n");
  }
  const auto b = Chronos::makeRightHandSide("random", *A, 0);
  Chronos::TpetraMultiVector x(A->getDomainMap(), 1);
  const Chronos::SystemResult result = Chronos::solve(*M, *b, x);
  return result.status == Chronos::SolveStatus::converged ? result.iterations : -1;
}

int main(int argc, char* argv[]) {
  const Tpetra::ScopeGuard guard(&argc, &argv);
  const auto comm = Tpetra::getDefaultComm();
  Chronos::ProblemOptions options;
  options.nx = argc > 1 ? std::atoi(argv[1]) : 16;
  const Chronos::Problem problem = Chronos::makeProblem("laplace3d7", options, comm);
  const Teuchos::RCP<const Chronos::TpetraCrsMatrix> inOrder = problem.matrix;
  const auto map = scattered(*inOrder->getRowMap());
  const Teuchos::RCP<const Chronos::TpetraCrsMatrix> A =
      Tpetra::importAndFillCompleteCrsMatrix<Chronos::TpetraCrsMatrix>(inOrder, Import(inOrder->getRowMap(), map), map,
                                                                       map);
  const int counted = solve(A, "counts"), joined = solve(A, "zoltan2");
  if (comm->getRank() == 0) std::printf("iterations: %d by counts, %d by Zoltan2\n", counted, joined);
  return counted > 0 && joined > 0 && std::abs(counted - joined) <= 2 ? 0 : 1;
}
