// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_UNKNOWNS_HPP
#define CHRONOS_UNKNOWNS_HPP

#include "Chronos_CoarseUnknowns.hpp"
#include "Chronos_Operator.hpp"
#include "Chronos_TestSpaceParameters.hpp"

namespace Chronos {

/// \brief What is known about the unknowns of the level at hand: their test space and their nodes, from level to level.
class Unknowns {
 public:
  /// Local.
  /// \param usesNodes whether a level coarsens by nodes: then coarse levels get theirs
  /// \param given what the user knows; rows of the finest matrix
  Unknowns(const TestSpaceParameters& parameters, bool usesNodes, const NearKernel& given);

  /// \brief Makes the test space of A, the first time, and improves it. Collective.
  /// \param smoother of the level, with its relaxation
  void prepareTestSpace(const DistMatrix<double>& A, const Operator& smoother);

  /// \brief Goes on with the test space that a former set-up had on this level, if it had one. Local.
  void keepTestSpace(const TestSpace& former);

  /// Of the level at hand; no vectors where nobody has given or prepared any.
  const TestSpace& testSpace() const { return testSpace_; }

  /// The vector that the level above kept, see CoarseUnknowns::keptVector(); null where there is none.
  const ConstVector* keptVector() const { return keepsVector_ ? &keptVector_ : nullptr; }

  /// \brief Node of each owned unknown; every unknown its own node where nothing is known. Local.
  UnknownNodes nodes(const DistMatrix<double>& A) const;

  /// \brief Takes nodes of three unknowns from the pattern of A where nobody told any: nodesOfPattern(). Collective.
  /// \return whether it did
  bool findNodes(const DistMatrix<double>& A);

  /// Whether a level coarsens or smooths by nodes.
  bool usesNodes() const { return usesNodes_; }

  /// \brief Goes on to the coarse unknowns. Collective.
  /// \param coarseMap the indices of coarse.map(), perhaps on other ranks
  void descend(const DistMatrix<double>& A, const CoarseUnknowns& coarse, const Teuchos::RCP<const Map>& coarseMap);

 private:
  TestSpaceParameters parameters_;
  bool usesNodes_;
  bool isPrepared_ = false;
  TestSpace testSpace_;
  UnknownNodes nodes_;
  bool keepsVector_ = false;
  ConstVector keptVector_;
};

}  // namespace Chronos

#endif
