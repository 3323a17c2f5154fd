// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILTERING_HPP
#define CHRONOS_FILTERING_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

struct FilteringParameters {
  double share = 1;            ///< rho: a row keeps its largest entries up to this share of its sum of magnitudes; 1: all
  int maxEntries = 0;          ///< so many at most, before the test space asks for more; 0: all
  double maxCorrection = 0.5;  ///< largest correction of a row, as a share of its sum of magnitudes

  bool filters() const { return share < 1 || maxEntries > 0; }
};

struct FilteredMatrix {
  DistMatrix<double> matrix;
  long long numExtendedRows = 0;  ///< on all ranks: rows that kept more than the rule says, so that V is met exactly
};

/// \brief P~ with fewer entries and P~ V = P V (FBAMG, thesis 2.2.4). Collective.
///
/// See filterRows() for the rule, the correction and what rows do that cannot be corrected. P~^T A P~ is symmetric
/// positive definite whatever is dropped, as long as P~ has full rank. Rows of one entry stay: coarse points, unless
/// smoothing filled their rows.
/// \param vectors V, the test space on the columns of P (its injection): owned rows of P.domainMap(); without columns:
/// the constant vector
/// \throws InputError on all ranks when the rows do not fit, ranks have different numbers of columns, or more than 48
FilteredMatrix filterProlongation(const DistMatrix<double>& P, const TestSpace& vectors,
                                  const FilteringParameters& parameters);

/// \brief A~ with fewer entries and A~ V = A V (2.21), for coarse operators. Collective.
///
/// The diagonal stays, and an entry stays when its own row or that of its mirror image keeps it, so that the pattern is
/// symmetric. The values are not: each row is corrected by itself. A~ need not be definite either, so conjugate
/// gradients may fail; take GMRES or BiCGStab, and filter P rather than A where conjugate gradients are wanted.
/// \param A square, of symmetric pattern, row map and domain map in one order
/// \param vectors V, the test space on the rows of A; without columns: the constant vector
/// \throws InputError on all ranks as above, or when the pattern is not symmetric
FilteredMatrix filterOperator(const DistMatrix<double>& A, const TestSpace& vectors,
                              const FilteringParameters& parameters);

}  // namespace Chronos

#endif
