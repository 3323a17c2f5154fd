// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_AMGPARAMETERS_HPP
#define CHRONOS_AMGPARAMETERS_HPP

#include "Chronos_CoarseSolver.hpp"
#include "Chronos_Coarsening.hpp"
#include "Chronos_CompositeParameters.hpp"
#include "Chronos_HierarchyScaling.hpp"
#include "Chronos_PrecisionParameters.hpp"
#include "Chronos_SmootherFactory.hpp"
#include "Chronos_TestSpaceParameters.hpp"

#include <algorithm>
#include <map>
#include <type_traits>

namespace Chronos {

/// What the set-up of one level may choose.
struct LevelParameters : CoarseSpaceParameters {
  SmootherParameters smoother;
  FilteringParameters operatorFiltering;  ///< of the coarse operator: no longer symmetric
};

/// How often a cycle visits the levels below the finest, from the one above; an exact solver once. Details are
/// in Chronos_Cycle.
enum class CycleKind {
  V,  ///< once
  W,  ///< twice
  F,  ///< as F, then as V: not symmetric
  H,  ///< twice on every second level, beginning with the first below the finest
  K,  ///< one or two steps of flexible conjugate gradients: not the same in every application
};

/// Storage of the matrices that a cycle multiplies by; vectors and smoothers are in double either way (Tsai, chapter
/// 6).
enum class CyclePrecision { doublePrecision, singlePrecision };

/// What compute() keeps of an earlier set-up when the matrix has new values on its old pattern.
enum class Reuse {
  none,          ///< nothing
  pattern,       ///< the splittings, and so the unknowns of all levels; all else is made anew
  prolongation,  ///< prolongations and the patterns of the products; coarse matrices and smoothers get new values
  all,           ///< everything: the cycle of the first matrix, with a copy of its values, preconditions the later ones
};

/// A preconditioner that stands alone needs no relaxation, so no eigenvalue.
inline SmootherParameters unrelaxed() {
  SmootherParameters parameters;
  parameters.eigenvalueSteps = 0;
  parameters.damping = 1;
  return parameters;
}

struct AmgParameters {
  LevelParameters level;                    ///< of every level without parameters of its own
  std::map<int, LevelParameters> perLevel;  ///< 0 is the finest
  ScalingKind scaling = ScalingKind::none;
  TestSpaceParameters testSpace;  ///< for bamg, affinity and filtering; not made where none of them is used
  int bootstrapRounds = 0;        ///< set-ups whose cycle improves the test space of the next one
  int bootstrapIterations = 5;    ///< of SRQCG in a round
  CompositeParameters composite;
  CycleKind cycle = CycleKind::V;
  int krylovLevels = 100;         ///< of a K cycle: levels below the finest that take its steps; V below them
  double krylovTolerance = 0.25;  ///< of a K cycle: a first step that leaves no more of the residual is all; 0: never
  /// Whether W, F and H cycles visit levels that several ranks own as often as they say; each visit waits for messages,
  /// which a GPU feels.
  bool repeatsSharedLevels = std::is_same_v<Device, HostDevice>;
  CyclePrecision precision = CyclePrecision::doublePrecision;
  PrecisionParameters storage;  ///< instead, level by level
  int aggressiveLevels = 0;     ///< finest levels that are coarsened by aggressive PMIS, whatever `level` says
  int unsmoothedLevels = 0;     ///< finest levels whose P is neither smoothed nor filtered, whatever `level` says
  int oneLevelIterations = 0;   ///< oneLevelSmoother stays alone where it would take no more than this; 0: never
  SmootherParameters oneLevelSmoother = unrelaxed();
  int maxLevels = 25;
  int coarseSize = 0;  ///< unknowns at which coarsening ends; 0: by coarseMinimum, coarseFactor: coarseSizeFor()
  int coarseMinimum = 500;
  double coarseFactor = 40;
  double maxCoarseRatio = 0.9;  ///< coarsening has stalled when a level keeps more than this share of its unknowns
  /// A coarse level with fewer is moved onto fewer ranks; 0: never.
  int minRowsPerRank = std::is_same_v<Device, HostDevice> ? 1000 : 10000;
  AgglomerationMethod agglomeration = AgglomerationMethod::counts;  ///< which ranks' rows move onto one
  Reuse reuse = Reuse::none;
  bool fingerprints = false;  ///< hashes of matrices and splittings in the SetupReport
  CoarseSolverParameters coarseSolver;

  /// Whether the parameters of any level are as `predicate` asks.
  template <class Predicate>
  bool onAnyLevel(const Predicate& predicate) const {
    return predicate(level) ||
           std::any_of(perLevel.begin(), perLevel.end(), [&](const auto& entry) { return predicate(entry.second); });
  }

  bool usesNodes() const {
    return onAnyLevel([](const LevelParameters& level) { return level.usesNodes() || level.smoother.usesNodes(); });
  }

  /// Whether any level needs to know something about its unknowns.
  bool usesNearKernel() const {
    const auto uses = [](const LevelParameters& level) {
      return level.usesNearKernel() || level.operatorFiltering.filters() || level.smoother.usesNodes();
    };
    return onAnyLevel(uses) || scaling == ScalingKind::nearKernel ||
           (oneLevelIterations > 0 && oneLevelSmoother.usesNodes());
  }

  LevelParameters at(int index) const {
    const auto found = perLevel.find(index);
    LevelParameters result = found == perLevel.end() ? level : found->second;
    if (index < aggressiveLevels) result.coarsening.method.choose("aggressive pmis");
    if (index < unsmoothedLevels) {
      result.prolongationSmoothing.steps = 0;
      result.prolongationFiltering = {};
    }
    return result;
  }
};

/// Names and documents the parameters.
void bindAmg(ParameterBinding& list, AmgParameters& p);

}  // namespace Chronos

#endif
