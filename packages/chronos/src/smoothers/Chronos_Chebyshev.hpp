// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHEBYSHEV_HPP
#define CHRONOS_CHEBYSHEV_HPP

#include "Chronos_Smoother.hpp"

namespace Chronos {

enum class ChebyshevBase { jacobi, l1Jacobi };

struct ChebyshevParameters {
  int degree = 2;
  ChebyshevBase base = ChebyshevBase::jacobi;
  double eigenvalueRatio = 10;  ///< the polynomial damps [lambda_max / ratio, lambda_max] of D^{-1} A
  int eigenvalueSteps = 10;
};

/// \brief Chebyshev polynomial in D^{-1} A: z = p(D^{-1} A) D^{-1} r, symmetric positive definite.
///
/// An application costs degree - 1 products with A; vector updates are fused into them.
class Chebyshev : public Smoother {
 public:
  /// Collective. A must outlive the smoother (it is kept).
  Chebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const ChebyshevParameters& parameters);
  void apply(const ConstVector& r, const Vector& z, Update update = Update::overwrite) const override;

 private:
  Teuchos::RCP<const DistMatrix<double>> A_;
  ChebyshevParameters parameters_;
  Kokkos::View<double*, Device> inverseDiagonal_;
  mutable Kokkos::View<double*, Device> residual_, direction_, work_;
  double largest_ = 0;
};

}  // namespace Chronos

#endif
