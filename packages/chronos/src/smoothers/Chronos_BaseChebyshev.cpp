// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_BaseChebyshev.hpp"

#include "Chronos_Communicator.hpp"
#include "Chronos_StoredMatrix.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

using EntryPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<std::int64_t>>;

struct UpdateFunctor {
  const double* direction;
  double omega, beta;
  double* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { z[i] = updated(beta, z + i, omega * direction[i]); }
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
  const double ofBase = maxOverRanks(comm, timer.seconds());
  largest_ = chebyshevEnd(*A, *base_, polynomial);
  residual_ = WorkBlock("Chronos::BaseChebyshev residual", A->numRows());
  direction_ = WorkBlock("Chronos::BaseChebyshev direction", A->numRows());
  report_ = base_->report();
  report_.name = name;
  report_.density += polynomial.degree - 1;
  report_.bytes = sumOverRanks(comm, double(numBytes()));
  report_.phases = {{phase, ofBase}, {"chebyshev eigenvalue", maxOverRanks(comm, timer.seconds()) - ofBase}};
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

void BaseChebyshev::run(const LevelMatrix& A, const ConstBlock& r, const Block& z, double omega, double beta) const {
  ChebyshevSteps steps(largest_, polynomial_);
  const Block residual = residual_(widthOf(r)), direction = direction_(widthOf(r));
  for (int step = 1; step <= polynomial_.degree; ++step) {
    const bool isFirst = step == 1;
    if (!isFirst) A.residual(step == 2 ? r : ConstBlock(residual), direction, residual);
    const ChebyshevSteps::Step taken = steps.next();
    base_->apply(isFirst ? r : ConstBlock(residual), direction, taken.factor, taken.keepOld);
    Kokkos::parallel_for("Chronos::BaseChebyshev::update", EntryPolicy(0, static_cast<std::int64_t>(r.size())),
                         UpdateFunctor{direction.data(), omega * taken.weight, isFirst ? beta : 1, z.data()});
  }
}

}  // namespace Chronos
