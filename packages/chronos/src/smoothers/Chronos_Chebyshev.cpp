// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Chebyshev.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_Error.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_L1Jacobi.hpp"
#include "Chronos_SpectralEstimate.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

// Lanczos estimates from below.
constexpr double safetyFactor = 1.1;
// Of what lies between the end of the interval and the first number that the polynomial does not damp.
constexpr double usableShare = 0.9;

enum class Keep { direction, nothing };

// d = keepOld d + step D^{-1} r and z = beta z + omega d. The last direction is not needed any more, nor is d
// before the first.
struct StepFunctor {
  Kokkos::View<const double*, Device> inverseDiagonal, residual;
  double keepOld, step, omega, beta;
  Keep keep;
  Kokkos::View<double*, Device> direction, z;

  KOKKOS_INLINE_FUNCTION void operator()(int i) const {
    double d = step * inverseDiagonal(i) * residual(i);
    if (keepOld != 0) d += keepOld * direction(i);
    if (keep == Keep::direction) direction(i) = d;
    z(i) = beta == 0 ? omega * d : z(i) + omega * d;
  }
};

}  // namespace

Chebyshev::Chebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const ChebyshevParameters& parameters)
    : A_(A), parameters_(parameters) {
  if (parameters.degree < 1) throw InputError("The degree of a Chebyshev smoother must be 1 or more.");
  if (!(parameters.eigenvalueRatio > 1))
    throw InputError("The eigenvalue ratio of a Chebyshev smoother must exceed 1.");
  const Comm& comm = *A->rowMap()->getComm();
  Kokkos::Timer timer;
  const bool isL1 = parameters.base == ChebyshevBase::l1Jacobi;
  const auto base = isL1 ? Teuchos::RCP<DiagonalSmoother>(Teuchos::rcp(new L1Jacobi(*A)))
                         : Teuchos::RCP<DiagonalSmoother>(Teuchos::rcp(new Jacobi(*A)));
  inverseDiagonal_ = base->inverseDiagonal();
  largest_ =
      safeEigenvalue(*A, *base, safetyFactor, 1 + usableShare / parameters.eigenvalueRatio, parameters.eigenvalueSteps);
  // A = 0, or no rows: any interval will do.
  if (largest_ == 0) largest_ = 1;
  if (parameters.degree > 1) {
    residual_ = allocate<Vector>("Chronos::Chebyshev residual", A->numRows());
    direction_ = allocate<Vector>("Chronos::Chebyshev direction", A->numRows());
  }
  report_.name = isL1 ? "l1 chebyshev" : "chebyshev";
  report_.density = parameters.degree - 1 + base->report().density;
  report_.longestRow = 1;
  const double vectors = parameters.degree > 1 ? 3 : 1;
  report_.bytes = sumOverRanks(comm, vectors * double(A->numRows()) * sizeof(double));
  report_.phases = {{"chebyshev eigenvalue", maxOverRanks(comm, timer.seconds())}};
}

// The three-term recurrence of Saad, Iterative Methods for Sparse Linear Systems, algorithm 12.1, from x = 0.
void Chebyshev::apply(const ConstVector& r, const Vector& z, Update update) const {
  const double smallest = largest_ / parameters_.eigenvalueRatio;
  const double theta = (largest_ + smallest) / 2, delta = (largest_ - smallest) / 2, sigma = theta / delta;
  const RowPolicy rows(0, static_cast<int>(r.extent(0)));
  const auto keepUnlessLast = [&](int step) { return step < parameters_.degree ? Keep::direction : Keep::nothing; };
  Kokkos::parallel_for("Chronos::Chebyshev::first", rows,
                       StepFunctor{inverseDiagonal_, r, 0, 1 / theta, omega_, update == Update::add ? 1.0 : 0.0,
                                   keepUnlessLast(1), direction_, z});
  double rho = 1 / sigma;
  for (int step = 2; step <= parameters_.degree; ++step) {
    A_->residual<double>(step == 2 ? r : ConstVector(residual_), direction_, residual_);
    const double rhoNew = 1 / (2 * sigma - rho);
    Kokkos::parallel_for("Chronos::Chebyshev::step", rows,
                         StepFunctor{inverseDiagonal_, residual_, rhoNew * rho, 2 * rhoNew / delta, omega_, 1,
                                     keepUnlessLast(step), direction_, z});
    rho = rhoNew;
  }
}

}  // namespace Chronos
