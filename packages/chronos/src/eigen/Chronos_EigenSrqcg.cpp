// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenMethods.hpp"
#include "Chronos_InnerProduct.hpp"

#include <cmath>

namespace Chronos {
namespace {

SmallMatrix diagonalInto(int numRows, const std::vector<int>& rows, const std::vector<double>& values) {
  SmallMatrix D(numRows, static_cast<int>(rows.size()));
  for (int i = 0; i < D.numCols; ++i) D(rows[i], i) = values[i];
  return D;
}

/// \brief Simultaneous minimisation of Rayleigh quotients by conjugate gradients, the eigenvalue solver of the thesis
/// (section 2.1; Franceschini and others 2019; Longsine and McCormick 1980).
///
/// The quotient of each active vector is made extreme over span {x, p}, p = T r + beta p conjugate to the former one in
/// A - lambda M (Feng and Owen 1996); then Rayleigh-Ritz over the vectors alone. p is kept orthogonal to all vectors.
/// Applications are those of LOBPCG, the space is smaller.
class EigenSrqcg : public EigenIteration {
 public:
  EigenSrqcg(EigenProblem& problem, const TestSpace& start, int count)
      : EigenIteration(problem, start, count, 0), P_(problem.allocate(count)) {}

  bool step(const std::vector<int>& active) override {
    const int numActive = static_cast<int>(active.size());
    const Device::execution_space space;
    const ImagedVectors W = W_.columns(0, numActive);
    residuals(active, W.image);
    problem_.precondition(W.image, W.own);
    if (hasDirections_)
      combineTall<Device>(space, P_.own, diagonalInto(count_, active, conjugation(active, W)), W.own, Columns::add);
    problem_.multiplyByMass(W);
    makeOrthogonal(W);
    problem_.multiply(W);
    std::vector<double> own(numActive, 1), length(numActive, 0);
    chooseSteps(active, W, own, length);
    const SmallMatrix C = advance(active, W, own, length);
    if (C.numCols == 0) return false;
    // Directions follow the vectors that they belong to.
    const SmallMatrix ofW = part(C, count_, numActive, 0, count_);
    combineTall<Device>(space, W.own, ofW, P_.own);
    combineTall<Device>(space, W.image, ofW, P_.image);
    if (P_.mass.data() != P_.own.data()) combineTall<Device>(space, W.mass, ofW, P_.mass);
    hasDirections_ = true;
    return true;
  }

 private:
  // beta of each active vector; 0 where the former direction is of no use.
  std::vector<double> conjugation(const std::vector<int>& active, const ImagedVectors& W) const {
    const auto products =
        tallProducts(problem_.comm(), {{P_.image, W.own}, {P_.mass, W.own}, {P_.own, P_.image}, {P_.own, P_.mass}});
    std::vector<double> beta;
    for (int i = 0; i < W.count(); ++i) {
      const int j = active[i];
      const double curvature = products[2](j, j) - values_[j] * products[3](j, j);
      const double mixed = products[0](j, i) - values_[j] * products[1](j, i);
      const bool isUseful = problem_.which() == SpectrumEnd::smallest ? curvature > 0 : curvature < 0;
      beta.push_back(isUseful && std::isfinite(mixed / curvature) ? -mixed / curvature : 0);
    }
    return beta;
  }

  void makeOrthogonal(const ImagedVectors& W) const {
    const Device::execution_space space;
    const ImagedVectors X = vectors();
    SmallMatrix B = tallProducts(problem_.comm(), {{X.mass, W.own}})[0];
    for (double& value : B.values) value = -value;
    combineTall<Device>(space, X.own, B, W.own, Columns::add);
    if (W.mass.data() != W.own.data()) combineTall<Device>(space, X.mass, B, W.mass, Columns::add);
  }

  // The best x + t w of each: Rayleigh-Ritz over two vectors.
  void chooseSteps(const std::vector<int>& active, const ImagedVectors& W, std::vector<double>& own,
                   std::vector<double>& step) const {
    const ImagedVectors X = vectors();
    const auto products = tallProducts(problem_.comm(), {{X.own, W.image}, {W.own, W.image}, {W.own, W.mass}});
    for (int i = 0; i < W.count(); ++i) {
      const double length = std::sqrt(products[2](i, i));
      if (!(length > 0)) continue;
      SmallMatrix H(2, 2);
      H(0, 0) = values_[active[i]];
      H(1, 0) = H(0, 1) = products[0](active[i], i) / length;
      H(1, 1) = products[1](i, i) / (length * length);
      const SmallEigen ritz = wantedRitzPairs(H, 1, problem_.which());
      own[i] = ritz.vectors(0, 0);
      step[i] = ritz.vectors(1, 0) / length;
    }
  }

  ImagedVectors P_;  // a direction a vector
  bool hasDirections_ = false;
};

}  // namespace

EigenMethod srqcgMethod() {
  return {"srqcg", "each vector over what it and one conjugate direction span, then all together, as in the thesis",
          [](EigenProblem& problem, const TestSpace& start, int count, const std::any&) {
            return std::unique_ptr<EigenIteration>(new EigenSrqcg(problem, start, count));
          }};
}

}  // namespace Chronos
