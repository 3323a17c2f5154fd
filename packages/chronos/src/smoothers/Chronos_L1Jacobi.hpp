// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_L1JACOBI_HPP
#define CHRONOS_L1JACOBI_HPP

#include "Chronos_DiagonalSmoother.hpp"

namespace Chronos {

/// \brief M = diag(sum_j |a_ij|) (Baker, Falgout, Kolev, Yang 2011): a convergent smoother without an
/// eigenvalue estimate.
///
/// lambda_max(M^{-1} A) <= 1, because M^{-1} A has rows of l1 norm 1; so omega may be up to 2. The sum runs
/// over the whole row: the smoother does not depend on the distribution, unlike the variant of the paper that
/// sums the halo only.
class L1Jacobi : public DiagonalSmoother {
 public:
  /// Collective. No row may be without a nonzero entry.
  explicit L1Jacobi(const DistMatrix<double>& A);
  double eigenvalueBound(double) const override { return 1; }
};

}  // namespace Chronos

#endif
