// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_CHEBYSHEV_HPP
#define CHRONOS_CHEBYSHEV_HPP

#include "Chronos_ChebyshevSteps.hpp"
#include "Chronos_WorkBlock.hpp"

namespace Chronos {

enum class ChebyshevBase {
  jacobi,
  l1Jacobi,
  adaptiveFsai,  ///< smoothingFsai(), by BaseChebyshev
};

struct ChebyshevParameters : ChebyshevPolynomial {
  ChebyshevBase base = ChebyshevBase::jacobi;
};

/// \brief Chebyshev polynomial in D^{-1} A: z = p(D^{-1} A) D^{-1} r, symmetric positive definite.
///
/// First kind: 1 - t p(t) is the Chebyshev polynomial of the first kind of that degree, mapped to [lambda_max / ratio,
/// lambda_max] and scaled to 1 at t = 0 (Adams, Brezina, Hu, Tuminaro 2003). It stays below 1 on (0,
/// lambda_max (1 + 1 / ratio)), so p is positive there and the smoother converges. Fourth kind: W_k(1 - 2 t /
/// lambda_max) / (2 k + 1), with or without the weights of Lottes 2023, below 1 somewhat beyond lambda_max too; which
/// knows no lower end. lambda_max is safeEigenvalue(), with a safety factor of 1.1: what exceeds it stays within that
/// room. Degree 1 is damped Jacobi.
///
/// An application costs degree - 1 products with A; vector updates are fused into one kernel a step.
class Chebyshev : public Smoother {
 public:
  /// \brief Collective. A must outlive the smoother (it is kept).
  /// \throws InputError as checkPolynomial()
  /// \pre parameters.base is a diagonal
  Chebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const ChebyshevParameters& parameters);
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;

  bool needsRelaxation() const override { return false; }

  /// One that reads the matrix of the cycle; null in double.
  Teuchos::RCP<const Smoother> narrowed(const Teuchos::RCP<const LevelMatrix>& A, StoragePrecision& precision,
                                        ColumnStorage columns, std::string& obstacle) const override;

  /// Null where it reads the matrix in double.
  Teuchos::RCP<const SingleVectorSmoother> forSingleVectors(const SingleVectorMatrix& A) const override;

  /// Without the matrix, which it only reads.
  const DistMatrix<double>* keptMatrix() const override { return A_.get(); }
  std::size_t numBytes() const override {
    return inverseDiagonal_.extent(0) * sizeof(double) + residual_.numBytes() + direction_.numBytes();
  }

  /// The right end of the interval.
  double largestEigenvalue() const { return largest_; }

 private:
  Chebyshev(const Chebyshev& wide, const Teuchos::RCP<const LevelMatrix>& A);

  Teuchos::RCP<const DistMatrix<double>> A_;  // null where the cycle's is read
  Teuchos::RCP<const LevelMatrix> operator_;
  ChebyshevParameters parameters_;
  ConstVector inverseDiagonal_;
  WorkBlock residual_, direction_;
  double largest_ = 0;
};

}  // namespace Chronos

#endif
