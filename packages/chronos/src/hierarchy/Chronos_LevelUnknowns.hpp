// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_LEVELUNKNOWNS_HPP
#define CHRONOS_LEVELUNKNOWNS_HPP

#include "Chronos_AmgParameters.hpp"
#include "Chronos_NodeNumbering.hpp"

namespace Chronos {

/// \brief What is known about the unknowns of the level at hand: their test space and their nodes, from level to level.
class LevelUnknowns {
 public:
  /// Local.
  /// \param given what the user knows; rows of the finest matrix
  LevelUnknowns(const AmgParameters& parameters, const NearKernel& given);

  /// \brief Makes the test space of A, the first time, and improves it. Collective.
  /// \param smoother of the level, with its relaxation
  void prepareTestSpace(const DistMatrix<double>& A, const Operator& smoother);

  /// \brief Goes on with the test space that a former set-up had on this level, if it had one. Local.
  void keepTestSpace(const TestSpace& former);

  /// Of the level at hand; no vectors where nobody has given or prepared any.
  const TestSpace& testSpace() const { return testSpace_; }

  /// \brief Node of each owned unknown; every unknown its own node where nothing is known. Local.
  UnknownNodes nodes(const DistMatrix<double>& A) const;

  /// Whether a level coarsens or smooths by nodes.
  bool usesNodes() const { return usesNodes_; }

  /// \brief Goes on to the coarse unknowns. Collective.
  /// \param coarseMap the indices of splitting.coarseMap, perhaps on other ranks
  void descend(const DistMatrix<double>& A, const Splitting& splitting, const Teuchos::RCP<const Map>& coarseMap);

 private:
  TestSpaceParameters parameters_;
  bool usesNodes_;
  bool isPrepared_ = false;
  TestSpace testSpace_;
  UnknownNodes nodes_;
};

}  // namespace Chronos

#endif
