// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SMOOTHERPROBLEMS_HPP
#define CHRONOS_SMOOTHERPROBLEMS_HPP

#include "Chronos_NodesOfUnknowns.hpp"
#include "Chronos_Preconditioner.hpp"
#include "Chronos_RightHandSide.hpp"
#include "Chronos_SmootherTable.hpp"
#include "DenseOperators.hpp"
#include "FsaiReference.hpp"

#include <functional>
#include <string>

namespace Chronos::Test {

/// A smoother of the table.
/// \param list its parameters, in a sublist of its name
inline Teuchos::RCP<const Smoother> smootherOf(const std::string& name, const Teuchos::ParameterList& list,
                                               const HostCsr<double>& A, const Teuchos::RCP<const Map>& map,
                                               const UnknownNodes& nodes = {}) {
  SmootherChoice choice(smootherTable(SmootherUse::preconditioning), name);
  ParameterBinding binding("");
  choice.bindSublists(binding);
  binding.read(list);
  return choice.make(Teuchos::rcp(new DistMatrix<double>(distributeRows(A, map))), nodes);
}

/// The node of an unknown, both by their global numbers.
using NodeOf = std::function<GlobalOrdinal(GlobalOrdinal)>;

inline UnknownNodes nodesOn(const Map& map, const NodeOf& nodeOf) {
  std::vector<GlobalOrdinal> nodes;
  for (std::size_t i = 0; i < TrilinosVersion::numLocal(map); ++i)
    nodes.push_back(nodeOf(map.getGlobalElement(static_cast<LocalOrdinal>(i))));
  return toView("nodes", nodes);
}

/// The rank that owns each unknown.
inline std::vector<double> ranksOf(const Map& map) {
  return wholeVector(map, toView("rank", std::vector<double>(TrilinosVersion::numLocal(map), world()->getRank())));
}

/// Three unknowns a node, bricks of very different stiffness.
inline HostCsr<double> bricksOfTwoKinds() {
  ProblemOptions options;
  options.nx = 2;
  options.ny = options.nz = 3;
  options.contrast = 100;
  return wholeProblem("elasticity3d", options);
}

/// Three unknowns a node, twelve nodes.
inline HostCsr<double> smallElasticProblem() {
  ProblemOptions options;
  options.nx = options.ny = 2;
  options.nz = 3;
  return wholeProblem("elasticity3d", options);
}

inline HostCsr<double> anisotropicGrid(GlobalOrdinal nx) {
  ProblemOptions options;
  options.nx = nx;
  return wholeProblem("anisotropic2d", options);
}

/// Blocks of two unknowns that are not coupled; two of every fifth are indefinite or singular.
struct SpoiltPairs {
  HostCsr<double> A;
  Dense inverse;                ///< that of the diagonal where a block is spoilt
  Teuchos::RCP<const Map> map;  ///< whole blocks, dealt out in turn
  int numSpoiltRows;
};

inline SpoiltPairs spoiltPairs() {
  const int numBlocks = 20;
  Dense A(2 * numBlocks), inverse(A.n);
  for (int block = 0; block < numBlocks; ++block) {
    const int i = 2 * block, j = i + 1;
    const double c = block % 5 == 1 ? 5 : block % 5 == 3 ? 2 : 1, determinant = 4 - c * c;
    A(i, i) = A(j, j) = 2;
    A(i, j) = A(j, i) = c;
    inverse(i, i) = inverse(j, j) = determinant > 0 ? 2 / determinant : 0.5;
    inverse(i, j) = inverse(j, i) = determinant > 0 ? -c / determinant : 0;
  }
  std::vector<GlobalOrdinal> mine;
  for (GlobalOrdinal g = 0; g < A.n; ++g)
    if (g / 2 % world()->getSize() == world()->getRank()) mine.push_back(g);
  const auto map =
      Teuchos::rcp(new Map(A.n, Teuchos::ArrayView<const GlobalOrdinal>(mine.data(), mine.size()), 0, world()));
  return {sparseOf(A), inverse, map, 2 * 2 * numBlocks / 5};
}

/// Iterations to the solution for a random right-hand side, which have to converge.
inline int iterationsWith(const Teuchos::RCP<const Preconditioner<>>& M, const Problem& problem,
                          const SolverParameters& parameters = {}) {
  const auto b = makeRightHandSide("random", *problem.matrix, 0);
  TpetraMultiVector x(problem.matrix->getDomainMap(), 1);
  const SolveResult result = solve(Teuchos::rcp(new MatrixOperator(M->distMatrix())), M, *b, x, parameters);
  EXPECT_EQ(result.status, SolveStatus::converged);
  return result.iterations;
}

/// The same with the preconditioner of a list.
/// \param unknownsOfNode 0: coordinates are not told
inline int iterationsOf(const Problem& problem, const Teuchos::ParameterList& list, int unknownsOfNode = 0) {
  const auto M = Teuchos::rcp(new Preconditioner<>(problem.matrix));
  M->setParameters(list);
  if (unknownsOfNode > 0) M->setCoordinates(problem.coordinates, unknownsOfNode);
  M->compute();
  return iterationsWith(M, problem);
}

}  // namespace Chronos::Test

#endif
