// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_DIAGONALSMOOTHER_HPP
#define CHRONOS_DIAGONALSMOOTHER_HPP

#include "Chronos_DistMatrix.hpp"
#include "Chronos_Smoother.hpp"

namespace Chronos {

/// \brief M a diagonal matrix: what Jacobi and l1-Jacobi have in common.
///
/// Cost of an application: two reads and a write of a vector; a sweep is one pass over the matrix.
class DiagonalSmoother : public Smoother {
 public:
  void apply(const ConstBlock& r, const Block& z, double alpha = 1, double beta = 0) const override;
  void applyDotted(const ConstBlock& r, const Block& z, GatheredDots<Device>& dots) const override;
  void sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
             Guess guess) const override;
  void sweepDotted(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
                   GatheredDots<Device>& dots) const override;
  void startSweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& r,
                  double omega) const override;
  ConstVector startDiagonal() const override { return inverseDiagonal_; }
  Where iterateEndsIn() const override { return Where::other; }
  Teuchos::RCP<const SingleVectorSmoother> forSingleVectors(const SingleVectorMatrix& A) const override;
  std::size_t numBytes() const override { return inverseDiagonal_.extent(0) * sizeof(double); }

  /// The owned diagonal of M^{-1}.
  ConstVector inverseDiagonal() const { return inverseDiagonal_; }

 protected:
  /// \brief Collective.
  /// \param diagonal of M, positive; inverted in place
  DiagonalSmoother(const std::string& name, const DistMatrix<double>& A, const Vector& diagonal);

 private:
  Vector inverseDiagonal_;
};

}  // namespace Chronos

#endif
