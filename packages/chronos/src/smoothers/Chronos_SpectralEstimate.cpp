// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SpectralEstimate.hpp"

#include "Chronos_Error.hpp"
#include "Chronos_InnerProduct.hpp"
#include "Chronos_Lanczos.hpp"
#include "Chronos_VectorUpdate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Chronos {
namespace {

using Vector = Smoother::Vector;

constexpr std::uint64_t startSeed = 20;
constexpr double safetyFactor = 1.05;
// A direction whose Rayleigh quotient is this small beside the largest seen, or a residual that fell this
// far, is rounding.
constexpr double roundingLevel = 1e-13;

// Every rank sees the same sums, so all throw.
void checkPositive(double value, double rounding, const char* what) {
  if (!std::isfinite(value) || value < -rounding)
    throw BreakdownError(std::string("The largest eigenvalue of a smoother cannot be estimated: ") + what +
                         " is negative or not a number, so the matrix or the smoother is not positive definite.");
}

}  // namespace

double largestEigenvalue(const DistMatrix<double>& A, const Smoother& M, int numSteps) {
  const Comm& comm = *A.rowMap()->getComm();
  const int n = static_cast<int>(A.numRows());
  Vector r = allocate<Vector>("Chronos::estimate r", n), z = allocate<Vector>("Chronos::estimate z", n);
  Vector p("Chronos::estimate p", n), q = allocate<Vector>("Chronos::estimate q", n);
  fillRandom(*A.rowMap(), startSeed, r);

  std::vector<double> diagonal, offDiagonal;
  double rho = 0, firstRho = 0, alpha = 0, squaredNorm = 0, largestQuotient = 0;
  for (int step = 0; step < numSteps; ++step) {
    M.apply(r, z);
    const double rhoNew = innerProduct(comm, r, z);
    checkPositive(rhoNew, roundingLevel * firstRho, "r^T M^{-1} r");
    if (step == 0) firstRho = rhoNew;
    if (rhoNew <= roundingLevel * roundingLevel * firstRho) break;
    const double beta = step == 0 ? 0 : rhoNew / rho;
    rho = rhoNew;
    // p^T M p, because z is M-orthogonal to the direction before.
    squaredNorm = rho + beta * beta * squaredNorm;
    combineVectors(1, z, beta, p, p);
    A.apply<double>(p, q);
    const double curvature = innerProduct(comm, p, q);
    const double rounding = roundingLevel * largestQuotient * squaredNorm;
    checkPositive(curvature, rounding, "p^T A p");
    if (step > 0) offDiagonal.push_back(std::sqrt(beta) / alpha);
    diagonal.push_back(curvature / rho + (step == 0 ? 0 : beta / alpha));
    // Singular matrices: the last pivot of the tridiagonal matrix is zero, and there is no next row.
    if (curvature <= rounding) break;
    alpha = rho / curvature;
    largestQuotient = std::max(largestQuotient, curvature / squaredNorm);
    combineVectors(-alpha, q, 1, r, r);
  }
  const std::vector<double> values = ritzValues(diagonal, offDiagonal);
  return values.empty() ? 0 : values.back() / M.relaxation();
}

double relax(const DistMatrix<double>& A, Smoother& M, double target, int numSteps) {
  const double largest = safetyFactor * largestEigenvalue(A, M, numSteps);
  M.setRelaxation(largest > 0 ? target / largest : target);
  return largest;
}

}  // namespace Chronos
