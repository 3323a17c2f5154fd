// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_EIGENITERATION_HPP
#define CHRONOS_EIGENITERATION_HPP

#include "Chronos_EigenProblem.hpp"

namespace Chronos {

/// \brief A block of approximate eigenvectors that a method improves. What EigenSolve.cpp drives.
///
/// At any time X is orthonormal in M, A X and M X belong to it, and X^T A X is the diagonal matrix of the values, the
/// outermost first.
class EigenIteration {
 public:
  /// \brief Rayleigh-Ritz over the start vectors. Collective.
  /// \param start columns that depend on others are left out; random ones take their places
  /// \param count vectors of the block
  /// \param extra further columns that a method keeps behind those of the block
  EigenIteration(EigenProblem& problem, const TestSpace& start, int count, int extra);
  virtual ~EigenIteration() = default;

  /// \brief Better vectors in the place of those of these numbers; the others only take part in Rayleigh-Ritz.
  /// Collective.
  /// \param active not empty, ascending
  /// \return false where there is no direction left to go: the block is what it was
  virtual bool step(const std::vector<int>& active) = 0;

  /// \brief The first `count` vectors made orthonormal anew, their images by new products, Rayleigh-Ritz over them:
  /// what rounding added up to is gone. Collective; takes `count` products with each matrix.
  virtual void refresh(int count);

  int count() const { return count_; }
  ImagedVectors vectors() const { return block_.columns(0, count_); }
  const std::vector<double>& values() const { return values_; }

  /// The columns A x - lambda M x of these numbers, one beside the other. Local.
  void residuals(const std::vector<int>& which, const TestVectors& R) const;

 protected:
  /// T times the residuals of the active vectors, orthonormal to the first `numBasis` vectors of the block and without
  /// products with A; as many as stay independent come first.
  int newDirections(const std::vector<int>& active, int numBasis, double enough, ImagedVectors& W);

  /// \brief Vector j of the active ones becomes own_j x_j + step_j w_j, then Rayleigh-Ritz over the block; W brings its
  /// images. Steps that would make the vectors dependent are left out, the last ones first. Collective.
  /// \return the new vectors by the old ones and W, one below the other; no columns where no step is left
  SmallMatrix advance(const std::vector<int>& active, const ImagedVectors& W, const std::vector<double>& own,
                      const std::vector<double>& step);

  EigenProblem& problem_;
  int count_;
  ImagedVectors block_;  // X, and what a method keeps behind it
  std::vector<double> values_;
  ImagedVectors W_;  // of count_ columns, for the method
};

/// \brief The products X^T Y, made symmetric: those of X and A X are so but for rounding. Local.
SmallMatrix symmetrised(SmallMatrix H);

}  // namespace Chronos

#endif
