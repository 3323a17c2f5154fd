// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_INTERPOLATION_HPP
#define CHRONOS_INTERPOLATION_HPP

#include "Chronos_CoarseRanks.hpp"
#include "Chronos_Distribution.hpp"
#include "Chronos_MethodTable.hpp"
#include "Chronos_Splitting.hpp"
#include "Chronos_TruncateRows.hpp"

namespace Chronos {

/// What an interpolation has to go by.
struct InterpolationTask {
  const DistMatrix<double>& A;  ///< symmetric positive definite, as the smoother sees it
  StrongFlags strong;           ///< of A's entries
  Splitting splitting;          ///< of A's rows
  TestSpace testSpace;          ///< without columns unless the method uses it
  CoarseRanks ranks;            ///< of the coarse points
  TruncationRule truncation;    ///< not for methods that keep a test space: filtering is what cuts those
};

/// A prolongation by splitting.
struct Interpolated {
  DistMatrix<double>
      P;  ///< A.rowMap() x ranks.mapFor(splitting.coarseMap); rows of coarse points hold one 1, isolated ones nothing
  Splitting splitting;        ///< the given one, unless the method made points coarse that it could not interpolate
  long long numPromoted = 0;  ///< so many, on all ranks
  std::vector<Distribution> distributions = {};  ///< what else is worth knowing about the rows
};

/// What a coarsening must know of an interpolation.
struct InterpolationFacts {
  bool reachesFar = false;  ///< fine points without a coarse one at distance two, as aggressive coarsening makes them
  bool usesTestSpace = false;  ///< which is made only where a method says so
};

/// Collective; throws InputError on all ranks.
using InterpolationMake = Interpolated(const InterpolationTask& task, const std::any& parameters);
using InterpolationMethod = Method<InterpolationMake, InterpolationFacts>;

/// \brief All interpolations, one row each. A row stands beside its method.
const MethodTable<InterpolationMake, InterpolationFacts>& interpolations();

struct InterpolationParameters {
  MethodChoice<InterpolationMake, InterpolationFacts> method{interpolations(), "extended+i"};
  double truncation = 0;  ///< weights below this share of a row's largest are dropped; 0: none
  int maxEntries = 0;     ///< entries kept in a row of P, the largest ones; 0: all
};

void bindInterpolation(ParameterBinding& list, InterpolationParameters& p);

/// \brief Prolongation P = [W; I] (2.5). Collective.
///
/// \param testSpace owned rows of A; needed by methods that use it only
/// \param ranks where the coarse points are to be
/// \throws InputError on all ranks, as the method says
Interpolated interpolate(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting,
                         const InterpolationParameters& parameters, const TestSpace& testSpace = {},
                         const CoarseRanks& ranks = {});

}  // namespace Chronos

#endif
