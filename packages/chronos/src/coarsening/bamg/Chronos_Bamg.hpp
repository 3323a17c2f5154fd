// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BAMG_HPP
#define CHRONOS_BAMG_HPP

#include "Chronos_BamgRows.hpp"
#include "Chronos_CoarseRanks.hpp"
#include "Chronos_Distribution.hpp"
#include "Chronos_Splitting.hpp"

namespace Chronos {

struct BamgParameters {
  int minDistance = 1;  ///< l_min: strong connections that a candidate is away at most, first try
  int maxDistance = 5;  ///< l_max: the last one; not below minDistance
  BamgRules rules;
};

/// \brief What a BAMG prolongation came out as.
struct BamgResult {
  DistMatrix<double> P;
  Splitting splitting;                      ///< the given one, rows that failed promoted to coarse points
  long long numPromoted = 0;                ///< on all ranks
  std::vector<Distribution> distributions;  ///< of distance, residual (2.16) and norm of the weights over the fine rows
};

/// \brief Least-squares interpolation from a test space (BAMG: Brandt and others 2011; thesis 2.2.3, Algorithm 3).
/// Collective.
///
/// A fine row takes the coarse points within a distance that grows from l_min to l_max until the residual is at most
/// epsilon and the norm of the weights at most mu (both; the `or` of Algorithms 7 and 8 is taken for an error). Rows
/// that fail at l_max try once more over all their connections, weak ones too, and so do isolated rows; those that fail
/// again become coarse points, isolated ones stay without entries. With less than a twentieth of the fine rows left
/// behind distance 2 and l_min they do so at once, up to one in four hundred of the fine rows that fail become coarse
/// points, and of more each distance at which fewer than one in fifty succeeds is the last one. See
/// solveBamgRows() for the weights and StrengthPaths for the search; both work across ranks.
///
/// \param V test space, owned rows of A; at least one vector
/// \param ranks where the coarse points are to be
/// \return P: A.rowMap() x ranks.mapFor(splitting.coarseMap), P V_coarse = V row by row up to epsilon
/// \throws InputError on all ranks when V does not fit A, or minDistance exceeds maxDistance
BamgResult bamgInterpolation(const DistMatrix<double>& A, const StrongFlags& strong, const Splitting& splitting,
                             const TestSpace& V, const BamgParameters& parameters, const CoarseRanks& ranks = {});

}  // namespace Chronos

#endif
