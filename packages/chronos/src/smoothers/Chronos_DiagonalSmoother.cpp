// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DiagonalSmoother.hpp"

#include "Chronos_ColumnLoop.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_SingleVectors.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct InvertFunctor {
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { values(i) = 1 / values(i); }
};

struct MultiplySingleFunctor {
  const float *diagonal, *r;
  float alpha, beta;
  float* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    z[i] = updated(beta, z + i, alpha * diagonal[i] * r[i]);
  }
};

class SingleVectorDiagonal : public SingleVectorSmoother {
 public:
  explicit SingleVectorDiagonal(const ConstVector& inverseDiagonal) : inverseDiagonal_(inSingle(inverseDiagonal)) {}

  void apply(const ConstSingleVector& r, const SingleVector& z, float alpha, float beta) const override {
    forEntries<1>("Chronos::DiagonalSmoother::applySingle", r.extent(0),
                  MultiplySingleFunctor{inverseDiagonal_.data(), r.data(), alpha, beta, z.data()});
  }
  void sweep(const SingleVectorMatrix& A, const ConstSingleVector& b, const SingleVector& x, const SingleVector& other,
             float omega, Guess guess) const override {
    if (guess == Guess::zero) apply(b, x, omega, 0);
    else A.relax(omega, inverseDiagonal_, b, x, other);
  }
  std::size_t numBytes() const override { return inverseDiagonal_.extent(0) * sizeof(float); }

 private:
  SingleVector inverseDiagonal_;
};

}  // namespace

DiagonalSmoother::DiagonalSmoother(const std::string& name, const DistMatrix<double>& A, const Vector& diagonal)
    : Smoother(A.rowMap()), inverseDiagonal_(diagonal) {
  Kokkos::parallel_for("Chronos::DiagonalSmoother::invert", RowPolicy(0, A.numRows()), InvertFunctor{inverseDiagonal_});
  report_.name = name;
  report_.density = double(A.rowMap()->getGlobalNumElements()) / double(A.numGlobalEntries());
  report_.longestRow = 1;
  report_.bytes = double(A.rowMap()->getGlobalNumElements()) * sizeof(double);
}

void DiagonalSmoother::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  multiplyRows(inverseDiagonal_, r, z, alpha, beta);
}

void DiagonalSmoother::applyDotted(const ConstBlock& r, const Block& z, GatheredDots<Device>& dots) const {
  multiplyRowsDotted(inverseDiagonal_, r, z, dots);
}

Teuchos::RCP<const SingleVectorSmoother> DiagonalSmoother::forSingleVectors(const SingleVectorMatrix& /*A*/) const {
  return Teuchos::rcp(new SingleVectorDiagonal(inverseDiagonal_));
}

void DiagonalSmoother::sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other,
                             double omega, Guess guess) const {
  if (guess == Guess::zero) apply(b, x, omega);
  else A.relax(omega, inverseDiagonal_, b, x, other);
}

void DiagonalSmoother::sweepDotted(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other,
                                   double omega, GatheredDots<Device>& dots) const {
  A.relaxDotted(omega, inverseDiagonal_, b, x, other, dots);
}

void DiagonalSmoother::startSweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& r,
                                  double omega) const {
  A.startResidual(omega, inverseDiagonal_, b, x, r);
}

}  // namespace Chronos
