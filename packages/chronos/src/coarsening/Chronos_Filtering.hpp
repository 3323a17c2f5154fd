// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_FILTERING_HPP
#define CHRONOS_FILTERING_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_TestSpace.hpp"

namespace Chronos {

class ParameterBinding;

/// How a filtered operator makes up for the entries that go.
enum class Compensation {
  testSpace,  ///< by least squares on the entries that stay: right on V, not symmetric
  diagonal,   ///< by the diagonal: right on constants, symmetric
};

struct FilteringParameters {
  double share = 1;            ///< rho: of a row's sum of magnitudes, held by the entries that stay; 1: all
  int maxEntries = 0;          ///< so many at most, before the test space asks for more; 0: all
  double maxCorrection = 0.5;  ///< largest correction of a row, as a share of its sum of magnitudes
  Compensation compensation = Compensation::testSpace;  ///< of operators

  bool filters() const { return share < 1 || maxEntries > 0; }
};

void bindFiltering(ParameterBinding& list, FilteringParameters& p);

struct FilteredMatrix {
  DistMatrix<double> matrix;
  long long numExtendedRows = 0;  ///< on all ranks: rows that kept more than the rule says, to meet V
};

/// \brief P~ with fewer entries and P~ V = P V (FBAMG, thesis 2.2.4). Collective.
///
/// See filterRows() for the rule, the correction and what rows do that cannot be corrected. P~^T A P~ is
/// symmetric positive definite whatever is dropped, as long as P~ has full rank. Rows of one entry stay:
/// coarse points, unless smoothing filled their rows.
/// \param vectors V, the test space on the columns of P (its injection): owned rows of P.domainMap(); without
/// columns: the constant vector
/// \param coarseMap the indices of P.domainMap(), perhaps on other ranks: the columns of P~; null: where they are
/// \throws InputError on all ranks when the rows do not fit, ranks have different numbers of columns, or more
/// than 48
FilteredMatrix filterProlongation(const DistMatrix<double>& P, const TestSpace& vectors,
                                  const FilteringParameters& parameters,
                                  const Teuchos::RCP<const Map>& coarseMap = Teuchos::null);

/// \brief A~ with fewer entries, for coarse operators (thesis 2.2.4). Collective.
///
/// The diagonal stays, and an entry stays when its own row or that of its mirror image keeps it, so that the
/// pattern is symmetric.
/// Compensation::testSpace: A~ V = A V (2.21). Each row is corrected by itself, so values are not symmetric, and
/// A~ need not be definite: conjugate gradients may fail. Take GMRES or BiCGStab, or filter P rather than A.
/// Compensation::diagonal: symmetric where A is, and
///   x^T A~ x = x^T A x + sum over dropped pairs of a_ij (x_i - x_j)^2,
/// so A~ stays definite where positive entries go, and semidefinite where A is an M-matrix with row sums that
/// are not negative, whose energy is a sum of such squares. For scalar problems; rotations are not met.
/// \param A square, of symmetric pattern, row map and domain map in one order
/// \param vectors V, the test space on the columns of A; without columns: the constant vector
/// \throws InputError on all ranks as above, or when the pattern is not symmetric
FilteredMatrix filterOperator(const DistMatrix<double>& A, const TestSpace& vectors,
                              const FilteringParameters& parameters);

}  // namespace Chronos

#endif
