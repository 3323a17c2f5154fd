// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_L1JACOBI_HPP
#define CHRONOS_L1JACOBI_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

/// \brief M = diag(sum_j |a_ij|) (Baker, Falgout, Kolev, Yang 2011): a convergent smoother without an eigenvalue estimate.
///
/// lambda_max(M^{-1} A) <= 1, so omega may be up to 2. Cost of an application as for Jacobi.
class L1Jacobi : public Smoother {
 public:
  /// Collective.
  explicit L1Jacobi(const DistMatrix<double>& A);
  void apply(const ConstVector& r, const Vector& z, Update update = Update::overwrite) const override;

 private:
  Kokkos::View<double*, Device> inverseDiagonal_;
};

}  // namespace Chronos

#endif
