// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_ChebyshevSteps.hpp"

#include "Chronos_ChebyshevWeights.hpp"
#include "Chronos_Error.hpp"

#include <cmath>

namespace Chronos {
namespace {

// The first number beyond the interval, over its end, that the polynomial does not damp.
double undamped(const ChebyshevPolynomial& p) {
  if (p.kind == ChebyshevKind::first) return 1 + 1 / p.eigenvalueRatio;
  // All zeros lie in the interval, so beyond it the damping does nothing but grow; at 2 it is over for each degree.
  double low = 1, high = 2;
  for (int bisection = 0; bisection < 40; ++bisection) {
    const double middle = (low + high) / 2;
    (std::abs(chebyshevDamping(p, middle)) < 1 ? low : high) = middle;
  }
  return low;
}

}  // namespace

void bindChebyshevPolynomial(ParameterBinding& list, ChebyshevPolynomial& p, const std::string& base) {
  list.choice("kind", p.kind,
              {{"first", ChebyshevKind::first},
               {"fourth", ChebyshevKind::fourth},
               {"optimal fourth", ChebyshevKind::optimalFourth}},
              "first: least on a part of the spectrum, `eigenvalue ratio`; fourth: needs no ratio, damps the more the "
              "larger an eigenvalue; optimal fourth: weighted for the least bound of a V cycle, degree 1 to 16 "
              "(Lottes 2023).");
  list.integer("degree", p.degree, 1, 100,
               "Degree of the polynomial: applications of " + base + "^{-1}; one product with A less.");
  list.real("eigenvalue ratio", p.eigenvalueRatio, 1.01, 1e6,
            "First kind: the polynomial damps eigenvalues of " + base +
                "^{-1} A from the largest down to the largest over this.");
  list.integer(
      "eigenvalue steps", p.eigenvalueSteps, 1, 1000,
      "Lanczos steps of the estimate of the largest eigenvalue, at least; up to 40 where a bound from above needs "
      "more.");
}

void checkPolynomial(const ChebyshevPolynomial& p) {
  if (p.degree < 1) throw InputError("The degree of a Chebyshev smoother must be 1 or more.");
  if (!(p.eigenvalueRatio > 1)) throw InputError("The eigenvalue ratio of a Chebyshev smoother must exceed 1.");
  if (p.kind == ChebyshevKind::optimalFourth && p.degree > greatestWeightedDegree)
    throw InputError("Optimal weights of a Chebyshev smoother are known up to degree " +
                     std::to_string(greatestWeightedDegree) + ": lower the degree, or take `kind` = fourth.");
}

ChebyshevSteps::ChebyshevSteps(double largest, const ChebyshevPolynomial& p) : kind_(p.kind), largest_(largest) {
  if (kind_ == ChebyshevKind::optimalFourth) weights_ = chebyshevWeights(p.degree);
  const double smallest = largest / p.eigenvalueRatio, theta = (largest + smallest) / 2;
  delta_ = (largest - smallest) / 2;
  sigma_ = theta / delta_;
  first_ = 1 / theta;
}

ChebyshevSteps::Step ChebyshevSteps::next() {
  const int i = taken_++;
  if (kind_ != ChebyshevKind::first) {
    const double weight = weights_ == nullptr ? 1 : weights_[i];
    return {i == 0 ? 0 : (2.0 * i - 1) / (2 * i + 3), (8.0 * i + 4) / ((2 * i + 3) * largest_), weight};
  }
  const double old = rho_;
  rho_ = i == 0 ? 1 / sigma_ : 1 / (2 * sigma_ - old);
  return i == 0 ? Step{0, first_, 1} : Step{rho_ * old, 2 * rho_ / delta_, 1};
}

double chebyshevDamping(const ChebyshevPolynomial& p, double lambda) {
  ChebyshevSteps steps(1, p);
  double direction = 0, x = 0, residual = 1;
  for (int step = 0; step < p.degree; ++step) {
    const ChebyshevSteps::Step taken = steps.next();
    direction = taken.keepOld * direction + taken.factor * residual;
    x += taken.weight * direction;
    residual -= lambda * direction;
  }
  return 1 - lambda * x;
}

double chebyshevRoom(const ChebyshevPolynomial& p) {
  // Of what lies between the end of the interval and the first number that the polynomial does not damp.
  constexpr double usableShare = 0.9;
  return 1 + usableShare * (undamped(p) - 1);
}

double chebyshevEnd(const DistMatrix<double>& A, const Smoother& base, const ChebyshevPolynomial& p) {
  // Lanczos estimates from below.
  constexpr double safetyFactor = 1.1;
  const double largest = safeEigenvalue(A, base, safetyFactor, chebyshevRoom(p), p.eigenvalueSteps);
  return largest == 0 ? 1 : largest;
}

}  // namespace Chronos
