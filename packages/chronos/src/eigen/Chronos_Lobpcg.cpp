// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenMethods.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_Orthonormalise.hpp"
#include "Chronos_SmallBasis.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// New directions are made orthonormal to 1e-14 or better: Rayleigh-Ritz with the identity for the inner products then
// loses nothing that a few iterations could see.
constexpr double wellConditioned = 1e-2;

/// \brief Locally optimal block preconditioned conjugate gradients (Knyazev, SIAM J. Sci. Comput. 23, 2001) over
/// orthonormal bases.
///
/// Rayleigh-Ritz over [X P W], W = T R: of the vectors that have converged there is no W and no P (soft locking,
/// Knyazev and others 2007). The basis is that of Duersch, Shao, Yang and Gu (SIAM J. Sci. Comput. 40, 2018): W made
/// orthonormal against [X P] by Cholesky factors with pivots, dependent ones dropped; P what the last step added to the
/// active vectors, made orthonormal to X among the coefficients (Hetmaniuk and Lehoucq 2006), so that no Gram matrix is
/// ever inverted. An iteration takes a product with each matrix and an application of T for each active vector.
class Lobpcg : public EigenIteration {
 public:
  Lobpcg(EigenProblem& problem, const TestSpace& start, int count) : EigenIteration(problem, start, count, count) {}

  bool step(const std::vector<int>& active) override {
    const int numBasis = count_ + numDirections_;
    ImagedVectors W;
    const int numNew = newDirections(active, numBasis, wellConditioned, W);
    if (numNew == 0) return false;
    W = W.columns(0, numNew);
    problem_.multiply(W);
    rotate(active, W);
    return true;
  }

  void refresh(int count) override {
    EigenIteration::refresh(count);
    isDiagonal_ = false;
  }

 private:
  // X becomes the Ritz vectors over [X P W] and P what the old P and W added to the active ones, orthonormal to X. What
  // the matrices make of them follows by the same combinations. Inner products of P are taken anew: what it loses of
  // its orthogonality would add up from step to step.
  void rotate(const std::vector<int>& active, const ImagedVectors& W) {
    const int numBasis = count_ + numDirections_;
    const ImagedVectors X = vectors(), P = block_.columns(count_, numDirections_), basis = block_.columns(0, numBasis);
    std::vector<TallPair> pairs{{X.own, P.mass},  {P.own, P.mass},      {X.own, P.image},
                                {P.own, P.image}, {basis.own, W.image}, {W.own, W.image}};
    if (!isDiagonal_) pairs.push_back({X.own, X.image});
    const auto products = tallProducts(problem_.comm(), pairs);
    const SmallMatrix values = isDiagonal_ ? diagonal(values_) : products[6];
    const SmallMatrix H = join(join(values, products[2], products[3]), products[4], products[5]);
    const SmallMatrix G = join(join(diagonal(std::vector<double>(count_, 1)), products[0], products[1]),
                               SmallMatrix(numBasis, W.count()), diagonal(std::vector<double>(W.count(), 1)));
    double leastPivot = 1;
    const SmallMatrix K = invertFactor(G, std::vector<double>(G.numCols, 1), leastPivot);
    const SmallMatrix projection = symmetrised(transposedProduct(K, product(H, K)));
    const SmallEigen ritz = wantedRitzPairs(projection, count_, problem_.which());
    SmallMatrix added(K.numCols, static_cast<int>(active.size()));
    for (int col = 0; col < added.numCols; ++col)
      for (int row = count_; row < added.numRows; ++row) added(row, col) = ritz.vectors(row, active[col]);
    const SmallMatrix directions = orthonormalBeside(ritz.vectors, added);
    problem_.combine(block_, numBasis, W, product(K, beside(ritz.vectors, directions)));
    isDiagonal_ = true;
    values_ = ritz.values;
    numDirections_ = directions.numCols;
  }

  static SmallMatrix diagonal(const std::vector<double>& values) {
    SmallMatrix D(static_cast<int>(values.size()), static_cast<int>(values.size()));
    for (int j = 0; j < D.numCols; ++j) D(j, j) = values[j];
    return D;
  }

  static SmallMatrix join(const SmallMatrix& first, const SmallMatrix& between, const SmallMatrix& second) {
    return symmetrised(stack(beside(first, between), beside(transposed(between), second)));
  }

  int numDirections_ = 0;
  bool isDiagonal_ = true;  // X^T A X
};

}  // namespace

EigenMethod lobpcgMethod() {
  return {"lobpcg", "all vectors over what they, the last step and the preconditioned residuals span (Knyazev 2001)",
          [](EigenProblem& problem, const TestSpace& start, int count, const std::any&) {
            return std::unique_ptr<EigenIteration>(new Lobpcg(problem, start, count));
          }};
}

}  // namespace Chronos
