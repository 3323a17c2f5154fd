// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_COARSENING_HPP
#define CHRONOS_COARSENING_HPP

#include "Chronos_CoarseSpace.hpp"
#include "Chronos_Filtering.hpp"
#include "Chronos_Interpolation.hpp"
#include "Chronos_ProlongationSmoothing.hpp"
#include "Chronos_RankBlock.hpp"
#include "Chronos_Unknowns.hpp"

namespace Chronos {

struct CoarseningTask;
struct CoarseningParameters;

/// What a coarsening asks to know of the near kernel.
enum class NearKernelUse {
  none,
  given,      ///< vectors that the user has
  testSpace,  ///< vectors, made where none are given
};

/// What a hierarchy must know of a coarsening.
struct CoarseningFacts {
  bool interpolates = false;                              ///< by one of interpolations(), from strong connections
  NearKernelUse (*use)(const std::any& parameters) = {};  ///< by its parameters; null: none
  /// Has it keep the first vector that is given, if that is a matter of its parameters; null: it is not.
  void (*keepGiven)(CoarseningParameters& parameters) = {};
};

/// Collective; throws InputError or BreakdownError on all ranks.
using CoarseningMake = CoarseSpace(const CoarseningTask& task, const std::any& parameters);
using CoarseningMethod = Method<CoarseningMake, CoarseningFacts>;

/// \brief All coarsenings, one row each. A row stands beside its method.
const MethodTable<CoarseningMake, CoarseningFacts>& coarsenings();

/// What strength of connection and coarsening deal with.
enum class CoarseningUnit {
  unknowns,
  nodes,  ///< blocks of unknowns, see coarsenNodes()
};

struct CoarseningParameters {
  MethodChoice<CoarseningMake, CoarseningFacts> method{coarsenings(), "pmis"};
  CoarseningUnit unit = CoarseningUnit::unknowns;
  int numPaths = 1;  ///< of length at most two that join two coarse points (aggressive pmis)
  RankCoupling ranks = RankCoupling::automatic;  ///< of strength, splitting and interpolation, not of aggregates
};

/// What the coarsening of a level may choose.
struct CoarseSpaceParameters {
  StrengthParameters strength;
  CoarseningParameters coarsening;
  InterpolationParameters interpolation;
  ProlongationSmoothingParameters prolongationSmoothing;
  FilteringParameters prolongationFiltering;

  bool usesTestSpace() const;
  /// Whether near-kernel vectors that are given make a difference to the coarse space.
  bool keepsVectors() const;
  /// Whether it matters which unknowns share a node.
  bool usesNodes() const;
  /// Whether what a user knows about the unknowns is of any use.
  bool usesNearKernel() const;
};

/// Sublists of a level.
void bindCoarseSpace(ParameterBinding& list, CoarseSpaceParameters& p);

/// What a coarsening has to go by.
struct CoarseningTask {
  const DistMatrix<double>& A;
  const Unknowns& unknowns;  ///< with a test space where the parameters want one
  const CoarseSpaceParameters& parameters;
  CoarseRanks ranks;    ///< of the coarse level
  double maxRatio = 1;  ///< a level that would keep a larger share of its unknowns has stalled
  const CoarseningRecord* former =
      nullptr;                 ///< the coarse unknowns are to be those of this one; ignored if not its own
  double blockEigenvalue = 0;  ///< Smoother::blockEigenvalue() of the level
  long long coarseSize = 0;    ///< a coarse level of so many unknowns need not be made smaller
  bool isFinest = true;        ///< of the levels: below it `ranks` = automatic bears longer borders

  /// \brief Where the columns of a tentative prolongation are to be: a filter numbers its own anew. Local.
  CoarseRanks tentativeRanks() const;

  /// \brief Why a coarse level with these unknowns is not worth having; empty when it is. Local.
  std::string stallWith(const Map& coarseMap) const;
};

/// \brief The coarse space of a level by the method of the parameters; the one door to coarsening. Collective.
///
/// \throws InputError or BreakdownError on all ranks, as the method says
CoarseSpace coarsen(const CoarseningTask& task);

}  // namespace Chronos

#endif
