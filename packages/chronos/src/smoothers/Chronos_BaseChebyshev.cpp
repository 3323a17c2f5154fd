// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BaseChebyshev.hpp"

#include "Chronos_ColumnLoop.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_JointReduction.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_TrilinosVersion.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

template <class Scalar>
struct UpdateFunctor {
  const Scalar* direction;
  Scalar omega, beta;
  Scalar* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    z[i] = updated(beta, z + i, omega * direction[i]);
  }
};

// z = omega p r + beta z, on vectors of either precision.
// \param residual,direction of the size of r, to work with
template <class Scalar, class Matrix, class Base, class ConstVectors, class Vectors>
void runPolynomial(const Matrix& A, const Base& base, double largest, const ChebyshevPolynomial& polynomial,
                   const ConstVectors& r, const Vectors& residual, const Vectors& direction, Scalar omega, Scalar beta,
                   const Vectors& z) {
  ChebyshevSteps steps(largest, polynomial);
  for (int step = 1; step <= polynomial.degree; ++step) {
    const bool isFirst = step == 1;
    if (!isFirst) A.residual(step == 2 ? r : ConstVectors(residual), direction, residual);
    const ChebyshevSteps::Step taken = steps.next();
    base.apply(isFirst ? r : ConstVectors(residual), direction, static_cast<Scalar>(taken.factor),
               static_cast<Scalar>(taken.keepOld));
    forEntries<1>("Chronos::BaseChebyshev::update", r.size(),
                  UpdateFunctor<Scalar>{direction.data(), omega * static_cast<Scalar>(taken.weight), isFirst ? beta : 1,
                                        z.data()});
  }
}

class SingleVectorPolynomial : public SingleVectorSmoother {
 public:
  SingleVectorPolynomial(const SingleVectorMatrix& A, const Teuchos::RCP<const SingleVectorSmoother>& base,
                         double largest, const ChebyshevPolynomial& polynomial, std::size_t numRows)
      : A_(A),
        base_(base),
        largest_(largest),
        polynomial_(polynomial),
        residual_(allocate<SingleVector>("Chronos::BaseChebyshev residual in single", numRows)),
        direction_(allocate<SingleVector>("Chronos::BaseChebyshev direction in single", numRows)) {}

  void apply(const ConstSingleVector& r, const SingleVector& z, float alpha, float beta) const override {
    run(A_, r, z, alpha, beta);
  }
  void sweep(const SingleVectorMatrix& A, const ConstSingleVector& b, const SingleVector& x, const SingleVector& other,
             float omega, Guess guess) const override {
    if (guess == Guess::zero) return run(A, b, x, omega, 0);
    A.residual(b, x, other);
    run(A, other, x, omega, 1);
  }
  std::size_t numBytes() const override {
    return base_->numBytes() + (residual_.extent(0) + direction_.extent(0)) * sizeof(float);
  }

 private:
  void run(const SingleVectorMatrix& A, const ConstSingleVector& r, const SingleVector& z, float omega,
           float beta) const {
    runPolynomial(A, *base_, largest_, polynomial_, r, residual_, direction_, omega, beta, z);
  }

  const SingleVectorMatrix& A_;
  Teuchos::RCP<const SingleVectorSmoother> base_;
  double largest_;
  ChebyshevPolynomial polynomial_;
  SingleVector residual_, direction_;
};

}  // namespace

BaseChebyshev::BaseChebyshev(const Teuchos::RCP<const DistMatrix<double>>& A, const ChebyshevPolynomial& polynomial,
                             const std::string& name, const std::string& phase,
                             const std::function<Teuchos::RCP<const Smoother>()>& makeBase, Blocks blocks)
    : Smoother(A->rowMap()), A_(asOperator(A)), kept_(A), polynomial_(polynomial), blocks_(blocks) {
  checkPolynomial(polynomial);
  const Comm& comm = *A->rowMap()->getComm();
  Kokkos::Timer timer;
  base_ = makeBase();
  double ofBase = timer.seconds();
  largest_ = chebyshevEnd(*A, *base_, polynomial);
  residual_ = WorkBlock("Chronos::BaseChebyshev residual", A->numRows());
  direction_ = WorkBlock("Chronos::BaseChebyshev direction", A->numRows());
  report_ = base_->report();
  report_.name = name;
  report_.density += polynomial.degree - 1;
  report_.bytes = double(numBytes());
  double ofAll = timer.seconds();
  JointReduction all;
  all.max(ofBase);
  all.max(ofAll);
  all.sum(report_.bytes);
  all.reduce(comm);
  report_.phases = {{phase, ofBase}, {"chebyshev eigenvalue", ofAll - ofBase}};
}

double BaseChebyshev::blockEigenvalue() const {
  return blocks_ == Blocks::ofNodes && chebyshevRoom(polynomial_) <= tightRoom ? largest_ : 0;
}

void BaseChebyshev::sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other, double omega,
                          Guess guess) const {
  if (guess == Guess::zero) return run(A, b, x, omega, 0);
  A.residual(b, x, other);
  run(A, other, x, omega, 1);
}

Teuchos::RCP<const Smoother> BaseChebyshev::narrowed(const Teuchos::RCP<const LevelMatrix>& A,
                                                     StoragePrecision& precision, ColumnStorage columns,
                                                     std::string& obstacle) const {
  if (precision == StoragePrecision::doublePrecision) return Teuchos::null;
  const auto copy = Teuchos::rcp(new BaseChebyshev(*this));
  copy->A_ = A;
  copy->kept_ = Teuchos::null;
  StoragePrecision ofBase = precision;
  const Teuchos::RCP<const Smoother> base = base_->narrowed(A, ofBase, columns, obstacle);
  if (base.is_null()) return copy;
  copy->base_ = base;
  precision = ofBase;
  return copy;
}

Teuchos::RCP<const SingleVectorSmoother> BaseChebyshev::forSingleVectors(const SingleVectorMatrix& A) const {
  if (!kept_.is_null()) return Teuchos::null;
  const Teuchos::RCP<const SingleVectorSmoother> base = base_->forSingleVectors(A);
  if (base.is_null()) return Teuchos::null;
  return Teuchos::rcp(
      new SingleVectorPolynomial(A, base, largest_, polynomial_, TrilinosVersion::numLocal(*rangeMap())));
}

void BaseChebyshev::run(const LevelMatrix& A, const ConstBlock& r, const Block& z, double omega, double beta) const {
  const int width = widthOf(r);
  runPolynomial(A, *base_, largest_, polynomial_, r, residual_(width), direction_(width), omega, beta, z);
}

}  // namespace Chronos
