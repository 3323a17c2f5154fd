// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Unknowns.hpp"

#include "Chronos_Agglomeration.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_TestSpaceMethods.hpp"

namespace Chronos {
namespace {

bool hasRandomVectors(const TestSpaceParameters& parameters, const TestSpace& given) {
  return parameters.numRandom > 0 || parameters.kind == TestSpaceKind::random ||
         (parameters.kind == TestSpaceKind::automatic && given.extent(1) == 0);
}

}  // namespace

Unknowns::Unknowns(const TestSpaceParameters& parameters, bool usesNodes, const NearKernel& given)
    : parameters_(parameters), usesNodes_(usesNodes), testSpace_(given.vectors), nodes_(given.nodes) {}

void Unknowns::prepareTestSpace(const DistMatrix<double>& A, const Operator& smoother) {
  const bool isRandom = hasRandomVectors(parameters_, testSpace_);
  const int firstIterations = isRandom ? parameters_.iterations : parameters_.givenIterations;
  if (!isPrepared_) testSpace_ = startTestSpace(A, parameters_, {testSpace_, nodes_});
  testSpace_ = improveTestSpace(A, smoother, testSpace_, parameters_,
                                isPrepared_ ? parameters_.coarseIterations : firstIterations);
  isPrepared_ = true;
}

void Unknowns::keepTestSpace(const TestSpace& former) {
  if (former.extent(1) == 0) return;
  testSpace_ = former;
  isPrepared_ = true;
}

UnknownNodes Unknowns::nodes(const DistMatrix<double>& A) const {
  return nodes_.extent(0) == static_cast<std::size_t>(A.numRows()) && nodes_.data() != nullptr
             ? nodes_
             : nodesOfBlocks(*A.rowMap(), parameters_.degreesOfFreedom);
}

bool Unknowns::findNodes(const DistMatrix<double>& A) {
  const bool isTold = parameters_.degreesOfFreedom > 1 || nodes_.data() != nullptr;
  if (!usesNodes_ || maxOverRanks(*A.rowMap()->getComm(), static_cast<long long>(isTold)) > 0) return false;
  nodes_ = nodesOfPattern(A);
  return maxOverRanks(*A.rowMap()->getComm(), static_cast<long long>(nodes_.extent(0))) > 0;
}

void Unknowns::descend(const DistMatrix<double>& A, const CoarseUnknowns& coarse,
                       const Teuchos::RCP<const Map>& coarseMap) {
  const Teuchos::RCP<const Map> map = coarse.map();
  const bool moves = !map->isSameAs(*coarseMap);
  EntryMove move{};
  if (moves) move = moveBetween(map, coarseMap);
  if (usesNodes_) {
    nodes_ = coarse.nodes(A, nodes(A));
    if (moves) nodes_ = moveEntries<GlobalOrdinal>(nodes_, move);
  }
  if (testSpace_.extent(1) > 0) {
    testSpace_ = coarse.testSpace(testSpace_);
    if (moves) testSpace_ = moveTestSpace(testSpace_, move);
  }
  keepsVector_ = coarse.keptVector() != nullptr;
  keptVector_ = keepsVector_ ? *coarse.keptVector() : ConstVector();
  if (keepsVector_ && moves) keptVector_ = moveEntries<double>(keptVector_, move);
}

}  // namespace Chronos
