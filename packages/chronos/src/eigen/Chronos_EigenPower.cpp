// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_EigenMethods.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_InverseOperator.hpp"
#include "Chronos_RitzBounds.hpp"

#include <cmath>

namespace Chronos {
namespace {

// Of the estimate of the largest eigenvalue of T A, and what it may be short of it.
constexpr int boundSteps = 15;
constexpr double boundMargin = 1.05;
// Of M^{-1} r: what is left of r falls by this in every iteration beside what the power method takes.
constexpr double massTolerance = 1e-4;

class CountedMass : public Operator {
 public:
  explicit CountedMass(EigenProblem& problem) : problem_(problem) {}
  void apply(const ConstBlock& x, const Block& y, double alpha, double beta) const override {
    problem_.counts.massProducts += widthOf(x);
    problem_.mass()->apply(x, y, alpha, beta);
  }
  Teuchos::RCP<const Map> domainMap() const override { return problem_.map(); }
  Teuchos::RCP<const Map> rangeMap() const override { return problem_.map(); }

 private:
  EigenProblem& problem_;
};

/// \brief The power method for a block (simultaneous iteration), with Rayleigh-Ritz after each step.
///
/// Largest values: x <- M^{-1} A x, M^{-1} by conjugate gradients. Smallest: x <- x - omega T (A x - lambda M x), the
/// power method of I - omega T (A - lambda M) with omega = 1 / lambda_max(T A), or preconditioned inverse iteration
/// (Knyazev and Neymeyr, Linear Algebra Appl. 358, 2003). As slow as it is simple: the others have a memory.
class EigenPower : public EigenIteration {
 public:
  EigenPower(EigenProblem& problem, const TestSpace& start, int count) : EigenIteration(problem, start, count, 0) {
    if (problem.which() == SpectrumEnd::smallest) {
      const RitzBounds bounds = ritzBounds(*problem.matrix(), problem.preconditioner().get(), boundSteps);
      problem.counts.products += bounds.numSteps;
      if (!problem.preconditioner().is_null()) problem.counts.preconditionings += bounds.numSteps;
      omega_ = bounds.largest > 0 ? 1 / (boundMargin * bounds.largest) : 1;
    } else if (!problem.mass().is_null()) {
      SolverParameters parameters;
      parameters.tolerance = massTolerance;
      inverse_ = Teuchos::rcp(
          new InverseOperator(Teuchos::rcp(new CountedMass(problem)), problem.preconditioner(), parameters));
    }
  }

  bool step(const std::vector<int>& active) override {
    const ImagedVectors W = W_.columns(0, static_cast<int>(active.size()));
    residuals(active, W.image);
    if (inverse_.is_null()) problem_.precondition(W.image, W.own);
    else applyToColumns(*inverse_, W.image, W.own);
    problem_.multiplyByMass(W);
    problem_.multiply(W);
    std::vector<double> steps;
    for (const int j : active) {
      const double size = std::abs(values_[j]);
      steps.push_back(problem_.which() == SpectrumEnd::smallest ? -omega_ : (size > 0 ? 1 / size : 1));
    }
    return advance(active, W, std::vector<double>(active.size(), 1), steps).numCols > 0;
  }

 private:
  double omega_ = 1;
  Teuchos::RCP<const Operator> inverse_;
};

}  // namespace

EigenMethod powerMethod() {
  return {"power", "the power method for all vectors at once; for the smallest that of I - omega T (A - lambda M)",
          [](EigenProblem& problem, const TestSpace& start, int count, const std::any&) {
            return std::unique_ptr<EigenIteration>(new EigenPower(problem, start, count));
          }};
}

}  // namespace Chronos
