// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SHAREDPAIRS_HPP
#define CHRONOS_SHAREDPAIRS_HPP

#include "Chronos_Coarsening.hpp"

#include <functional>

namespace Chronos {

/// \brief One pairwise step on the rows of all ranks: aggregates as a matrix, see pairsAcrossRanks(). Collective.
/// \param isolated rows that are in no aggregate
using SharedStep = std::function<DistMatrix<double>(const DistMatrix<double>& A, const ConstVector& w,
                                                    const Kokkos::View<const char*, Device>& isolated)>;

struct SharedMethod {
  std::string name;
  int steps = 3;
  ConstVector w;  ///< what P keeps
  SharedStep step;
};

/// \brief coarsenByPairs() with aggregates across ranks. Collective.
///
/// Each step forms the coarse matrix of all ranks, so it costs messages as a level does.
CoarseSpace coarsenAcrossRanks(const CoarseningTask& task, const SharedMethod& method);

/// Share of the off-diagonal entries whose columns other ranks own. Collective.
double shareCut(const DistMatrix<double>& A);

}  // namespace Chronos

#endif
