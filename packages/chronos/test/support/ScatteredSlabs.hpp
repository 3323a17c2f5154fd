// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SCATTEREDSLABS_HPP
#define CHRONOS_SCATTEREDSLABS_HPP

#include "Chronos_Gallery.hpp"
#include "TestComm.hpp"

#include <Tpetra_Import.hpp>

#include <string>
#include <vector>

namespace Chronos::Test {

/// Slab of each rank: slabs 0 1 2 3 lie on ranks 0 2 1 3, so that ranks that follow each other are no neighbours.
inline int slabOf(int rank, int numRanks) {
  const int half = (numRanks + 1) / 2;
  return rank < half ? 2 * rank : 2 * (rank - half) + 1;
}

/// The unknowns of this rank's slab, a block of consecutive nodes.
inline Teuchos::RCP<const Map> slabMap(GlobalOrdinal numNodes, int dofsPerNode) {
  const int numRanks = world()->getSize(), slab = slabOf(world()->getRank(), numRanks);
  std::vector<GlobalOrdinal> mine;
  for (GlobalOrdinal g = numNodes * slab / numRanks * dofsPerNode; g < numNodes * (slab + 1) / numRanks * dofsPerNode;
       ++g)
    mine.push_back(g);
  return Teuchos::rcp(
      new Map(numNodes * dofsPerNode, Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()), 0, world()));
}

/// A model problem of n nodes in each direction whose slabs lie so. Collective.
inline Problem scatteredSlabs(const std::string& name, int n) {
  using Import = Tpetra::Import<LocalOrdinal, GlobalOrdinal, Node>;
  ProblemOptions options;
  options.nx = n;
  Problem problem = makeProblem(name, options, world());
  const Teuchos::RCP<const Map> rowMap = problem.matrix->getRowMap();
  const GlobalOrdinal numNodes = static_cast<GlobalOrdinal>(rowMap->getGlobalNumElements()) / problem.dofsPerNode;
  const Teuchos::RCP<const Map> map = slabMap(numNodes, problem.dofsPerNode), nodeMap = slabMap(numNodes, 1);
  const Teuchos::RCP<const TpetraCrsMatrix> matrix = problem.matrix;
  problem.matrix = Tpetra::importAndFillCompleteCrsMatrix<TpetraCrsMatrix>(matrix, Import(rowMap, map), map, map);
  const auto coordinates = Teuchos::rcp(new TpetraMultiVector(nodeMap, problem.coordinates->getNumVectors()));
  coordinates->doImport(*problem.coordinates, Import(problem.coordinates->getMap(), nodeMap), Tpetra::INSERT);
  problem.coordinates = coordinates;
  return problem;
}

}  // namespace Chronos::Test

#endif
