// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Chebyshev.hpp"

#include "Chronos_BaseChebyshev.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Fsai.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_L1Jacobi.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

enum class Keep { direction, nothing };

// d = keepOld d + step D^{-1} r and z = beta z + omega d. The last direction is not needed any more, nor is d
// before the first.
template <int width>
struct StepFunctor {
  const double *inverseDiagonal, *residual;
  double keepOld, step, omega, beta;
  Keep keep;
  double *direction, *z;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    double d = step * inverseDiagonal[i / width] * residual[i];
    if (keepOld != 0) d += keepOld * direction[i];
    if (keep == Keep::direction) direction[i] = d;
    z[i] = updated(beta, z + i, omega * d);
  }
};

void bindChebyshev(ParameterBinding& list, ChebyshevParameters& p) {
  bindChebyshevPolynomial(list, p, "D");
  list.choice("base", p.base,
              {{"jacobi", ChebyshevBase::jacobi},
               {"l1 jacobi", ChebyshevBase::l1Jacobi},
               {"adaptive fsai", ChebyshevBase::adaptiveFsai}},
              "D: the diagonal of A, the sums of absolute values of its rows, or the inverse of adaptive FSAI as a "
              "level has it by default.");
}

}  // namespace

Chebyshev::Chebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const ChebyshevParameters& parameters)
    : Smoother(A->rowMap()), A_(A), operator_(asOperator(A)), parameters_(parameters) {
  checkPolynomial(parameters);
  const Comm& comm = *A->rowMap()->getComm();
  Kokkos::Timer timer;
  const bool isL1 = parameters.base == ChebyshevBase::l1Jacobi;
  const auto base = isL1 ? Teuchos::RCP<DiagonalSmoother>(Teuchos::rcp(new L1Jacobi(*A)))
                         : Teuchos::RCP<DiagonalSmoother>(Teuchos::rcp(new Jacobi(*A)));
  inverseDiagonal_ = base->inverseDiagonal();
  largest_ = chebyshevEnd(*A, *base, parameters);
  if (parameters.degree > 1) {
    residual_ = WorkBlock("Chronos::Chebyshev residual", A->numRows());
    direction_ = WorkBlock("Chronos::Chebyshev direction", A->numRows());
  }
  report_.name = isL1 ? "l1 chebyshev" : "chebyshev";
  report_.density = parameters.degree - 1 + base->report().density;
  report_.longestRow = 1;
  const double vectors = parameters.degree > 1 ? 3 : 1;
  report_.bytes = sumOverRanks(comm, vectors * double(A->numRows()) * sizeof(double));
  report_.phases = {{"chebyshev eigenvalue", maxOverRanks(comm, timer.seconds())}};
}

Chebyshev::Chebyshev(const Chebyshev& wide, const Teuchos::RCP<const LevelMatrix>& A)
    : Smoother(wide.rangeMap()),
      operator_(A),
      parameters_(wide.parameters_),
      inverseDiagonal_(wide.inverseDiagonal_),
      residual_(wide.residual_),
      direction_(wide.direction_),
      largest_(wide.largest_) {
  report_ = wide.report();
}

Teuchos::RCP<const Smoother> Chebyshev::narrowed(const Teuchos::RCP<const LevelMatrix>& A, StoragePrecision& precision,
                                                 ColumnStorage /*columns*/, std::string& /*obstacle*/) const {
  if (precision == StoragePrecision::doublePrecision) return Teuchos::null;
  return Teuchos::rcp(new Chebyshev(*this, A));
}

void Chebyshev::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  ChebyshevSteps steps(largest_, parameters_);
  const bool hasSteps = parameters_.degree > 1;
  const Block residual = hasSteps ? residual_(widthOf(r)) : Block(),
              direction = hasSteps ? direction_(widthOf(r)) : Block();
  const auto take = [&](int step, const ConstBlock& from, const ChebyshevSteps::Step& taken, double keepZ) {
    const Keep keep = step < parameters_.degree ? Keep::direction : Keep::nothing;
    withWidth(widthOf(r), [&](auto width) {
      Kokkos::parallel_for(
          "Chronos::Chebyshev::step", EntryPolicy(0, static_cast<std::int64_t>(r.size())),
          StepFunctor<decltype(width)::value>{inverseDiagonal_.data(), from.data(), taken.keepOld, taken.factor,
                                              alpha * taken.weight, keepZ, keep, direction.data(), z.data()});
    });
  };
  take(1, r, steps.next(), beta);
  for (int step = 2; step <= parameters_.degree; ++step) {
    operator_->residual(step == 2 ? r : ConstBlock(residual), direction, residual);
    take(step, residual, steps.next(), 1);
  }
}

namespace {

Teuchos::RCP<const Smoother> makeChebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const UnknownNodes&,
                                           const std::any& parameters) {
  const auto& p = parametersOf<ChebyshevParameters>(parameters);
  if (p.base != ChebyshevBase::adaptiveFsai) return Teuchos::rcp(new Chebyshev(A, p));
  return Teuchos::rcp(new BaseChebyshev(A, p, "fsai chebyshev", "chebyshev base", [&] {
    return Teuchos::RCP<const Smoother>(Teuchos::rcp(new Fsai(*A, smoothingFsai())));
  }));
}

}  // namespace

SmootherMethod chebyshev() {
  return {"chebyshev", "a polynomial in D^{-1} A, taken without relaxation", makeChebyshev, ChebyshevParameters(),
          bindingOf(bindChebyshev)};
}

}  // namespace Chronos
