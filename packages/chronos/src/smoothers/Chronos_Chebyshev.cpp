// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_Chebyshev.hpp"

#include "Chronos_BaseChebyshev.hpp"
#include "Chronos_ColumnLoop.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_Fsai.hpp"
#include "Chronos_Jacobi.hpp"
#include "Chronos_L1Jacobi.hpp"
#include "Chronos_SingleVectors.hpp"
#include "Chronos_SmootherTable.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

enum class Keep { direction, nothing };

// d = keepOld d + step D^{-1} r and z = beta z + omega d. The last direction is not needed any more, nor is d
// before the first.
template <class Scalar, int width>
struct StepFunctor {
  const Scalar *inverseDiagonal, *residual;
  Scalar keepOld, step, omega, beta;
  Keep keep;
  Scalar *direction, *z;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    Scalar d = step * inverseDiagonal[i / width] * residual[i];
    if (keepOld != 0) d += keepOld * direction[i];
    if (keep == Keep::direction) direction[i] = d;
    z[i] = updated(beta, z + i, omega * d);
  }
};

// z = alpha p r + beta z, on vectors of either precision.
// \param residual,direction of the size of r, to work with; of a polynomial of degree 1 they are not used
template <class Scalar, int width, class Matrix, class ConstVectors, class Vectors>
void runSteps(const Matrix& A, const Kokkos::View<const Scalar*, Device>& inverseDiagonal, double largest,
              const ChebyshevPolynomial& polynomial, const ConstVectors& r, const Vectors& residual,
              const Vectors& direction, Scalar alpha, Scalar beta, const Vectors& z) {
  ChebyshevSteps steps(largest, polynomial);
  for (int step = 1; step <= polynomial.degree; ++step) {
    if (step > 1) A.residual(step == 2 ? r : ConstVectors(residual), direction, residual);
    const ChebyshevSteps::Step taken = steps.next();
    forEntries<1>("Chronos::Chebyshev::step", r.size(),
                  StepFunctor<Scalar, width>{inverseDiagonal.data(), step == 1 ? r.data() : residual.data(),
                                             static_cast<Scalar>(taken.keepOld), static_cast<Scalar>(taken.factor),
                                             alpha * static_cast<Scalar>(taken.weight), step == 1 ? beta : Scalar(1),
                                             step < polynomial.degree ? Keep::direction : Keep::nothing,
                                             direction.data(), z.data()});
  }
}

class SingleVectorChebyshev : public SingleVectorSmoother {
 public:
  SingleVectorChebyshev(const SingleVectorMatrix& A, const ConstVector& inverseDiagonal, double largest,
                        const ChebyshevPolynomial& polynomial)
      : A_(A),
        inverseDiagonal_(inSingle(inverseDiagonal)),
        largest_(largest),
        polynomial_(polynomial),
        residual_(allocate<SingleVector>("Chronos::Chebyshev residual in single", numWork())),
        direction_(allocate<SingleVector>("Chronos::Chebyshev direction in single", numWork())) {}

  void apply(const ConstSingleVector& r, const SingleVector& z, float alpha, float beta) const override {
    runSteps<float, 1>(A_, ConstSingleVector(inverseDiagonal_), largest_, polynomial_, r, residual_, direction_, alpha,
                       beta, z);
  }
  std::size_t numBytes() const override {
    return (inverseDiagonal_.extent(0) + residual_.extent(0) + direction_.extent(0)) * sizeof(float);
  }

 private:
  std::size_t numWork() const { return polynomial_.degree > 1 ? inverseDiagonal_.extent(0) : 0; }

  const SingleVectorMatrix& A_;
  SingleVector inverseDiagonal_;
  double largest_;
  ChebyshevPolynomial polynomial_;
  SingleVector residual_, direction_;
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
  report_.bytes = vectors * double(A->rowMap()->getGlobalNumElements()) * sizeof(double);
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

Teuchos::RCP<const SingleVectorSmoother> Chebyshev::forSingleVectors(const SingleVectorMatrix& A) const {
  if (!A_.is_null()) return Teuchos::null;
  return Teuchos::rcp(new SingleVectorChebyshev(A, inverseDiagonal_, largest_, parameters_));
}

void Chebyshev::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  const bool hasSteps = parameters_.degree > 1;
  const Block residual = hasSteps ? residual_(widthOf(r)) : Block(),
              direction = hasSteps ? direction_(widthOf(r)) : Block();
  withWidth(widthOf(r), [&](auto width) {
    runSteps<double, decltype(width)::value>(*operator_, inverseDiagonal_, largest_, parameters_, r, residual,
                                             direction, alpha, beta, z);
  });
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
