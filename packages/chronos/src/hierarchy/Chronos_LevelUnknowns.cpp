// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_LevelUnknowns.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_InjectTestSpace.hpp"
#include "Chronos_TestSpaceMethods.hpp"

namespace Chronos {
namespace {

bool byNodes(const LevelParameters& level) {
  return level.coarsening.unit == CoarseningUnit::nodes || level.smoother.method.method().facts.usesNodes;
}

bool hasRandomVectors(const TestSpaceParameters& parameters, const TestSpace& given) {
  return parameters.numRandom > 0 || parameters.kind == TestSpaceKind::random ||
         (parameters.kind == TestSpaceKind::automatic && given.extent(1) == 0);
}

}  // namespace

LevelUnknowns::LevelUnknowns(const AmgParameters& parameters, const NearKernel& given)
    : parameters_(parameters.testSpace),
      usesNodes_(parameters.onAnyLevel(byNodes)),
      testSpace_(given.vectors),
      nodes_(given.nodes) {}

void LevelUnknowns::prepareTestSpace(const DistMatrix<double>& A, const Operator& smoother) {
  const bool isRandom = hasRandomVectors(parameters_, testSpace_);
  const int firstIterations = isRandom ? parameters_.iterations : parameters_.givenIterations;
  if (!isPrepared_) testSpace_ = startTestSpace(A, parameters_, {testSpace_, nodes_});
  testSpace_ = improveTestSpace(A, smoother, testSpace_, parameters_,
                                isPrepared_ ? parameters_.coarseIterations : firstIterations);
  isPrepared_ = true;
}

void LevelUnknowns::keepTestSpace(const TestSpace& former) {
  if (former.extent(1) == 0) return;
  testSpace_ = former;
  isPrepared_ = true;
}

UnknownNodes LevelUnknowns::nodes(const DistMatrix<double>& A) const {
  return nodes_.extent(0) == static_cast<std::size_t>(A.numRows()) && nodes_.data() != nullptr
             ? nodes_
             : nodesOfBlocks(*A.rowMap(), parameters_.degreesOfFreedom);
}

void LevelUnknowns::descend(const DistMatrix<double>& A, const Splitting& splitting,
                            const Teuchos::RCP<const Map>& coarseMap) {
  if (usesNodes_)
    nodes_ = moveEntries<GlobalOrdinal>(coarseNodes(A, nodes(A), splitting), splitting.coarseMap, coarseMap);
  if (testSpace_.extent(1) > 0) testSpace_ = injectTestSpace(testSpace_, splitting, coarseMap);
}

}  // namespace Chronos
