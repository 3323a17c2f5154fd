// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenMethods.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_SmallBasis.hpp"

#include <algorithm>

namespace Chronos {
namespace {

// New directions are made orthonormal to 1e-13 or better: Rayleigh-Ritz with the identity for the inner products then
// loses nothing that a few iterations could see.
constexpr double wellConditioned = 1e-3;

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
    const ImagedVectors basis = block_.columns(0, numBasis);
    if (!knowsProjection_) H_ = symmetrised(tallProducts(problem_.comm(), {{basis.own, basis.image}})[0]);
    const auto products = tallProducts(problem_.comm(), {{basis.own, W.image}, {W.own, W.image}});
    H_ = stack(beside(H_, products[0]), beside(transposed(products[0]), symmetrised(products[1])));
    rotate(active, W);
    return true;
  }

  void refresh(int count) override {
    EigenIteration::refresh(count);
    knowsProjection_ = false;
  }

 private:
  // H is the projection of A onto the orthonormal basis [X P W]: X becomes the Ritz vectors and P what the old P and W
  // added to the active ones, orthonormal to X. What the matrices make of them follows by the same combinations.
  void rotate(const std::vector<int>& active, const ImagedVectors& W) {
    const int numBasis = count_ + numDirections_;
    const SmallEigen ritz = wantedRitzPairs(H_, count_, problem_.which());
    SmallMatrix added(H_.numRows, static_cast<int>(active.size()));
    for (int col = 0; col < added.numCols; ++col)
      for (int row = count_; row < added.numRows; ++row) added(row, col) = ritz.vectors(row, active[col]);
    const SmallMatrix P = orthonormalBeside(ritz.vectors, added);
    const SmallMatrix all = beside(ritz.vectors, P);
    problem_.combine(block_, numBasis, W, all);
    H_ = symmetrised(transposedProduct(all, product(H_, all)));
    knowsProjection_ = true;
    values_ = ritz.values;
    numDirections_ = P.numCols;
  }

  int numDirections_ = 0;
  bool knowsProjection_ = false;
  SmallMatrix H_;  // of [X P]
};

}  // namespace

EigenMethod lobpcgMethod() {
  return {"lobpcg", "all vectors over what they, the last step and the preconditioned residuals span (Knyazev 2001)",
          [](EigenProblem& problem, const TestSpace& start, int count, const std::any&) {
            return std::unique_ptr<EigenIteration>(new Lobpcg(problem, start, count));
          }};
}

}  // namespace Chronos
