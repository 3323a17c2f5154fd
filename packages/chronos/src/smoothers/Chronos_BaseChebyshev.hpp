// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_BASECHEBYSHEV_HPP
#define CHRONOS_BASECHEBYSHEV_HPP

#include "Chronos_ChebyshevSteps.hpp"
#include "Chronos_WorkBlock.hpp"

#include <functional>

namespace Chronos {

/// \brief Chebyshev polynomial in B^{-1} A, B of any smoother; symmetric positive definite.
///
/// As Chebyshev, which fuses the steps of a diagonal B (Adams, Brezina, Hu, Tuminaro 2003; Saad, Iterative Methods for
/// Sparse Linear Systems, algorithm 12.1; Lottes 2023). A sweep multiplies by the matrix of the cycle, in its
/// precision; degree - 1 products, one more from a given iterate, and degree applications of B^{-1}.
class BaseChebyshev : public Smoother {
 public:
  /// What is asked of the end of the interval besides.
  enum class Blocks { unknown, ofNodes };

  /// \brief Collective.
  /// \param makeBase B^{-1}, its time is that of the first phase of the report
  /// \param phase name of that
  /// \param blocks whether B are the blocks of nodes, see blockEigenvalue()
  /// \throws InputError as checkPolynomial()
  BaseChebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const ChebyshevPolynomial& polynomial,
                const std::string& name, const std::string& phase,
                const std::function<Teuchos::RCP<const Smoother>()>& makeBase, Blocks blocks = Blocks::unknown);

  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override {
    run(*A_, r, z, alpha, beta);
  }
  void sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
             Guess guess) const override;
  Teuchos::RCP<const Smoother> narrowed(const Teuchos::RCP<const LevelMatrix>& A, StoragePrecision& precision,
                                        ColumnStorage columns, std::string& obstacle) const override;

  /// Null where it reads the matrix in double, or B has none.
  Teuchos::RCP<const SingleVectorSmoother> forSingleVectors(const SingleVectorMatrix& A) const override;

  bool needsRelaxation() const override { return false; }
  /// Where it is close enough to the largest eigenvalue for others too, tightRoom.
  double blockEigenvalue() const override;
  const DistMatrix<double>* keptMatrix() const override { return kept_.get(); }
  std::size_t numBytes() const override { return base_->numBytes() + residual_.numBytes() + direction_.numBytes(); }

  const Smoother& base() const { return *base_; }
  /// The right end of the interval.
  double largestEigenvalue() const { return largest_; }

 private:
  void run(const LevelMatrix& A, const ConstBlock& r, const Block& z, double omega, double beta) const;

  Teuchos::RCP<const LevelMatrix> A_;
  Teuchos::RCP<const DistMatrix<double>> kept_;  // null where the cycle's is read
  ChebyshevPolynomial polynomial_;
  Teuchos::RCP<const Smoother> base_;
  Blocks blocks_;
  WorkBlock residual_, direction_;
  double largest_ = 0;
};

}  // namespace Chronos

#endif
