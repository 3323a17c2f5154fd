// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_DiagonalSmoother.hpp"

#include "Chronos_ColumnLoop.hpp"
#include "Chronos_Communicator.hpp"
#include "Chronos_VectorUpdate.hpp"

namespace Chronos {
namespace {

using RowPolicy = Kokkos::RangePolicy<Device::execution_space, Kokkos::IndexType<int>>;

struct InvertFunctor {
  Kokkos::View<double*, Device> values;
  KOKKOS_INLINE_FUNCTION void operator()(int i) const { values(i) = 1 / values(i); }
};

template <int width>
struct MultiplyFunctor {
  const double *diagonal, *r;
  double alpha, beta;
  double* z;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, int) const {
    z[i] = updated(beta, z + i, alpha * diagonal[i / width] * r[i]);
  }
};

}  // namespace

DiagonalSmoother::DiagonalSmoother(const std::string& name, const DistMatrix<double>& A, const Vector& diagonal)
    : Smoother(A.rowMap()), inverseDiagonal_(diagonal) {
  Kokkos::parallel_for("Chronos::DiagonalSmoother::invert", RowPolicy(0, A.numRows()), InvertFunctor{inverseDiagonal_});
  const Comm& comm = *A.rowMap()->getComm();
  report_.name = name;
  report_.density = double(A.rowMap()->getGlobalNumElements()) / double(A.numGlobalEntries());
  report_.longestRow = 1;
  report_.bytes = sumOverRanks(comm, double(A.numRows()) * sizeof(double));
}

void DiagonalSmoother::apply(const ConstBlock& r, const Block& z, double alpha, double beta) const {
  withWidth(widthOf(r), [&](auto width) {
    constexpr int w = decltype(width)::value;
    forEntries<w>("Chronos::DiagonalSmoother::apply", r,
                  MultiplyFunctor<w>{inverseDiagonal_.data(), r.data(), alpha, beta, z.data()});
  });
}

void DiagonalSmoother::sweep(const LevelMatrix& A, const ConstBlock& b, const Block& x, const Block& other,
                             double omega, Guess guess) const {
  if (guess == Guess::zero) apply(b, x, omega);
  else A.relax(omega, inverseDiagonal_, b, x, other);
}

}  // namespace Chronos
