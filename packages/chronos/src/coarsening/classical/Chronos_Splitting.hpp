// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_SPLITTING_HPP
#define CHRONOS_SPLITTING_HPP

#include "Chronos_Strength.hpp"

namespace Chronos {

/// What becomes of a point; stored as char in Views.
enum PointType : char {
  finePoint = 0,
  coarsePoint = 1,
  isolatedPoint = 2,  ///< fine, without strong neighbours (Dirichlet rows too): nothing to interpolate, left
                      ///< to the smoother
};

/// \brief C/F splitting of the rows of a matrix and the numbering of its coarse points.
struct Splitting {
  Kokkos::View<const char*, Device> types;  ///< PointType of each owned row
  Kokkos::View<const LocalOrdinal*, Device>
      coarseIndex;                    ///< local coarse number of each owned row, -1 where not coarse
  Teuchos::RCP<const Map> coarseMap;  ///< contiguous; coarse points in the order of the rows
  long long numIsolated = 0;          ///< on all ranks
};

/// \brief Numbers the coarse points of a finished splitting. Collective.
Splitting numberCoarsePoints(const DistMatrix<double>& A, const Kokkos::View<const char*, Device>& types);

/// \brief PMIS (De Sterck, Yang, Heys 2006) on the graph of strong connections. Collective.
///
/// Weight of i: number of points that i strongly influences; ties go to a hash of the global index, so the
/// splitting depends neither on ranks nor on threads as long as rows have the same global numbers. Result:
/// every fine point strongly depends on a coarse one; isolated points have no connection at all. No coarse
/// point strongly depends on one of its own or of an earlier round: with symmetric S coarse points are
/// independent. With directed S one may depend on a later one; a cycle of three admits nothing else.
Splitting pmis(const DistMatrix<double>& A, const StrongFlags& strong);

/// \brief PMIS, then once more on its coarse points, joined where a path of at most two strong connections
/// leads from one to the other (aggressive coarsening, Stueben 1999; `A1`/`A2` of Yang 2010). Collective.
///
/// Fine points may have no coarse point within distance two: interpolate with InterpolationKind::multipass.
/// \param numPaths 1: one path of length two makes a connection (A1); 2: two paths (A2)
Splitting aggressivePmis(const DistMatrix<double>& A, const StrongFlags& strong, int numPaths = 1);

}  // namespace Chronos

#endif
