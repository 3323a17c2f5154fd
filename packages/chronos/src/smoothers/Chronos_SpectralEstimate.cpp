// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_SpectralEstimate.hpp"

#include "Chronos_CgCoefficients.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_GershgorinBound.hpp"
#include "Chronos_Lanczos.hpp"
#include "Chronos_RandomVector.hpp"
#include "Chronos_StoredMatrix.hpp"

#include <cmath>
#include <vector>

namespace Chronos {
namespace {

constexpr std::uint64_t startSeed = 20;
constexpr double relaxationSafety = 1.05;
constexpr double failureProbability = 1e-3;
// A direction whose Rayleigh quotient is this small beside the largest seen, or a residual that fell this
// far, is rounding.
constexpr double roundingLevel = 1e-13;

// Every rank sees the same sums, so all throw.
void checkPositive(double value, double rounding, const char* what) {
  if (!std::isfinite(value) || value < -rounding)
    throw BreakdownError(std::string("The largest eigenvalue of a smoother cannot be estimated: ") + what +
                         " is negative or not a number, so the matrix or the smoother is not positive definite.");
}

// x <- D^{1/2} x and max_i sum_j |a_ij| / a_ii, in one pass over the matrix.
struct StartFunctor {
  SizesOfRows rows;
  Vector x;

  KOKKOS_INLINE_FUNCTION void operator()(int row, double& largestRatio) const {
    using std::abs;
    using std::sqrt;
    const RowSizes sizes = rows(row);
    x(row) *= sqrt(abs(sizes.diagonal));
    if (sizes.diagonal > 0 && sizes.magnitudes > largestRatio * sizes.diagonal)
      largestRatio = sizes.magnitudes / sizes.diagonal;
  }
};

// The start vector; returns the bound of Gershgorin for D^{-1} A.
double fillStart(const DistMatrix<double>& A, const Vector& x) {
  fillRandom(*A.rowMap(), startSeed, x);
  double largestRatio = 0;
  Kokkos::parallel_reduce(
      "Chronos::largestEigenvalue::start",
      Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>(0, static_cast<int>(x.extent(0))),
      StartFunctor{SizesOfRows(A), x}, Kokkos::Max<double>(largestRatio));
  // Without rows the reduction leaves the identity of a maximum.
  return maxOverRanks(*A.rowMap()->getComm(), std::max(0.0, largestRatio));
}

// What Lanczos knows after some steps. Eigenvalues are those of M^{-1} A.
struct LanczosState {
  std::vector<double> diagonal, offDiagonal;
  double firstRho = 0;     // squared M^{-1}-norm of the start vector
  double jacobiBound = 0;  // of D^{-1} A
  double certain = 0;

  double estimate() const {
    const std::vector<double> values = ritzValues(diagonal, offDiagonal);
    return values.empty() ? 0 : values.back();
  }

  // Probability that an eigenvalue mu > estimate() went unseen. M^{-1} = C C^T, u a unit eigenvector of C^T A C: what
  // the start vector C^T D^{1/2} x has of it is x^T D^{1/2} C u over the root of firstRho, and lambda_max(D^{-1} A)
  // |D^{1/2} C u|^2 >= mu. A sum of independent numbers uniform in (-1, 1) with weights w lies in [-s, s] with a
  // probability of at most sqrt(2) s / |w| (Ball 1986, cube slicing).
  double unseen(double mu) const {
    return std::sqrt(2 * firstRho * jacobiBound / mu) * lanczosComponentBound(diagonal, offDiagonal, mu);
  }

  bool settled(double spread) const {
    const double limit = spread * estimate();
    return limit >= certain || unseen(limit) <= failureProbability;
  }

  double probable(double estimate) const {
    if (estimate == 0) return 0;
    double low = estimate, high = estimate;
    while (high < certain && unseen(high) > failureProbability) {
      low = high;
      high *= 2;
    }
    high = std::min(high, certain);
    for (int bisection = 0; bisection < 30; ++bisection) {
      const double middle = (low + high) / 2;
      (unseen(middle) > failureProbability ? low : high) = middle;
    }
    return high;
  }
};

}  // namespace

LargestEigenvalue largestEigenvalue(const DistMatrix<double>& A, const Smoother& M, const EigenvalueSearch& search) {
  const Block r = allocateBlock("Chronos::estimate r", A.numRows(), 1);
  LanczosState lanczos;
  lanczos.jacobiBound = fillStart(A, asVector(r));
  lanczos.certain = M.eigenvalueBound(lanczos.jacobiBound);
  const StoredMatrix<double> product(Teuchos::rcpFromRef(A));
  // Without a certain bound the direction behind the first steps is asked for as well.
  const bool needsNext = !std::isfinite(lanczos.certain) && std::isfinite(search.spread);
  CgCoefficients cg(product, &M, r, search.minSteps + (needsNext ? 1 : 0));
  const int maxSteps = std::max(search.minSteps, search.maxSteps);
  double alpha = 0, squaredNorm = 0, largestQuotient = 0, lastRho = 0;
  for (int step = 0;; ++step) {
    // Asked before the next vector is made: where Gershgorin does, minSteps applications of M are enough.
    if (step >= search.minSteps && lanczos.certain <= search.spread * lanczos.estimate()) break;
    const double rho = cg.rho();
    checkPositive(rho, roundingLevel * lanczos.firstRho, "r^T M^{-1} r");
    if (step == 0) lanczos.firstRho = rho;
    const bool ended = rho <= roundingLevel * roundingLevel * lanczos.firstRho;
    const double beta = step == 0 || ended ? 0 : rho / lastRho;
    lastRho = rho;
    if (step > 0) lanczos.offDiagonal.push_back(std::sqrt(beta) / alpha);
    if (ended || step >= maxSteps || (step >= search.minSteps && lanczos.settled(search.spread))) break;
    // p^T M p, because z is M-orthogonal to the direction before.
    squaredNorm = rho + beta * beta * squaredNorm;
    const double curvature = cg.curvature();
    const double rounding = roundingLevel * largestQuotient * squaredNorm;
    checkPositive(curvature, rounding, "p^T A p");
    lanczos.diagonal.push_back(curvature / rho + (step == 0 ? 0 : beta / alpha));
    // Singular matrices: the last pivot of the tridiagonal matrix is zero, and there is no next row.
    if (curvature <= rounding) {
      lanczos.offDiagonal.push_back(0);
      break;
    }
    alpha = rho / curvature;
    largestQuotient = std::max(largestQuotient, curvature / squaredNorm);
    cg.advance();
  }
  const double estimate = lanczos.estimate();
  return {estimate, lanczos.probable(estimate), lanczos.certain, static_cast<int>(lanczos.diagonal.size())};
}

double safeEigenvalue(const DistMatrix<double>& A, const Smoother& M, double safety, double room, int minSteps) {
  EigenvalueSearch search;
  search.minSteps = minSteps;
  search.spread = safety * room;
  const LargestEigenvalue found = largestEigenvalue(A, M, search);
  return std::min(std::max(safety * found.estimate, found.bound() / room), found.certain);
}

double relaxationFactor(const DistMatrix<double>& A, const Smoother& M, double target, int minSteps) {
  const double room = std::max(1.0, largestDamping / target);
  const double largest = safeEigenvalue(A, M, relaxationSafety, room, minSteps);
  return largest > 0 ? target / largest : target;
}

}  // namespace Chronos
